package import Records

/// The people who may use a route.
package enum Access: Hashable, Sendable {
    /// Everyone, including visitors.
    case anyone
    /// Everyone if the path's board or queue is public, otherwise signed-in people.
    case readers
    /// Signed-in people.
    case people
    /// Signed-in people, but no program with a token: for actions that could extend the token's rights.
    case browsers
    /// Clerks and administrators.
    case clerks
    /// Administrators.
    case administrators

    /// The lowest role that may use the route; nil: any role.
    package var role: Person.Role? {
        switch self {
        case .anyone, .readers, .people, .browsers: nil
        case .clerks: .clerk
        case .administrators: .administrator
        }
    }
}
