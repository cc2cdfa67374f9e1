package import Records

/// Who may use a route.
package enum Access: Hashable, Sendable {
    /// Visitors too.
    case anyone
    /// Visitors too if the address's board or queue is public, otherwise signed-in people.
    case readers
    /// Signed-in people.
    case people
    /// Signed-in people, but no program with a token: actions that could extend the token's rights.
    case browsers
    /// Clerks and administrators.
    case clerks
    /// Administrators.
    case administrators

    /// The lowest role that may use the route; nil for every person.
    package var role: Person.Role? {
        switch self {
        case .anyone, .readers, .people, .browsers: nil
        case .clerks: .clerk
        case .administrators: .administrator
        }
    }
}
