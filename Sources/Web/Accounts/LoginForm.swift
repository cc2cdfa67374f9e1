import HTTPTypes
package import Hummingbird
package import Records
package import Serving

/// That a login comes from a form which this server has given to the same browser a while ago: a signed time in the form, bound to a cookie.
///
/// It is checked before anything that costs, so that guessing takes a page for each browser that guesses; and no other site can log somebody in to an
/// account that is not theirs. The key is the running server's: a form of before a restart is offered again.
package struct LoginForm: Sendable {
    package static let field = "login-form"
    static let lifetime = Duration.seconds(2 * 3600)

    private let key: Secret
    private let cookie: OurCookie

    package init(key: Secret, _ configuration: Accounts.Configuration) {
        self.key = key
        cookie = OurCookie("tidings_login", configuration)
    }

    /// What the form carries, for this browser; one that has no cookie of ours yet is given it with the answer.
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
