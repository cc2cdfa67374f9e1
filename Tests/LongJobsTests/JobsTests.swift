import Foundation
import Localisation
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import LongJobs

@Suite("Jobs")
struct JobsTests {
    private static let subject = LongJob.Subject(board: "visa", title: "Visa")

    private func withJobs<Result>(_ body: (Jobs, Store) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        return try await body(try await Jobs(store: store), store)
    }

    /// Records started jobs: how many run at once, and in which order.
    private final class Begun: Sendable {
        let state = Mutex((now: 0, most: 0, order: [Int]()))

        func begin(_ number: Int) {
            state.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
                $0.order.append(number)
            }
        }

        func end() { state.withLock { $0.now -= 1 } }
    }

    private func wait(_ jobs: Jobs, until isSo: ([LongJob]) -> Bool) async throws {
        try await eventually("the store says so") { isSo(try await jobs.list()) }
    }

    @Test("a job is seen while it runs, with how far it is, and kept when it has ended")
    func seen() async throws {
        try await withJobs { jobs, store in
            let gate = AsyncStream<Void>.makeStream()
            async let answer = jobs.run(.positions, about: Self.subject) { report in
                report.update(12, of: 40)
                for await _ in gate.stream { break }
                report.update(40, of: 40)
                return 7
            }
            try await wait(jobs) { $0.first?.progress == .init(done: 12, total: 40) }
            let running = try #require(try await jobs.list().first)
            #expect(running.state == .running)
            #expect(running.subject == Self.subject)
            #expect(running.kind == "positions")
            #expect(running.progress.fraction == 0.3)
            #expect(await jobs.figures(of: [.positions, .reading]).filter { $0.kind == .positions }.map(\.running) == [1])
            gate.continuation.yield()
            #expect(try await answer == 7)
            let ended = try #require(try await store.jobs.all(limit: 10).first)
            #expect(ended.state == .done)
            #expect(ended.progress.done == 40)
            #expect(ended.ended != nil)
            #expect(ended.failure == nil)
            #expect(await jobs.figures(of: [.positions, .reading]).allSatisfy { $0.running == 0 })
        }
    }

    @Test("so many of a kind run at once, and the others wait in the order they came")
    func turns() async throws {
        try await withJobs { jobs, store in
            let (begun, allWait) = (Begun(), Gate())
            var tasks: [Task<Void, any Error>] = []
            for number in 0..<5 {
                tasks.append(
                    Task {
                        try await jobs.run(.positions, about: Self.subject) { _ in
                            begun.begin(number)
                            try await allWait.pass()
                            begun.end()
                        }
                    })
                try await wait(jobs) { $0.count == number + 1 }
            }
            allWait.open()
            for task in tasks { try await task.value }
            #expect(begun.state.withLock { $0.most } == JobKind.positions.limit)
            #expect(begun.state.withLock { $0.order } == [0, 1, 2, 3, 4])
            #expect(try await store.jobs.all(limit: 10).allSatisfy { $0.state == .done })
        }
    }

    @Test("a job that is cancelled ends at once, one that waits never begins, and the next one has its turn")
    func cancelled() async throws {
        try await withJobs { jobs, store in
            let hasBegun = Mutex(0)
            let work: @Sendable (JobReport) async throws -> Void = { _ in
                hasBegun.withLock { $0 += 1 }
                try await Task.sleep(for: .seconds(3600))
            }
            let first = Task { try await jobs.run(.positions, about: Self.subject, work) }
            try await wait(jobs) { $0.first?.state == .running }
            let second = Task { try await jobs.run(.positions, about: Self.subject, work) }
            try await wait(jobs) { $0.count == 2 }
            let third = Task { try await jobs.run(.positions, about: Self.subject) { _ in "done" } }
            try await wait(jobs) { $0.count == 3 }
            #expect(try await [jobs.cancel(2), jobs.cancel(1)] == [true, true])
            await #expect(throws: CancellationError.self) { try await first.value }
            await #expect(throws: CancellationError.self) { try await second.value }
            #expect(try await third.value == "done")
            #expect(hasBegun.withLock { $0 } == 1)
            #expect(try await store.jobs.all(limit: 10).map(\.state) == [.done, .cancelled, .cancelled])
            #expect(try await [jobs.cancel(1), jobs.cancel(99)] == [false, false])
        }
    }

    @Test("whoever waits for a job cancels it by no longer waiting")
    func abandoned() async throws {
        try await withJobs { jobs, store in
            let task = Task { try await jobs.run(.positions, about: Self.subject) { _ in try await Task.sleep(for: .seconds(3600)) } }
            try await wait(jobs) { $0.first?.state == .running }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await store.jobs.all(limit: 1).first?.state == .cancelled)
        }
    }

    private struct Wrong: Error, CustomStringConvertible {
        var description: String { "the source is away" }
    }

    @Test("a job that fails keeps the reason")
    func failed() async throws {
        try await withJobs { jobs, store in
            await #expect(throws: Wrong.self) { try await jobs.run(.reading, about: Self.subject) { _ in throw Wrong() } }
            let job = try #require(try await store.jobs.all(limit: 1).first)
            #expect(job.state == .failed)
            #expect(job.failure == "the source is away")
        }
    }

    @Test("what was under way when the server ended is noted at the next start")
    func interrupted() async throws {
        try await withJobs { jobs, store in
            _ = try await store.jobs.addJob("reading", about: Self.subject, for: nil, at: .system())
            let ended = Mutex<[LongJob.State]>([])
            let next = try await Jobs(store: store, onEnded: { _, state in ended.withLock { $0.append(state) } })
            #expect(try await next.list().map(\.state) == [.interrupted])
            try await next.run(.reading, about: Self.subject) { _ in }
            #expect(ended.withLock { $0 } == [.done])
        }
    }

    @Test("another process cancels a job by the store")
    func cancelledElsewhere() async throws {
        try await withJobs { jobs, store in
            let service = Task { try await jobs.run() }
            let task = Task {
                try await jobs.run(.reading, about: Self.subject) { report in
                    report.follow { LongJob.Progress(done: 3, total: 9) }
                    try await Task.sleep(for: .seconds(3600))
                }
            }
            try await eventually("the store has learnt how far it is") { try await store.jobs.all(limit: 1).first?.progress.done == 3 }
            #expect(try await store.jobs.cancelJob(1))
            await #expect(throws: CancellationError.self) { try await task.value }
            service.cancel()
            try? await service.value
        }
    }

    @Test("no more than a bounded number wait")
    func bounded() async throws {
        try await withJobs { jobs, _ in
            let tasks = (0...JobKind.waitingLimit).map { _ in
                Task { try await jobs.run(.positions, about: Self.subject) { _ in try await Task.sleep(for: .seconds(3600)) } }
            }
            try await eventually("all others wait") {
                await jobs.figures(of: [.positions, .reading]).first { $0.kind == .positions }?.waiting == JobKind.waitingLimit
            }
            await #expect(throws: JobError.self) { try await jobs.run(.positions, about: Self.subject) { _ in } }
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
        }
    }

    private final class Refused: Sendable {
        let count = Mutex(0)
    }

    @Test("of a thousand who ask at the same time no more are taken than may run and wait")
    func crowd() async throws {
        try await withJobs { jobs, store in
            let refused = Refused()
            let tasks = (0..<1000).map { _ in
                Task {
                    do { try await jobs.run(.positions, about: Self.subject) { _ in try await Task.sleep(for: .seconds(3600)) } } catch {
                        if error is JobError { refused.count.withLock { $0 += 1 } }
                    }
                }
            }
            let taken = JobKind.positions.limit + JobKind.waitingLimit
            try await eventually("all others are refused") { refused.count.withLock { $0 } == 1000 - taken }
            try await eventually("all that are taken are noted") { try await store.jobs.all(limit: 2000).count == taken }
            for task in tasks { task.cancel() }
            for task in tasks { await task.value }
            #expect(await jobs.figures(of: [.positions, .reading]).allSatisfy { $0.running == 0 && $0.waiting == 0 })
        }
    }
}

extension JobKind {
    fileprivate static let positions = JobKind("positions", "Looking up addresses", counts: .things, limit: 1)
    fileprivate static let reading = JobKind("reading", "Reading the source", counts: .bytes, limit: 32)
}
