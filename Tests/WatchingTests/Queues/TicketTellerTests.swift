import Fetching
import Foundation
import Localisation
import Notifying
import Records
import Storage
import TestSupport
import Testing

@testable import Watching

/// The service with a real store, and Web Push to a push service over loopback.
@Suite("Telling guests of queues") struct TicketTellerTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)
    /// The browser of RFC 8291, appendix A.
    private static let keys = """
        {"auth":"BTBZMqHH6r4Tts7J_aSIgg","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}
        """

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    private func ticket(_ state: Ticket.State = .waiting, calls: Int = 0) -> Ticket {
        Ticket(
            id: 1, queue: "main", day: 1, number: 17, label: "A17", state: state, counter: calls > 0 ? "2" : nil, calls: calls,
            joined: Self.start)
    }

    /// A guest whose ticket waits, followed on a phone.
    private func listen(_ service: ScriptedServer, language: String = "en-GB", ahead: Int = 2) async throws {
        try store.queues.commit(QueueWriting(lines: [], days: [], tickets: [ticket()], blocks: [], acts: []))
        let endpoint = service.url("/push/1").absoluteString
        #expect(
            try await store.queues.add(
                TicketListener(
                    ticket: 1, queue: "main", endpoint: endpoint, address: #"{"endpoint":"\#(endpoint)","keys":\#(Self.keys)}"#,
                    language: language, page: "queue/main", ahead: ahead), whileAhead: 9))
    }

    /// The ticket is called, for the `count`-th time.
    private func call(_ count: Int = 1, at seconds: Int64 = 0) throws {
        let act = QueueAct(
            count == 1 ? .call : .recall, at: Self.start + .seconds(seconds), queue: "main", day: 1, ticket: 1, label: "A17", counter: "2",
            by: QueueActor(kind: .clerk))
        try store.queues.commit(QueueWriting(lines: [], days: [], tickets: [ticket(.called, calls: count)], blocks: [], acts: [act]))
    }

    private func withTeller(
        now: @escaping Now = { Self.start + .seconds(1) }, signal: AsyncSignal = AsyncSignal(), _ body: () async throws -> Void
    ) async throws {
        let fetcher = Fetcher(.loopback)
        let push = try WebPush(key: VAPIDKey(), subject: "mailto:op@example.org", fetcher: fetcher, plainHosts: ["127.0.0.1"], now: now)
        let teller = TicketTeller(
            store: store, notifiers: Notifiers([push]), writer: Self.writer, signal: signal, now: now)
        let service = Task { try await teller.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        service.cancel()
        try await service.value
        try await fetcher.shutdown()
        try result.get()
    }

    private static let writer = TicketWriter(publicURL: URL(string: "https://tidings.example/base")) { name, words in
        QueuePlan(name: name, label: words.catalogue.language.code == "de" ? "Schalter" : "Counter")
    }

    private func settled() async throws {
        try await eventually("nothing waits") { try await store.queues.nextTicketWord() == nil }
    }

    @Test("a call is pushed at once, urgently and not for long; the next one takes its place")
    func pushed() async throws {
        let service = try ScriptedServer { try $0.answer("201 Created") }
        try await listen(service)
        let signal = AsyncSignal()
        try await withTeller(signal: signal) {
            try call()
            signal.send()
            try await eventually("the first was sent") { service.requests.count == 1 }
            try call(2)
            signal.send()
            try await eventually("the second was sent") { service.requests.count == 2 }
            signal.send()
            try await settled()
        }
        #expect(service.requests.count == 2)
        let (first, second) = (service.requests[0], service.requests[1])
        #expect(first["Urgency"] == ["high"])
        #expect(first["TTL"] == ["599"])
        #expect(first["Topic"].first?.isEmpty == false)
        #expect(first["Topic"] == second["Topic"])
    }

    @Test("one that was not taken is tried again with what is left of its time, and not once that is over")
    func notTaken() async throws {
        let service = try ScriptedServer { try $0.answer("503 Service Unavailable") }
        try await listen(service)
        try call()
        try await withTeller { try await eventually("it was tried") { try await store.queues.nextTicketWord() ?? Self.start > Self.start } }
        let due = try #require(try await store.queues.nextTicketWord())
        #expect(due > Self.start + .seconds(1))
        #expect(due <= Self.start + .seconds(7))
        try await withTeller(now: { Self.start + .seconds(601) }) { try await settled() }
        #expect(service.requests.count == 1)
    }

    @Test("a browser that is gone is told nothing more")
    func gone() async throws {
        let service = try ScriptedServer { try $0.answer("410 Gone") }
        try await listen(service)
        try call()
        try await withTeller {
            try await eventually("it was tried") { !service.requests.isEmpty }
            var calls = 1
            try await eventually("further calls have nobody to tell") {
                calls += 1
                try call(calls)
                return try await store.queues.nextTicketWord() == nil
            }
        }
    }

    @Test("what a process had taken that is no more is not sent again")
    func afterADeath() async throws {
        let service = try ScriptedServer { try $0.answer("201 Created") }
        try await listen(service)
        try call()
        #expect(try await store.queues.claimTicketWords(upTo: 9, at: Self.start).count == 1)
        try await withTeller { try await settled() }
        try call(2)
        try await withTeller { try await eventually("the next was sent") { service.requests.count == 1 } }
        #expect(service.requests.count == 1)
    }

    @Test("a word is in the language of the page, and opens it")
    func words() async throws {
        let service = try ScriptedServer { try $0.answer("201 Created") }
        try await listen(service, language: "de")
        try await store.queues.postNear(QueueWriting.Front(ticket: 1, ahead: 2, at: Self.start))
        try await store.queues.postNear(QueueWriting.Front(ticket: 1, ahead: 1, at: Self.start))
        let near = try await store.queues.claimTicketWords(upTo: 9, at: Self.start).map(Self.writer.notice)
        #expect(near.map(\.title) == ["A17: noch 2 Personen vor Ihnen"])
        #expect(near.map(\.lines) == [["Sie werden bald aufgerufen.", "Schalter"]])
        #expect(near.first?.link?.absoluteString == "https://tidings.example/base/queue/main")
        var titles: [String] = []
        for count in 1...2 {
            try call(count)
            titles += try await store.queues.claimTicketWords(upTo: 9, at: Self.start).map { Self.writer.notice($0).title }
        }
        #expect(titles == ["A17: Sie sind dran, Schalter 2", "A17, noch einmal aufgerufen: Schalter 2"])
    }
}
