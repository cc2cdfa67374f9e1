import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

/// Boards that people add: their owners, their number, and that others see nothing of what one person doesn't share.
@Suite("Boards of people") struct OwnBoardTests {
    private let prices: Prices
    private var store: Store { prices.store }

    init() async throws { prices = try await Prices() }

    private func person(_ name: String, _ role: Person.Role = .member) async throws -> Person {
        try #require(try await store.people.add(name, role, password: nil, at: Prices.time(1)))
    }

    private func add(_ title: String, of person: Person) async throws -> BoardStore.Added {
        try await store.boards.add(of: person.id, at: Prices.time(2)) { taken in
            taken.contains(title) ? (2...).lazy.map { "\(title)-\($0)" }.first { !taken.contains($0) } ?? title : title
        }
    }

    @Test("a board is its owner's alone until they share it, and nobody else can say who sees it")
    func sharing() async throws {
        let (ada, ben) = (try await person("Ada", .administrator), try await person("Ben"))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        var own = try #require(try await store.boards.own("lamps"))
        #expect(own.person == ben.id)
        #expect(!own.isShared)
        #expect(own.isBounded)
        #expect(!own.rests)
        #expect(own.isVisible(to: ben.id))
        #expect(!own.isVisible(to: ada.id))
        #expect(!own.isVisible(to: nil))
        #expect(try await !store.boards.share("lamps", true, by: ada.id))
        #expect(try await store.boards.share("lamps", true, by: ben.id))
        own = try #require(try await store.boards.own()["lamps"])
        #expect(own.isShared)
        #expect(own.isVisible(to: ada.id))
        #expect(own.isVisible(to: nil))
        #expect(try await store.boards.own("prices") == nil)
    }

