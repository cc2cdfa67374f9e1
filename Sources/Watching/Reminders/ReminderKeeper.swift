package import Boards
import Foundation
import Logging
package import LongJobs
package import Records
import ServiceLifecycle
package import Storage

/// Evaluates all reminders whenever a guide may have changed or a programme begins, and queues the notices.
///
/// One per server, run as a `Service`; of several servers one evaluates for all. A round starts when `signal` is sent (a fetch was noted or
/// a reminder was made) and when the next reminder is due; also once a minute, because other processes write to the store. A reminder's new
/// state and its notices are stored in one transaction (`ReminderStore.settle`), so a kill at any moment loses nothing and repeats nothing.
package final class ReminderKeeper: Service {
    private let boards: BoardRegistry
    private let store: Store
    private let watcher: Watcher
    private let roles: Roles
    private let now: Now
    private let signal: AsyncSignal
    private let looks = Looks<Reminder.ID, Inputs>()
    private let logger = Logger(label: "tidings.reminders")

    /// Limit of programmes evaluated for one reminder, earliest first.
    private static let limit = 200
    /// For one channel and two days.
    private static let channelSlotLimit = 4000

    package init(
        boards: BoardRegistry, store: Store, watcher: Watcher, signal: AsyncSignal = AsyncSignal(), roles: Roles = .all,
        now: @escaping Now = Timestamp.system
    ) {
        self.boards = boards
        (self.store, self.watcher, self.signal, self.roles, self.now) = (store, watcher, signal, roles, now)
    }

    package func run() async throws {
        let rounds = Rounds(signal: signal, now: now, logger: logger, subject: "reminders", roles: roles, role: .reminders)
        await rounds.run { try await self.evaluate() }
    }

    /// The common properties of reminders on the same feeds.
    private struct Subject: Hashable {
        let board: String
        let given: [String: String]
    }

    private struct Inputs: Hashable {
        let version: Int64
        let feeds: [FeedMark]
    }

    /// Evaluates all reminders once. Returns when to evaluate again without a new fetch; nil for never.
    package func evaluate() async throws -> Timestamp? {
        let reminders = try await store.reminders.remindersToTell()
        looks.keep(Set(reminders.map(\.id)))
        var next: Timestamp?
        for (subject, asked) in Dictionary(grouping: reminders, by: { Subject(board: $0.board, given: $0.settings.given) }) {
            guard let board = boards[subject.board], let fields = ReminderFields(board.schema) else {
                try await forget(asked)
                continue
            }
            do {
                let again = try await evaluate(at: asked, on: board, fields, subject.given)
                next = [next, again].compactMap { $0 }.min()
            } catch let error where !(error is CancellationError) {
                // A chosen value may have been removed from the board's file; the other reminders continue.
                logger.warning("reminders are left out", metadata: ["board": "\(subject.board)", "problem": "\(error)"])
            }
        }
        return next
    }

    /// Without its guide, a programme can't move: reminders of past programmes end. Series and searches stay, in case the guide returns.
    private func forget(_ reminders: [Reminder]) async throws {
        for reminder in reminders {
            guard case .programme = reminder.settings.rule, reminder.ahead(at: now()).isEmpty else { continue }
            _ = try await store.reminders.settle(reminder, reminder.state ?? ReminderState(), isOver: true, at: now())
        }
    }

    /// Evaluates the reminders on the same feeds; returns when to evaluate them again.
    private func evaluate(
        at reminders: [Reminder], on board: Board, _ fields: ReminderFields, _ given: [String: String]
    ) async throws -> Timestamp? {
        // Requesting the feeds keeps them scheduled, as a watch does.
        let feeds = try await watcher.feeds(of: board, given)
        let marks = feeds.map(FeedMark.init)
        // A guide that hasn't been read yet doesn't mean that its programmes are gone.
        guard feeds.contains(where: { $0.recordCount > 0 }) else { return nil }
        var next: Timestamp?
        for reminder in reminders {
            let now = now()
            if let last = looks.standing(reminder.id, with: Inputs(version: reminder.version, feeds: marks), at: now) {
                next = [next, last.again].compactMap { $0 }.min()
                continue
            }
            let showings = try await showings(for: reminder, of: feeds, board.schema, fields, at: now)
            var finding = ReminderQuestion(reminder).evaluate(showings, reminder.state, at: now)
            // More programmes may follow the last one evaluated.
            if showings.count >= Self.limit, let last = showings.map(\.start).max(), last > now {
                finding.again = min(finding.again ?? last, last)
            }
            next = [next, finding.again].compactMap { $0 }.min()
            var version = reminder.version
            if finding.state != reminder.state || finding.isOver {
                let isSettled = try await store.reminders.settle(
                    reminder, finding.state, saying: finding.news.map(\.json), isOver: finding.isOver, at: now)
                // The reminder was changed meanwhile; the next round evaluates it.
                guard isSettled else {
                    signal.send()
                    continue
                }
                version += 1
            }
            let settled = Inputs(version: version, feeds: marks)
            looks.record(reminder.id, .init(inputs: settled, again: finding.again, at: now))
        }
        return next
    }

    /// The candidate programmes for a reminder.
    private func showings(
        for reminder: Reminder, of feeds: [Feed], _ schema: Schema, _ fields: ReminderFields, at now: Timestamp
    ) async throws -> [Reminder.Showing] {
        let found: [StoredRecord]
        switch reminder.settings.rule {
        case .programme(let set):
            let start = (reminder.state?.entries.first?.showing ?? set).start
            let window = (start + (.zero - ReminderQuestion.reach))..<(start + ReminderQuestion.reach)
            let query = SlotQuery(window, channels: [set.channel], fields: ReminderFields.read, limit: Self.channelSlotLimit)
            found = try await store.feeds.records(of: feeds, schema, query)
        case .series(let title, let channel, _):
            found = try await store.feeds.records(
                of: feeds, schema, withWordsOf: title, where: SlotFilter(title: title, channel: channel), notOverAt: now,
                fields: ReminderFields.read, limit: Self.limit)
        case .search(let words):
            found = try await store.feeds.records(
                of: feeds, schema, withWordsOf: words, notOverAt: now, fields: ReminderFields.read, limit: Self.limit)
        }
        return found.compactMap(fields.showing)
    }
}
