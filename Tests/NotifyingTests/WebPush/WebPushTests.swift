import Foundation
import Records
import TestSupport
import Testing

@testable import Notifying

@Suite("Web Push")
struct WebPushTests {
    private let key = VAPIDKey()
    private let browser = StandInBrowser()

    private func send(_ notices: [Notice], to service: StandInPushService, now: @escaping Now = { .sample }) async throws -> [Delivery] {
        try await withFetcher { [key, browser] fetcher in
            let push = try WebPush(key: key, subject: "mailto:op@example.org", fetcher: fetcher, plainHosts: ["127.0.0.1"], now: now)
            var deliveries: [Delivery] = []
            for notice in notices { deliveries.append(await push.send(notice, to: try browser.subscription(at: service.endpoint()))) }
            return deliveries
        }
    }

    @Test("a push service takes a notice that it cannot read, and the browser reads it")
    func delivered() async throws {
        let service = try StandInPushService(key: key.publicText)
        let notice = Notice.sample(title: "Grüße, 世界", urgency: .high)
        #expect(try await send([notice], to: service) == [.delivered])
        #expect(service.complaints == [])
        let message = try #require(service.messages.first)
        #expect(try browser.open(message.body) == PushText.bytes(of: notice))
        #expect(message.headers["ttl"] == "259200")
        #expect(message.headers["urgency"] == "high")
        #expect(message.headers["topic"]?.count == 32)
        #expect(message.headers["topic"]?.contains("visa") == false)
        #expect(message.claims["sub"] == "mailto:op@example.org")
        #expect(message.claims["exp"] == String(1_331_112_600 + 12 * 3600))
    }

    @Test("a notice without a topic has no Topic, and its time to live shrinks with its age and ends at nothing")
    func timeToLive() async throws {
        let service = try StandInPushService(key: key.publicText)
        let notices = [Notice.sample(topic: nil, lifetime: .seconds(3600)), Notice.sample(topic: nil, lifetime: .seconds(60))]
        #expect(try await send(notices, to: service) { .sample + .seconds(600) } == [.delivered, .delivered])
        #expect(service.messages.map { $0.headers["ttl"] } == ["3000", "0"])
        #expect(service.messages.allSatisfy { $0.headers["topic"] == nil })
    }

    @Test("one signature serves a push service for half a day, and then comes another")
    func signatures() async throws {
        let service = try StandInPushService(key: key.publicText)
        let times = ManualTimes([0, 3600, 10 * 3600, 11 * 3600, 12 * 3600, -86_400])
        #expect(
            try await send(Array(repeating: .sample(), count: 6), to: service, now: times.next) == Array(repeating: .delivered, count: 6))
        let tokens = service.messages.compactMap { $0.headers["authorization"] }
        #expect(tokens.count == 6)
        #expect(tokens[0] == tokens[1])
        #expect(tokens[1] == tokens[2])
        #expect(tokens[2] != tokens[3])
        #expect(tokens[3] == tokens[4])
        #expect(tokens[4] != tokens[5], "the clock was put back")
    }

    @Test(
        "a status of the push service says what became of the notice",
        arguments: [
            ("201 Created", "delivered"), ("202 Accepted", "delivered"), ("404 Not Found", "gone"), ("410 Gone", "gone"),
            ("400 Bad Request", "refused"), ("403 Forbidden", "refused"), ("413 Payload Too Large", "refused"),
            ("301 Moved Permanently", "refused"), ("429 Too Many Requests", "later"), ("500 Internal Server Error", "later"),
            ("503 Service Unavailable", "later"),
        ])
    func statuses(status: String, meaning: String) async throws {
        let service = try StandInPushService(key: key.publicText, answer: status, headers: [("Location", "https://elsewhere.example/")])
        let delivery = try await send([.sample()], to: service)[0]
        #expect(delivery.name == meaning)
        #expect(!delivery.reason.contains("/push/one"), "the endpoint is a secret: \(delivery.reason)")
        #expect(meaning == "delivered" || delivery.reason.contains(status.prefix(3)))
    }

    @Test("Retry-After is handed on", arguments: ["429 Too Many Requests", "503 Service Unavailable"])
    func retryAfter(status: String) async throws {
        let service = try StandInPushService(key: key.publicText, answer: status, headers: [("Retry-After", "3600")])
        let delivery = try await send([.sample()], to: service, now: Timestamp.system)[0]
        guard case .later(let wish?, _) = delivery else { Issue.record("\(delivery)"); return }
        #expect(wish > .seconds(1800))
        #expect(wish <= .seconds(3600))
    }

    @Test("another server's key is a refusal")
    func wrongKey() async throws {
        let service = try StandInPushService(key: VAPIDKey().publicText)
        #expect(try await send([.sample()], to: service).map(\.name) == ["refused"])
        #expect(service.messages.isEmpty)
    }

    @Test("an endpoint without https, or on a private network, is not asked")
    func guarded() async throws {
        let service = try StandInPushService(key: key.publicText)
        let deliveries = try await withFetcher { [key, browser] fetcher in
            let push = try WebPush(key: key, subject: "https://tidings.example/", fetcher: fetcher)
            return [
                await push.send(.sample(), to: try browser.subscription(at: service.endpoint())),
                await push.send(.sample(), to: try browser.subscription(at: "https://10.0.0.1/push")),
            ]
        }
        #expect(deliveries[0] == .refused("127.0.0.1 is not reached by https"))
        // The same as for a nonexistent name, so the subscriber can't distinguish them.
        #expect(deliveries[1] == .later(nil, "could not reach 10.0.0.1: there is no such host, or this server may not reach it"))
        #expect(service.messages.isEmpty)
        #expect(service.complaints.isEmpty)
    }

    @Test("a push service that nobody runs is for later")
    func unreachable() async throws {
        let closed = try ClosedPort()
        let delivery = try await withFetcher { [key, browser] fetcher in
            let push = try WebPush(key: key, subject: "mailto:op@example.org", fetcher: fetcher, plainHosts: ["127.0.0.1"])
            return await push.send(.sample(), to: try browser.subscription(at: "http://127.0.0.1:\(closed.port)/"))
        }
        #expect(delivery.name == "later")
    }

    @Test(
        "a contact that push services would refuse is refused at once",
        arguments: [
            "", "op@example.org", "mailto:", "mailto:op@localhost", "http://example.org/", "https://localhost/", "mailto:a@b.org\r\nX: y",
        ])
    func subjects(subject: String) async throws {
        try await withFetcher { [key] fetcher in
            _ = #expect(throws: AddressError.self) { try WebPush(key: key, subject: subject, fetcher: fetcher) }
        }
    }
}
