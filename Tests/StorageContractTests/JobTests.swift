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
            let ada = try #require(try await store.people.setUp(administrator: "ada", password: "x", at: .system()))
            let ben = try await store.people.person(named: "ben", at: .system())
            let eve = try await store.people.person(named: "eve", at: .system())
            let mine = try await store.jobs.addJob("reading", about: subject, for: ben.id, at: .system())
            let ours = try await store.jobs.addJob("reading", about: subject, for: nil, at: .system())
            #expect(try await store.jobs.all(seenBy: ben, limit: 10).map(\.id) == [mine.id])
            #expect(try await store.jobs.all(seenBy: eve, limit: 10).isEmpty)
            #expect(try await store.jobs.all(seenBy: ada, limit: 10).map(\.id) == [ours.id, mine.id])
            #expect(try await [store.jobs.job(mine.id, seenBy: eve)?.id, store.jobs.job(mine.id, seenBy: ben)?.id] == [nil, mine.id])
            #expect(try await [store.jobs.cancelJob(mine.id, by: eve), store.jobs.cancelJob(ours.id, by: ben)] == [false, false])
            #expect(try await [store.jobs.cancelJob(mine.id, by: ben), store.jobs.cancelJob(ours.id, by: ada)] == [true, true])
            #expect(try await store.jobs.jobsToCancel() == [mine.id, ours.id])
        }
    }

    @Test("a node that starts ends its own jobs, those of a node that is gone end elsewhere, and those of a living one go on")
    func nodes() async throws {
        try await withStore { store in
            let now = Timestamp.system()
            func add(_ node: String) async throws {
                _ = try await store.jobs.addJob("reading", about: subject, for: nil, on: node, at: now)
            }
            func states() async throws -> [LongJob.State] { try await store.jobs.all(limit: 10).reversed().map(\.state) }
            try await store.leases.join("run 1", named: "east", version: "1")
            for node in ["", "east", "west"] { try await add(node) }
            #expect(try await store.jobs.interruptJobs(ofNodesGoneFor: .seconds(3600), at: now) == 1)
            #expect(try await states() == [.waiting, .waiting, .interrupted])
            #expect(try await store.jobs.interruptJobs(of: "west", at: now) == 1)
            #expect(try await states() == [.interrupted, .waiting, .interrupted])
            #expect(try await store.jobs.interruptJobs(of: "east", at: now) == 1)
            for node in ["", "east", "west"] { try await add(node) }
            // A server that is alone knows that all others have ended.
            #expect(try await store.jobs.interruptJobs(at: now) == 3)
        }
    }

    @Test("an end is noted once, and ended jobs are kept for a week, a thousand at most")
    func kept() async throws {
        try await withStore { store in
            let now = Timestamp.system()
            for _ in 0..<3 {
                let job = try await store.jobs.addJob("reading", about: subject, for: nil, at: now)
                try await store.jobs.beginJob(job.id, at: now)
                try await store.jobs.endJob(job.id, .done, .init(done: 5, total: 5), at: now)
                try await store.jobs.endJob(job.id, .failed, .init(), failure: "late", at: now)
            }
            #expect(try await store.jobs.all(limit: 10).map(\.state) == [.done, .done, .done])
            #expect(try await store.jobs.interruptJobs(at: now) == 0)
            _ = try await store.jobs.addJob("reading", about: subject, for: nil, at: now + JobStore.jobsAreKept + .seconds(1))
            #expect(try await store.jobs.all(limit: 10).map(\.state) == [.waiting])
            for _ in 0..<(JobStore.jobLimit + 5) {
                let job = try await store.jobs.addJob("reading", about: subject, for: nil, at: now)
                try await store.jobs.endJob(job.id, .done, .init(), at: now)
            }
            #expect(try await store.jobs.all(limit: 5_000).count <= JobStore.jobLimit + 1)
        }
    }
}
