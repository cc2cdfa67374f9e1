import HTTPTypes
import Hummingbird
import Storage

/// The cookie that holds a session's secret: for this server's requests alone, for no script, on no way that can be listened to
/// where there is https (RFC 6265bis, section 4.1.3.2, for the name's prefix).
struct SessionCookie: Sendable {
    private let isSecure: Bool

    init(_ configuration: Accounts.Configuration) { isSecure = configuration.isSecure }

    private var name: String { isSecure ? "__Host-tidings" : "tidings_session" }

    func secret(in request: Request) -> Secret? { request.cookies[name].flatMap { Secret($0.value) } }

    func set(_ secret: Secret, in response: inout Response) {
        response.setCookie(cookie(secret.text, seconds: Int(Session.idleTime.components.seconds)))
    }

    func remove(from response: inout Response) { response.setCookie(cookie("", seconds: 0)) }

    private func cookie(_ value: String, seconds: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: seconds, path: "/", secure: isSecure, httpOnly: true, sameSite: .lax)
    }
}
