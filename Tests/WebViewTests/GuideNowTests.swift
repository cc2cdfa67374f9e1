import BoardPages
import Localisation
import Records
import Serving
import Testing

@testable import GuidePages
@testable import Web

@Suite("What is on now and next")
struct GuideNowTests {
    private static let schema = Schema(fields: [
        Field(name: "channel", kind: .text), Field(name: "start", kind: .timestamp), Field(name: "stop", kind: .timestamp),
        Field(name: "title", kind: .text),
        Field(name: "subtitle", kind: .text), Field(name: "channel_name", kind: .text),
    ])

    /// Minutes after ten.
    private static func time(_ minute: Int) -> Timestamp { Timestamp(milliseconds: 1_793_527_200_000 + Int64(minute) * 60_000) }

    private static func guide(
        at minute: Int, _ programmes: [(channel: String, minutes: Range<Int>, title: String)],
        _ lineUp: GuideLineUp = GuideLineUp(GuideSettings(board: "guide")), known: [GuideChannel] = []
    ) -> GuideNow {
        let records = programmes.enumerated().map { index, one in
            let values: [Value?] = [
                .text(one.channel), .timestamp(time(one.minutes.lowerBound)), .timestamp(time(one.minutes.upperBound)), .text(one.title),
                nil, nil,
            ]
            return StoredRecord(id: Int64(index), record: Record(values), position: index)
        }
        return GuideNow(records, schema, lineUp, known: known, at: time(minute))
    }

    @Test("at the minute at which one ends only the next is on")
    func boundary() {
        let programmes = [("a", 0..<30, "News"), ("a", 30..<60, "Film"), ("a", 60..<90, "Late")]
        let before = Self.guide(at: 29, programmes).channels[0]
        #expect(before.now.map(\.title) == ["News"])
        #expect(before.next?.title == "Film")
        let then = Self.guide(at: 30, programmes).channels[0]
        #expect(then.now.map(\.title) == ["Film"])
        #expect(then.next?.title == "Late")
    }

    @Test("for scripts it is JSON")
    func json() {
        let guide = Self.guide(at: 29, [("a", 0..<30, "News"), ("a", 30..<60, "Film")])
        let (zero, half, end) = (Self.time(0).milliseconds, Self.time(30).milliseconds, Self.time(60).milliseconds)
        #expect(
            guide.json.closed == """
                {"at":\(Self.time(29).milliseconds),"change":\(half),"channels":[{"id":"a","name":"a",\
                "now":[{"id":0,"start":\(zero),"stop":\(half),"title":"News"}],"next":{"id":1,"start":\(half),"stop":\(end),"title":"Film"}}]}
                """)
    }

    @Test(
        "a small screen without scripts asks again when something changes, neither at once nor much later",
        arguments: [(nil, 600), (-5, 10), (0, 10), (9, 10), (90, 91), (3600, 600)] as [(Int?, Int)])
    func again(change: Int?, seconds: Int) {
        let now = Self.time(0)
        #expect(GuideGlance.seconds(until: change.map { now + .seconds($0) }, from: now) == seconds)
    }

    @Test("overlaps are all on, the one that began last first; what has no length is none; a gap is one")
    func uneven() {
        let guide = Self.guide(
            at: 20,
            [("a", 0..<60, "Long"), ("a", 10..<40, "Short"), ("a", 20..<20, "Headlines"), ("b", 30..<40, "Later"), ("c", 0..<10, "Over")])
        #expect(guide.channels.map(\.channel.name) == ["a", "b"])
        #expect(guide.channels[0].now.map(\.title) == ["Short", "Long"])
        #expect(guide.channels[0].next == nil)
        #expect(guide.channels[1].now.isEmpty)
        #expect(guide.channels[1].next?.title == "Later")
        #expect(guide.nextChange == Self.time(30))
        #expect(Self.guide(at: 0, []).nextChange == nil)
    }

    @Test("a channel is called as it is known, or as the record says that is first in its source's order")
    func names() {
        let named: [(position: Int, name: String)] = [(7, "Old Harbour"), (2, "Harbour One"), (5, "Harbour")]
        let records = named.enumerated().map { index, one in
            let start = Self.time(index * 10)
            let values: [Value?] = [
                .text("a"), .timestamp(start), .timestamp(start + .seconds(600)), .text("News"), nil, .text(one.name),
            ]
            return StoredRecord(id: Int64(index), record: Record(values), position: one.position)
        }
        let lineUp = GuideLineUp(GuideSettings(board: "guide"))
        #expect(GuideNow(records, Self.schema, lineUp, at: Self.time(0)).channels.map(\.channel.name) == ["Harbour One"])
        let known = [GuideChannel(id: "a", name: "First Source"), GuideChannel(id: "a", name: "Second Source")]
        #expect(GuideNow(records, Self.schema, lineUp, known: known, at: Self.time(0)).channels.map(\.channel.name) == ["First Source"])
    }

    @Test(
        "without a channel to show, it says whether all are hidden, the group has none, or there are no programmes",
        arguments: [
            (["a"], "Evening", ["b"], "No channels in this group. Choose another group, or show hidden channels under “My channels”."),
            ([], "Night", ["b"], "No channels in this group. Choose another group, or show hidden channels under “My channels”."),
            (["a", "b"], nil, ["b"], "You’ve hidden all channels. Show some of them under “My channels”."),
            ([], "Evening", ["b"], "No programmes on these channels for the next twelve hours. Other channels have some."),
            (["b"], nil, ["b"], "No programmes on these channels for the next twelve hours. Other channels have some."),
            ([], "Evening", [], "The guide has no programmes for the next twelve hours. They appear here after the next check."),
        ] as [([String], String?, [String], String)])
    func nothing(hidden: [String], group: String?, on: [String], sentence: String) {
        var settings = GuideSettings(board: "guide")
        settings.set("Evening", ["a"])
        for channel in hidden { settings.hide(channel) }
        let known = ["a", "b"].map { GuideChannel(id: $0, name: $0) }
        let guide = Self.guide(at: 0, on.map { ($0, 0..<30, "News") }, GuideLineUp(settings, group: group), known: known)
        #expect(GuideNowView(words: .english, paths: BoardPaths("guide")).html(guide).text == #"<p class="empty">\#(sentence)</p>"#)
    }

    @Test("channels go by their names, numbers by their size")
    func order() {
        let guide = Self.guide(at: 0, ["BBC 10", "bbc 2", "Arte"].map { ($0, 0..<10, "News") })
        #expect(guide.channels.map(\.channel.name) == ["Arte", "bbc 2", "BBC 10"])
    }

    @Test("how much is over", arguments: [(0, 0.0), (15, 0.5), (29, 29.0 / 30)])
    func share(minute: Int, expected: Double) {
        let guide = Self.guide(at: minute, [("a", 0..<30, "News")])
        #expect(guide.channels[0].now[0].share(at: Self.time(minute)) == expected)
    }
}
