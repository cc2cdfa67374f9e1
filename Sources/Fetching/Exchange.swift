import Foundation
import NIOHTTP1

/// One request to one address → the head of its answer, and a body still to be read.
///
/// The seam between the wire and what is decided around it: the connection is one, the cache and the credentials each wrap
/// another. Redirects are not followed here, and no status is an error; a failed connection throws `FetchError`.
protocol Exchange: Sendable {
    func answer(to request: Outgoing) async throws -> Answer
}

/// A request as it goes out, one hop.
struct Outgoing: Sendable {
    var method = HTTPMethod.GET
    /// `http` or `https`.
    var url: URL
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// `Request.reachesListed`.
    var reachesListed = true
}

/// An answer as it came in, from the wire or from the cache.
struct Answer: Sendable {
    var status: Int
    var reason = ""
    var headers = HTTPHeaders()
    /// The next piece of the body, nil at its end. Called by one task, one call at a time.
    var next: @Sendable () async throws -> [UInt8]?
}
