import Foundation
import NIOHTTP1

/// Sends one request to one address and returns the head of its answer, with a body still to be read.
///
/// The interface that the connection, the cache and the credentials each implement, wrapping one another. It doesn't follow redirects and
/// treats no status as an error; a failed connection throws `FetchError`.
protocol Exchange: Sendable {
    func answer(to request: Outgoing) async throws -> Answer
}

/// One hop of a request.
struct Outgoing: Sendable {
    var method = HTTPMethod.GET
    /// `http` or `https`.
    var url: URL
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// `Request.reachesListed`.
    var reachesListed = true
}

/// An answer from the wire or from the cache.
struct Answer: Sendable {
    var status: Int
    var reason = ""
    var headers = HTTPHeaders()
    /// The next piece of the body, nil at its end. Called by one task, one call at a time.
    var next: @Sendable () async throws -> [UInt8]?
}
