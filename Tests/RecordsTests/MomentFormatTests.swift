import Foundation
import Records
import Testing

@Suite("How moments are written") struct MomentFormatTests {
    private func field(_ format: MomentFormat? = nil) -> Field {
        var field = Field(name: "when", kind: .timestamp)
        field.moments = format
        return field
    }

    private let berlin = TimeZone(identifier: "Europe/Berlin")

    @Test(
        "a date of a feed or a mail is read without a word in the board",
        arguments: [
            ("Tue, 24 Nov 2026 10:00:00 +0100", "2026-11-24T09:00:00Z"), ("Tue, 24 Nov 2026 10:00:00 GMT", "2026-11-24T10:00:00Z"),
            ("24 Nov 2026 10:00 EST", "2026-11-24T15:00:00Z"), ("Tue, 24 Nov 26 10:00:00 PDT", "2026-11-24T17:00:00Z"),
            ("Fri, 24 Nov 95 10:00:00 UT", "1995-11-24T10:00:00Z"), ("Tue, 24 Nov 126 10:00:00 Z", "2026-11-24T10:00:00Z"),
            ("Tuesday, 24-Nov-26 10:00:00 GMT", "2026-11-24T10:00:00Z"), ("tue, 4 nov 2026 10:00:00 cet", "2026-11-04T09:00:00Z"),
            ("Tue, 24 November 2026 10:00:00 AEDT", "2026-11-23T23:00:00Z"), ("Thu,3 Sept 2026 10:00:00 -0330", "2026-09-03T13:30:00Z"),
            ("Tue, 24 Nov 2026 10:00:00 +0100 (CET)", "2026-11-24T09:00:00Z"),
            ("Tue,  24\tNov 2026 10:00:00 -0000", "2026-11-24T10:00:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 +0000", "2017-01-01T00:00:00Z"), ("2026-11-24 10:00:00 +0100", "2026-11-24T09:00:00Z"),
            ("2026-11-24T10:00:00 UTC", "2026-11-24T10:00:00Z"),
        ])
    func mails(text: String, moment: String) throws { #expect(try field().value(from: text)?.text == moment) }

    @Test(
        "what is no such date, or has no zone that is known, is none",
        arguments: [
            "Tue, 31 Nov 2026 10:00:00 +0100", "Tue, 24 Nov 2026 25:00:00 +0100", "Tue, 24 Nov 2026", "Tue, 24 Nov 2026 10:00:00",
            "24 Nov 2026 10:00:00 IST", "24 Nov 2026 10:00:00 A", "Die, 24 Nov 2026 10:00:00 GMT", "Nov 24, 2026 10:00:00 GMT",
            "24 No 2026 10:00:00 GMT", "24 Nov 2026 10 GMT", "24 Nov 2026 10:00:00 GMT GMT", "Tue Nov 24 10:00:00 2026",
            "24 Nov 2026 10:00:00 0100", "24 Nov 2026 10:00:00 +0100 (CET", "1764000000", "2026-11-24", "10:00",
        ])
    func refused(text: String) { #expect(throws: FieldError.self) { try field().value(from: text) } }

    @Test("what a board could say for a text is said with the error")
    func mends() {
        func mend(_ text: String, _ format: MomentFormat? = nil) -> String? {
            do { _ = try field(format).value(from: text) } catch {
                return error.wanted.split(separator: "; ").dropFirst().joined(separator: "; ")
            }
            return nil
        }
        #expect(mend("1764000000") == "write format: seconds to read it as 2025-11-24T16:00:00Z")
        #expect(mend("1764000000000") == "write format: milliseconds to read it as 2025-11-24T16:00:00Z")
        #expect(mend("1764000000", MomentFormat(.milliseconds)) == "write format: seconds to read it as 2025-11-24T16:00:00Z")
        #expect(mend("2025-11-24T16:00:00Z", MomentFormat(.seconds)) == "leave out format to read it as 2025-11-24T16:00:00Z")
        #expect(mend("2026-11-24T10:00:00") == "it names no zone; add zone: with the zone that is meant, like Europe/Berlin")
        #expect(mend("24 Nov 2026 10:00:00 IST") == "its zone is not known, or means several")
    }

    @Test(
        "a count since 1970 is one of seconds or of milliseconds, as declared",
        arguments: [
            (MomentFormat.Writing.seconds, "1764000000", "2025-11-24T16:00:00Z"), (.seconds, "1764000000.5", "2025-11-24T16:00:00Z"),
            (.seconds, "1.764e9", "2025-11-24T16:00:00Z"), (.seconds, "0", "1970-01-01T00:00:00Z"),
            (.seconds, "-1", "1969-12-31T23:59:59Z"),
            (.milliseconds, "1764000000000", "2025-11-24T16:00:00Z"), (.milliseconds, "0", "1970-01-01T00:00:00Z"),
        ])
    func counts(writing: MomentFormat.Writing, text: String, moment: String) throws {
        #expect(try field(MomentFormat(writing)).value(from: text)?.text.prefix(19) == moment.prefix(19))
    }

    @Test(
        "a count of the other kind is refused, not a moment in 1970 or in a far century",
        arguments: [(MomentFormat.Writing.seconds, "1764000000000"), (.milliseconds, "1764000000"), (.seconds, "soon"), (.seconds, "1e30")])
    func otherCounts(writing: MomentFormat.Writing, text: String) {
        #expect(throws: FieldError.self) { try field(MomentFormat(writing)).value(from: text) }
    }

    @Test("a time without a zone is in the board's; where clocks change it is the first such moment, or the change itself")
    func zones() throws {
        let field = field(MomentFormat(zone: berlin))
        func read(_ text: String) throws -> String? { try field.value(from: text)?.text }
        #expect(try read("2026-07-24T10:00:00") == "2026-07-24T08:00:00Z")
        #expect(try read("2026-11-24 10:00") == "2026-11-24T09:00:00Z")
        #expect(try read("Tue, 24 Nov 2026 10:00:00") == "2026-11-24T09:00:00Z")
        // A zone in the text counts.
        #expect(try read("2026-11-24T10:00:00Z") == "2026-11-24T10:00:00Z")
        #expect(try read("Tue, 24 Nov 2026 10:00:00 EST") == "2026-11-24T15:00:00Z")
        #expect(try read("2026-10-25T02:30:00") == "2026-10-25T00:30:00Z")
        #expect(try read("2026-03-29T02:30:00") == "2026-03-29T01:00:00Z")
        #expect(throws: FieldError.self) { try read("24 Nov 2026 10:00:00 IST") }
    }

    @Test("a pattern reads moments in the zone that is declared with it")
    func patterns() throws {
        let field = field(MomentFormat(.pattern(try DatePattern("d.M.yyyy, HH:mm", hasTime: true)), zone: berlin))
        #expect(try field.value(from: "24.11.2026, 10:00")?.text == "2026-11-24T09:00:00Z")
        #expect(throws: FieldError.self) { try field.value(from: "11/24/2026, 10:00") }
        #expect(try field.plain.value(from: "2026-11-24T09:00:00Z")?.text == "2026-11-24T09:00:00Z")
    }

    /// Any moment, written in each way with any zone, is that moment; and a text with one sign changed is that moment, another of the same day, or none.
    @Test("moments come back from each way of writing")
    func generated() throws {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var chance = Chance(state: 3)
        for _ in 0..<5_000 {
            let moment = Timestamp(milliseconds: Int64(chance.below(4_000_000_000)) * 1000)
            let offset = (chance.below(57) - 28) * 1800
            let shown = (moment + .seconds(offset)).description
            let zone = "\(offset < 0 ? "-" : "+")\(String(10_000 + abs(offset) / 3600 * 100 + abs(offset) / 60 % 60).dropFirst())"
            let (day, clock) = (shown.prefix(10).split(separator: "-"), shown.dropFirst(11).prefix(8))
            let month = months[try #require(Int(day[1])) - 1]
            #expect(try field().value(from: "\(shown.dropLast())\(zone)") == .timestamp(moment))
            #expect(try field().value(from: "\(Int(day[2]) ?? 0) \(month) \(day[0]) \(clock) \(zone)") == .timestamp(moment))
            let count = String(moment.milliseconds / 1000)
            #expect(try field(MomentFormat(.seconds)).value(from: count) == .timestamp(moment))
        }
    }
}
