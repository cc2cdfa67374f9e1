import Extraction
import Records
import Testing

@Suite("Rows of delimited text") struct DelimitedRowsTests {
    @Test(
        "any separator, quote, line end and header",
        arguments: [
            ("{}", "name,price\na,1\n\"b,\"\"c\"\"\",2"), ("{ separator: ';' }", "price;name\r\n1;a\r\n2;\"b,\"\"c\"\"\"\r\n"),
            ("{ separator: tab }", "name\tprice\ra\t1\rb,\"c\"\t2\r"),
            ("{ separator: auto }", "\u{FEFF}name|price\na|1\nb,\"c\"|2\n"), ("{ separator: auto }", "name~price\na~1\nb,\"c\"~2\n"),
            ("{ columns: [name, price], quote: \"'\" }", "a,1\n'b,\"c\"',2"),
            ("{ header: false, quote: none, separator: ';' }", "a;1\nb,\"c\";2"),
            ("{ header: true, columns: [price, name] }", "X,Y\n1,a\n2,\"b,\"\"c\"\"\""),
            ("{ fields: { name: Who, price: 3 } }", "a,who,b\n,a,1\n,\"b,\"\"c\"\"\",2"),
            ("{ skip: 2, comment: '#' }", "\"open\nbanner\n#x\nNAME,Price\n#\"y\na,1\n\n\"b,\"\"c\"\"\",2\n\n"),
            ("{ separator: [';', '|'] }", "name|price\na|1\n\"b,\"\"c\"\"\"|2\n"),
            ("{ separator: ['|', ';'] }", "name;price\na;1\n\"b,\"\"c\"\"\";2\n"),
            ("{ drop: 2 }", "name,price\na,1\n\"b,\"\"c\"\"\",2\nAll,3,\n\n\"as\nof today\""),
            ("{ columns: [name, price], drop: 1 }", "a,1\n\"b,\"\"c\"\"\",2\n,3\n"),
            ("{ overflow: name, quote: none }", "price,name\n1,a\n2,b,\"c\""),
            ("{ trim: true }", "name , price\n \"a\" , 1 \n \"b,\"\"c\"\"\" ,2\n"),
            ("{}", "name,price\n \t\na,1\n  \n\"b,\"\"c\"\"\",2\n\u{1A}"),
        ])
    func reads(options: String, document: String) throws {
        let rows = try Declared("delimited: \(options)")
        for cut in [1, 2, 3, nil] { #expect(try rows.texts(of: document, cut: cut) == [["a", "1"], ["b,\"c\"", "2"]]) }
    }

    @Test("a header and nothing more is an empty list; a decimal comma is the file's")
    func smallThings() throws {
        #expect(try Declared("delimited: {}").texts(of: "name,price\n").isEmpty)
        #expect(try Declared("delimited: { drop: 3 }").texts(of: "name,price\nAll,3\n").isEmpty)
        #expect(try Declared("delimited: { separator: ';', decimal: ',' }").texts(of: "name;price\na;1,5\n") == [["a", "1.5"]])
    }

    @Test(
        "what cannot be read says what it is, and where",
        arguments: [
            ("{}", "name,price\na,1\nb,dear\n", ExtractionError.Code.row, "row 2 (line 3): field 'price': found “dear”"),
            ("{}", "name,price\n\"a\nb\",1\nc\n", .row, "row 2 (line 4): 1 cells where there are 2"),
            ("{}", "name,price\na,1,2\n", .row, "3 cells where there are 2"),
            ("{}", "name,price\na,1\nb", .truncated, "no end of the line"), ("{}", "name,price\na,\"1\n\n", .truncated, "opened on line 2"),
            ("{}", "name,price\n\"a\"b,1\n", .damaged, "line 2: text after a closing quote"),
            ("{}", "name,cost\na,1\n", .wrongFormat, "no column 'price' for the field 'price'; there are 'name', 'cost'"),
            ("{}", "name,price,price\na,1,2\n", .wrongFormat, "2 times"), ("{}", "", .truncated, "empty"),
            ("{ skip: 3 }", "a\nb\n", .truncated, "empty"),
            ("{ ragged: pad }", "name,price\na\n", .row, "is empty"), ("{ ragged: pad }", "name,price\na,1,2\n", .row, "3 cells"),
            ("{ ragged: skip }", "name,price\na,1\nb\n", .row, "1 of 2 rows"),
            ("{ overflow: name }", "name,price\na,b,dear\n", .row, "2 columns, and however they are put together: field 'price'"),
            ("{ overflow: name }", "name,price\na\n", .row, "1 cells"),
            ("{ overflow: cost }", "name,price\n", .wrongFormat, "'overflow' names"),
            ("{}", "<!DOCTYPE html>\n<title>Maintenance</title>\n", .wrongFormat, "titled “Maintenance”"),
        ])
    func refuses(options: String, document: String, code: ExtractionError.Code, detail: String) throws {
        let rows = try Declared("delimited: \(options)")
        for cut in [1, nil] {
            let error = #expect(throws: ExtractionError.self) { try rows.texts(of: document, cut: cut) }
            #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test("a quote that is never closed ends at the limit of a row, and says so")
    func neverClosed() throws {
        let document = "name,price\n\"a" + String(repeating: ",1\n", count: 2_000_000)
        let error = #expect(throws: ExtractionError.self) { try Declared("delimited: {}").texts(of: document, cut: 1 << 20) }
        #expect(error?.code == .limit)
        #expect(error?.detail.contains("never closed") == true)
    }

    @Test(
        "a wrong declaration is refused with its mend",
        arguments: [
            ("delimited: { separator: '||' }", "one character"), ("delimited: { skip: many }", "a number of lines"),
            ("delimited: { drop: 101 }", "100 rows at most"),
            ("delimited: { columns: [name, cost] }", "no column 'price'"),
            ("delimited: { fields: { cost: x } }", "no field 'cost'"), ("delimited: { ragged: maybe }", "refuse, pad, skip"),
        ])
    func declarations(extract: String, detail: String) {
        let error = #expect(throws: DeclarationError.self) { try Declared(extract) }
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("of several columns that cells may overflow, the first one that lets the other values fit has them")
    func overflow() throws {
        let rows = try Declared(
            "delimited: { separator: '|', overflow: [name, note] }",
            "{ name: { type: text, ask: true }, price: { type: number }, note: { type: text }, day: { type: date } }")
        let document = "name|price|note|day\na|b|1|n|2026-01-02\na|1|n|m|2026-01-02\na|1|n|2026-01-02\n"
        #expect(
            try rows.texts(of: document) == [
                ["a|b", "1", "n", "2026-01-02"], ["a", "1", "n|m", "2026-01-02"], ["a", "1", "n", "2026-01-02"],
            ])
    }

    @Test("a document in UTF-8 or in Latin-1 is read as what its first byte beyond ASCII says, however it is cut")
    func eitherEncoding() throws {
        let rows = try Declared("delimited: { encoding: [utf-8, latin1] }")
        let latin = Array("name,price\n\"".utf8) + [0xE9, 0x74, 0xE9] + Array("\",1\n".utf8)
        for document in [Array("name,price\n\"été\",1\n".utf8), latin, [0xEF, 0xBB, 0xBF] + Array("name,price\nété,1\n".utf8)] {
            for cut in [1, 2, 3, nil] { #expect(try rows.texts(of: document, cut: cut) == [["été", "1"]]) }
        }
        let last = try Declared("delimited: { encoding: [utf-8, latin1] }", "{ price: { type: number }, name: { type: text, ask: true } }")
        for cut in [1, nil] {
            #expect(try last.texts(of: Array("price,name\n1,caf".utf8) + [0xE9], cut: cut) == [["1", "café"]])
            let mixed = Array("price,name\n1,é".utf8) + [0xE9, 0x0A]
            #expect(throws: ExtractionError.self) { try last.texts(of: mixed, cut: cut) }
        }
    }

    @Test(
        "digits that are no group are an error with row, field and text, never a number",
        arguments: [
            ("n: { type: number, decimal: ',', group: '.' }", "1.5"), ("n: { type: number, decimal: ',', group: '.' }", "1.2.3"),
            ("n: { type: money, decimal: ',', group: '.', currency: EUR }", "1.09"),
            ("n: { type: money, decimal: ',', group: '.', currency: EUR }", "12.34.56"),
            ("n: { type: money, group: ',', currency: USD }", "12,5"), ("n: { type: number, group: ',' }", "12,34,567"),
            ("n: { type: number, group: blank }", "12 34"), ("n: { type: number, group: \"'\" }", "1'23"),
        ])
    func noGroups(field: String, text: String) throws {
        let declared = try Declared("delimited: { separator: ';' }", "{ id: { type: text, key: true }, \(field) }")
        let error = #expect(throws: ExtractionError.self) { try declared.texts(of: "id;n\na;123\nb;\(text)\n") }
        #expect(error?.description.contains("row 2") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("field 'n': found “\(text)”") == true, "\(error?.description ?? "")")
        #expect(error?.description.contains(", three digits behind each ") == true, "\(error?.description ?? "")")
    }

    @Test("a first line names the separator, as spreadsheets write it, however it is cut")
    func namedSeparator() throws {
        let fields = "{ id: { type: text, key: true }, name: { type: text }, price: { type: number } }"
        let rows = "id;name;price\r\n1;Tea, green;3.20\r\n2;\"Cake; two\";4.50\r\n"
        for first in ["sep=;\r\n", "SEP=;\n", "\"sep=;\"\r\n", ""] {
            for cut in [nil, 1, 5] {
                let auto = try Declared("delimited: { separator: auto }", fields).texts(of: first + rows, cut: cut)
                #expect(auto == [["1", "Tea, green", "3.2"], ["2", "Cake; two", "4.5"]], "\(first)")
                #expect(try Declared("delimited: { separator: ';' }", fields).texts(of: first + rows, cut: cut) == auto)
            }
        }
        // A column may be called `sep`, and a line `sep=;` doesn't override the board's own separator.
        #expect(try Declared("delimited: {}", "{ sep: { type: text, key: true } }").texts(of: "sep\n1\n") == [["1"]])
        #expect(throws: ExtractionError.self) { try Declared("delimited: { separator: ',' }", fields).texts(of: "sep=;\n" + rows) }
    }

    @Test("with escape a sign before a quote makes it text; without, such a cell is an error")
    func escape() throws {
        let fields = "{ id: { type: text, key: true }, name: { type: text } }"
        let text = "id,name\n1,\"He said \\\"hello, you\\\"\"\n2,\"5\"\" pipe\"\n3,\"back\\\\slash\"\n4,a\\b\n"
        for cut in [nil, 1, 3] {
            let names = try Declared("delimited: { escape: '\\' }", fields).texts(of: text, cut: cut).map { $0[1] }
            #expect(names == ["He said \"hello, you\"", "5\" pipe", "back\\slash", "a\\b"])
        }
        #expect(#expect(throws: ExtractionError.self) { try Declared("delimited: {}", fields).texts(of: text) }?.code == .damaged)
        #expect(throws: DeclarationError.self) { try Declared("delimited: { escape: '\"' }", fields) }
        #expect(throws: DeclarationError.self) { try Declared("delimited: { quote: none, escape: '\\' }", fields) }
    }
}
