import Foundation
import HTTPTypes
import Hummingbird
package import Operating
package import Records
package import Serving
package import Storage
import Synchronization

/// The parts of signing in outside the store: the operator's settings, the limits on attempts, and the code for setting up the first
/// account.
package final class Accounts: Sendable {
    package struct Configuration: Sendable {
        /// Whether browsers reach this server by HTTPS, directly or through a proxy.
        package var isSecure = false
        /// The header in which a trusted proxy names the signed-in person, such as `Remote-User`; nil: no proxy does.
        package var loginHeader: String?
        /// Addresses of the trusted proxies.
        package var trustedProxies = TrustedProxies.nobody
        package var passwordCost = PasswordHash.Cost.standard
        package var now: Now = Timestamp.system

        package init() {}
    }

    package let configuration: Configuration
    package let store: Store
    let passwords: PasswordHashing
    package let logins = LoginGuard()
    package let now: Now
    private let setupCode = Mutex<Secret?>(nil)
    /// Signs the forms of browsers without a session to derive a code from: strangers who sign in, and people signed in by a proxy.
    private let formKey = Secret()

    package init(_ configuration: Configuration, store: Store) {
        self.configuration = configuration
        self.store = store
        now = configuration.now
        passwords = PasswordHashing(cost: configuration.passwordCost)
    }

    /// The path of the page that makes the first administrator, including its code; nil if there is an administrator.
    package func setupPath() async throws -> String? {
        guard try await !hasAdministrator() else { return nil }
        let secret = setupCode.withLock { code in
            let secret = code ?? Secret()
            code = secret
            return secret
        }
        return "/setup?code=\(secret.text)"
    }

    /// Whether an administrator can sign in.
    package func hasAdministrator() async throws -> Bool {
        try await store.people.hasAdministrator(byProxy: configuration.loginHeader != nil)
    }

    package func isSetupCode(_ text: String) -> Bool { setupCode.withLock { $0?.text.isSame(as: text) } ?? false }

    func formToken(of person: Person) -> FormToken { FormToken(formKey.code(for: "form \(person.id)")) }

    package var loginForm: LoginForm { LoginForm(key: formKey, configuration) }

    package func audit(_ action: AuditEntry.Action, by who: Person?, _ detail: String = "", in context: PageContext) async throws {
        try await store.people.audit(action, by: who?.name ?? "", person: who?.id, detail, from: context.address, at: now())
    }

    /// Stores the network, not the address, so that the failed sign-ins of one household share an entry.
    package func auditFailedLogin(by who: Person?, in context: PageContext) async throws {
        try await store.people.audit(
            .loginFailed, by: who?.name ?? "", person: who?.id, from: AddressNetwork.written(context.address), at: now())
    }

    /// A new password's hash. If it can't be computed now, throws an error that can be shown to the reader.
    package func hash(_ password: String, for lane: PasswordHashing.Lane) async throws -> String {
        do { return try await passwords.hash(password, for: lane) } catch is PasswordHashing.Busy { throw Self.busy }
    }

    package func fits(_ password: String, _ stored: String?, for lane: PasswordHashing.Lane) async throws -> Bool {
        do { return try await passwords.fits(password, stored, for: lane) } catch is PasswordHashing.Busy { throw Self.busy }
    }

    private static var busy: Refusal {
        Refusal(.serviceUnavailable, text: "Many people are signing in. Try again in a few seconds.", headers: [.retryAfter: "5"])
    }
}
