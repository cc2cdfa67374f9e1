import Foundation
import Localisation
import Records
import Testing
import Watching

@Suite("What a reminder tells")
struct ReminderQuestionTests {
    /// Eight in the evening of a day in November.
    static let eight = Timestamp(milliseconds: 1_764_014_400_000)

    static func showing(
        _ title: String = "Night Ferry", at minutes: Int = 0, on channel: String = "One", episode: Int? = nil, lasting length: Int = 60
    ) -> Reminder.Showing {
        let start = eight + .seconds(60 * minutes)
        var showing = Reminder.Showing(
            channel: channel, channelName: channel, start: start, stop: start + .seconds(60 * length), title: title, record: 1)
        showing.episode = episode
        return showing
    }

    static func at(_ minutes: Int) -> Timestamp { eight + .seconds(60 * minutes) }

    @Test("the numbers of a series and an episode are said without separators")
    func numbers() {
        var showing = Self.showing(episode: 4123)
        showing.season = 2026
        let news = ReminderNews(board: "guide", .begins, showing)
        #expect(ReminderWriter(Words(language: "de")).lines(of: news).last == "Staffel 2026, Folge 4123")
        #expect(ReminderWriter(.english).lines(of: news).last == "Series 2026, episode 4123")
    }

    /// A reminder that is checked against one guide after another.
    private struct Asked {
        let question: ReminderQuestion
        var state: ReminderState?
        var again: Timestamp?
        var isOver = false

        init(_ rule: Reminder.Rule, minutes: Int = 5, since: Timestamp = at(-600)) {
            question = ReminderQuestion(.init(rule, minutes: minutes), on: "guide", since: since)
        }

        /// The notice, as `begins +60`: the start in minutes after eight.
        mutating func look(at minutes: Int, _ guide: [Reminder.Showing]) -> [String] {
            let now = ReminderQuestionTests.at(minutes)
            let finding = question.evaluate(guide.filter { $0.over > now || state == nil }, state, at: now)
            (state, again, isOver) = (finding.state, finding.again, finding.isOver)
            let repeated = question.evaluate(guide.filter { $0.over > now }, state, at: now)
            #expect(repeated.news.isEmpty, "a second look at the same tells nothing")
            return finding.news.map { news in
                "\(news.event.rawValue) \((news.showing.start - ReminderQuestionTests.eight).wholeMilliseconds / 60_000)"
            }
        }
    }

    // MARK: A programme

    @Test("a programme is told once, so long before its start", arguments: [0, 5, 15, 60])
    func once(minutes: Int) {
        let guide = [Self.showing()]
        var asked = Asked(.programme(guide[0]), minutes: minutes)
        #expect(asked.look(at: -200, guide).isEmpty)
        #expect(asked.again == Self.at(-minutes))
        #expect(asked.look(at: -minutes, guide) == ["begins 0"])
        #expect(asked.look(at: 30, guide).isEmpty)
        #expect(!asked.isOver)
        #expect(asked.look(at: 60, guide).isEmpty)
        #expect(asked.isOver)
        #expect(asked.again == nil)
    }

    @Test("one that moves before is told at its new time only", arguments: [-45, 10, 90, 1400])
    func follows(minutes: Int) {
        var asked = Asked(.programme(Self.showing()))
        #expect(asked.look(at: -100, [Self.showing()]).isEmpty)
        let moved = [Self.showing(at: minutes)]
        #expect(asked.look(at: -99, moved).isEmpty)
        #expect(asked.again == Self.at(minutes - 5))
        #expect(asked.look(at: minutes - 5, moved) == ["begins \(minutes)"])
        #expect(asked.look(at: minutes + 1, moved).isEmpty)
    }

    @Test("one that is due by its move is told at once, with the time that its person knew")
    func dueByMove() {
        var asked = Asked(.programme(Self.showing()))
        _ = asked.look(at: -100, [Self.showing()])
        let finding = asked.question.evaluate([Self.showing(at: -97)], asked.state, at: Self.at(-99))
        #expect(finding.news == [ReminderNews(board: "guide", .begins, Self.showing(at: -97), before: Self.eight)])
    }

    @Test("one that moves to a later time after it was told is said to have moved, and is told once more, whatever comes then")
    func movesAfter() {
        var asked = Asked(.programme(Self.showing()))
        #expect(asked.look(at: -5, [Self.showing()]) == ["begins 0"])
        #expect(asked.look(at: -3, [Self.showing(at: 60)]) == ["moved 60"])
        #expect(asked.look(at: 55, [Self.showing(at: 60)]) == ["begins 60"])
        #expect(asked.look(at: 57, [Self.showing(at: 120)]).isEmpty)
        #expect(asked.look(at: 115, [Self.showing(at: 120)]).isEmpty)
        #expect(asked.look(at: 180, [Self.showing(at: 120)]).isEmpty)
        #expect(asked.isOver)
    }

