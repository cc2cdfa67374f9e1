import Fetching
import Foundation
import Synchronization

/// A request that carries a notice, and the interpretation of its response; shared by all HTTP channels.
///
/// Goes through `Fetching` with its guards: no private addresses except those listed for channels, a timeout for each stage, and no
/// redirects (a message that arrives elsewhere, or as a GET, isn't delivered). Any 2xx means accepted, regardless of the body. Error texts
/// name only the host, because the rest of such addresses is often secret.
struct Post: Sendable {
    let url: URL
    var method = Request.Method.post
    var headers: [(name: String, value: String)]
    let body: [UInt8]
    /// Statuses that mean that the address no longer exists.
    var goneStatuses: Set<Int> = [410]

    /// The maximum bytes of a response to read.
    static let answerLimit = 64 << 10

    func delivery(by fetcher: Fetcher, over kind: String) async -> Delivery { await answer(by: fetcher, over: kind).delivery }

    /// The response: its meaning, the status of a rejected request, and the body of an accepted one.
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
        // The body is read only so that the connection can be reused.
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
        // The sender must not learn which names exist in a private network, so the text and the retries are the same.
        if error.isUnlisted { return .later(nil, "could not reach \(host): there is no such host, or this server may not reach it") }
        let reason = error.code == .unreachable ? "could not reach \(host): \(error.detail)" : "\(host) \(error.detail)"
        switch error.code {
        // A 2xx with an unreadable body is still a success.
        case .status(200...299), .tooLarge: return .delivered
        case .status(let status) where goneStatuses.contains(status): return .gone(reason)
        case .status(408), .status(425), .status(429), .status(500...599):
            return .later(error.pause.map { .seconds(max(0, $0.until.timeIntervalSinceNow)) }, reason)
        case .status, .redirects, .refused: return .refused(reason)
        case .unreachable, .timedOut, .truncated, .damaged, .browser, .cancelled: return .later(nil, reason)
        }
    }
}
