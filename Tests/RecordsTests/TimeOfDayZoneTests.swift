import Foundation
import Records
import Testing

@Suite("Times of day in a zone") struct TimeOfDayZoneTests {
    private func next(_ time: String, after: String, in zone: String) throws -> String {
        let time = try #require(TimeOfDay(time))
        return time.next(after: try #require(Timestamp(iso: after)), in: try #require(TimeZone(identifier: zone))).description
    }

    @Test("the next of a time is today or tomorrow, and never now")
    func ordinary() throws {
        #expect(try next("07:00", after: "2026-01-15T05:59:59Z", in: "Europe/Berlin") == "2026-01-15T06:00:00Z")
        #expect(try next("07:00", after: "2026-01-15T06:00:00Z", in: "Europe/Berlin") == "2026-01-16T06:00:00Z")
        #expect(try next("00:00", after: "2026-01-15T12:00:00Z", in: "Pacific/Auckland") == "2026-01-16T11:00:00Z")
        #expect(try next("24:00", after: "2026-01-15T12:00:00Z", in: "GMT") == "2026-01-16T00:00:00Z")
        #expect(try next("05:45", after: "1969-12-31T12:00:00Z", in: "GMT") == "1970-01-01T05:45:00Z")
    }

    @Test("a time that is skipped in spring is when the clock jumps")
    func spring() throws {
        #expect(try next("02:30", after: "2026-03-28T23:00:00Z", in: "Europe/Berlin") == "2026-03-29T01:00:00Z")
        #expect(try next("02:30", after: "2026-03-29T01:00:00Z", in: "Europe/Berlin") == "2026-03-30T00:30:00Z")
        #expect(try next("07:00", after: "2026-03-28T23:00:00Z", in: "Europe/Berlin") == "2026-03-29T05:00:00Z")
        // By half an hour only.
        #expect(try next("02:15", after: "2026-10-03T14:00:00Z", in: "Australia/Lord_Howe") == "2026-10-03T15:30:00Z")
    }

    @Test("a time that comes twice in autumn comes twice")
    func autumn() throws {
        #expect(try next("02:30", after: "2026-10-25T00:00:00Z", in: "Europe/Berlin") == "2026-10-25T00:30:00Z")
        #expect(try next("02:30", after: "2026-10-25T00:30:00Z", in: "Europe/Berlin") == "2026-10-25T01:30:00Z")
        #expect(try next("02:30", after: "2026-10-25T01:30:00Z", in: "Europe/Berlin") == "2026-10-26T01:30:00Z")
    }

    @Test("what the clock shows at a moment")
    func shown() throws {
        let zone = try #require(TimeZone(identifier: "Asia/Kathmandu"))
        #expect(TimeOfDay(of: try #require(Timestamp(iso: "2026-01-15T20:00:00Z")), in: zone)?.description == "01:45")
        #expect(TimeOfDay(of: Timestamp(milliseconds: -1), in: .gmt)?.description == "23:59:59")
    }
}
