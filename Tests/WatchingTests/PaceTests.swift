import Boards
import Extraction
import Fetching
import Foundation
import Records
import Testing

@testable import Watching

private let item = "<item><title>a</title><ttl>1</ttl></item>"

/// When a source may be read again, by its own hints. 7 March 2026 is a Saturday.
@Suite("Pace") struct PaceTests {
    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(iso: text)) }

    private func notBefore(_ now: String, freshness: Duration = .zero, _ change: (inout Pacing) -> Void = { _ in }) throws -> String? {
        var pacing = Pacing()
        change(&pacing)
        return Pace(freshness: freshness, pacing).notBefore(try time(now))?.description
    }

    @Test("a source that says nothing is asked at any time")
    func nothing() throws { #expect(try notBefore("2026-03-07T09:30:00Z") == nil) }

    @Test("the longer of max-age and ttl holds, a day at most")
    func longer() throws {
        #expect(try notBefore("2026-03-07T09:30:00Z", freshness: .seconds(600)) == "2026-03-07T09:40:00Z")
        #expect(
            try notBefore("2026-03-07T09:30:00Z", freshness: .seconds(600)) { $0.timeToLive = .seconds(3600) } == "2026-03-07T10:30:00Z")
        #expect(try notBefore("2026-03-07T09:30:00Z", freshness: .seconds(31_536_000)) == "2026-03-08T09:30:00Z")
    }

    @Test("hours that are skipped are waited out, over midnight too")
    func hours() throws {
        #expect(try notBefore("2026-03-07T09:30:00Z") { $0.skippedHours = [9, 10] } == "2026-03-07T11:00:00Z")
        #expect(try notBefore("2026-03-07T23:59:59Z") { $0.skippedHours = [23, 0, 1] } == "2026-03-08T02:00:00Z")
        #expect(try notBefore("2026-03-07T08:59:00Z") { $0.skippedHours = [9, 10] } == "2026-03-07T08:59:00Z")
        // What is fresh until an hour that is skipped waits for its end.
        #expect(try notBefore("2026-03-07T08:30:00Z", freshness: .seconds(3600)) { $0.skippedHours = [9] } == "2026-03-07T10:00:00Z")
    }

    @Test("days that are skipped are waited out, and nobody stays away for more than a day")
    func days() throws {
        #expect(try notBefore("2026-03-07T20:30:00Z") { $0.skippedDays = [6] } == "2026-03-08T00:00:00Z")
        #expect(try notBefore("2026-03-07T20:30:00Z") { $0.skippedDays = [6, 0] } == "2026-03-08T20:30:00Z")
        #expect(try notBefore("2026-03-07T20:30:00Z") { $0.skippedHours = Set(0..<24) } == "2026-03-08T20:30:00Z")
    }

    @Test("a schedule does not ask before the time that the source has named, nor later than it would for another")
    func schedule() throws {
        let schedule = Schedule(period: .seconds(3600))
        let now = try time("2026-03-07T09:30:00Z")
        #expect(schedule.next(after: now, failures: 0, chance: 0.5, notBefore: now + .seconds(7200)) == now + .seconds(7200))
        #expect(schedule.next(after: now, failures: 0, chance: 0.5, notBefore: now + .seconds(60)) == now + .seconds(3600))
        #expect(schedule.next(after: now, failures: 1, chance: 0.5, notBefore: now + .seconds(600)) == now + .seconds(600))
    }

    @Test(
        "a feed's own words are read while its rows are, wherever in the channel they stand",
        arguments: [
            "<ttl>90</ttl><skipHours><hour>0</hour><hour>24</hour><hour>7</hour><hour>x</hour></skipHours>\(item)"
                + "<skipDays><day>Sunday</day><day>friday </day><day>Nonday</day></skipDays>",
            "\(item)<ttl> 90 </ttl><skipDays><day>Friday</day><day>Sunday</day></skipDays><skipHours><hour>7</hour><hour>0</hour></skipHours>",
        ])
    func realFeed(channel: String) throws {
        let pacing = try #require(try self.pacing(channel))
        #expect(pacing.timeToLive == .seconds(5400))
        #expect(pacing.skippedHours == [0, 7])
        #expect(pacing.skippedDays == [0, 5])
    }

    @Test(
        "what makes no sense is passed over",
        arguments: ["<ttl>soon</ttl>", "<ttl>-5</ttl>", "<ttl>0</ttl>", "<skipHours><hour>25</hour></skipHours>", ""])
    func nonsense(channel: String) throws { #expect(try pacing(channel + item) == nil) }

    private func pacing(_ channel: String) throws -> Pacing? {
        let yaml =
            "title: T\nview: list\nsource: { url: 'https://news.example/' }\nextract: { xml: { rows: //item } }\nfields: { title: { type: text } }\n"
        let board = try Board(BoardFile.declaration(of: yaml), name: "news", folder: URL(fileURLWithPath: "/"))
        var run = board.extractor.begin()
        var count = 0
        let document = "<?xml version='1.0'?><rss version='2.0'><channel><title>N</title>\(channel)</channel></rss>"
        for byte in document.utf8 { try run.append([byte]) { _ in count += 1 } }
        try run.finish { _ in count += 1 }
        #expect(count == 1)
        return run.pacing
    }
}
