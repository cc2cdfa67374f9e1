package import Records

/// Who may use a route.
package enum Access: Hashable, Sendable {
    /// Strangers too.
    case anyone
    /// Strangers too if the board or the queue that the address names is public, else whoever is logged in.
    case readers
    /// Whoever is logged in.
    case people
    /// Whoever is logged in, and no program with a token: what could give it more than it has.
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
