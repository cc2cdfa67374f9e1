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
    /// Administrators.
    case administrators
}
