import Foundation

/// The cookies of one fetch's redirects: a gate sets one, sends the request back, and wants to see it. None outlives the fetch.
///
/// Where a server is not at its scheme's usual port, its cookies are its own, so that none goes to another server of the same machine.
struct RedirectCookies {
    /// By the server that they are kept apart for.
    private var jars: [String: CookieJar] = [:]

    func header(for url: URL, now: Date = Date()) -> String? { jars[Self.server(url)]?.header(for: url, now: now) }

    /// What a redirect sets.
    mutating func take(_ lines: [String], from url: URL, now: Date = Date()) {
        guard !lines.isEmpty else { return }
        let server = Self.server(url)
        let jar = jars[server] ?? CookieJar()
        jars[server] = jar
        jar.take(lines, from: url, now: now)
    }

    private static func server(_ url: URL) -> String {
        guard let address = try? WebAddress(url.absoluteString), address.port != address.scheme.defaultPort else { return "" }
        return "\(address.host):\(address.port)"
    }
}