    @Test("a member has ten boards, however many are added at once; an administrator has as many as there may be")
    func limit() async throws {
        let (ada, ben) = (try await person("Ada", .administrator), try await person("Ben"))
        let added = try await withThrowingTaskGroup(of: BoardStore.Added.self) { group in
            for number in 0..<OwnBoard.Limits.boards + 5 { group.addTask { try await add("board-\(number)", of: ben) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(added.count { $0 == .tooMany } == 5)
        #expect(try await store.boards.own().values.count { $0.person == ben.id } == OwnBoard.Limits.boards)
        for number in 0...OwnBoard.Limits.boards { #expect(try await add("of-ada-\(number)", of: ada) == .named("of-ada-\(number)")) }
        // A removed board makes room.
        let first = try #require(try await store.boards.own().values.first { $0.person == ben.id })
        try await store.boards.note(first.board, isThere: false)
        #expect(try await add("one-more", of: ben) == .named("one-more"))
        #expect(try await add("another", of: ben) == .tooMany)
        // The role at that moment counts.
        _ = try await store.people.update(ben.id, role: .administrator)
        #expect(try await add("another", of: ben) == .named("another"))
    }

    @Test("boards that a member adds and removes again and again are bounded by what is still stored of them")
    func keptLimit() async throws {
        let ben = try await person("Ben")
        for number in 0..<OwnBoard.Limits.kept {
            #expect(try await add("board-\(number)", of: ben) == .named("board-\(number)"))
            _ = try await store.feeds.feed(of: "board-\(number)", url: "https://lamps.example/")
            try await store.boards.note("board-\(number)", isThere: false)
        }
        #expect(try await add("one-more", of: ben) == .tooManyKept)
    }

    @Test("the name of another's board is never given again, one's own is, with what is stored of it")
    func names() async throws {
        let (ben, cyd) = (try await person("Ben"), try await person("Cyd"))
        #expect(try await add("prices", of: ben) == .named("prices-2"))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        try await store.boards.note("lamps", isThere: false)
        #expect(try await add("lamps", of: cyd) == .named("lamps-2"))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        _ = try await store.people.remove(ben)
        #expect(try await add("lamps", of: cyd) == .named("lamps-3"))
    }

    @Test("nobody watches, is alerted or reminded of a board that they may not see, however they came to its feed")
    func hidden() async throws {
        let (ben, cyd) = (try await person("Ben"), try await person("Cyd"))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        let feed = try await store.feeds.feed(of: "lamps", url: "https://lamps.example/")
        let settings = Watch.Settings(.everything, channels: [])
        _ = try await store.following.addWatch(of: ben, on: feed, settings, at: Prices.time(3))
        let error = await #expect(throws: StorageError.self) {
            try await store.following.addWatch(of: cyd, on: feed, settings, at: Prices.time(3))
        }
        #expect(error?.code == .hidden)
        #expect(try await store.following.watches(of: cyd).isEmpty)
    }

    @Test("when a board is seen by its owner alone again, watches, notices and changes of others are gone, and theirs stay")
    func unshared() async throws {
        let (ben, cyd) = (try await person("Ben"), try await person("Cyd"))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        #expect(try await store.boards.share("lamps", true, by: ben.id))
        try await store.feeds.prepare("lamps", Prices.schema)
        let feed = try await store.feeds.feed(of: "lamps", url: "https://lamps.example/")
        try await prices.apply([1, 1], at: 10, to: feed)
        let settings = Watch.Settings(.everything, channels: [])
        var watches: [Watch] = []
        for person in [ben, cyd] {
            watches.append(try await store.following.addWatch(of: person, on: feed, settings, at: Prices.time(11)))
        }
        let other = try await prices.watch(of: cyd, [])
        try await prices.apply([1, 2], at: 20, to: feed, telling: Prices.telling(watches) { _, _ in Prices.time(20) })
        try await prices.apply([3, 1], at: 21, telling: Prices.telling([other]) { _, _ in Prices.time(21) })
        #expect(try await store.following.notices(of: cyd, limit: 9).count == 2)
        #expect(try await store.feeds.changes(after: 0, limit: 99, for: cyd.id).changes.map(\.board) == ["lamps", "prices"])

        #expect(try await store.boards.share("lamps", false, by: ben.id))
        #expect(try await store.following.watches(of: cyd).map(\.id) == [other.id])
        #expect(try await store.following.watches(of: ben).map(\.id) == [watches[0].id])
        #expect(try await store.following.notices(of: cyd, limit: 9).map(\.watch) == [other.id])
        #expect(try await store.following.notices(of: ben, limit: 9).count == 1)
        #expect(try await store.feeds.changes(after: 0, limit: 99, for: cyd.id).changes.map(\.board) == ["prices"])
        #expect(try await store.feeds.changes(after: 0, limit: 99, for: ben.id).changes.map(\.board) == ["lamps", "prices"])
        #expect(try await store.feeds.changes(after: 0, limit: 99).changes.count == 2)
    }

    @Test("a board rests while its owner is disabled; of a removed one only what was shared has a reader")
    func owners() async throws {
        let (ada, ben) = (try await person("Ada", .administrator), try await person("Ben"))
        for name in ["own", "shared"] { #expect(try await add(name, of: ben) == .named(name)) }
        #expect(try await store.boards.share("shared", true, by: ben.id))
        for (board, person, isTheirs) in [("own", ben, true), ("own", ada, false), ("prices", ada, true), ("prices", ben, false)] {
            #expect(try await store.boards.confirm(board, by: person.id) == isTheirs)
        }
        #expect(try await store.boards.confirm("own", by: ada.id, removing: true))

        _ = try await store.people.update(ben.id, isDisabled: true)
        #expect(try await store.boards.own().values.allSatisfy(\.rests))
        #expect(try await !store.boards.confirm("own", by: ben.id))
        _ = try await store.people.update(ben.id, isDisabled: false)
        #expect(try await store.boards.own().values.allSatisfy { !$0.rests })

        #expect(try await store.people.remove(ben))
        let (own, shared) = (try #require(try await store.boards.own("own")), try #require(try await store.boards.own("shared")))
        #expect(own.rests)
        #expect(!own.hasReader)
        #expect(!own.isVisible(to: ben.id))
        #expect(!own.isVisible(to: ada.id))
        #expect(!own.isVisible(to: nil))
        #expect(!shared.rests)
        #expect(shared.isBounded)
        #expect(shared.isVisible(to: ada.id))
        #expect(shared.mayBeChanged(by: ada))
        #expect(try await store.boards.confirm("shared", by: ada.id))
        #expect(try await !store.boards.confirm("own", by: ada.id))
    }

    @Test("what is shut out may no longer add, share or change a board")
    func withdrawn() async throws {
        _ = try await person("Ada", .administrator)
        let ben = try await person("Ben")
        let acting = store.acting(for: OnBehalf(ben, by: .proxy))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        _ = try await store.people.update(ben.id, isDisabled: true)
        await #expect(throws: Withdrawn.self) { try await acting.boards.share("lamps", true, by: ben.id) }
        await #expect(throws: Withdrawn.self) { try await acting.boards.confirm("lamps", by: ben.id) }
        await #expect(throws: Withdrawn.self) { try await acting.boards.add(of: ben.id, at: Prices.time(3)) { _ in "more" } }
        #expect(try await store.boards.own().keys.sorted() == ["lamps"])
    }

    @Test("an export has whose boards are, and an import takes it")
    func moving() async throws {
        let ben = try await person("Ben")
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        let lines = try await store.exported()
        let folder = try TemporaryFolder()
        let goal = try Engine.store(in: folder.url)
        try await goal.feeds.prepare("prices", Prices.schema)
        _ = try await goal.importing(lines)
        let own = try #require(try await goal.boards.own("lamps"))
        #expect(try await own.person == goal.people.person(named: "Ben")?.id)
        #expect(!own.isShared)
    }

    @Test("jobs that read a board which its owner keeps to themselves are no other's, an administrator's neither")
    func jobs() async throws {
        let (ada, ben) = (try await person("Ada", .administrator), try await person("Ben"))
        #expect(try await add("lamps", of: ben) == .named("lamps"))
        let subject = LongJob.Subject(board: "lamps", title: "Lamps")
        let reading = try await store.jobs.addJob("reading", about: subject, for: ben.id, at: Prices.time(3))
        let bySchedule = try await store.jobs.addJob("reading", about: subject, for: nil, at: Prices.time(3))
        let other = try await store.jobs.addJob("scan", about: subject, for: nil, at: Prices.time(3))
        #expect(try await store.jobs.all(seenBy: ben, limit: 9).map(\.id) == [reading.id])
        #expect(try await store.jobs.all(seenBy: ada, limit: 9).map(\.id) == [other.id])
        #expect(try await store.jobs.job(bySchedule.id, seenBy: ada) == nil)
        #expect(try await store.jobs.all(limit: 9).count == 3)
        #expect(try await store.boards.share("lamps", true, by: ben.id))
        #expect(try await store.jobs.all(seenBy: ada, limit: 9).count == 3)
    }

    @Test("the history of a feed keeps what is newest within its characters")
    func history() async throws {
        for second in 2..<12 { try await prices.apply([Double(second), 1], at: Int64(second)) }
        let all = try await store.feeds.changes(of: prices.feed, Prices.schema, limit: 99)
        #expect(try await store.pruneHistory(of: prices.feed.id, keepingCharacters: 1 << 20) == 0)
        #expect(try await store.pruneHistory(of: prices.feed.id, keepingCharacters: 200) > 0)
        let left = try await store.feeds.changes(of: prices.feed, Prices.schema, limit: 99)
        #expect(!left.isEmpty)
        #expect(left.map(\.id) == Array(all.map(\.id).prefix(left.count)))
    }
}
