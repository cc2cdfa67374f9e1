import Fetching
import Foundation
import Notifying
import Records
import TestSupport

extension Notice {
    /// A notice about a visa, at half past nine on 7 March 2012.
    static func sample(
        id: UUID = UUID(uuidString: "6F1B2C3D-0000-4000-8000-000000000001") ?? UUID(), title: String = "20120070012 is on the list",
        lines: [String] = ["Status: issued (before: pending)", "Date: 7 March 2012"], urgency: Urgency = .normal,
        topic: String? = "visa/20120070012",
        lifetime: Duration = .seconds(3 * 86_400)
    ) -> Notice {
        Notice(
            id: id, title: title, lines: lines, link: URL(string: "https://tidings.example/visa?batch=20120070012"), urgency: urgency,
            topic: topic,
            time: .sample, board: "visa", lifetime: lifetime)
    }
}

extension Timestamp {
    static let sample = Timestamp(milliseconds: 1_331_112_600_000)
}

/// Runs `body` with a fetcher that may reach 127.0.0.1.
func withFetcher<Result: Sendable>(_ body: @Sendable (Fetcher) async throws -> Result) async throws -> Result {
    let fetcher = Fetcher(.loopback)
    do {
        let result = try await body(fetcher)
        try await fetcher.shutdown()
        return result
    } catch {
        try? await fetcher.shutdown()
        throw error
    }
}

extension Delivery {
    var name: String {
        switch self {
        case .delivered: "delivered"
        case .gone: "gone"
        case .later: "later"
        case .refused: "refused"
        }
    }

    var reason: String {
        switch self {
        case .delivered: ""
        case .gone(let reason), .later(_, let reason), .refused(let reason): reason
        }
    }
}
