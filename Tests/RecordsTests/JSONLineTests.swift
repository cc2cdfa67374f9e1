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
        #expect(!line.closed.contains("</") && !line.closed.contains("\n"))
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
}
