/// What became of one notice on one channel.
package enum Delivery: Hashable, Sendable {
    /// Who receives it for the person has taken it over.
    case delivered
    /// The address is no more: it is to be forgotten, and the person told on another channel.
    case gone(String)
    /// Not now. To be tried again, not before this time has passed if the receiver named one. The reason is for the log and the person.
    case later(Duration?, String)
    /// Not this notice, however often it is tried: something has to be mended first.
    case refused(String)
}
