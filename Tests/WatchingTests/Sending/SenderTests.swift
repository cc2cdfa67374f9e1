import Foundation
import Localisation
import Notifying
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Watching

/// The service with a real store and a real channel over loopback.
@Suite("Sender") struct SenderTests {
    private func time(_ seconds: Int64) -> Timestamp { Outbox.time(seconds) }

    private func settled(_ outbox: Outbox) async throws {
        try await eventually("nothing waits") { try await outbox.store.following.nextDue(by: "webhook") == nil }
    }

    @Test("what is posted while it runs is sent in words, once, and noted of the notice and its channel")
    func sent() async throws {
        let server = try ScriptedServer { try $0.answer("204 No Content") }
        let outbox = try await Outbox()
        let hook = try await outbox.addWebhook(server)
        try await outbox.watch()
        try await outbox.withSender { sender in
            try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
            sender.wake()
            try await settled(outbox)
            sender.wake()
        }
        #expect(server.requests.count == 1)
        let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
        #expect(body.contains("\"title\":\"Shell: Price 150 → 152\u{A0}ct/l (+2, +1.3%)\""))
        #expect(body.contains(#""lines":["Fuel prices"]"#))
        let listed = try await outbox.store.following.notices(of: outbox.ada)
        #expect(listed.count == 1)
        #expect(body.contains("https://tidings.example/base/notices/\((listed.first?.id ?? 0) + 1)"))
        #expect(try await outbox.store.following.channel(hook.id)?.lastDelivered == time(100))
    }

