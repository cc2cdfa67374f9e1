import Records
import Testing

@testable import GuidePages
@testable import Web

@Suite("What has changed in a guide")
struct GuideChangesTests {
    private typealias One = (channel: String, minutes: Range<Int>, title: String, subtitle: String?)

    /// Minutes after ten.
    private static func time(_ minute: Int) -> Timestamp { Timestamp(milliseconds: 1_793_527_200_000 + Int64(minute) * 60_000) }

    private static func showing(_ one: One, seen: Int = 0) -> GuideChanges.Showing {
        let programme = GuideProgramme(
            id: 1, start: time(one.minutes.lowerBound), stop: time(one.minutes.upperBound), title: one.title, subtitle: one.subtitle)
        return GuideChanges.Showing(channel: GuideChannel(id: one.channel, name: one.channel), programme: programme, seen: time(seen))
    }

    /// Kind, title and the minute of each change. A new programme is `added`; so is a `fresh` one.
    private static func changes(_ former: [One], _ current: [One], fresh: [One] = [], at minute: Int = 0) -> [String] {
        let kept = Set(former.map { showing($0).place })
        let (was, now) = (former.map { showing($0, seen: -9) }, (current + fresh).map { showing($0) })
        let added = Dictionary(now.filter { !kept.contains($0.place) }.map { ($0.place, time(-5)) }) { first, _ in first }
        return GuideChanges(was, current: now, added: added, at: time(minute)).entries.map { entry in
            let start = (entry.programme.start - time(0)).wholeMilliseconds / 60_000
            let from = entry.former.map { ($0.start - time(0)).wholeMilliseconds / 60_000 }
            return "\(entry.kind) \(entry.programme.title) \(start)" + (from.map { $0 == start ? "" : " from \($0)" } ?? "")
        }
    }

    @Test("a title that is at another time on its channel has moved; at the start of another title it is replaced, or else dropped")
    func kinds() {
        let former: [One] = [
            ("a", 0..<60, "Film", nil), ("a", 60..<90, "News", nil), ("a", 90..<120, "Talk", nil), ("b", 0..<30, "Quiz", nil),
        ]
        let current: [One] = [
            ("a", 0..<30, "Storm", nil), ("a", 30..<90, "Film", nil), ("a", 90..<130, "Talk", nil), ("b", 0..<30, "Music", nil),
        ]
        #expect(
            Self.changes(former, current) == [
                "new Storm 0", "replaced Music 0", "moved Film 30 from 0", "dropped News 60", "altered Talk 90",
            ])
    }

    @Test("what a guide grows by is no change, nor is what it was before")
    func growth() {
        let former: [One] = [("a", 0..<60, "Film", "One")]
        #expect(Self.changes(former, former, fresh: [("a", 60..<90, "Tomorrow", nil), ("b", 0..<60, "Other", nil)]) == [])
        #expect(Self.changes(former, [("a", 0..<60, "Film", nil)]) == [])
        #expect(Self.changes([], [], fresh: [("a", 0..<60, "Film", nil)]) == [])
        // Announced in place of another programme.
        #expect(
            Self.changes(former, [("a", 0..<50, "Film", "One"), ("a", 50..<60, "Weather", nil)]) == ["altered Film 0", "new Weather 50"])
    }

    @Test("of several with one title the nearest has moved, and the other one is dropped")
    func nearest() {
        let news: [One] = [("a", 0..<30, "News", nil), ("a", 240..<270, "News", nil)]
        #expect(Self.changes(news, [("a", 245..<275, "News", nil)]) == ["dropped News 0", "moved News 245 from 240"])
        #expect(Self.changes([news[0]], [("b", 5..<35, "News", nil)]) == ["dropped News 0"])
        #expect(Self.changes([news[0]], [("a", 1441..<1471, "News", nil)]) == ["dropped News 0"])
        #expect(Self.changes([news[0]], [("a", 1440..<1470, "News", nil)]) == ["moved News 1440 from 0"])
    }

    @Test("another episode at the same time is a change, and no move from another time")
    func episodes() {
        let former: [One] = [("a", 0..<60, "Ferry", "One"), ("a", 120..<180, "Ferry", "Two")]
        #expect(Self.changes(former, [("a", 0..<60, "Ferry", "Three"), former[1]]) == ["altered Ferry 0"])
        #expect(Self.changes(former, [("a", 10..<70, "Ferry", "Two")]) == ["dropped Ferry 0", "moved Ferry 10 from 120"])
    }

    @Test("what is over is none, unless it comes again")
    func over() {
        let former: [One] = [("a", 0..<60, "Film", nil), ("a", 60..<90, "News", nil)]
        #expect(Self.changes(former, [], at: 60) == ["dropped News 60"])
        #expect(Self.changes(former, [("a", 100..<160, "Film", nil)], at: 90) == ["moved Film 100 from 0"])
    }
}