    @Test("one that moves by less than its reminder comes before is told again at once, in one notice")
    func movesALittle() {
        var asked = Asked(.programme(Self.showing()), minutes: 15)
        #expect(asked.look(at: -15, [Self.showing()]) == ["begins 0"])
        #expect(asked.look(at: -10, [Self.showing(at: 5)]) == ["begins 5"])
        var earlier = Asked(.programme(Self.showing()), minutes: 15)
        #expect(earlier.look(at: -15, [Self.showing()]) == ["begins 0"])
        #expect(earlier.look(at: -10, [Self.showing(at: -5)]).isEmpty)
    }

    @Test("one that moves by a few minutes after it was told says nothing more")
    func movesAfterByLittle() {
        var asked = Asked(.programme(Self.showing()))
        _ = asked.look(at: -100, [Self.showing()])
        #expect(asked.look(at: -5, [Self.showing()]) == ["begins 0"])
        #expect(asked.look(at: -4, [Self.showing(at: 4)]).isEmpty)
        #expect(asked.look(at: 5, [Self.showing(at: 4)]).isEmpty)
    }

    @Test("one that moves so near that its time was before the reminder was set is told at once")
    func movesBeforeSet() {
        var asked = Asked(.programme(Self.showing(at: 300)), minutes: 60, since: Self.at(-10))
        #expect(asked.look(at: -9, [Self.showing(at: 300)]).isEmpty)
        #expect(asked.look(at: 0, [Self.showing(at: 40)]) == ["begins 40"])
        #expect(asked.look(at: 40, [Self.showing(at: 40)]).isEmpty)
    }

    @Test("one that the guide no longer has is told of once, also if it comes and goes")
    func gone() {
        var asked = Asked(.programme(Self.showing()))
        _ = asked.look(at: -100, [Self.showing()])
        #expect(asked.look(at: -90, []) == ["gone 0"])
        #expect(asked.look(at: -80, [Self.showing()]).isEmpty)
        #expect(asked.look(at: -70, []).isEmpty)
        #expect(asked.look(at: -60, [Self.showing()]).isEmpty)
        #expect(asked.look(at: -5, [Self.showing()]) == ["begins 0"])
        #expect(asked.look(at: 5, []).isEmpty)
        #expect(!asked.isOver)
        #expect(asked.look(at: 60, []).isEmpty)
        #expect(asked.isOver)
    }

    @Test("another showing that the guide had beside it isn’t the one that has moved; a new one is")
    func siblings() {
        let (six, ten) = (Self.showing("News", at: -120), Self.showing("News", at: 120))
        var asked = Asked(.programme(ten))
        _ = asked.look(at: -300, [six, ten, Self.showing("News", at: 120, on: "Two")])
        #expect(asked.look(at: -290, [six]) == ["gone 120"])
        #expect(asked.look(at: -280, [six, Self.showing("News", at: 150)]).isEmpty)
        #expect(asked.look(at: 145, [Self.showing("News", at: 150)]) == ["begins 150"])
    }

    @Test("another episode, another channel, another title and another day are other programmes")
    func others() {
        let set = Self.showing(episode: 5)
        for other in [
            Self.showing(at: 30, episode: 6), Self.showing(at: 30, on: "Two", episode: 5), Self.showing("Day Ferry", at: 30),
            Self.showing(at: 1440, episode: 5),
        ] {
            var asked = Asked(.programme(set))
            _ = asked.look(at: -100, [set])
            #expect(asked.look(at: -90, [other]) == ["gone 0"])
        }
    }

    @Test("a server that was off tells it while it isn’t over, and not afterwards")
    func wasOff() {
        var late = Asked(.programme(Self.showing()))
        #expect(late.look(at: 59, [Self.showing()]) == ["begins 0"])
        var over = Asked(.programme(Self.showing()))
        #expect(over.look(at: 60, [Self.showing()]).isEmpty)
        #expect(over.isOver)
        var moved = Asked(.programme(Self.showing()))
        _ = moved.look(at: -100, [Self.showing()])
        #expect(moved.look(at: 61, [Self.showing(at: 40)]) == ["begins 40"])
    }

    @Test("a reminder that is set when its time has passed is told at the start")
    func setLate() {
        var asked = Asked(.programme(Self.showing()), minutes: 60, since: Self.at(-10))
        #expect(asked.look(at: -10, [Self.showing()]).isEmpty)
        #expect(asked.again == Self.eight)
        #expect(asked.look(at: 0, [Self.showing()]) == ["begins 0"])
    }