    @Test("a notice, as any channel takes it, is in the person's language")
    func language() async throws {
        let server = try ScriptedServer { try $0.answer("204 No Content") }
        let outbox = try await Outbox()
        _ = try await outbox.addWebhook(server)
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 151)], at: 100)
        try await outbox.withSender(in: Words(language: "de")) { _ in try await settled(outbox) }
        let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
        #expect(body.contains("2 Änderungen: Fuel prices"), "\(body)")
        #expect(body.contains("+1,3"), "\(body)")
    }

    @Test("what was not taken is tried again later, and an address that is gone is told nothing more")
    func notTaken() async throws {
        let server = try ScriptedServer { try $0.answer("503 Service Unavailable") }
        let gone = try ScriptedServer { try $0.answer("410 Gone") }
        let outbox = try await Outbox()
        let (hook, old) = (try await outbox.addWebhook(server), try await outbox.addWebhook(gone, named: "old"))
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
        try await outbox.withSender { _ in
            try await eventually("both were tried") {
                let channels = try await outbox.store.following.channels(of: outbox.ada)
                return channels.allSatisfy { $0.failure != nil }
            }
        }
        #expect(try await outbox.store.following.channel(hook.id)?.isGone == false)
        #expect(try await outbox.store.following.channel(old.id)?.isGone == true)
        let due = try #require(try await outbox.store.following.nextDue(by: "webhook"))
        #expect(due > time(100))
        #expect(due <= time(110))
        #expect(server.requests.count == 1)
        #expect(gone.requests.count == 1)
    }

    @Test("what was due while nobody sent isn’t sent in quiet hours, but when they end")
    func quiet() async throws {
        let server = try ScriptedServer { try $0.answer("204 No Content") }
        let outbox = try await Outbox()
        _ = try await outbox.addWebhook(server)
        let watch = try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
        // 22:13:20 GMT at time(0)
        let hours = Watch.QuietHours(
            from: try #require(TimeOfDay(hour: 22, minute: 30)), to: try #require(TimeOfDay(hour: 7, minute: 0)), zone: "GMT")
        #expect(try await outbox.store.following.update(watch.id) { $0.quietHours = hours } != nil)
        let (night, morning) = (time(3600), time(6400 + 7 * 3600))
        try await outbox.withSender(now: { night }, lingering: .zero, untilItEnds: true) { _ in }
        #expect(server.requests.isEmpty)
        #expect(try await outbox.store.following.nextDue(by: "webhook") == morning)
        try await outbox.withSender(now: { morning }) { _ in try await settled(outbox) }
        #expect(server.requests.count == 1)
    }

    @Test("a rise of prices that is in force already isn’t sent")
    func stale() async throws {
        let server = try ScriptedServer { try $0.answer("204 No Content") }
        let outbox = try await Outbox()
        let hook = try await outbox.addWebhook(server)
        for from in [100, 101] {
            let alert = try await outbox.store.following.addAlert(
                of: outbox.ada, on: "prices", .init(.tomorrow(step: 5), channels: ["hook"]), at: time(0))
            let quote = PriceQuote(code: "1", name: "BP", price: 149, next: 169, metres: nil)
            var news = PriceNews(board: "prices", fuel: "ulp", .tomorrow(step: 20), [quote])
            news.nextFrom = time(Int64(from))
            #expect(try await outbox.store.following.settle(alert, "{}", saying: FeedHealth.json(of: news), due: time(50), at: time(50)))
        }
        try await outbox.withSender { _ in try await settled(outbox) }
        #expect(server.requests.count == 1)
        let channel = try #require(try await outbox.store.following.channel(hook.id))
        #expect(!channel.isGone)
        #expect(channel.failure == nil)
    }

    @Test("what somebody had claimed who is no more is sent at the start, under the same id")
    func afterADeath() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK") }
        let outbox = try await Outbox()
        _ = try await outbox.addWebhook(server)
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
        let claimed = try #require(try await outbox.store.following.claim(by: "webhook", at: time(100), lease: .seconds(3600)).first)
        try await outbox.withSender { _ in try await settled(outbox) }
        #expect(server.requests.map { $0["Tidings-Notice"] } == [[claimed.identifier.uuidString.lowercased()]])
    }

    @Test("what is still under way when its lease ends isn't sent a second time beside it")
    func slow() async throws {
        let gate = Gate()
        defer { gate.open() }
        let server = try ScriptedServer { connection in
            if connection.request.target == "/slow" { try gate.block() }
            try connection.answer("204 No Content")
        }
        let outbox = try await Outbox()
        let slow = try await outbox.addWebhook(server, named: "slow")
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
        let clock = Mutex(time(100))
        try await outbox.withSender(now: { clock.withLock { $0 } }) { sender in
            try await eventually("it is under way") { server.requests.count == 1 }
            let quick = try await outbox.addWebhook(server, named: "quick")
            clock.withLock { $0 = time(101) + Sender.Limits.lease }
            try await outbox.publish([("Shell", 153), ("BP", 149)], at: 101)
            sender.wake()
            try await eventually("what came after the lease is sent") {
                try await outbox.store.following.channel(quick.id)?.lastDelivered != nil
            }
        }
        let later = time(102) + Sender.Limits.lease
        try await outbox.store.following.releaseClaims(at: later)
        let left = try await outbox.store.following.claim(by: "webhook", at: later, lease: Sender.Limits.lease)
        #expect(left.filter { $0.channel == slow.id }.map(\.attempts) == [2, 2], "each was claimed once before")
    }

    @Test("once nothing is due it ends by itself, when every kind of channel has been looked at")
    func ends() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK") }
        let outbox = try await Outbox()
        _ = try await outbox.addWebhook(server)
        try await outbox.watch()
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
        try await outbox.withSender(lingering: .zero, untilItEnds: true) { _ in }
        #expect(server.requests.count == 1)
        #expect(try await outbox.store.following.nextDue(by: ["webhook", "push"]) == nil)
    }

    @Test("of two for one folder one sends; when it is gone, the other may")
    func one() async throws {
        let folder = try TemporaryFolder()
        var first = try SenderLock(in: folder.url)
        #expect(first != nil)
        #expect(try SenderLock(in: folder.url) == nil)
        first = nil
        // A process that another test has just started holds a copy of the lock until it becomes its program.
        try await eventually("the other has it") { try SenderLock(in: folder.url) != nil }
    }

    @Test("a test is sent at once, and what became of it is noted on the channel")
    func test() async throws {
        let server = try ScriptedServer { try $0.answer($0.request.target == "/hook" ? "200 OK" : "404 Not Found") }
        let outbox = try await Outbox()
        let (hook, wrong) = (try await outbox.addWebhook(server), try await outbox.addWebhook(server, named: "wrong"))
        try await outbox.withSender { sender in
            #expect(try await sender.test(hook) == .delivered)
            guard case .refused = try await sender.test(wrong) else { throw CancellationError() }
        }
        let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
        #expect(body.contains("A test of “hook”"))
        #expect(try await outbox.store.following.channel(hook.id)?.lastDelivered == time(100))
        #expect(try await outbox.store.following.channel(wrong.id)?.failure?.contains("404") == true)
    }

    @Test("a notice with nothing left to tell is done with, and a person without channels has their list")
    func nothing() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK") }
        let outbox = try await Outbox()
        _ = try await outbox.addWebhook(server)
        try await outbox.watch(.everything, [])
        try await outbox.watch(.everything, ["webhook"])
        try await outbox.publish([("Shell", 152), ("BP", 149)], at: 100)
        var retention = Retention()
        retention.changes = .zero
        _ = try await outbox.store.prune(retention, at: time(101))
        try await outbox.withSender { _ in try await settled(outbox) }
        #expect(server.requests.isEmpty)
        #expect(try await outbox.store.following.notices(of: outbox.ada).count == 1)
    }
}
