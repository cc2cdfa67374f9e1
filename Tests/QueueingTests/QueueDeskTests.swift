import Foundation
import GRDB
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Queueing

@Suite("The desk") struct QueueDeskTests {
    private let folder: TemporaryFolder
    private let store: Store
    private static let clerk = QueueActor(kind: .clerk, person: 1)

    init() throws {
        folder = try TemporaryFolder()
        store = try Store(in: folder.url)
    }

    private func desk(_ plans: [QueuePlan] = [Books.plan(reset: nil)], onNews: @escaping @Sendable (QueueNews) -> Void = { _ in })
        async throws -> QueueDesk
    {
        try await QueueDesk(plans: plans, store: store, onNews: onNews)
    }

    private func alter(_ sql: String) throws {
        let database = try DatabaseQueue(path: folder.url.appendingPathComponent("tidings.sqlite").path)
        try database.write { try $0.execute(sql: sql) }
        try database.close()
    }

    /// Takes numbers in many concurrent tasks.
    private func take(_ count: Int, by tasks: Int, at desk: QueueDesk) async throws -> [[Int]] {
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    var numbers: [Int] = []
                    for _ in 0..<count / tasks {
                        guard case .number(let number) = try await desk.perform(.take, in: "main", by: .guest) else { continue }
                        numbers.append(number)
                    }
                    return numbers
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("many at once: no number twice, none left out, and each hears them go up")
    func manyAtOnce() async throws {
        let desk = try await desk()
        let numbers = try await take(2_000, by: 20, at: desk)
        #expect(numbers.flatMap { $0 }.sorted() == Array(1...2_000))
        #expect(numbers.allSatisfy { $0 == $0.sorted() })
        #expect(try await desk.state(of: "main").next == 2_001)
        #expect(try await store.queues.numbers(in: "main").reduce(0) { $0 + $1.count } == 2_000)
    }

    @Test("a clerk who was shut out meanwhile does nothing, and those who share the commit are served all the same")
    func shutOut() async throws {
        let desk = try await desk()
        let ada = try #require(try await store.people.add("Ada", .member, password: nil, at: .system()))
        let bob = try #require(try await store.people.add("Bob", .member, password: nil, at: .system()))
        let behalves = [OnBehalf(ada, by: .proxy), OnBehalf(bob, by: .proxy)]
        _ = try await store.people.update(ada.id, isDisabled: true)
        let (refused, numbers) = await withTaskGroup(of: (Bool, Int?).self) { group in
            for number in 0..<60 {
                let behalf = number % 3 == 0 ? behalves[0] : number % 3 == 1 ? behalves[1] : nil
                group.addTask {
                    do {
                        let reply = try await desk.perform(.take, in: "main", by: Self.clerk, onBehalf: behalf)
                        guard case .number(let taken) = reply else { return (false, nil) }
                        return (false, taken)
                    } catch { return (error is Withdrawn, nil) }
                }
            }
            return await group.reduce(into: (0, [Int]())) { all, one in
                if one.0 { all.0 += 1 }
                if let number = one.1 { all.1.append(number) }
            }
        }
        #expect(refused == 20)
        #expect(numbers.sorted() == Array(1...40))
        #expect(try await store.queues.numbers(in: "main").reduce(0) { $0 + $1.count } == 40)
    }

    @Test("who opens the same data later goes on where it was")
    func opening() async throws {
        let first = try await desk()
        _ = try await take(50, by: 5, at: first)
        try await first.perform(.join(device: "phone", services: [], guest: [:]), in: "main", by: .guest)
        try await first.perform(.next(counter: "1"), in: "main", by: Self.clerk)
        try await first.perform(.setCapacity(60), in: "main", by: Self.clerk)
        let (before, second) = (try await first.state(of: "main"), try await desk())
        let state = try await second.state(of: "main")
        #expect(state.next == 52)
        #expect(state.waiting == 50)
        #expect(state.capacity == 60)
        #expect(state.counters == before.counters)
        #expect(state.calls == before.calls)
        let place = try #require(try await second.ticket(ofDevice: "phone", in: "main"))
        #expect(place.ticket.number == 51)
        #expect(place.ahead == 49)
        #expect(try await second.perform(.next(counter: "1"), in: "main", by: Self.clerk) != .nobody)
        #expect(try await second.waiting(in: "main", limit: 3).map(\.number) == [2, 3, 4, 5])
    }

    @Test("two clerks serve ten thousand tickets: each is served once", .timeLimit(.minutes(30)))
    func twoClerks() async throws {
        let desk = try await desk()
        let count = 10_000
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    for number in 0..<count / 50 {
                        let command: QueueCommand = number % 10 == 0 ? .join(device: nil, services: [], guest: [:]) : .take
                        try await desk.perform(command, in: "main", by: .guest)
                    }
                }
            }
            try await group.waitForAll()
        }
        let served = try await withThrowingTaskGroup(of: [Int].self) { group in
            for counter in ["1", "2"] {
                group.addTask {
                    var served: [Int] = []
                    while case .ticket(let ticket) = try await desk.perform(.next(counter: counter), in: "main", by: Self.clerk) {
                        served.append(ticket.number)
                    }
                    return served
                }
            }
            return try await group.reduce(into: [[Int]]()) { $0.append($1) }
        }
        #expect(served.flatMap { $0 }.sorted() == Array(1...count))
        #expect(served.allSatisfy { $0 == $0.sorted() })
        let ended = try await store.queues.tickets(
            endedIn: "main", from: Timestamp(milliseconds: 0), to: .system() + .seconds(1), limit: .max)
        #expect(ended.count == count)
        #expect(ended.allSatisfy { $0.state == .finished && $0.calls == 1 })
    }

    @Test("a desk that is alone stores no events")
    func alone() async throws {
        _ = try await take(3, by: 1, at: desk())
        #expect(try await store.queues.events(of: "main", from: 0).isEmpty)
    }

    @Test("news come in order, after what they tell is in the store")
    func news() async throws {
        let heard = Mutex<[QueueNews]>([])
        let known = Mutex<[Int]>([])
        let store = store
        let desk = try await desk { news in
            heard.withLock { $0.append(news) }
            known.withLock { $0.append((try? store.queues.all().queues["main"]?.next) ?? 0) }
        }
        _ = try await take(200, by: 8, at: desk)
        let news = heard.withLock { $0 }
        #expect(news.map(\.sequence) == Array(1...Int64(news.count)))
        #expect(news.last?.state.next == 201)
        #expect(news.reduce(0) { $0 + $1.joined } == 200)
        #expect(zip(news, known.withLock { $0 }).allSatisfy { $0.state.next <= $1 })
    }

    @Test("what cannot be written down has not happened, and the desk goes on afterwards")
    func failedCommit() async throws {
        let desk = try await desk()
        #expect(try await desk.perform(.take, in: "main", by: .guest) == .number(1))
        try alter("ALTER TABLE queue_spans RENAME TO elsewhere")
        await #expect(throws: StorageError.self) { try await desk.perform(.take, in: "main", by: .guest) }
        try alter("ALTER TABLE elsewhere RENAME TO queue_spans")
        #expect(try await desk.perform(.take, in: "main", by: .guest) == .number(2))
        #expect(try await desk.state(of: "main").waiting == 2)
    }

    @Test("refusals come back to whoever asked, and nobody else")
    func refusals() async throws {
        let desk = try await desk()
        await #expect(throws: QueueRefusal.noSuchQueue) { try await desk.perform(.take, in: "none", by: .guest) }
        await #expect(throws: QueueRefusal.noSuchQueue) { try await desk.state(of: "none") }
        #expect(try await desk.perform(.next(counter: "1"), in: "main", by: Self.clerk) == .nobody)
        #expect(try await desk.place(of: 99) == nil)
    }

    @Test("the trail says who did what, and nothing that a guest said")
    func trail() async throws {
        let desk = try await desk([Books.plan(reset: nil, asks: [.name])])
        try await desk.perform(.join(device: "phone", services: [], guest: [.name: "Ada"]), in: "main", by: .guest)
        try await desk.perform(.next(counter: "2"), in: "main", by: Self.clerk)
        try await desk.perform(.setState(.closed, reason: nil), in: "main", by: Self.clerk)
        let acts = try await store.queues.acts(in: "main", limit: 10)
        #expect(acts.map(\.act.kind) == [.setState, .call, .join])
        try #require(acts.map(\.act.actor.person) == [1, 1, nil])
        #expect(acts[1].act.counter == "2")
        #expect(acts.allSatisfy { !"\($0.act)".contains("Ada") && !"\($0.act)".contains("phone") })
    }
}