    @Test("headlines without a length are told within their minute")
    func noLength() {
        let headlines = Self.showing(lasting: 0)
        var asked = Asked(.programme(headlines), minutes: 0)
        #expect(asked.look(at: 0, [headlines]) == ["begins 0"])
        #expect(asked.look(at: 1, [headlines]).isEmpty)
        #expect(asked.isOver)
    }

    // MARK: Series and searches

    @Test("each episode is told at its time, and those that were on already aren’t")
    func series() {
        let guide = [
            Self.showing(at: -620, episode: 1, lasting: 60), Self.showing(at: 0, episode: 2), Self.showing(at: 60, episode: 3),
            Self.showing(at: 1440, episode: 4),
        ]
        var asked = Asked(.series(title: "Night Ferry", channel: nil, name: nil))
        #expect(asked.look(at: -600, guide).isEmpty)
        #expect(asked.again == Self.at(-5))
        #expect(asked.look(at: -5, guide) == ["begins 0"])
        #expect(asked.look(at: 70, guide) == ["begins 60"])
        #expect(asked.look(at: 1435, guide) == ["begins 1440"])
    }

    @Test("a repeat on another channel within a day is told once, an episode of its own is not a repeat")
    func repeats() {
        let guide = [
            Self.showing(at: 0, episode: 2), Self.showing(at: 0, on: "HD", episode: 2), Self.showing(at: 60, on: "Plus", episode: 2),
            Self.showing(at: 120, on: "HD", episode: 3), Self.showing(at: 1440, episode: 2),
        ]
        var asked = Asked(.search(words: "ferry"))
        #expect(asked.look(at: -5, guide) == ["begins 0"])
        #expect(asked.look(at: 58, guide).isEmpty)
        #expect(asked.look(at: 115, guide) == ["begins 120"])
        #expect(asked.look(at: 1435, guide) == ["begins 1440"])
    }

    @Test(
        "what comes daily at the same hour is told every day, also where a day has 23 or 25 hours", arguments: ["2026-10-24", "2026-03-28"])
    func daily(first: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/London"))
        var clock = ZoneClock(zone)
        let day = try #require(CalendarDate(iso: first)).daysSince1970
        let starts = (0..<3).map { Timestamp(milliseconds: clock.moments(of: Int64((day + $0) * 86_400 + 22 * 3600)).moments[0] * 1000) }
        let guide = starts.map {
            Reminder.Showing(channel: "One", channelName: "One", start: $0, stop: $0 + .seconds(1800), title: "News", record: 1)
        }
        let question = ReminderQuestion(
            .init(.series(title: "News", channel: "One", name: "One")), on: "guide", since: starts[0] + .seconds(-3600))
        var state: ReminderState?
        for start in starts {
            let finding = question.evaluate(guide.filter { $0.over > start }, state, at: start)
            #expect(finding.news.map(\.showing.start) == [start])
            state = finding.state
        }
        // A programme keeps its moment across the clock change.
        let one = ReminderQuestion(.init(.programme(guide[1])), on: "guide", since: starts[0])
        #expect(one.evaluate(guide, nil, at: starts[0]).again == starts[1] + .seconds(-300))
    }

    @Test("an episode that moves is told once, before or after it was told")
    func seriesMoves() {
        var asked = Asked(.series(title: "Night Ferry", channel: "One", name: "One"))
        _ = asked.look(at: -100, [Self.showing(at: 0, episode: 2)])
        #expect(asked.look(at: -5, [Self.showing(at: 60, episode: 2)]).isEmpty)
        #expect(asked.look(at: 55, [Self.showing(at: 60, episode: 2)]) == ["begins 60"])
        #expect(asked.look(at: 57, [Self.showing(at: 90, episode: 2)]).isEmpty)
        #expect(asked.look(at: 88, [Self.showing(at: 90, episode: 2)]).isEmpty)
        #expect(asked.state?.entries.map(\.moves) == [2])
        #expect(asked.state?.entries.map(\.number) == [1])
    }

    @Test("a search that finds very much knows the next ones, and tells so many a day")
    func bounded() {
        let guide = (0..<300).map { Self.showing("Film \($0)", at: $0 * 10) }
        var asked = Asked(.search(words: "film"))
        _ = asked.look(at: -100, guide)
        #expect(asked.state?.entries.count == Reminder.Limits.known)
        var told: [String] = []
        for minutes in stride(from: 0, to: 1430, by: 10) { told += asked.look(at: minutes, guide) }
        #expect(told.count == Reminder.Limits.toldADay)
        #expect((asked.state?.entries.count ?? .max) <= Reminder.Limits.known + Reminder.Limits.toldADay)
        // The earliest reported showing makes room a day later.
        #expect(asked.look(at: 1440, guide).count == 1)
    }
}
