import ArgumentParser
import Boards
import Foundation
import Records
import Storage
import Web

/// `tidings doctor`: what is installed, reachable and configured, and how to mend what is not.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Look at the installation and say how to mend what is amiss.")

    @OptionGroup var folder: DataOption
    @Flag(help: "Print one JSON object a line.") var json = false

    func run() async throws {
        var findings: [Finding] = [Finding("tidings", .well, "version \(Version.number)")]
        let settings = try Settings()
        let data = settings.folder(folder.data)
        findings.append(contentsOf: Self.files())
        let library = BoardLibrary(data: data, sources: try settings.sources([]))
        for problem in library.problems { findings.append(Finding("board", .amiss, "\(problem)")) }
        findings.append(contentsOf: library.boards.map(Self.board))
        do {
            let store = try Store(in: data)
            findings.append(Finding("store", .well, "\(data.path), \(try await store.description())"))
            for feed in try await store.feeds() { findings.append(Self.feed(feed)) }
        } catch {
            findings.append(Finding("store", .amiss, Failure(error).message ?? ""))
        }
        for finding in findings { Output.print(json ? finding.json : finding.text) }
        if findings.contains(where: { $0.state == .amiss }) { throw Failure(.ours) }
    }

    private static func files() -> [Finding] {
        [("Boards", "Definitions"), ("Localisation", "Catalogs"), ("Web", "Assets")].map { module, name in
            Installation.folder(name, of: module).map { Finding("files", .well, "\(module): \($0.path)") }
                ?? Finding("files", .amiss, "\(module): its files are not beside the executable; copy tidings_\(module).resources there")
        }
    }

    private static func board(_ board: Board) -> Finding {
        if board.source.url.host?.hasSuffix(".example") == true {
            return Finding(
                "board", .note, "\(board.name): its source \(board.source.url) is a placeholder; set the real one: source \(board.name)=URL"
            )
        }
        return Finding("board", .well, "\(board.name): \(board.source.url)")
    }

    private static func feed(_ feed: Feed) -> Finding {
        if let failure = feed.failure {
            return Finding("feed", .note, "\(feed.board): cannot be read: \(failure) (attempts in a row: \(feed.failures))")
        }
        guard let updated = feed.lastSuccess else { return Finding("feed", .note, "\(feed.board): \(feed.url) was not fetched yet") }
        return Finding("feed", .well, "\(feed.board): \(feed.recordCount) records, up to date at \(updated)")
    }

    private struct Finding {
        enum State: String { case well, note, amiss }
        let what: String
        let state: State
        let detail: String

        init(_ what: String, _ state: State, _ detail: String) {
            self.what = what
            self.state = state
            self.detail = detail
        }

        var text: String { "\(state == .well ? "✓" : state == .note ? "–" : "✗") \(what): \(detail)" }

        var json: String {
            var line = JSONLine()
            line.add("what", what)
            line.add("state", state.rawValue)
            line.add("detail", detail)
            return line.closed
        }
    }
}
