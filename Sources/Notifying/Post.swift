import Fetching
import Foundation
import Synchronization

/// One request that carries a notice, and what its answer means: the part that all channels over HTTP have in common.
///
/// Goes through `Fetching` with its guards: no private address that the operator has not listed for channels, a deadline for each stage, no redirect followed (a
/// message that arrives elsewhere, or as a GET, has not arrived). Any 2xx means that it was taken, whatever follows the head. Reasons name
/// the host and nothing behind it: the rest of such addresses is often a secret.
struct Post: Sendable {
    let url: URL
    var method = Request.Method.post
    var headers: [(name: String, value: String)]
    let body: [UInt8]
    /// Statuses that say that the address is no more.
    var goneStatuses: Set<Int> = [410]

    /// Bytes of an answer that are read at most.
    static let answerLimit = 64 << 10

    func delivery(by fetcher: Fetcher, over kind: String) async -> Delivery { await answer(by: fetcher, over: kind).delivery }

    /// What came back: what it means, the status of a request that wasn't taken, and the bytes of one that was.
    struct Answer: Sendable {
        let delivery: Delivery
        var status: Int?
        var body: [UInt8] = []
    }

    func answer(by fetcher: Fetcher, over kind: String) async -> Answer {
        var request = Request(url: url, headers: headers, bodyLimit: Self.answerLimit)
        request.method = method
        request.body = body
        request.followsRedirects = false
        request.acceptsCodings = false
        request.timeouts.queued = .seconds(60)
        request.timeouts.firstByte = .seconds(30)
        // What follows the head is read only so that the connection can be used again.
        request.timeouts.idle = .seconds(2)
        request.timeouts.total = .seconds(60)
        let taken = Mutex<[UInt8]?>(nil)
        do {
            _ = try await fetcher.job(request, for: "notices over \(kind)").run { part in
                switch part {
                case .head: taken.withLock { $0 = [] }
                case .body(let bytes): taken.withLock { $0?.append(contentsOf: bytes) }
                }
            }
            return Answer(delivery: .delivered, body: taken.withLock { $0 ?? [] })
        } catch {
            if let body = taken.withLock({ $0 }) { return Answer(delivery: .delivered, body: body) }
            guard let error = error as? FetchError else { return Answer(delivery: .later(nil, "\(host): \(error)")) }
            var answer = Answer(delivery: meaning(of: error))
            if case .status(let status) = error.code { answer.status = status }
            return answer
        }
    }

    private var host: String { url.host ?? "the address" }

    private func meaning(of error: FetchError) -> Delivery {
        // Whoever named the address doesn't learn which names there are in a private network: the same words, and the same retries.
        if error.isUnlisted { return .later(nil, "could not reach \(host): there is no such host, or this server may not reach it") }
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
