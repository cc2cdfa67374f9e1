package import Boards
import Foundation
import Logging
package import LongJobs
package import Records
import ServiceLifecycle
package import Storage

/// Evaluates all price alerts whenever prices may have changed, and queues the notices.
///
/// One per server, run as a `Service`; of several servers one evaluates for all. A round starts when `signal` is sent (a fetch was noted or
/// an alert was changed), when prices come into force, and when digests are due; also once a minute, because other processes write to the
/// store. An alert is evaluated only if something it depends on has changed. Its new state and its notice are stored in one transaction, so
/// a kill at any moment loses nothing and repeats nothing.
package final class AlertKeeper: Service {
    private let boards: BoardRegistry
    private let store: Store
    private let watcher: Watcher
    private let due: Due
    private let roles: Roles
    private let now: Now
    private let signal: AsyncSignal
    private let looks = Looks<PriceAlert.ID, Inputs>()
    private let logger = Logger(label: "tidings.alerts")

    /// Only this many first rows of a source are used.
    private static let rowLimit = 20_000

    package init(
        boards: BoardRegistry, store: Store, watcher: Watcher, signal: AsyncSignal = AsyncSignal(), due: Due = Due(),
        roles: Roles = .all, now: @escaping Now = Timestamp.system
    ) {
        self.boards = boards
        self.store = store
        self.watcher = watcher
        self.signal = signal
        self.due = due
        self.roles = roles
        self.now = now
    }

    package func run() async throws {
        let rounds = Rounds(signal: signal, now: now, logger: logger, subject: "price alerts", roles: roles, role: .alerts)
        await rounds.run { try await self.evaluate() }
    }

    /// The common properties of alerts on the same feeds.
    private struct Subject: Hashable {
        let board: String
        let fuel: String
        let given: [String: String]
    }

    private struct Inputs: Hashable {
        let question: PriceQuestion
        let state: String?
        let feeds: [FeedMark]
    }

    /// Evaluates all alerts once. Returns when to evaluate again without a new fetch; nil for never.
    package func evaluate() async throws -> Timestamp? {
        let now = now()
        let alerts = try await store.following.alertsToTell()
        var people: [Int64: Person] = [:]
        for id in Set(alerts.map(\.person)) { people[id] = try await store.people.person(id) }
        var questions: [Subject: [(alert: PriceAlert, question: PriceQuestion)]] = [:]
        for alert in alerts {
            guard let board = boards[alert.board], let person = people[alert.person] else { continue }
            let zone = due.zone(of: .init(.everything, channels: [], quietHours: alert.settings.quietHours), own: alert.zone)
            guard let question = Self.question(alert, board, person, zone) else { continue }
            let subject = Subject(board: question.board, fuel: question.fuel, given: alert.settings.given)
            questions[subject, default: []].append((alert, question))
        }
        looks.keep(Set(alerts.map(\.id)))
        var next: Timestamp?
        for (subject, asked) in questions {
            do {
                let again = try await evaluate(at: asked, about: subject, now)
                next = [next, again].compactMap { $0 }.min()
            } catch let error where !(error is CancellationError) {
                // The board's file may be wrong for this fuel only; the other alerts continue.
                logger.warning("price alerts are left out", metadata: ["board": "\(subject.board)", "problem": "\(error)"])
            }
        }
        return next
    }

    private static func question(_ alert: PriceAlert, _ board: Board, _ person: Person, _ zone: TimeZone) -> PriceQuestion? {
        PriceQuestion(alert.settings, since: alert.since, on: board, person.settings.stations(of: board.name), zone: zone)
    }

    /// Evaluates the alerts on the same feeds; returns when to evaluate them again.
    private func evaluate(
        at asked: [(alert: PriceAlert, question: PriceQuestion)], about subject: Subject, _ now: Timestamp
    ) async throws -> Timestamp? {
        guard let board = boards[subject.board], let plan = board.stations, let fuel = plan.fuel(named: subject.fuel) else { return nil }
        // Requesting the feeds keeps them scheduled, as a watch does.
        let feeds = try await watcher.feeds(of: board, subject.given.merging(fuel.with) { _, fuel in fuel })
        // The first reading of a feed doesn't count as a change.
        let marks = feeds.map(FeedMark.init)
        var offers: [StationOffer]?
        var next: Timestamp?
        for (alert, question) in asked {
            if let last = looks.standing(alert.id, with: Inputs(question: question, state: alert.state, feeds: marks), at: now) {
                next = [next, last.again].compactMap { $0 }.min()
                continue
            }
            if offers == nil {
                var records: [StoredRecord] = []
                for feed in feeds { records += try await store.feeds.records(of: feed, board.schema, limit: Self.rowLimit) }
                offers = plan.offers(of: records, fuel: fuel, at: now)
            }
            let before = PriceAlertState(stored: alert.state)
            let finding = question.evaluate(offers ?? [], before, at: now)
            next = [next, finding.again].compactMap { $0 }.min()
            var state = alert.state
            if finding.state != before {
                let json = FeedHealth.json(of: finding.state)
                let isSettled = try await store.following.settle(
                    alert, json, saying: finding.news.map { FeedHealth.json(of: $0) }, due: due(alert, finding, at: now), at: now)
                // The alert was changed meanwhile; the next round evaluates it.
                guard isSettled else { continue }
                state = json
            }
            let settled = Inputs(question: question, state: state, feeds: marks)
            looks.record(alert.id, .init(inputs: settled, again: finding.again, at: now))
        }
        return next
    }

    /// When to send the notice: now, or when quiet hours end; nil if it is stale by then.
    private func due(_ alert: PriceAlert, _ finding: PriceQuestion.Finding, at now: Timestamp) -> Timestamp? {
        let settings = Watch.Settings(.everything, channels: alert.settings.channels, quietHours: alert.settings.quietHours)
        let time = due.time(of: settings, own: alert.zone, lastTold: nil, at: now)
        return finding.staleFrom.map { $0 <= time } ?? false ? nil : time
    }
}
