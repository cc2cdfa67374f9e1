package import Boards
import Foundation
import Logging
package import Records
import ServiceLifecycle
package import Storage
import Synchronization

/// Looks at the price alerts of everybody whenever prices may have changed, and tells what there is to tell.
///
/// One a server, run as a `Service`. It is woken when a fetch was noted or an alert was altered (`bell`), and wakes by itself when prices come
/// into force and digests are due; once a minute besides, for what other processes have stored. An alert is evaluated only where something that
/// it depends on has changed. What it has come to and what is told are one transaction, so a kill at any moment loses nothing and repeats nothing.
package final class AlertKeeper: Service {
    private let boards: [String: Board]
    private let store: Store
    private let watcher: Watcher
    private let due: Due
    private let now: Now
    private let bell: Bell
    /// What each alert was last looked at with, and when to look again although nothing of that has changed.
    private let looked = Mutex<[PriceAlert.ID: Look]>([:])
    private let logger = Logger(label: "tidings.alerts")

    private static let longestPause = Duration.seconds(60)
    /// Of a source that has more rows, the first are looked at.
    private static let rowLimit = 20_000

    package init(
        boards: [Board], store: Store, watcher: Watcher, bell: Bell = Bell(), due: Due = Due(), now: @escaping Now = Timestamp.system
    ) {
        self.boards = Dictionary(boards.map { ($0.name, $0) }) { first, _ in first }
        self.store = store
        self.watcher = watcher
        self.bell = bell
        self.due = due
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                var next: Timestamp?
                do { next = try await self.look() } catch is CancellationError { return } catch {
                    self.logger.error("price alerts cannot be looked at", metadata: ["error": "\(error)"])
                }
                let pause = next.map { max(.milliseconds(1), $0 - self.now()) } ?? Self.longestPause
                await self.bell.wait(atMost: min(pause, Self.longestPause))
            }
        }
    }

    /// What alerts have in common that read the same feeds.
    private struct Subject: Hashable {
        let board: String
        let fuel: String
        let given: [String: String]
    }

    private struct Look {
        let inputs: Inputs
        let again: Timestamp?
        let at: Timestamp
    }

    private struct Inputs: Hashable {
        let question: PriceQuestion
        let state: String?
        /// Of each feed: which one it is, and its last reading that brought something.
        let readings: [Reading]
    }

    private struct Reading: Hashable {
        let feed: Feed.ID
        let changed: Timestamp?
        let count: Int
    }

    /// Looks once at all alerts. Returns when there may be something to tell although nothing new is fetched; nil: never.
    package func look() async throws -> Timestamp? {
        let now = now()
        let alerts = try await store.alertsToTell()
        var people: [Int64: Person] = [:]
        for id in Set(alerts.map(\.person)) { people[id] = try await store.person(id) }
        var questions: [Subject: [(alert: PriceAlert, question: PriceQuestion)]] = [:]
        for alert in alerts {
            guard let board = boards[alert.board], let person = people[alert.person] else { continue }
            let zone = due.zone(of: .init(.everything, channels: [], quietHours: alert.settings.quietHours), own: alert.zone)
            guard let question = Self.question(alert, board, person, zone) else { continue }
            let subject = Subject(board: question.board, fuel: question.fuel, given: alert.settings.given)
            questions[subject, default: []].append((alert, question))
        }
        let standing = Set(alerts.map(\.id))
        looked.withLock { $0 = $0.filter { standing.contains($0.key) } }
        var next: Timestamp?
        for (subject, asked) in questions {
            do {
                let again = try await look(at: asked, about: subject, now)
                next = [next, again].compactMap { $0 }.min()
            } catch let error where !(error is CancellationError) {
                // The board's file may be wrong for this fuel; the other alerts are not.
                logger.warning("price alerts are left out", metadata: ["board": "\(subject.board)", "problem": "\(error)"])
            }
        }
        return next
    }

    private static func question(_ alert: PriceAlert, _ board: Board, _ person: Person, _ zone: TimeZone) -> PriceQuestion? {
        PriceQuestion(alert.settings, since: alert.since, on: board, person.settings.stations(of: board.name), zone: zone)
    }

    /// At the alerts that are about the same feeds; returns when to look again.
    private func look(
        at asked: [(alert: PriceAlert, question: PriceQuestion)], about subject: Subject, _ now: Timestamp
    ) async throws -> Timestamp? {
        guard let board = boards[subject.board], let plan = board.stations, let fuel = plan.fuel(named: subject.fuel) else { return nil }
        // To ask for them keeps them on the schedule, as a watch does.
        let feeds = try await watcher.feeds(of: board, subject.given.merging(fuel.with) { _, fuel in fuel })
        // The first reading of a feed is no change.
        let readings = feeds.map { Reading(feed: $0.id, changed: $0.lastChange, count: $0.recordCount) }
        var offers: [StationOffer]?
        var next: Timestamp?
        for (alert, question) in asked {
            let inputs = Inputs(question: question, state: alert.state, readings: readings)
            let last = looked.withLock { $0[alert.id] }
            // A look that seems to be still to come was before the clock was set back.
            if let last, last.inputs == inputs, last.at <= now, last.again.map({ $0 > now }) ?? true {
                next = [next, last.again].compactMap { $0 }.min()
                continue
            }
            if offers == nil {
                var records: [StoredRecord] = []
                for feed in feeds { records += try await store.records(of: feed, board.schema, limit: Self.rowLimit) }
                offers = plan.offers(of: records, fuel: fuel, at: now)
            }
            let before = PriceAlertState(stored: alert.state)
            let finding = question.evaluate(offers ?? [], before, at: now)
            next = [next, finding.again].compactMap { $0 }.min()
            var state = alert.state
            if finding.state != before {
                let json = FeedHealth.json(of: finding.state)
                let isSettled = try await store.settle(
                    alert, json, saying: finding.news.map { FeedHealth.json(of: $0) }, due: due(alert, finding, at: now), at: now)
                // One that was altered meanwhile is looked at in the next round.
                guard isSettled else { continue }
                state = json
            }
            let settled = Inputs(question: question, state: state, readings: readings)
            looked.withLock { $0[alert.id] = Look(inputs: settled, again: finding.again, at: now) }
        }
        return next
    }

    /// When its channels say it: now, or when quiet hours end; nil where it is stale by then.
    private func due(_ alert: PriceAlert, _ finding: PriceQuestion.Finding, at now: Timestamp) -> Timestamp? {
        let settings = Watch.Settings(.everything, channels: alert.settings.channels, quietHours: alert.settings.quietHours)
        let time = due.time(of: settings, own: alert.zone, lastTold: nil, at: now)
        return finding.staleFrom.map { $0 <= time } ?? false ? nil : time
    }
}
