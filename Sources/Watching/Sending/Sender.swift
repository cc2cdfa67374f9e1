package import Foundation
package import Localisation
import Logging
package import Notifying
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Empties the outbox: claims due notices, formats them, sends them, and records each outcome at once.
///
/// One per data folder (`SenderLock`), so one per node where several servers share a database, in a process of its own (Decision 24), which
/// ends when nothing has been due for its linger time. Each kind of channel has its own lane, with at most `Limits.underWay` notices under
/// way, so that a slow mail server doesn't hold up push notices. A lane sleeps until its next notice is due or `wake` says that something
/// was posted; it also checks every `Limits.look`, because other processes post too. Sends at least once: only one write separates the
/// channel's accepting a notice from our noting it, and a notice that is repeated because this process died in between has the same id.
package final class Sender: Service {
    package enum Limits {
        /// Limit of concurrent notices of one kind.
        static let underWay = 8
        /// After this time, a notice whose outcome couldn't be recorded is sent again. A notice that is still being sent then is left
        /// alone; claims of a process that died are released at the next start.
        static let lease = Duration.seconds(20 * 60)
        /// How long to wait for an unavailable database while a notice is being sent: within the lease.
        static let outage = Duration.seconds(10 * 60)
        /// The longest delay of a notice posted by another process.
        static let look = Duration.seconds(15)
        /// Timeout of running sends after the server has ended.
        static let farewell = Duration.seconds(60)
        /// How often to try the lock while another sending process is about to end.
        static let lockLook = Duration.milliseconds(100)
    }

    private let store: Store
    /// The server's name among several that share the store; empty: it is the only one.
    private let node: String
    private let notifiers: Notifiers
    private let writer: NoticeWriter
    private let words: @Sendable (_ person: Int64) async -> Words
    private let folder: URL
    private let due: Due
    private let now: Now
    private let lanes: [(kind: ChannelKind, signal: AsyncSignal)] = ChannelKind.all.map { ($0, AsyncSignal()) }
    private let linger: Duration
    private let state = Mutex(State())
    private let logger = Logger(label: "tidings.sender")

    private struct State {
        var isStopping = false
        /// Since when each lane has had nothing to do; busy lanes have no entry.
        var idle: [ChannelKind: ContinuousClock.Instant] = [:]
    }

    /// `words` returns those of a person's language; `folder` is the store's. It continues while anything is due within its linger time.
    package init(
        store: Store, in folder: URL, of node: String = "", notifiers: Notifiers, writer: NoticeWriter, due: Due = Due(),
        linger: Duration = .zero,
        words: @escaping @Sendable (_ person: Int64) async -> Words = { _ in .english }, now: @escaping Now = Timestamp.system
    ) {
        self.linger = linger
        (self.store, self.node) = (store, node)
        self.folder = folder
        self.notifiers = notifiers
        self.writer = writer
        self.due = due
        self.words = words
        self.now = now
    }

    /// A notice may have been posted.
    package func wake() { for lane in lanes { lane.signal.send() } }

    /// Sends a test notice at once, and records the outcome on the channel.
    package func test(_ channel: Channel) async throws -> Delivery {
        guard let kind = ChannelKind(channel.kind) else { return .refused("there is no kind of channel '\(channel.kind)'") }
        let notice = writer.test(of: channel, at: now(), await words(channel.person))
        let delivery = await notifiers.send(notice, over: kind, toStored: channel.address)
        try await store.following.note(delivery.ofChannel, of: channel, at: now())
        return delivery
    }

    // MARK: The service

    /// Returns when nothing is left to do, or the service group shuts down.
    package func run() async throws {
        await withFarewell(of: Limits.farewell, stop: stop) { await self.work() }
    }

    private func stop() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    private var isAtWork: Bool { !Task.isCancelled && !state.withLock { $0.isStopping } }

    private func work() async {
        guard let lock = await lock() else { return }
        await withDiscardingTaskGroup { group in
            for lane in lanes { group.addTask { await self.empty(lane.kind, lane.signal) } }
        }
        withExtendedLifetime(lock) {}
    }

    /// nil if the sender must stop before it gets the lock.
    private func lock() async -> SenderLock? {
        while isAtWork {
            do {
                if let lock = try SenderLock(in: folder) {
                    try await store.following.releaseClaims(of: node, at: now())
                    return lock
                }
                logger.debug("another process sends the notices of this folder")
                await lanes.first?.signal.wait(atMost: Limits.lockLook)
            } catch {
                logger.error("notices cannot be sent", metadata: ["error": "\(error)"])
                await lanes.first?.signal.wait(atMost: Limits.look)
            }
        }
        return nil
    }

    private func empty(_ kind: ChannelKind, _ signal: AsyncSignal) async {
        let underWay = UnderWay()
        await withDiscardingTaskGroup { group in
            while isAtWork {
                // Mail can take longer than the lease: several replies, each with a timeout of minutes.
                let held = underWay.notices
                let free = Limits.underWay - held.count
                do {
                    let next = free > 0 ? try await store.following.nextDue(by: kind.name, except: held) : nil
                    guard let next, next <= now() else {
                        let rest = next.map { max(.milliseconds(1), $0 - now()) }
                        if isDone(kind, isIdle: underWay.notices.isEmpty && rest.map { $0 > linger } != false) { return stop() }
                        await signal.wait(atMost: min(Limits.look, max(linger, .seconds(1)), rest ?? Limits.look))
                        continue
                    }
                    _ = isDone(kind, isIdle: false)
                    for notice in try await claim(by: kind, upTo: free, except: held, at: now()) {
                        underWay.begin(notice.id)
                        group.addTask {
                            await self.send(notice, by: kind)
                            underWay.end(notice.id)
                            signal.send()
                        }
                    }
                } catch {
                    if Task.isCancelled { return }
                    logger.error("the outbox cannot be read", metadata: ["error": "\(error)"])
                    await signal.wait(atMost: Limits.look)
                }
            }
        }
    }

    private func claim(by kind: ChannelKind, upTo free: Int, except held: Set<Int64>, at now: Timestamp) async throws -> [StoredNotice] {
        try await store.following.claim(by: kind.name, upTo: free, except: held, on: node, at: now, lease: Limits.lease) { [due] in
            due.quietEnd(of: $0, at: now)
        }
    }

    /// Whether every lane has had nothing to do for the linger time.
    private func isDone(_ kind: ChannelKind, isIdle: Bool) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.idle[kind] = isIdle ? state.idle[kind] ?? now : nil
            return state.idle.count == lanes.count && state.idle.values.allSatisfy { now - $0 >= linger }
        }
    }

    // MARK: One notice

    private func send(_ stored: StoredNotice, by kind: ChannelKind) async {
        do {
            let told = try await outlasting(Limits.outage) { () async throws -> (Channel, Notice)? in
                guard let id = stored.channel, let channel = try await store.following.channel(id) else { return nil }
                return try await notice(stored).map { (channel, $0) }
            }
            guard let (channel, notice) = told else {
                try await store.following.note(.dropped(reason: "there is nothing left to tell"), of: stored, at: now())
                return
            }
            let delivery = await notifiers.send(notice, over: kind, toStored: channel.address)
            // Aborted by our own shutdown: it is unknown whether it was accepted. It stays claimed, and is sent again at the next start.
            if case .later = delivery, Task.isCancelled { return }
            let ended = outcome(delivery, of: stored, by: kind)
            _ = try await outlasting(Limits.outage) { try await store.following.note(ended, of: stored, at: now()) }
            if delivery != .delivered {
                logger.warning("a notice was not delivered", metadata: ["notice": "\(stored.id)", "outcome": "\(delivery)"])
            }
        } catch {
            // It is claimed again when the lease expires.
            logger.error("a notice cannot be sent", metadata: ["notice": "\(stored.id)", "error": "\(error)"])
        }
    }

    /// nil if its subject was removed from the store.
    private func notice(_ stored: StoredNotice) async throws -> Notice? {
        let words = await words(stored.person)
        switch stored.subject {
        case .changes(let count):
            let told = try await store.following.changes(of: stored, limit: NoticeWriter.namedChanges) { [writer] in writer.schema(of: $0) }
            var bindings: [Feed.ID: [String: String]] = [:]
            for feed in Set(told.map(\.change.feed)) { bindings[feed] = try await store.feeds.feed(feed)?.binding }
            return writer.notice(stored, of: told, count: count, words, bindings: bindings)
        case .health(let text):
            guard let id = stored.feed, let feed = try await store.feeds.feed(id) else { return nil }
            guard let news = FeedHealth.News(stored: text) else { return nil }
            let mayRepair = try await news.mayBeRepaired ? mayChange(feed.board, stored.person) : false
            return writer.notice(stored, of: news, board: feed.board, binding: feed.binding, mayRepair: mayRepair, words)
        case .prices(let text):
            // A price change that is already in force is not reported.
            return PriceNews(stored: text).flatMap { $0.isStale(at: now()) ? nil : writer.notice(stored, of: $0, words) }
        case .programme(let text):
            // The start of a past programme is not reported.
            return ReminderNews(stored: text).flatMap { $0.staleFrom > now() ? writer.notice(stored, of: $0, words) : nil }
        }
    }

    /// Whether a person may currently change a board.
    private func mayChange(_ board: String, _ id: Person.ID) async throws -> Bool {
        guard writer.isAdded(board), let person = try await store.people.person(id) else { return false }
        return try await store.boards.own(board)?.mayBeChanged(by: person) ?? (person.role == .administrator)
    }

    private func outcome(_ delivery: Delivery, of stored: StoredNotice, by kind: ChannelKind) -> StoredNotice.Outcome {
        // The time for retries begins when a notice was due, which for a digest is long after it was created.
        var schedule = DeliverySchedule(kind.retryLimits, created: stored.due, attempts: stored.attempts - 1)
        var chance = SystemRandomNumberGenerator()
        switch schedule.ended(delivery, at: now(), using: &chance) {
        case .done: return .sent
        case .again(let time, let reason): return .failed(reason: reason, retryAt: time)
        case .forget(let reason): return .gone(reason: reason)
        case .failed(let reason): return .failed(reason: reason, retryAt: nil)
        }
    }
}

/// The notices of a lane that are being sent.
private final class UnderWay: Sendable {
    private let state = Mutex<Set<Int64>>([])
    var notices: Set<Int64> { state.withLock { $0 } }
    func begin(_ notice: Int64) { state.withLock { _ = $0.insert(notice) } }
    func end(_ notice: Int64) { state.withLock { _ = $0.remove(notice) } }
}

extension Delivery {
    fileprivate var ofChannel: Channel.Outcome {
        switch self {
        case .delivered: .delivered
        case .gone(let reason): .gone(reason)
        case .later(_, let reason), .refused(let reason): .failed(reason)
        }
    }
}
