import Fetching
import Rendering

extension Diagnosis {
    /// Whether pages can be opened in a browser, checked by starting it.
    static func browser(_ settings: Settings) async -> Finding {
        guard BrowserProgram.installed() != nil else {
            return Finding(
                "browser", .note, "isn't there; only boards with render need it: apt install chromium-headless-shell")
        }
        do {
            let configuration = try settings.fetching()
            let fetcher = Fetcher(configuration)
            defer { Task { try? await fetcher.shutdown() } }
            guard let browser = configuration.renderer as? Browser else { return Finding("browser", .note, "isn't there") }
            return Finding("browser", .well, try await browser.version(by: fetcher))
        } catch {
            return Finding("browser", .note, "\(Failure(error).message ?? ""); only boards with render need it")
        }
    }
}
