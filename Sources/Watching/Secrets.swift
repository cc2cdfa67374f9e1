package import Boards
package import Fetching
import Foundation
package import Records
import Synchronization

/// The operator's secrets by name, and the objects made from them: one `Access` per place, since it stores what a server has revealed.
package final class Secrets: Sendable {
    private let look: @Sendable (String) throws -> String?
    private let known = Mutex<[Place: Access]>([:])

    private struct Place: Hashable {
        let access: SourceAccess
        let origin: String
    }

    /// `look` finds a secret by its name; nil if it is not set.
    package init(_ look: @escaping @Sendable (String) throws -> String? = { _ in nil }) { self.look = look }

    /// The same, with some secrets that were typed and aren't stored.
    package func with(_ typed: [String: SecretText]) -> Secrets {
        Secrets { [look] name in try typed[name]?.text(for: .itsServer) ?? look(name) }
    }

    /// Whether a secret is set and can be read.
    package func has(_ name: String) -> Bool { ((try? look(name)) ?? nil)?.isEmpty == false }

    /// Adds the board's credentials to a request. Throws `MissingSecret`.
    package func apply(_ access: SourceAccess?, to request: inout Request) throws {
        guard let access else { return }
        guard let secret = try look(access.secret), !secret.isEmpty else { throw MissingSecret(name: access.secret) }
        switch access {
        case .password(let user, _): request.access = shared(access, .password(user: user, password: secret), request)
        case .bearer: request.access = shared(access, .bearer(secret), request)
        case .header(let name, _): request.secretHeader = SecretHeader(name: name, value: secret)
        case .query(let name, _): request.secretQuery = SecretQuery(name: name, value: secret)
        }
    }

    /// Gives the steps of a page the secrets to fill in. Throws `MissingSecret`.
    package func filled(_ order: RenderOrder) throws -> RenderOrder {
        var order = order
        for name in order.secretNames {
            guard let secret = try look(name), !secret.isEmpty else { throw MissingSecret(name: name) }
            order.secrets[name] = RenderSecret(secret)
        }
        return order
    }

    private func shared(_ access: SourceAccess, _ credentials: Credentials, _ request: Request) -> Access? {
        let origin = "\(request.url.scheme ?? "")://\(request.url.host ?? ""):\(request.url.port ?? 0)"
        return known.withLock { known in
            let place = Place(access: access, origin: origin)
            if let old = known[place] { return old }
            let new = Access(credentials, for: request.url)
            known[place] = new
            return new
        }
    }
}

/// A secret that a board needs isn't set, or can't be read.
package struct MissingSecret: Error, CustomStringConvertible {
    package let name: String
    /// The file that should contain it.
    package let unreadable: String?

    /// The environment variable that gives it.
    package var variable: String { Self.variable(of: name) }

    package static func variable(of name: String) -> String { "TIDINGS_SECRET_" + name.uppercased() }

    package init(name: String, unreadable: String? = nil) {
        self.name = name
        self.unreadable = unreadable
    }

    package var description: String {
        if let unreadable { return "the secret '\(name)' cannot be read: \(variable)_FILE names '\(unreadable)'" }
        return "the secret '\(name)' is not set; give it as \(variable), or the name of a file that holds it as \(variable)_FILE"
    }
}
