import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored jobs")
struct JobTests {
    private let subject = LongJob.Subject(board: "visa", title: "Visa")

    private func withStore(_ body: (Store) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try await body(try Engine.store(in: folder.url))
    }

    @Test("a person sees and ends their own jobs, an administrator all")
    func whose() async throws {
        try await withStore { store in
            let ada = try #require(try await store.setUp(administrator: "ada", password: "x", at: .system()))
            let ben = try await store.person(named: "ben", at: .system())
            let eve = try await store.person(named: "eve", at: .system())
            let mine = try await store.addJob("reading", about: subject, for: ben.id, at: .system())
            let ours = try await store.addJob("reading", about: subject, for: nil, at: .system())
            #expect(try await store.jobs(seenBy: ben, limit: 10).map(\.id) == [mine.id])
            #expect(try await store.jobs(seenBy: eve, limit: 10).isEmpty)
            #expect(try await store.jobs(seenBy: ada, limit: 10).map(\.id) == [ours.id, mine.id])
            #expect(try await [store.job(mine.id, seenBy: eve)?.id, store.job(mine.id, seenBy: ben)?.id] == [nil, mine.id])
            #expect(try await [store.cancelJob(mine.id, by: eve), store.cancelJob(ours.id, by: ben)] == [false, false])
            #expect(try await [store.cancelJob(mine.id, by: ben), store.cancelJob(ours.id, by: ada)] == [true, true])
            #expect(try await store.jobsToCancel() == [mine.id, ours.id])
        }
    }

    @Test("an end is noted once, and ended jobs are kept for a week, a thousand at most")
    func kept() async throws {
        try await withStore { store in
            let now = Timestamp.system()
            for _ in 0..<3 {
                let job = try await store.addJob("reading", about: subject, for: nil, at: now)
                try await store.beginJob(job.id, at: now)
                try await store.endJob(job.id, .done, .init(done: 5, total: 5), at: now)
                try await store.endJob(job.id, .failed, .init(), failure: "late", at: now)
            }
            #expect(try await store.jobs(limit: 10).map(\.state) == [.done, .done, .done])
            #expect(try await store.interruptJobs(at: now) == 0)
            _ = try await store.addJob("reading", about: subject, for: nil, at: now + Store.jobsAreKept + .seconds(1))
            #expect(try await store.jobs(limit: 10).map(\.state) == [.waiting])
            for _ in 0..<(Store.jobLimit + 5) {
                let job = try await store.addJob("reading", about: subject, for: nil, at: now)
                try await store.endJob(job.id, .done, .init(), at: now)
            }
            #expect(try await store.jobs(limit: 5_000).count <= Store.jobLimit + 1)
        }
    }
}
