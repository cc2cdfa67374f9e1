import Boards
import DemoPublishing
import Extraction
import Foundation
import Records
import Testing

@Suite("The sample guide in both of its formats")
struct DemoGuideTests {
    private struct Shown: Hashable {
        let channel: String
        let start: Timestamp
        let stop: Timestamp
        let title: String
        let subtitle: String?
        let season: Double?
        let episode: Double?
        let film: Bool
    }

    private static let yaml = """
        title: T
        view: list
        source: { url: 'https://guide.example/x' }
        extract: { gzip: { guide: OPTIONS } }
        fields:
          start: { type: timestamp, key: true }
          stop: { type: timestamp }
          channel: { type: text, key: true }
          title: { type: text, key: true }
          subtitle: { type: text, optional: true }
          season: { type: number, optional: true }
          episode: { type: number, optional: true }
          film: { type: flag, optional: true }
          approximate: { type: flag, optional: true }
          share: { type: text, optional: true }
        """

    private static func read(_ document: String, options: String) throws -> (shown: [Shown], notes: ReadingNotes) {
        try read(Array(document.utf8), options: options)
    }

    private static func read(_ document: [UInt8], options: String) throws -> (shown: [Shown], notes: ReadingNotes) {
        let board = try Board(
            try BoardFile.declaration(of: yaml.replacing("OPTIONS", with: options)), name: "t", folder: URL(fileURLWithPath: "/"))
        var (run, shown) = (board.begin(), [Shown]())
        func take(_ extracted: Extracted) {
            guard case .final(_, let record) = extracted, case .timestamp(let start)? = record.values[0],
                case .timestamp(let stop)? = record.values[1]
            else { return }
            func number(_ place: Int) -> Double? { if case .number(let number)? = record.values[place] { number } else { nil } }
            shown.append(
                Shown(
                    channel: String((record.values[2]?.text ?? "").prefix(3)), start: start, stop: stop,
                    title: record.values[3]?.text ?? "",
                    subtitle: record.values[4]?.text, season: number(5), episode: number(6), film: record.values[7] != nil))
        }
        try run.append(document, take)
        try run.finish(take)
        return (shown, run.notes)
    }

    // The mornings before the clocks change in London, in spring and in autumn, and one far from both.
    @Test(
        "they give the same programmes, across both changes of the clock",
        arguments: [1_774_684_800, 1_792_828_800, 1_781_000_000])
    func same(morning: Int) throws {
        let guide = DemoGuide()
        let document = guide.xmltv(at: morning, base: "http://x/")
        let xml = try Self.read(document, options: "{}")
        var rows: [Shown] = []
        for channel in DemoGuide.channels {
            let file = try #require(guide.radioTimesFile(channel.number, at: morning))
            let read = try Self.read(file, options: "{ channel: '\(channel.id.prefix(3))' }")
            #expect((String(validating: file, as: UTF8.self) == nil) == (channel.number == DemoGuide.olderChannel))
            #expect(read.notes.leftOutCount == 0)
            #expect(read.notes.notice?.hasPrefix("In accessing this XML feed") == true)
            rows += read.shown
        }
        #expect(xml.notes.leftOutCount == 0)
        #expect(xml.notes.mendedWords?.contains("twice in the file: 1") == true)
        #expect(xml.notes.silent == ["Harbour Test Card"])
        #expect(xml.notes.mendedWords?.contains("what XML doesn’t allow in a text") == true)
        #expect(try Self.read(guide.packedXMLTV(at: morning, base: "http://x/"), options: "{}").shown == xml.shown)
        #expect(rows.count > 12 * 14 * 20)
        // Its difficult parts are there, and nothing is left of them in the result.
        let mended = xml.notes.mendedWords ?? ""
        for words in ["an end before the start", "an end over a day after the start", "no end", "over into the next"] {
            #expect(mended.contains(words), "\(words)")
        }
        #expect(document.contains("Ã©"))
        #expect(!rows.contains { $0.title.contains("Ã") })
        #expect(rows.contains { $0.title == "Café Society" || $0.title == "Café Société" })
        #expect(document.contains("clumpidx=\"1/2\""))
        let weather = rows.filter { $0.title == "Weather for the Coast" }
        #expect(!weather.isEmpty)
        #expect(
            weather.allSatisfy { one in
                rows.contains { $0 != one && $0.channel == one.channel && $0.start == one.start && $0.stop == one.stop }
            })
        func joins(_ channel: String) -> [(stop: Timestamp, next: Timestamp)] {
            let own = rows.filter { $0.channel == channel && $0.stop > $0.start }.sorted { $0.start < $1.start }
            return zip(own, own.dropFirst()).map { ($0.stop, $1.start) }
        }
        #expect(joins("105").contains { $0.stop > $0.next })
        #expect(joins("109").contains { $0.stop < $0.next })
        // The last of each channel has no end in XMLTV.
        let last = Dictionary(grouping: rows, by: \.channel).mapValues { $0.map(\.start).max() }
        func whole(_ shown: [Shown]) -> Set<Shown> { Set(shown.filter { $0.start != last[$0.channel] }) }
        let (one, other) = (whole(xml.shown), whole(rows))
        #expect(one == other, "\(one.symmetricDifference(other).prefix(4))")
    }

    @Test("a day is the same whenever it is published, and days join each other")
    func steady() throws {
        let guide = DemoGuide()
        let (today, tomorrow) = (1_781_000_000, 1_781_086_400)
        let one = try Self.read(try #require(guide.radioTimes(101, at: today)), options: "{ channel: '101' }").shown
        let next = try Self.read(try #require(guide.radioTimes(101, at: tomorrow)), options: "{ channel: '101' }").shown
        #expect(Set(next.filter { $0.start <= one[one.count - 1].start }).isSubset(of: Set(one)))
        let lasting = one.filter { $0.stop > $0.start }
        #expect(zip(lasting, lasting.dropFirst()).allSatisfy { $0.stop == $1.start })
        #expect(guide.radioTimes(1, at: today) == nil)
        #expect(DemoGuide.logo(1) == nil)
        #expect(DemoGuide.channels.allSatisfy { DemoGuide.logo($0.number)?.starts(with: [0x89, 0x50]) == true })
        #expect(DemoGuide.channelList.split(separator: "\n").count == DemoGuide.channels.count + 2)
    }
}
