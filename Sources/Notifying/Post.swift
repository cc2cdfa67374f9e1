import Fetching
import Foundation

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
        request.timeouts.idle = .seconds(10)
        request.timeouts.total = .seconds(60)
        do {
            // Its head is enough; nobody waits for the rest.
            _ = try await fetcher.job(request, for: "notices over \(channel.rawValue)").run { _ in throw Taken() }
            return .delivered
        } catch is Taken {
            return .delivered
        } catch let error as FetchError {
            return meaning(of: error)
        } catch {
            return .later(nil, "\(host): \(error)")
        }
    }

    private struct Taken: Error {}

    private var host: String { url.host ?? "the address" }

    private func meaning(of error: FetchError) -> Delivery {
        let reason = "\(host) \(error.detail)"
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
