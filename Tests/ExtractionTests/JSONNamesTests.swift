import Extraction
import Records
import Testing

@Suite("Names beside the values of JSON") struct JSONNamesTests {
    private static let fields = "{ code: { type: text, key: true }, rate: { type: number, optional: true } }"

    private func rows(_ options: String, _ document: String) throws -> [[String?]] {
        try Declared("json: { \(options) }", Self.fields).texts(of: document)
    }

    @Test("the name that a row has in its object is a value")
    func members() throws {
        #expect(
            try rows("rows: '$.rates.*', fields: { code: '~', rate: $ }", #"{"base": "EUR", "rates": {"AUD": 1.62, "US\u0044": 1.08}}"#)
                == [["AUD", "1.62"], ["USD", "1.08"]])
        #expect(
            try rows("rows: '$.*', fields: { code: '~', rate: r.mid }", #"{"AUD": {"r": {"mid": 1.62}}, "USD": {}}"#) == [
                ["AUD", "1.62"], ["USD", nil],
            ])
        #expect(
            try rows(
                "rows: '$..codes.*', fields: { code: ['~', n], rate: r }",
                #"[{"codes": {"A": {"n": "x", "r": 1}}}, {"codes": {"B": {"n": "y"}}}]"#) == [["A, x", "1"], ["B, y", nil]])
        #expect { try rows("rows: '$[*]', fields: { code: '~' }", "[{\"rate\": 1}]") } throws: {
            "\($0)".contains("the row has no name: it isn't a member of an object")
        }
        let unnamed = try Declared(
            "json: { rows: '$..[?@ > 0]', fields: { rate: $, code: '~' } }",
            "{ rate: { type: number }, code: { type: text, optional: true } }")
        #expect(try unnamed.texts(of: #"{"a": [1, {"b": 2}]}"#) == [["1", nil], ["2", "b"]])
        // A member that is called so has brackets.
        #expect(try rows("rows: '$[*]', fields: { code: \"$['~']\" }", #"[{"~": "x"}]"#) == [["x", nil]])
    }

    @Test("rows of arrays whose names stand elsewhere are read by name, in whatever order they are")
    func columns() throws {
        for document in [
            #"{"columns": ["rate", "code"], "rows": [[1.62, "AUD"], [null, "USD"]]}"#,
            #"{"rows": [["AUD", 1.62, 0], ["USD"]], "columns": ["code", "rate", "x"]}"#,
        ] {
            #expect(try rows("rows: '$.rows[*]', names: '$.columns[*]'", document) == [["AUD", "1.62"], ["USD", nil]])
        }
        #expect(
            try rows(
                "rows: '$.rows[*]', names: '$.fields[*].name', fields: { rate: 'mid.at' }",
                #"{"fields": [{"name": "code"}, {"name": "mid"}], "rows": [["A", {"at": 2}]]}"#) == [["A", "2"]])
        #expect { try rows("rows: '$.rows[*]', names: '$.columns[*]'", #"{"rows": [["A", 1]]}"#) } throws: {
            "\($0)".contains("where the names of columns should be")
        }
        #expect { try rows("rows: '$.rows[*]', names: '$.columns[*]'", #"{"columns": ["code", "code"], "rows": [["A", 1]]}"#) } throws: {
            "\($0)".contains("are called “code”")
        }
    }

    @Test("a line of JSON has neither", arguments: ["lines: true, fields: { code: '~' }", "lines: true, names: '$[*]'"])
    func lines(options: String) { #expect(throws: DeclarationError.self) { try Declared("json: { \(options) }", Self.fields) } }
}
