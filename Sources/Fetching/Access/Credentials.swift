/// What a person or an operator gives us to open a source with.
///
/// Comes from the environment or a file and goes nowhere else: no description shows it and it cannot be encoded.
public enum Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A name and a password, as Digest where the server offers it and as Basic where it does not.
    case password(user: String, password: String)
    /// A name and a password that never go over the wire themselves.
    case digest(user: String, password: String)
    /// A token, sent with every request to its origin.
    case bearer(String)
    /// A token that runs out: asked for at first, and again after a 401. `name` tells whose it is, and is no secret.
    case refreshing(name: String, token: @Sendable () async throws -> String)

    /// The kind, and no more.
    public var description: String {
        switch self {
        case .password: "a name and a password"
        case .digest: "a name and a password for Digest"
        case .bearer: "a token"
        case .refreshing: "a token that is renewed"
        }
    }

    /// The kind, and no more.
    public var debugDescription: String { description }

    /// The kind, and no more.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// What the cache keeps apart by.
    var parts: [String] {
        switch self {
        case .password(let user, let password): ["password", user, password]
        case .digest(let user, let password): ["digest", user, password]
        case .bearer(let token): ["bearer", token]
        case .refreshing(let name, _): ["refreshing", name]
        }
    }
}
