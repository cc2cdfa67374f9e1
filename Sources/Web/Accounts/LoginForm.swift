import HTTPTypes
package import Hummingbird
package import Records
package import Serving

/// Proof that a sign-in comes from a form that this server recently gave to the same browser: a signed time in the form, bound to a cookie.
///
/// It is checked before anything expensive, so each guessing browser has to load a page first. It also keeps other sites from signing a
/// visitor in to an account that isn't theirs. The key lives as long as the server process, so a form from before a restart has to be
/// reloaded.
package struct LoginForm: Sendable {
    package static let field = "login-form"
    static let lifetime = Duration.seconds(2 * 3600)

    private let key: Secret
    private let cookie: OurCookie

    package init(key: Secret, _ configuration: Accounts.Configuration) {
        self.key = key
        cookie = OurCookie("tidings_login", configuration)
    }

    /// Returns the form's proof for this browser. `remember` sets a cookie if the browser has none yet.
    package func proof(for request: Request, at now: Timestamp) -> (text: String, remember: (inout Response) -> Void) {
        let known = browser(of: request)
        let browser = known ?? Secret()
        let cookie = cookie
        return (
            signed(now.milliseconds, browser),
            { response in if known == nil { cookie.set(browser.text, for: Self.lifetime, in: &response) } }
        )
    }

    package func isProof(_ text: String, in request: Request, at now: Timestamp) -> Bool {
        guard let browser = browser(of: request), let issued = text.split(separator: ".").first.flatMap({ Int64($0) }),
            signed(issued, browser).isSame(as: text)
        else { return false }
        let age = now - Timestamp(milliseconds: issued)
        return age >= .zero && age <= Self.lifetime
    }

    private func browser(of request: Request) -> Secret? { cookie.value(in: request).flatMap { Secret($0) } }

    private func signed(_ milliseconds: Int64, _ browser: Secret) -> String {
        "\(milliseconds).\(key.code(for: "login \(milliseconds) \(browser.text)"))"
    }
}
