import Foundation

/// The cookies of one fetch's redirects: some sites set a cookie, redirect back, and expect it. They are discarded after the fetch.
///
/// On a non-default port, cookies are kept per server, so none reaches another server on the same machine.
struct RedirectCookies {
    /// Keyed by the server that the cookies belong to.
    private var jars: [String: CookieJar] = [:]

    func header(for url: URL, now: Date = Date()) -> String? { jars[Self.server(url)]?.header(for: url, now: now) }

    /// Stores the cookies that a redirect sets.
    mutating func store(_ lines: [String], from url: URL, now: Date = Date()) {
        guard !lines.isEmpty else { return }
        let server = Self.server(url)
        let jar = jars[server] ?? CookieJar()
        jars[server] = jar
        jar.store(lines, from: url, now: now)
    }

    private static func server(_ url: URL) -> String {
        guard let address = try? WebAddress(url.absoluteString), address.port != address.scheme.defaultPort else { return "" }
        return "\(address.host):\(address.port)"
    }
}
