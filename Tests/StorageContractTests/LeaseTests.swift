import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored leases") struct StoredLeaseTests {
    private let folder: TemporaryFolder
    private let leases: LeaseStore

    init() throws {
        folder = try TemporaryFolder()
        leases = try Engine.store(in: folder.url).leases
    }

    @Test("a lease has one holder until it ends or is given back, and each time a higher fence")
    func taking() async throws {
        let first = try #require(try await leases.take("feed 1", for: "a", lasting: .seconds(900)))
        #expect(first == Lease(name: "feed 1", holder: "a", fence: 1))
        #expect(try await leases.take("feed 1", for: "b", lasting: .seconds(900)) == nil)
        #expect(try await leases.take("feed 2", for: "b", lasting: .zero)?.fence == 1)
        #expect(try await leases.holders() == ["feed 1": "a"])
        // Its time is over.
        #expect(try await leases.take("feed 2", for: "a", lasting: .seconds(900))?.fence == 2)
        let second = try #require(try await leases.take("feed 1", for: "a", lasting: .seconds(900)))
        #expect(second.fence == 2)
        try await leases.giveBack([first])
        #expect(try await leases.take("feed 1", for: "b", lasting: .seconds(900)) == nil)
        try await leases.giveBack([second])
        #expect(try await leases.take("feed 1", for: "b", lasting: .seconds(900))?.fence == 3)
        #expect(try await leases.holders() == ["feed 1": "b", "feed 2": "a"])
    }

    @Test("leases are prolonged together, but for those that have ended or are another's")
    func prolonging() async throws {
        let mine = try #require(try await leases.take("feed 1", for: "a", lasting: .seconds(900)))
        let ended = try #require(try await leases.take("feed 2", for: "a", lasting: .zero))
        let lost = try #require(try await leases.take("feed 3", for: "a", lasting: .zero))
        let other = try #require(try await leases.take("feed 3", for: "b", lasting: .seconds(900)))
        #expect(try await leases.prolong([mine, ended, lost], lasting: .seconds(900)) == [mine])
        #expect(try await leases.prolong([other], lasting: .zero) == [other])
        #expect(try await leases.prolong([], lasting: .zero).isEmpty)
        // Lost, and taken again: the former one isn't prolonged.
        let again = try #require(try await leases.take("feed 3", for: "a", lasting: .seconds(900)))
        #expect(try await leases.prolong([lost], lasting: .seconds(900)).isEmpty)
        #expect(try await leases.prolong([again], lasting: .seconds(900)) == [again])
    }

    @Test("none lasts longer than the longest")
    func longest() async throws {
        #expect(try await leases.take("feed 1", for: "a", lasting: .seconds(86_400)) != nil)
        #expect(try await leases.holders().count == 1)
        #expect(try await leases.take("feed 1", for: "b", lasting: .seconds(1)) == nil)
    }
}
