import Fetching
import Foundation
import Synchronization

/// One POST that carries a notice, and what its answer means: the part that Web Push, webhooks and ntfy have in common.
///
/// Goes through `Fetching` with its guards: no private address that nobody allowed, a deadline for each stage, no redirect followed (a
/// message that arrives elsewhere, or as a GET, has not arrived). Any 2xx means that it was taken, whatever follows the head. Reasons name
/// the host and nothing behind it: the rest of such addresses is often a secret.
struct Post: Sendable {
    let url: URL
    var headers: [(name: String, value: String)]
    let body: [UInt8]
    /// Statuses that say that the address is no more.
    var goneStatuses: Set<Int> = [410]

    /// Bytes of an answer that are read at most; what it says is of no use to us.
    static let answerLimit = 64 << 10

    func delivery(by fetcher: Fetcher, over channel: NoticeChannel) async -> Delivery {
        var request = Request(url: url, headers: headers, bodyLimit: Self.answerLimit)
        request.method = .post
        request.body = body
        request.followsRedirects = false
        request.acceptsCodings = false
        request.timeouts.queued = .seconds(60)
        request.timeouts.firstByte = .seconds(30)
        // What follows the head is read only so that the connection can be used again.
        request.timeouts.idle = .seconds(2)
        request.timeouts.total = .seconds(60)
        let isTaken = Mutex(false)
        do {
            _ = try await fetcher.job(request, for: "notices over \(channel.rawValue)").run { part in
                if case .head = part { isTaken.withLock { $0 = true } }
            }
            return .delivered
        } catch {
            if isTaken.withLock({ $0 }) { return .delivered }
            guard let error = error as? FetchError else { return .later(nil, "\(host): \(error)") }
            return meaning(of: error)
        }
    }

    private var host: String { url.host ?? "the address" }

    private func meaning(of error: FetchError) -> Delivery {
        let reason = error.code == .unreachable ? "could not reach \(host): \(error.detail)" : "\(host) \(error.detail)"
        switch error.code {
        // A 2xx in a form that cannot be read has been a 2xx all the same.
        case .status(200...299), .tooLarge: return .delivered
        case .status(let status) where goneStatuses.contains(status): return .gone(reason)
        case .status(408), .status(425), .status(429), .status(500...599):
            return .later(error.pause.map { .seconds(max(0, $0.until.timeIntervalSinceNow)) }, reason)
        case .status, .redirects, .refused: return .refused(reason)
        case .unreachable, .timedOut, .truncated, .damaged, .cancelled: return .later(nil, reason)
        }
    }
}
