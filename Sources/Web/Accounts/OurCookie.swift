import HTTPTypes
import Hummingbird
import Records
import Serving

/// A cookie for this server's requests alone, for no script, on no way that can be listened to where there is https (RFC 6265bis,
/// section 4.1.3, for the prefix of its name). Browsers take `__Host-` for the whole host alone: below a base path, to which
/// `BelowBasePath` binds the cookie, it is `__Secure-`.
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
