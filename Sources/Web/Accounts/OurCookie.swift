import HTTPTypes
import Hummingbird
import Records
import Serving

/// A cookie that is sent only to this server, hidden from scripts and, if the server has HTTPS, never sent unencrypted (RFC 6265bis,
/// section 4.1.3, for the prefix of its name). Browsers accept `__Host-` only for a whole host; below a base path, to which `BelowBasePath`
/// binds the cookie, the prefix is `__Secure-`.
struct OurCookie: Sendable {
    let name: String
    private let isSecure: Bool

    init(_ name: String, _ configuration: Accounts.Configuration) {
        isSecure = configuration.isSecure
        self.name = !isSecure ? name : (BasePath.current.isEmpty ? "__Host-" : "__Secure-") + name.replacing("_", with: "-")
    }

    func value(in request: Request) -> String? { request.cookies[name]?.value }

    func set(_ value: String, for time: Duration, in response: inout Response) {
        response.setCookie(
            Cookie(
                name: name, value: value, maxAge: Int(time.components.seconds), path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
        )
    }

    func isSet(in response: Response) -> Bool { response.headers[values: .setCookie].contains { $0.hasPrefix("\(name)=") } }

    func remove(from response: inout Response) { set("", for: .zero, in: &response) }
}
