/// Credentials that a person or an operator supplies for a source.
///
/// They come from the environment or a file. No description shows them, and they aren't `Encodable`, so they can't leak.
public enum Credentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A name and a password: Digest if the server offers it, otherwise Basic.
    case password(user: String, password: String)
    /// A name and a password for Digest only, so the password never goes over the wire.
    case digest(user: String, password: String)
    /// A token, sent with every request to its origin.
    case bearer(String)
    /// A token that expires. It is requested before the first use and again after a 401. `name` identifies its owner and isn't secret.
    case refreshing(name: String, token: @Sendable () async throws -> String)

    /// Shows only the kind of credentials.
    public var description: String {
        switch self {
        case .password: "a name and a password"
        case .digest: "a name and a password for Digest"
        case .bearer: "a token"
        case .refreshing: "a token that is renewed"
        }
    }

    /// Shows only the kind of credentials.
    public var debugDescription: String { description }

    /// Shows only the kind of credentials.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The parts that determine the cache partition.
    var parts: [String] {
        switch self {
        case .password(let user, let password): ["password", user, password]
        case .digest(let user, let password): ["digest", user, password]
        case .bearer(let token): ["bearer", token]
        case .refreshing(let name, _): ["refreshing", name]
        }
    }
}
