/// What the whole installation, the server and every command beside it, has asked of geocoders.
package struct GeocodeTraffic: Hashable, Sendable {
    /// Whose answer it was last; nil: nothing was ever asked.
    package var service: String?
    /// Of the last request.
    package var began: Timestamp?
    /// nil: it is under way, or whoever made it has come to an end.
    package var ended: Timestamp?
    /// The service is left alone until then.
    package var pausedUntil: Timestamp?
    /// In a row, up to now.
    package var failures = 0
    /// Of the last failure, as half a sentence.
    package var trouble: String?

    package init() {}
}
