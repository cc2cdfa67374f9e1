/// The requests to geocoders of the whole installation: the server and all commands.
package struct GeocodeTraffic: Hashable, Sendable {
    /// The service that answered last; nil if there was no request.
    package var service: String?
    /// When the last request began.
    package var began: Timestamp?
    /// nil: the request is running, or its process has died.
    package var ended: Timestamp?
    /// No requests go to the service until then.
    package var pausedUntil: Timestamp?
    /// Consecutive failures, up to now.
    package var failures = 0
    /// The last failure, as half a sentence.
    package var trouble: String?

    package init() {}
}
