package import Boards
import Foundation
import Logging
package import Records
import ServiceLifecycle
package import Storage

/// Looks at the reminders of everybody whenever a guide may have changed or a programme begins, and tells what there is to tell.
///
/// One a server, run as a `Service`. It is woken when a fetch was noted or a reminder was made (`bell`), and wakes by itself when the next one is due;
/// once a minute besides, for what other processes have stored. What a reminder has come to and what is told are one transaction
/// (`ReminderStore.settle`), so a kill at any moment loses nothing and repeats nothing.
package final class ReminderKeeper: Service {
    private let boards: BoardRegistry
    private let store: Store
    private let watcher: Watcher
    private let now: Now
    private let bell: Bell
    private let looks = Looks<Reminder.ID, Inputs>()
    private let logger = Logger(label: "tidings.reminders")

    /// Programmes that are looked at for one reminder, the next ones first.
    private static let most = 200
    /// Of one channel and two days.
    private static let mostOfChannel = 4000

    package init(boards: BoardRegistry, store: Store, watcher: Watcher, bell: Bell = Bell(), now: @escaping Now = Timestamp.system) {
        self.boards = boards
        (self.store, self.watcher, self.bell, self.now) = (store, watcher, bell, now)
    }

    package func run() async throws {
        await Rounds(bell: bell, now: now, logger: logger, subject: "reminders").run { try await self.look() }
    }

    /// What reminders have in common that read the same feeds.
    private struct Subject: Hashable {
        let board: String
        let given: [String: String]
    }

    private struct Inputs: Hashable {
        let version: Int64
        let feeds: [FeedMark]
    }

    /// Looks once at all reminders. Returns when there may be something to tell although nothing new is fetched; nil: never.
    package func look() async throws -> Timestamp? {
        let reminders = try await store.reminders.remindersToTell()
        looks.keep(Set(reminders.map(\.id)))
        var next: Timestamp?
        for (subject, asked) in Dictionary(grouping: reminders, by: { Subject(board: $0.board, given: $0.settings.given) }) {
            guard let board = boards[subject.board], let fields = ReminderFields(board.schema) else {
                try await forget(asked)
                continue
            }
            do {
                let again = try await look(at: asked, on: board, fields, subject.given)
                next = [next, again].compactMap { $0 }.min()
            } catch let error where !(error is CancellationError) {
                // What was chosen may be gone from the board's file; the other reminders are not.
                logger.warning("reminders are left out", metadata: ["board": "\(subject.board)", "problem": "\(error)"])
            }
        }
        return next
    }

    /// Of a guide that is gone no programme moves: what was reminded of is over at its own time. Series and searches stay, for when the guide is back.
    private func forget(_ reminders: [Reminder]) async throws {
        for reminder in reminders {
            guard case .programme = reminder.settings.rule, reminder.ahead(at: now()).isEmpty else { continue }
            _ = try await store.reminders.settle(reminder, reminder.state ?? ReminderState(), isOver: true, at: now())
        }
    }

    /// At the reminders that are about the same feeds; returns when to look again.
    private func look(
        at reminders: [Reminder], on board: Board, _ fields: ReminderFields, _ given: [String: String]
    ) async throws -> Timestamp? {
        // To ask for them keeps them on the schedule, as a watch does.
        let feeds = try await watcher.feeds(of: board, given)
        let marks = feeds.map(FeedMark.init)
        // Of a guide that is not here yet nothing is known, and so nothing is gone.
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
            // Beyond those that were looked at there may be others.
            if showings.count >= Self.most, let last = showings.map(\.start).max(), last > now {
                finding.again = min(finding.again ?? last, last)
            }
            next = [next, finding.again].compactMap { $0 }.min()
            var version = reminder.version
            if finding.state != reminder.state || finding.isOver {
                let isSettled = try await store.reminders.settle(
                    reminder, finding.state, saying: finding.news.map(\.json), isOver: finding.isOver, at: now)
                // One that was altered meanwhile is looked at in the next round.
                guard isSettled else {
                    bell.ring()
                    continue
                }
                version += 1
            }
            let settled = Inputs(version: version, feeds: marks)
            looks.note(reminder.id, .init(inputs: settled, again: finding.again, at: now))
        }
        return next
    }

    /// The programmes that a reminder can be about.
    private func showings(
        for reminder: Reminder, of feeds: [Feed], _ schema: Schema, _ fields: ReminderFields, at now: Timestamp
    ) async throws -> [Reminder.Showing] {
        let found: [StoredRecord]
        switch reminder.settings.rule {
        case .programme(let set):
            let start = (reminder.state?.entries.first?.showing ?? set).start
            let window = (start + (.zero - ReminderQuestion.reach))..<(start + ReminderQuestion.reach)
            let query = SlotQuery(window, channels: [set.channel], fields: ReminderFields.read, limit: Self.mostOfChannel)
            found = try await store.feeds.records(of: feeds, schema, query)
        case .series(let title, let channel, _):
            found = try await store.feeds.records(
                of: feeds, schema, withWordsOf: title, where: SlotFilter(title: title, channel: channel), notOverAt: now,
                fields: ReminderFields.read, limit: Self.most)
        case .search(let words):
            found = try await store.feeds.records(
                of: feeds, schema, withWordsOf: words, notOverAt: now, fields: ReminderFields.read, limit: Self.most)
        }
        return found.compactMap(fields.showing)
    }
}
