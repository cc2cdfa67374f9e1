import Foundation
import Records
import Testing

@Suite("JSON lines") struct JSONLineTests {
    @Test(
        "any text survives the way through JSON",
        arguments: ["plain", "\"quoted\" \\ / \n\r\t", "\u{0}\u{1F}\u{7F}", "</script>", "\u{2028}\u{2029}", "Żółć 日本 👩‍👩‍👧", ""])
    func escapes(text: String) throws {
        var line = JSONLine()
        line.add("te\"xt", text)
        let object = try JSONDecoder().decode([String: String].self, from: Data(line.closed.utf8))
        #expect(object == ["te\"xt": text])
        #expect(!line.closed.contains("</"))
        #expect(!line.closed.contains("\n"))
    }

    @Test("a record is flat, its members in the schema's order")
    func record() throws {
        let schema = Schema(fields: [
            Field(name: "batch", kind: .text), Field(name: "count", kind: .number), Field(name: "date", kind: .date),
        ])
        let record = Record([.text("20121456171"), .number(2), CalendarDate(year: 2012, month: 3, day: 7).map(Value.date)])
        #expect(record.json(schema).closed == #"{"batch":"20121456171","count":2,"date":"2012-03-07"}"#)
        #expect(Record([nil, nil, nil]).json(schema).closed == #"{"batch":null,"count":null,"date":null}"#)
    }

    @Test("lengths have two decimals at most, and are never what JSON has no word for")
    func lengths() {
        func text(_ points: Double) -> String {
            var line = JSONLine()
            line.add("x", points: points)
            return line.closed
        }
        let written = [595, 0.5, -0.049, 12.345678, 3.1, -7.25].map(text)
        #expect(written == ["595", "0.5", "-0.05", "12.35", "3.1", "-7.25"].map { "{\"x\":\($0)}" })
        #expect(text(.nan) == "{\"x\":0}")
        #expect(text(-0.001) == "{\"x\":0}")
        #expect(text(.infinity) == "{\"x\":1000000000000}")
    }

    @Test("an object takes the members of another")
    func members() {
        var line = JSONLine()
        line.add("page", 1)
        line.add(JSONLine())
        var other = JSONLine()
        other.add("text", "a")
        line.add(other)
        #expect(line.closed == #"{"page":1,"text":"a"}"#)
    }
}
