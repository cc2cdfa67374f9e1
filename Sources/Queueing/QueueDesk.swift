import Dispatch
import Foundation
import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// The only type that changes queues. It decides (`QueueBook`), makes the decision durable (`QueueStore.commit`), and only then replies and
/// publishes.
///
/// Commands wait in a bounded list. One committer, on its own thread, takes all waiting commands, lets the book decide them in order, and
/// writes the results in one transaction with one sync. The next group collects during the sync. If syncs are slow, a group collects a
/// little longer while more commands arrive, so that clients that send their next command at once share one sync instead of two.
///
/// If a commit fails, nothing in the group has happened: every command in it gets the error, and the desk reloads the book from the store.
/// If it fails because a person may no longer give commands (`OnBehalf`), the desk rejects theirs and decides the rest again.
///
/// Where several servers share the queues, each has a desk: see `QueueDesk+Sharing`.
package final class QueueDesk: Service {
    /// Limit of commands that wait for an answer.
    static let waitingLimit = 20_000
    /// After a faster commit it isn't worth waiting for more commands.
    private static let fastCommit = Duration.milliseconds(1)
    /// A group collects for half of the last commit's duration, and at most this long.
    private static let longestGathering = Duration.milliseconds(10)
    /// Longest interval between checks of the clock, even if nothing is due, since the clock may be set.
    private static let longestSleep = Duration.seconds(30)
    /// The same where other desks' changes may have gone unnoticed.
    private static let betweenLooks = Duration.seconds(5)

    private let declared: [QueuePlan]
    let store: Store
    let now: Now
    /// Gets the news of what this desk decides.
    let onNews: @Sendable (QueueNews) -> Void
    /// nil: no other desk has these queues.
    let sharing: Sharing?
    let logger = Logger(label: "tidings.queues")
    private let committer = DispatchQueue(label: "tidings.queues", qos: .userInitiated)
    private let list = Mutex(List())
    /// Signals that something is due earlier than before.
    private let clock = AsyncSignal()
    /// The queues with their durable names.
    private let named: Mutex<Named>
    /// Used only by the committer, except while the desk opens.
    private let book: Mutex<Book>

    private struct Named {
        var plans: [QueuePlan]
        var namings: [QueueNaming]
    }

    private struct List {
        var waiting: [Waiting] = []
        var isCommitting = false
    }

    struct Book {
        var book: QueueBook
        /// A commit and the reload after it failed. The desk decides nothing until a reload succeeds.
        var isStale = false
        var lastCommit = Duration.zero
        /// How many commands arrive if all clients of the last group send another one.
        var expected = 0
        /// When the clock next has something to do.
        var due: Timestamp?
        /// Where the queues are shared.
        var shared = Shared()
    }

    enum Waiting: Sendable {
        case command(QueueCommand, queue: String, QueueActor, OnBehalf?, CheckedContinuation<QueueReply, any Error>)
        case look(@Sendable (Result<QueueBook, any Error>) -> Void)

        func fail(_ error: any Error) {
            switch self {
            case .command(_, _, _, _, let continuation): continuation.resume(throwing: error)
            case .look(let body): body(.failure(error))
            }
        }

        var behalf: OnBehalf? {
            if case .command(_, _, _, let behalf, _) = self { behalf } else { nil }
        }
    }

    /// Loads the queues and makes new ones durable. `sharing`: how this server shares them with others; nil: there are no others. `onNews`
    /// runs on the committer's thread, in order, and must be quick.
    package init(
        plans: [QueuePlan], store: Store, sharing: Sharing? = nil, now: @escaping Now = Timestamp.system,
        onNews: @escaping @Sendable (QueueNews) -> Void = { _ in }
    ) async throws {
        declared = plans
        self.store = store
        self.sharing = sharing
        self.now = now
        self.onNews = onNews
        let stored = try store.queues.all()
        let zone = try await Self.zone(ofNew: plans, besides: stored, in: store)
        var opened = QueueBook(plans, stored, zone: zone, at: now())
        if sharing == nil {
            opened.tick(at: now())
            if opened.hasWriting { try store.queues.commit(opened.takeWriting()) }
        } else {
            try store.queues.share(opened.takeWriting().lines.filter { stored.queues[$0.name] == nil })
            opened = QueueBook(plans, try store.queues.all(), isShared: true, at: now())
        }
        _ = opened.takeNews()
        named = Mutex(Named(plans: opened.lines.map(\.plan), namings: opened.lines.map(\.settings.naming)))
        var desk = Book(book: opened)
        desk.noteStandings()
        if let sharing { desk.noteUntold(since: try store.queues.lastEvents(), sharing) }
        book = Mutex(desk)
    }

    /// The queues with the names that administrators have set.
    package var plans: [QueuePlan] { named.withLock(\.plans) }

    package subscript(name: String) -> QueuePlan? { named.withLock { named in named.plans.first { $0.name == name } } }

    /// A queue in one of its board's languages, with the names that administrators have set.
    package func named(_ plan: QueuePlan) -> QueuePlan {
        named.withLock { named in
            guard let index = named.plans.firstIndex(where: { $0.name == plan.name }) else { return plan }
            return plan.named(by: named.namings[index])
        }
    }

    /// Opens, closes and resets queues at their times, and makes postponed tickets callable. Returns at graceful shutdown.
    package func run() async throws {
        let longest = sharing == nil ? Self.longestSleep : Self.betweenLooks
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                let due = try? await look { book, now in
                    book.dueByClock.map { max(.milliseconds(10), $0 - now) }
                }
                await clock.wait(atMost: min(due.flatMap { $0 } ?? longest, longest))
            }
        }
    }

    /// Throws `QueueRefusal`; `Withdrawn` if the person may no longer give commands, which the transaction checks; or `StorageError` if the
    /// result couldn't be made durable. In each case nothing has happened.
    @discardableResult
    package func perform(
        _ command: QueueCommand, in queue: String, by actor: QueueActor, onBehalf behalf: OnBehalf? = nil
    ) async throws -> QueueReply {
        try await withCheckedThrowingContinuation { enqueue(.command(command, queue: queue, actor, behalf, $0)) }
    }

    /// The durable state.
    package func state(of queue: String) async throws -> QueueState {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return book.state(of: index)
        }
    }

    /// The states of all queues at one moment, in the order of `plans`.
    package func states() async throws -> [QueueState] {
        try await look { book, _ in book.lines.indices.map { book.state(of: $0) } }
    }

    /// The names and services that administrators have set.
    package func naming(of queue: String) async throws -> QueueNaming {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return book.lines[index].settings.naming
        }
    }

    /// The kiosks that issue the queue's numbers, oldest first.
    package func kiosks(of queue: String) async throws -> [QueueKiosk] {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return book.kiosks(of: index)
        }
    }

    /// nil if the ticket doesn't exist or ended long ago.
    package func place(of ticket: Ticket.ID) async throws -> TicketPlace? { try await look { book, _ in book.place(of: ticket) } }

    /// The device's live ticket in the queue, otherwise its last recently ended ticket.
    package func ticket(ofDevice device: String, in queue: String) async throws -> TicketPlace? {
        try await look { book, _ in book.place(ofDevice: device, in: queue) }
    }

    /// For the console: called tickets, then the first in line (anonymous numbers as tickets with the id 0), then parked ones.
    package func waiting(in queue: String, limit: Int) async throws -> [Ticket] { try await scene(of: queue, limit: limit).waiting }

    /// `state(of:)` and `waiting(in:limit:)` at the same moment.
    package func scene(of queue: String, limit: Int) async throws -> (state: QueueState, waiting: [Ticket]) {
        try await look { book, _ in
            guard let index = book.index(of: queue) else { throw QueueRefusal.noSuchQueue }
            return (book.state(of: index), book.waiting(in: index, limit: limit))
        }
    }

    /// Waits in line like a command, so it sees everything answered before, and only durable data.
    func look<Seen: Sendable>(_ body: @escaping @Sendable (QueueBook, Timestamp) throws -> Seen) async throws -> Seen {
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

    /// Waits for recently answered clients to send their next command and share the sync, if a commit costs more than the wait: until all
    /// of them have, or none has for a quarter of a commit. A single client doesn't wait.
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

    private func commit(_ waiting: [Waiting], _ desk: inout Book) {
        var group = waiting
        while let withdrawn = decide(group, &desk) {
            for waiting in group where waiting.behalf == withdrawn.behalf { waiting.fail(withdrawn) }
            group.removeAll { $0.behalf == withdrawn.behalf }
        }
    }

    /// Decides a group and makes it durable. If it returns `Withdrawn`, nothing has happened and no client was answered: a person in the
    /// group may no longer give commands.
    private func decide(_ group: [Waiting], _ desk: inout Book) -> Withdrawn? {
        if let sharing { return decide(group, &desk, sharing) }
        var answers: [(Waiting, Result<QueueReply, any Error>)] = []
        answers.reserveCapacity(group.count)
        let time = now()
        do {
            if desk.isStale { try readAnew(&desk) }
            desk.book.tick(at: time)
            for waiting in group {
                guard case .command(let command, let queue, let actor, _, _) = waiting else {
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
                try store.queues.commit(desk.book.takeWriting(), onBehalfOf: Array(Set(group.compactMap(\.behalf))))
                noteCommit(of: group.count, took: ContinuousClock.now - began, &desk)
            }
        } catch let withdrawn as Withdrawn {
            desk.isStale = true
            return withdrawn
        } catch {
            logger.error("what queues did could not be written down", metadata: ["error": "\(error)"])
            desk.isStale = true
            try? readAnew(&desk)
            for waiting in group { waiting.fail(error) }
            return nil
        }
        answer(answers, &desk)
        return nil
    }

    /// Publishes and answers what is durable.
    func answer(_ answers: [(Waiting, Result<QueueReply, any Error>)], _ desk: inout Book) {
        noteNames(desk.book)
        for news in desk.book.takeNews() { onNews(news) }
        let due = desk.book.dueByClock
        if let due, desk.due.map({ due < $0 }) ?? true { clock.send() }
        desk.due = due
        let book = desk.book
        for (waiting, answer) in answers {
            switch waiting {
            case .command(_, _, _, _, let continuation): continuation.resume(with: answer)
            case .look(let body): body(.success(book))
            }
        }
    }

    func noteCommit(of count: Int, took time: Duration, _ desk: inout Book) {
        desk.lastCommit = time
        desk.expected = count + list.withLock { $0.waiting.count }
    }

    /// Pages show the durable names.
    private func noteNames(_ book: QueueBook) {
        named.withLock { named in
            for (index, line) in book.lines.enumerated() where line.settings.naming != named.namings[index] {
                (named.plans[index], named.namings[index]) = (line.plan, line.settings.naming)
            }
        }
    }

    func readAnew(_ desk: inout Book) throws {
        var anew = QueueBook(declared, try store.queues.all(), isShared: sharing != nil, at: now())
        if sharing == nil { anew.goOn(after: desk.book) } else { desk.noteLosses(in: anew) }
        desk.book = anew
        desk.isStale = false
    }
}
