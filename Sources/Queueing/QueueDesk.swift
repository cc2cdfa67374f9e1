import Dispatch
import Foundation
import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// The only one who changes queues: it decides (`QueueBook`), makes that durable (`Store.commit`), and only then answers and tells.
///
/// Commands wait in a bounded list. One committer, on a thread of its own, takes all that wait, has the book decide them in their order,
/// and writes what came of it in one transaction with one sync, however many they are. While a sync is under way the next group gathers. Where syncs
/// are slow it gathers a moment longer, while more come, so that clients that ask again as soon as they are answered share one sync and
/// not two.
///
/// If a commit fails nothing of the group has happened: everybody in it gets the error, and the book is read anew from the store.
package final class QueueDesk: Service {
    /// More than that do not wait for an answer.
    static let waitingLimit = 20_000
    /// Commits that are faster than that are not worth waiting for.
    private static let fastCommit = Duration.milliseconds(1)
    /// A group gathers for half of the last commit at most, and never longer than that.
    private static let longestGathering = Duration.milliseconds(10)
    /// The clock is looked at this often, also where nothing is due: it may have been set.
    private static let longestSleep = Duration.seconds(30)

    package let plans: [QueuePlan]
    let store: Store
    private let now: Now
    private let onNews: @Sendable (QueueNews) -> Void
    private let logger = Logger(label: "tidings.queues")
    private let committer = DispatchQueue(label: "tidings.queues", qos: .userInitiated)
    private let list = Mutex(List())
    /// Rings when something is due sooner than it was.
    private let clock = Bell()
    /// Used by the committer alone, but for the moment at which the desk opens.
    private let book: Mutex<Book>

    private struct List {
        var waiting: [Waiting] = []
        var isCommitting = false
    }

    private struct Book {
        var book: QueueBook
        /// A commit failed, and so did reading anew: nothing is decided until that works.
        var isStale = false
        var lastCommit = Duration.zero
        /// How many there will be if all who were answered last ask again.
        var expected = 0
        /// When the clock has something to do.
        var due: Timestamp?
    }

    private enum Waiting: Sendable {
        case command(QueueCommand, queue: String, QueueActor, CheckedContinuation<QueueReply, any Error>)
        case look(@Sendable (Result<QueueBook, any Error>) -> Void)

        func fail(_ error: any Error) {
            switch self {
            case .command(_, _, _, let continuation): continuation.resume(throwing: error)
            case .look(let body): body(.failure(error))
            }
        }
    }

    /// Reads where the queues stand, and makes those that are new durable. `onNews` is called on the committer's thread, in order, and is quick.
    package init(
        plans: [QueuePlan], store: Store, now: @escaping Now = Timestamp.system, onNews: @escaping @Sendable (QueueNews) -> Void = { _ in }
    ) async throws {
        self.plans = plans
        self.store = store
        self.now = now
        self.onNews = onNews
        var opened = QueueBook(plans, try store.queues(), at: now())
        opened.tick(at: now())
        if opened.hasWriting { try store.commit(opened.takeWriting()) }
        _ = opened.takeNews()
        book = Mutex(Book(book: opened))
    }

    package subscript(name: String) -> QueuePlan? { plans.first { $0.name == name } }

    /// Opens, closes and resets queues and lets those go on who held back when their time has come. Returns at graceful shutdown.
    package func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                let due = try? await look { book, now in
                    book.dueByClock.map { max(.milliseconds(10), $0 - now) }
                }
                await clock.wait(atMost: min(due.flatMap { $0 } ?? Self.longestSleep, Self.longestSleep))
            }
        }
    }

    /// Throws `QueueRefusal`, or `StorageError` if it could not be made durable; then it has not happened.
    @discardableResult
    package func perform(_ command: QueueCommand, in queue: String, by actor: QueueActor) async throws -> QueueReply {
        try await withCheckedThrowingContinuation { enqueue(.command(command, queue: queue, actor, $0)) }
    }

    /// What is durable.
    package func state(of queue: String) async throws -> QueueState {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return book.state(of: index)
        }
    }

    /// Of all queues at one moment, in the order of `plans`.
    package func states() async throws -> [QueueState] {
        try await look { book, _ in book.lines.indices.map { book.state(of: $0) } }
    }

    /// The devices that give its numbers, the oldest first.
    package func kiosks(of queue: String) async throws -> [QueueKiosk] {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return book.kiosks(of: index)
        }
    }

    /// nil: no such ticket, or one that ended long ago.
    package func place(of ticket: Ticket.ID) async throws -> TicketPlace? { try await look { book, _ in book.place(of: ticket) } }

    /// The live ticket that the queue gave to this device, else the last one that ended lately.
    package func ticket(ofDevice device: String, in queue: String) async throws -> TicketPlace? {
        try await look { book, _ in book.place(ofDevice: device, in: queue) }
    }

    /// For the console: who is called, then the first in line (bare numbers too, as tickets with the id 0), then who is parked.
    package func waiting(in queue: String, limit: Int) async throws -> [Ticket] {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return book.waiting(in: index, limit: limit)
        }
    }

    /// Waits its turn like a command, so that it sees all that was answered before, and nothing that is not durable.
    private func look<Seen: Sendable>(_ body: @escaping @Sendable (QueueBook, Timestamp) throws -> Seen) async throws -> Seen {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(.look { book in continuation.resume(with: Result { try body(book.get(), book.get().now) }) })
        }
    }

    private func enqueue(_ waiting: Waiting) {
        enum Entered { case waits, starts, refused }
        let entered: Entered = list.withLock { list in
            guard list.waiting.count < Self.waitingLimit else { return .refused }
            list.waiting.append(waiting)
            guard !list.isCommitting else { return .waits }
            list.isCommitting = true
            return .starts
        }
        switch entered {
        case .waits: break
        case .starts: committer.async { self.commitWhatWaits() }
        case .refused: waiting.fail(QueueRefusal.busy)
        }
    }

    // MARK: The committer

    private func commitWhatWaits() {
        book.withLock { book in
            while true {
                gather(book)
                let group = list.withLock { list in
                    let group = list.waiting
                    list.waiting = []
                    list.waiting.reserveCapacity(group.count)
                    list.isCommitting = !group.isEmpty
                    return group
                }
                guard !group.isEmpty else { return }
                commit(group, &book)
            }
        }
    }

    /// Lets those who were answered a moment ago ask again and share the sync, where a commit costs more than the waiting: until all of them have,
    /// or nobody came for a quarter of a commit. Somebody alone does not wait.
    private func gather(_ book: Book) {
        guard book.lastCommit >= Self.fastCommit, book.expected > 1 else { return }
        var count = list.withLock { $0.waiting.count }
        guard count > 0 else { return }
        let clock = ContinuousClock()
        let longest = min(book.lastCommit / 2, Self.longestGathering)
        var last = clock.now
        let deadline = last + longest
        while count < book.expected, clock.now < deadline, clock.now - last < longest / 2 {
            Thread.sleep(forTimeInterval: 0.0001)
            let now = list.withLock { $0.waiting.count }
            if now > count { (count, last) = (now, clock.now) }
        }
    }

    private func commit(_ group: [Waiting], _ desk: inout Book) {
        var answers: [(Waiting, Result<QueueReply, any Error>)] = []
        answers.reserveCapacity(group.count)
        let time = now()
        do {
            if desk.isStale { try readAnew(&desk) }
            desk.book.tick(at: time)
            for waiting in group {
                guard case .command(let command, let queue, let actor, _) = waiting else {
                    answers.append((waiting, .success(.done)))
                    continue
                }
                do throws(QueueRefusal) {
                    answers.append((waiting, .success(try desk.book.perform(command, in: queue, by: actor, at: time))))
                } catch {
                    answers.append((waiting, .failure(error)))
                }
            }
            if desk.book.hasWriting {
                let began = ContinuousClock.now
                try store.commit(desk.book.takeWriting())
                desk.lastCommit = ContinuousClock.now - began
                desk.expected = group.count + list.withLock { $0.waiting.count }
            }
        } catch {
            logger.error("what queues did could not be written down", metadata: ["error": "\(error)"])
            desk.isStale = true
            try? readAnew(&desk)
            for waiting in group { waiting.fail(error) }
            return
        }
        for news in desk.book.takeNews() { onNews(news) }
        let due = desk.book.dueByClock
        if let due, desk.due.map({ due < $0 }) ?? true { clock.ring() }
        desk.due = due
        let book = desk.book
        for (waiting, answer) in answers {
            switch waiting {
            case .command(_, _, _, let continuation): continuation.resume(with: answer)
            case .look(let body): body(.success(book))
            }
        }
    }

    private func readAnew(_ desk: inout Book) throws {
        var anew = QueueBook(plans, try store.queues(), at: now())
        anew.goOn(after: desk.book)
        desk.book = anew
        desk.isStale = false
    }
}
