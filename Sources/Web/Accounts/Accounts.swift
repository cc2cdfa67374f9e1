import Foundation
import HTTPTypes
import Hummingbird
package import Operating
import Records
import Storage
import Synchronization

/// What logging in needs beside the store: the operator's settings, the guards, and the code that the first person sets up with.
package final class Accounts: Sendable {
    package struct Configuration: Sendable {
        /// Whether browsers reach this server by https, through whatever stands before it.
        package var isSecure = false
        /// The header in which a trusted proxy names who has logged in to it, `Remote-User`; nil: none does.
        package var loginHeader: String?
        /// Addresses of the proxies that are believed.
        package var trustedProxies = TrustedProxies.nobody
        package var passwordCost = PasswordHash.Cost.standard

        package init() {}
    }

    let configuration: Configuration
    let store: Store
    let passwords: PasswordHashing
    let logins = LoginGuard()
    let now: Now
    private let setupCode = Mutex<Secret?>(nil)
    /// For forms of those whom a proxy has logged in, who have no session to take a code from.
    private let formKey = Secret()

    init(_ configuration: Configuration, store: Store, now: @escaping Now = Timestamp.system) {
        self.configuration = configuration
        self.store = store
        self.now = now
        passwords = PasswordHashing(cost: configuration.passwordCost)
    }

    /// The path of the page on which the first administrator is made, with its code; nil if there is one.
    func setupPath() async throws -> String? {
        guard try await !store.hasAdministrator() else { return nil }
        let secret = setupCode.withLock { code in
            let secret = code ?? Secret()
            code = secret
            return secret
        }
        return "/setup?code=\(secret.text)"
    }

    func isSetupCode(_ text: String) -> Bool { setupCode.withLock { $0?.text.isSame(as: text) } ?? false }

    func formToken(of person: Person) -> String { formKey.code(for: "form \(person.id)") }

    func network(_ context: PageContext) -> String { LoginGuard.network(context.address) }

    func audit(_ action: AuditEntry.Action, by who: String, _ detail: String = "", in context: PageContext) async throws {
        try await store.audit(action, by: who, detail, from: context.address, at: now())
    }

    /// A new password's hash; throws what is shown where it cannot be made now.
    func hash(_ password: String) async throws -> String {
        do { return try await passwords.hash(password) } catch is PasswordHashing.Busy { throw Self.busy }
    }

    func fits(_ password: String, _ stored: String?) async throws -> Bool {
        do { return try await passwords.fits(password, stored) } catch is PasswordHashing.Busy { throw Self.busy }
    }

    private static var busy: HTTPError {
        HTTPError(
            .serviceUnavailable, headers: [.retryAfter: "5"], message: "Many people log in at the moment. Try again in a few seconds.")
    }
}
