import Boards
import Fetching
import Foundation
import Localisation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

@Suite("The keeper of reminders")
struct ReminderKeeperTests {
    typealias Question = ReminderQuestionTests

    /// A keeper over a store with a guide, its clock in our hand.
    private final class Desk: Sendable {
        let folder: TemporaryFolder
        let store: Store
        let board: Board
        let ada: Person
        private let fetcher = Fetcher(Fetcher.Configuration())
        private let clock = Mutex(Question.at(-600))

        init() async throws {
            folder = try TemporaryFolder()
            store = try Store(in: folder.url)
            let declaration = try BoardFile.declaration(
                of: """
                    title: Guide
                    about: What is on.
                    view: guide
                    source: { url: 'https://guide.example/guide.xml' }
                    extract: { guide: {} }
                    fields:
                      start: { type: timestamp, key: true }
                      stop: { type: timestamp }
                      channel: { type: text, key: true }
                      title: { type: text, key: true }
                      episode: { type: number, optional: true }
                      description: { type: text, optional: true }
                    """)
            board = try Board(declaration, name: "guide", folder: URL(fileURLWithPath: "/"))
            try await store.feeds.prepare(board.name, board.schema)
            ada = try await store.people.person(named: "Ada", at: Question.at(-600))
            _ = try await store.following.addChannel(of: ada, named: "hook", kind: "webhook", address: "{}", at: Question.at(-600))
        }

        var now: Timestamp {
            get { clock.withLock { $0 } }
            set { clock.withLock { $0 = newValue } }
        }

        var watcher: Watcher { Watcher(boards: [board], store: store, fetcher: fetcher) }

        /// A keeper without knowledge of earlier evaluations, as after a restart.
        func keeper() -> ReminderKeeper { ReminderKeeper(boards: [board], store: store, watcher: watcher, now: { self.now }) }

        func publish(_ showings: [Reminder.Showing]) async throws {
            now = now + .seconds(1)
            let feed = try await watcher.feeds(of: board)[0]
            let records = showings.map { showing in
                Record([
                    .timestamp(showing.start), .timestamp(showing.stop), .text(showing.channel), .text(showing.title),
                    showing.episode.map { .number(Double($0)) }, .text("About the sea"),
                ])
            }
            let schema = board.schema
            _ = try await store.feeds.apply(records.count, to: feed, schema, FetchReport(began: now, ended: now, bytes: 1)) {
                try Comparison.difference(from: $0, to: records, schema)
            }
        }

        func add(_ rule: Reminder.Rule, minutes: Int = 5) async throws -> Reminder {
            try await store.reminders.addReminder(of: ada, on: board.name, .init(rule, minutes: minutes), at: now)
        }

        /// The texts of the person's list, oldest first.
        func said() async throws -> [String] {
            try await store.following.notices(of: ada).reversed().compactMap { stored in
                guard case .programme(let text) = stored.subject, let news = ReminderNews(stored: text) else { return nil }
                return ReminderWriter(.english).title(of: news)
            }
        }

        /// How many a channel has to send.
        func waiting() async throws -> [StoredNotice] { try await store.following.claim(by: "webhook", at: now, lease: .seconds(60)) }

        func end() async throws { try await fetcher.shutdown() }
    }

    @Test("a programme that has moved is told once at its new time, whoever looks how often, also after a restart")
    func moved() async throws {
        let desk = try await Desk()
        try await desk.publish([Question.showing(), Question.showing("Other", at: 90)])
        _ = try await desk.add(.programme(Question.showing()))
        let keeper = desk.keeper()
        #expect(try await keeper.evaluate() == Question.at(-5))
        try await desk.publish([Question.showing(at: 30), Question.showing("Other", at: 90)])
        #expect(try await keeper.evaluate() == Question.at(25))
        desk.now = Question.at(0)
        _ = try await keeper.evaluate()
        #expect(try await desk.said().isEmpty)
        desk.now = Question.at(25)
        for _ in 0..<3 { _ = try await keeper.evaluate() }
        _ = try await desk.keeper().evaluate()
        #expect(try await desk.said() == ["20:30 UTC: Night Ferry"])
        let waiting = try await desk.waiting()
        try #require(waiting.count == 1)
        #expect(waiting[0].reminder == 1)
        #expect(waiting[0].watch == nil)
        #expect(waiting[0].alert == nil)
        let reminder = try #require(try await desk.store.reminders.all(of: desk.ada).first)
        #expect(reminder.state?.entries.map(\.moves) == [1])
        desk.now = Question.at(90)
        _ = try await keeper.evaluate()
        #expect(try await desk.store.reminders.all(of: desk.ada).isEmpty)
        #expect(try await desk.said().count == 1)
        try await desk.end()
    }

    @Test("of a guide that is not read yet, or has been emptied, nothing is gone; of one without the programme it is, once")
    func gone() async throws {
        let desk = try await Desk()
        _ = try await desk.add(.programme(Question.showing()))
        #expect(try await desk.keeper().evaluate() == nil)
        try await desk.publish([Question.showing("Other", at: 90)])
        let keeper = desk.keeper()
        for _ in 0..<3 { _ = try await keeper.evaluate() }
        #expect(try await desk.said() == ["Night Ferry is no longer in the guide"])
        try await desk.end()
    }

    @Test("a series and a search tell of what the guide gets after them, by title and by all words")
    func every() async throws {
        let desk = try await Desk()
        try await desk.publish([Question.showing("Other", at: 0)])
        _ = try await desk.add(.series(title: "Night Ferry", channel: nil, name: nil))
        _ = try await desk.add(.series(title: "Night Ferry", channel: "Two", name: "Two"), minutes: 0)
        _ = try await desk.add(.search(words: "sea harb"), minutes: 15)
        let keeper = desk.keeper()
        #expect(try await keeper.evaluate() == nil)
        try await desk.publish([
            Question.showing(at: 30, episode: 1), Question.showing(at: 60, on: "Two", episode: 1),
            Question.showing("Night Ferry Special", at: 40),
            Question.showing("Harbour", at: 50),
        ])
        #expect(try await keeper.evaluate() == Question.at(25))
        var said: [String] = []
        for minutes in [25, 35, 55, 60] {
            desk.now = Question.at(minutes)
            _ = try await keeper.evaluate()
            let all = try await desk.said()
            said += all.dropFirst(said.count).map { "\(minutes) \($0)" }
        }
        #expect(said == ["25 20:30 UTC: Night Ferry", "35 20:50 UTC: Harbour", "60 21:00 UTC: Night Ferry"])
        try await desk.end()
    }

    @Test("a reminder that was removed is not told, and takes along what waits to be sent; a former look stores nothing")
    func removed() async throws {
        let desk = try await Desk()
        try await desk.publish([Question.showing()])
        let reminder = try await desk.add(.programme(Question.showing()))
        desk.now = Question.at(-5)
        _ = try await desk.keeper().evaluate()
        #expect(try await desk.said().count == 1)
        #expect(try await desk.store.reminders.removeReminder(reminder.id, of: desk.ada))
        #expect(try await desk.waiting().isEmpty)
        #expect(try await desk.said().count == 1)
        #expect(try await !desk.store.reminders.settle(reminder, ReminderState(), saying: ["{}"], at: desk.now))
        #expect(try await desk.said().count == 1)
        try await desk.end()
    }
}
