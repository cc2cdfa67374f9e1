import Records
import Storage
import StorageSupport
import Testing

@Suite("Posting") struct PostingTests {
    private func time(_ seconds: Int64) -> Timestamp { Prices.time(seconds) }

    @Test("changes join a notice of their watch that waits for its time, and none that was tried already")
    func joining() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let watches = [try await prices.watch(of: ada, ["mail"])]
        func apply(_ values: [Double], at seconds: Int64, due: Int64) async throws {
            try await prices.apply(values, at: seconds, telling: Prices.telling(watches) { _, _ in Prices.time(due) })
        }
        try await apply([2, 1], at: 2, due: 10)
        try await apply([2, 2], at: 3, due: 12)
        let first = try await prices.store.following.claim(by: "email", at: time(10), lease: .seconds(60))
        #expect(first.count == 1)
        #expect(first.first?.subject == .changes(count: 2))
        #expect(try await prices.keys(first[0]) == "ab")
        #expect(try await prices.store.following.note(.failed(reason: "503", retryAt: time(50)), of: first[0], at: time(11)))
        try await apply([3, 2], at: 12, due: 20)
        let second = try await prices.store.following.claim(by: "email", at: time(60), lease: .seconds(60))
        var keys: [String] = []
        for notice in second { keys.append(try await prices.keys(notice)) }
        #expect(second.map(\.identifier).contains(first[0].identifier))
        #expect(keys == ["ab", "a"])
        // The person's own list has one notice for each fetch, at once.
        #expect(try await prices.store.following.notices(of: ada).map(\.created) == [time(12), time(3), time(2)])
    }

    @Test("when a watch was told last is known to what decides when it is told next")
    func lastTold() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let telling = Prices.telling([try await prices.watch(of: ada, ["mail"])]) { _, last in (last ?? Prices.time(0)) + .seconds(100) }
        try await prices.apply([2, 1], at: 2, telling: telling)
        #expect(try await prices.store.following.claim(by: "email", at: time(100), lease: .seconds(60)).count == 1)
        try await prices.apply([3, 1], at: 101, telling: telling)
        #expect(try await prices.store.following.claim(by: "email", at: time(199), lease: .seconds(60)).map(\.attempts) == [2])
        #expect(try await prices.store.following.claim(by: "email", at: time(200), lease: .seconds(60)).map(\.attempts) == [1])
    }

    @Test("a digest gathers what several watches have for the same time; what one of them tells at once is told at once")
    func digests() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let daily = [
            try await prices.watch(of: ada, ["mail"], digest: .daily), try await prices.watch(of: ada, ["mail"], digest: .daily),
        ]
        let atOnce = try await prices.watch(of: ada, ["mail"])
        // Each watch matches one record; the second change matches two watches.
        let telling = Telling { changes, _ in
            [
                NoticeDraft(watch: daily[0].id, changes: [changes[0].id]), NoticeDraft(watch: daily[1].id, changes: [changes[1].id]),
                NoticeDraft(watch: atOnce.id, changes: [changes[1].id]),
            ]
        } due: { watch, _ in
            Prices.time(watch.settings.digest == .atOnce ? 2 : 100)
        }
        try await prices.apply([2, 2], at: 2, telling: telling)
        let first = try await prices.store.following.claim(by: "email", at: time(2), lease: .seconds(999))
        #expect(first.map(\.watch) == [atOnce.id])
        try await prices.apply([3, 3], at: 3, telling: telling)
        try await prices.apply([4, 4], at: 4, telling: Prices.telling([daily[1]]) { _, _ in time(100) })
        let digest = try await prices.store.following.claim(by: "email", at: time(100), lease: .seconds(60)).filter { $0.feed == nil }
        #expect(digest.count == 1)
        #expect(digest.first?.watch == nil)
        let told = try await prices.store.following.changes(of: digest[0], limit: 9) { _ in Prices.schema }
        #expect(told.map(\.change.key) == ["a", "a", "a", "b"])
        #expect(told.map(\.watch) == [daily[0].id, daily[0].id, daily[1].id, daily[1].id])
    }

    @Test("a removed watch takes its part of a digest along, and the digest with its last part")
    func removedFromDigest() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        _ = try await prices.channel(of: ada, "mail")
        let watches = [
            try await prices.watch(of: ada, ["mail"], digest: .hourly), try await prices.watch(of: ada, ["mail"], digest: .hourly),
        ]
        try await prices.apply([2, 1], at: 2, telling: Prices.telling([watches[0]]) { _, _ in time(9) })
        try await prices.apply([2, 2], at: 3, telling: Prices.telling([watches[1]]) { _, _ in time(9) })
        #expect(try await prices.store.following.remove(watches[0]))
        let rest = try #require(try await prices.store.following.claim(by: "email", at: time(9), lease: .seconds(1)).first)
        #expect(try await prices.keys(rest) == "b")
        #expect(try await prices.store.following.remove(watches[1]))
        #expect(try await prices.store.following.nextDue(by: "email") == nil)
        // Notices in the app stay there.
        #expect(try await prices.store.following.notices(of: ada).count == 2)
    }

    @Test("a person's list is paged, and what is new in it is counted until it was seen")
    func list() async throws {
        let prices = try await Prices()
        let (ada, bob) = (try await prices.person("Ada"), try await prices.person("Bob"))
        let telling = Prices.telling([try await prices.watch(of: ada, []), try await prices.watch(of: bob, [])]) { _, _ in time(0) }
        for seconds: Int64 in 2...6 { try await prices.apply([Double(seconds), 1], at: seconds, telling: telling) }
        #expect(try await prices.store.following.nextDue(by: "email") == nil)
        let all = try await prices.store.following.notices(of: ada)
        #expect(all.map(\.created) == [6, 5, 4, 3, 2].map(time))
        #expect(all.allSatisfy { $0.state == .sent && $0.channel == nil })
        #expect(try await prices.store.following.notices(of: ada, before: all[1].id, limit: 2) == Array(all[2...3]))
        #expect(try await prices.store.following.notice(all[0].id, of: ada) == all[0])
        #expect(try await prices.store.following.notice(all[0].id, of: bob) == nil)
        #expect(try await prices.store.following.unreadCount(of: ada) == 5)
        try await prices.store.following.markSeen(by: ada, upTo: all[2].id, at: time(7))
        #expect(try await prices.store.following.unreadCount(of: ada) == 2)
        try await prices.store.following.markSeen(by: ada, upTo: all[4].id, at: time(8))
        #expect(try await prices.store.following.unreadCount(of: ada) == 2)
        try await prices.store.following.markSeen(by: ada, at: time(9))
        #expect(try await prices.store.following.unreadCount(of: ada) == 0)
        let mark = try await prices.store.following.seenMark(of: ada)
        #expect(mark?.notice == all[0].id)
        #expect(mark?.at == time(9))
        #expect(try await prices.store.following.unreadCount(of: bob) == 5)
    }
}
