import HTTPTypes
import Hummingbird
import Storage

/// The cookie that holds a session's secret: for this server's requests alone, for no script, on no way that can be listened to
/// where there is https (RFC 6265bis, section 4.1.3, for the name's prefix). Browsers take `__Host-` for the whole host alone: below a base path,
/// to which `BelowBasePath` binds the cookie, it is `__Secure-`.
struct SessionCookie: Sendable {
    private let isSecure: Bool
    private let name: String

    init(_ configuration: Accounts.Configuration) {
        isSecure = configuration.isSecure
        name = !isSecure ? "tidings_session" : BasePath.current.isEmpty ? "__Host-tidings" : "__Secure-tidings"
    }

    func secret(in request: Request) -> Secret? { request.cookies[name].flatMap { Secret($0.value) } }

    func set(_ secret: Secret, in response: inout Response) {
        response.setCookie(cookie(secret.text, seconds: Int(Session.idleTime.components.seconds)))
    }

    /// Whether the answer begins or ends a session.
    func isSet(in response: Response) -> Bool { response.headers[values: .setCookie].contains { $0.hasPrefix("\(name)=") } }

    func remove(from response: inout Response) { response.setCookie(cookie("", seconds: 0)) }

    private func cookie(_ value: String, seconds: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
