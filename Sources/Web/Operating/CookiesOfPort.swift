import HTTPTypes
import Hummingbird
import Records
import Serving

/// Keeps the cookies of several servers on one host apart: a browser sends the cookies of a host to all of its ports (RFC 6265, section
/// 8.5).
///
/// If the browser's address names a port, our cookies have it at the end of their names in the browser. All other code reads and sets them
/// without it. A cookie without the port counts as long as there is none with it, and what removes a cookie removes both. Language and
/// time zone belong to the browser, and all servers share them.
struct CookiesOfPort: RouterMiddleware {
    private static let prefixes = ["tidings_", "__Host-tidings", "__Secure-tidings"]
    private static let shared: Set<String> = ["tidings_language", "tidings_zone"]

    func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws -> Response {
        guard let port = Self.port(of: request.head.authority ?? "") else { return try await next(request, context) }
        let cookies = request.head.headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.map { $0.trimmingWhitespace() }
        let sent = Set(cookies.map { Self.name(of: $0) })
        var head = request.head
        if !cookies.isEmpty {
            head.headerFields[.cookie] = cookies.compactMap { Self.withoutPort(port, $0, among: sent) }.joined(separator: "; ")
        }
        var response = try await next(Request(head: head, body: request.body), context)
        let set = response.headers[values: .setCookie]
        if !set.isEmpty { response.headers[values: .setCookie] = set.flatMap { Self.withPort(port, $0, sent: sent) } }
        return response
    }

    /// The port that an address names, in digits only; nil if it names none or that of its scheme.
    static func port(of authority: String) -> String? {
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        let digits = authority[colon...].dropFirst()
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits), port != 80, port != 443 else { return nil }
        return "\(port)"
    }

    /// A cookie that the browser sent, by the name that other code knows; nil if the same one with the port replaces it.
    private static func withoutPort(_ port: String, _ cookie: String, among sent: Set<String>) -> String? {
        let name = name(of: cookie)
        guard isOurs(name) else { return cookie }
        let end = ending(port, of: name)
        if name.hasSuffix(end) { return "\(name.dropLast(end.count))\(cookie.dropFirst(name.count))" }
        return sent.contains(name + end) ? nil : cookie
    }

    /// A cookie that a response sets. A removed cookie that the browser also has without the port is removed there too, or that one would
    /// count again.
    private static func withPort(_ port: String, _ cookie: String, sent: Set<String>) -> [String] {
        let name = name(of: cookie)
        guard isOurs(name) else { return [cookie] }
        let own = "\(name)\(ending(port, of: name))\(cookie.dropFirst(name.count))"
        let isRemoved = cookie.split(separator: ";").contains { $0.trimmingWhitespace() == "Max-Age=0" }
        return isRemoved && sent.contains(name) ? [own, cookie] : [own]
    }

    private static func name(of cookie: String) -> String { String(cookie.prefix { $0 != "=" }) }

    private static func isOurs(_ name: String) -> Bool { !shared.contains(name) && prefixes.contains { name.hasPrefix($0) } }

    private static func ending(_ port: String, of name: String) -> String { (name.hasPrefix("__") ? "-" : "_") + port }
}
