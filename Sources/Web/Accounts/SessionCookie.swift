package import Hummingbird
import Records
package import Serving

/// The cookie that holds a session's secret.
package struct SessionCookie: Sendable {
    private let cookie: OurCookie

    package init(_ configuration: Accounts.Configuration) {
        cookie = OurCookie(configuration.isSecure ? "tidings" : "tidings_session", configuration)
    }

    package func secret(in request: Request) -> Secret? { cookie.value(in: request).flatMap { Secret($0) } }

    package func set(_ secret: Secret, in response: inout Response) { cookie.set(secret.text, for: Session.idleTime, in: &response) }

    /// Whether the response begins or ends a session.
    package func isSet(in response: Response) -> Bool { cookie.isSet(in: response) }

    package func remove(from response: inout Response) { cookie.remove(from: &response) }
}
