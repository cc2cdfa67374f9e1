import Records
import Storage
import StorageSupport
import Testing

@Suite("Channels") struct ChannelTests {
    private func time(_ seconds: Int64) -> Timestamp { Prices.time(seconds) }

    @Test("a channel is added, listed and removed, and shows its address to nobody")
    func channels() async throws {
        let store = try await Prices().store
        let ada = try await store.people.person(named: "Ada", at: time(1))
        let added = try await store.following.addChannel(
            of: ada, named: "phone", kind: "push", address: #"{"endpoint":"secret"}"#, at: time(2))
        #expect(try await store.following.channels(of: ada) == [added])
        #expect(try await store.following.channel(added.id) == added)
        #expect(added.created == time(2))
        #expect(added.lastDelivered == nil)
        #expect(added.failure == nil)
        #expect(!added.isGone)
        #expect(!"\(added)".contains("secret"))
        var dumped = ""
        dump(added, to: &dumped)
        #expect(!dumped.contains("secret"))
        #expect(try await store.following.remove(added))
        #expect(try await !store.following.remove(added))
    }

    @Test("a name is one of its kind among a person's; the same address is the same channel")
    func names() async throws {
        let store = try await Prices().store
        let (ada, bob) = (
            try await store.people.person(named: "Ada", at: time(1)), try await store.people.person(named: "Bob", at: time(1))
        )
        func add(_ name: String, _ kind: String, _ address: String, of person: Person) async throws -> Channel {
            try await store.following.addChannel(of: person, named: name, kind: kind, address: address, at: time(2))
        }
        let first = try await add("Firefox", "push", "1", of: ada)
        #expect(try await add("Firefox", "push", "2", of: ada).name == "Firefox 2")
        #expect(try await add("Firefox", "push", "1", of: bob).name == "Firefox")
        #expect(try await add("app", "email", "3", of: ada).name == "app 2")
        #expect(try await add("push", "ntfy", "4", of: ada).name == "push 2")
        try await store.following.note(.gone("410"), of: first, at: time(3))
        #expect(try await store.following.channel(first.id)?.isGone == true)
        #expect(try await add("another name", "push", "1", of: ada) == first)
    }

    @Test("a person has as many channels as anybody may have, and no more; one that is known is no further one")
    func limit() async throws {
        let store = try await Prices().store
        let ada = try await store.people.person(named: "Ada", at: time(1))
        func add(_ address: Int) async throws -> Channel {
            try await store.following.addChannel(of: ada, named: "hook", kind: "webhook", address: "\(address)", at: time(2))
        }
        for number in 0..<FollowingStore.channelLimit { _ = try await add(number) }
        let error = await #expect(throws: StorageError.self) { _ = try await add(-1) }
        #expect(error?.code == .full)
        #expect(error?.detail == "There are 100 channels already; remove some.")
        #expect(try await add(0).name == "hook")
        let bob = try await store.people.person(named: "Bob", at: time(1))
        _ = try await store.following.addChannel(of: bob, named: "hook", kind: "webhook", address: "1", at: time(2))
    }

    @Test("a watch names channels by name or kind, and each that it means gets one notice")
    func expansion() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        let phone = try await prices.channel(of: ada, "phone", kind: "push")
        let laptop = try await prices.channel(of: ada, "laptop", kind: "push")
        let mail = try await prices.channel(of: ada, "mail")
        let other = try await prices.channel(of: try await prices.person("Bob"), "mail")
        let watches = [
            try await prices.watch(of: ada, ["push", "phone", "no such"]), try await prices.watch(of: ada, ["mail"]),
            try await prices.watch(of: try await prices.person("Cleo"), ["mail"]),
        ]
        try await prices.apply([2, 1], at: 2, telling: Prices.telling(watches) { _, _ in time(2) })
        #expect(
            try await prices.store.following.claim(by: "push", at: time(2), lease: .seconds(9)).map(\.channel) == [phone.id, laptop.id])
        #expect(try await prices.store.following.claim(by: "email", at: time(2), lease: .seconds(9)).map(\.channel) == [mail.id])
        #expect(try await prices.store.following.notices(of: try await prices.person("Cleo")).count == 1)
        #expect(other.name == "mail")
    }

    @Test("an outcome is noted of the notice and of its channel at once; of what is gone, nothing is sent any more")
    func outcomes() async throws {
        let prices = try await Prices()
        let ada = try await prices.person("Ada")
        let phone = try await prices.channel(of: ada, "phone", kind: "push")
        let watch = try await prices.watch(of: ada, ["push"])
        let telling = Prices.telling([watch]) { _, _ in time(0) }
        for seconds: Int64 in 2...4 { try await prices.apply([Double(seconds), 1], at: seconds, telling: telling) }
        let notices = try await prices.store.following.claim(by: "push", upTo: 2, at: time(4), lease: .seconds(9))
        #expect(try await prices.store.following.note(.failed(reason: "503", retryAt: time(30)), of: notices[0], at: time(5)))
        #expect(try await prices.store.following.channel(phone.id)?.failure == "503")
        #expect(try await prices.store.following.note(.sent, of: notices[1], at: time(6)))
        let working = try #require(try await prices.store.following.channel(phone.id))
        #expect(working.failure == nil)
        #expect(working.lastDelivered == time(6))
        let third = try #require(try await prices.store.following.claim(by: "push", at: time(7), lease: .seconds(9)).first)
        #expect(try await prices.store.following.note(.gone(reason: "410"), of: third, at: time(8)))
        #expect(try await prices.store.following.channel(phone.id)?.isGone == true)
        #expect(try await prices.store.following.nextDue(by: "push") == nil)
        try await prices.apply([9, 1], at: 9, telling: telling)
        #expect(try await prices.store.following.nextDue(by: "push") == nil)
        #expect(try await prices.store.following.notices(of: ada).count == 4)
    }
}
