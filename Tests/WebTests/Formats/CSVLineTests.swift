import Records
import Testing

@testable import Serving
@testable import Web

@Suite("Comma-separated values, RFC 4180")
struct CSVLineTests {
    private func line(_ values: [Value?], isRaw: Bool = false) -> String {
        var line = CSVLine(isRaw: isRaw)
        for value in values { line.add(value) }
        return line.closed
    }

    @Test("commas, quotes and line ends stand in quotes, a quote twice; the line ends with CRLF")
    func quoting() {
        let values: [Value?] = [.text("a"), .text("b,c"), .text("say \"x\""), .text("two\r\nlines"), nil, .text("")]
        #expect(line(values) == "a,\"b,c\",\"say \"\"x\"\"\",\"two\r\nlines\",,\r\n")
    }

    @Test(
        "a text that a spreadsheet would take for a formula gets an apostrophe, unless it is expected as it is",
        arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
    func formulas(text: String) {
        #expect(line([.text("'" + text)]) == line([.text(text)]))
        #expect(!line([.text(text)], isRaw: true).contains("'"))
    }

    @Test("numbers, dates and telephone numbers are what they are")
    func typed() throws {
        let date = try #require(CalendarDate(iso: "2012-03-07"))
        #expect(line([.number(-2.5), .date(date), .phone("+49 (30) 123-4"), .flag(true)]) == "-2.5,2012-03-07,+49 (30) 123-4,true\r\n")
        #expect(line([.phone("+1;cmd|x")]) == "'+1;cmd|x\r\n")
        #expect(line([.list(["a", "b"])]) == "a; b\r\n")
    }
}
