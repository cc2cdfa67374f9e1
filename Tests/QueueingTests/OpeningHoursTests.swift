import Foundation
import Records
import Testing

@Suite("Opening hours")
struct OpeningHoursTests {
    private let hours: OpeningHours
    private let berlin: TimeZone

    init() throws {
        hours = try OpeningHours([("mon-fri", "08:30-12:00, 13:00-17:00"), ("sat", "22:00-02:00")])
        berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    }

    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(iso: text)) }

    @Test("it is open within a span, from its first moment to before its last")
    func spans() throws {
        // A Wednesday in winter: Berlin is an hour ahead.
        #expect(try !hours.isOpen(at: time("2026-11-18T07:29:59Z"), in: berlin))
        #expect(try hours.isOpen(at: time("2026-11-18T07:30:00Z"), in: berlin))
        #expect(try !hours.isOpen(at: time("2026-11-18T11:00:00Z"), in: berlin))
        #expect(try hours.closes(after: time("2026-11-18T08:00:00Z"), in: berlin) == time("2026-11-18T11:00:00Z"))
        #expect(try hours.opens(after: time("2026-11-18T11:00:00Z"), in: berlin) == time("2026-11-18T12:00:00Z"))
        #expect(try hours.closes(after: time("2026-11-18T11:30:00Z"), in: berlin) == nil)
    }

    @Test("a night's span ends on the next day")
    func night() throws {
        #expect(try hours.isOpen(at: time("2026-11-22T00:59:00Z"), in: berlin))
        #expect(try !hours.isOpen(at: time("2026-11-22T01:00:00Z"), in: berlin))
        #expect(try hours.opens(after: time("2026-11-22T01:00:00Z"), in: berlin) == time("2026-11-23T07:30:00Z"))
    }

    @Test("it opens by the clock on the wall, also when the clocks have changed")
    func clockChange() throws {
        // Friday in summer time, then Monday in winter time: 25 October 2026 has 25 hours.
        #expect(try hours.isOpen(at: time("2026-10-23T06:30:00Z"), in: berlin))
        #expect(try !hours.isOpen(at: time("2026-10-26T06:30:00Z"), in: berlin))
        #expect(try hours.isOpen(at: time("2026-10-26T07:30:00Z"), in: berlin))
    }

    @Test("what is written is read again")
    func texts() throws {
        #expect(try OpeningHours(hours.texts) == hours)
        #expect(try JSONDecoder().decode(OpeningHours.self, from: JSONEncoder().encode(hours)) == hours)
    }

    @Test(
        "what is no hours is refused",
        arguments: [("monday", "08:00-12:00"), ("mon", "8-25"), ("mon", "08:00"), ("mon", ""), ("", "08:00-12:00")])
    func refusals(days: String, spans: String) {
        #expect(throws: OpeningHoursError.self) { try OpeningHours([(days, spans)]) }
    }
}
