import Boards
import Extraction
import Records
import Testing

@Suite("Rows of JSON") struct JSONRowsTests {
    @Test("a path of names, places and wildcards gives each row as soon as its last byte is in")
    func streams() throws {
        let board = try Declared("json: { rows: '$.a[1].b[*]' }").board
        let document =
            #"{"x":[{"b":[9]}],"a":[{"b":[{"name":"no","price":0}]},{"c":1,"b":[{"name":"p","price":1},{"name":"q","price":2}]}],"z":0}"#
        var run = board.extractor.begin()
        var arrived = ""
        var seenAfter: [String] = []
        for byte in document.utf8 {
            arrived.unicodeScalars.append(Unicode.Scalar(byte))
            try run.append([byte]) { _ in seenAfter.append(String(arrived.suffix(11))) }
        }
        try run.finish { _ in }
        #expect(seenAfter == [#","price":1}"#, #","price":2}"#])
    }

    @Test(
        "rows are read by any path, streamed or not, the same",
        arguments: [
            ("$.s[*]", 3), ("$['s'][*]", 3), ("$.s[1]", 1), ("$.s[-1]", 1), ("$.s[::2]", 2), ("$..[?@.price]", 4), ("$.s[?@.price > 1]", 2),
            ("$.empty[*]", 0),
            ("$.empty[?@.a]", 0), ("$.one", 1), ("$.o.*", 2),
        ])
    func paths(path: String, count: Int) throws {
        let document = """
            {"s": [{"name": "a", "price": 1}, {"name": "b", "price": 2}, {"name": "c", "price": 3e0}], "empty": [],
             "one": {"name": "d", "price": null}, "o": {"x": {"name": "e"}, "y": {"name": "f"}}}
            """
        let rows = try Declared(
            "json: { rows: \"\(path)\" }", "{ name: { type: text, ask: true }, price: { type: number, optional: true } }")
        for cut in [1, 5, nil] { #expect(try rows.texts(of: document, cut: cut).count == count) }
    }

    @Test("a field takes numbers, texts, flags, arrays of them, and several paths")
    func fields() throws {
        let rows = try Declared(
            "json: { rows: '$[*]', fields: { name: 'who', tags: 'tags[*].t', place: [geo.lat, geo.lon], first: '$.list[0]', odd: 'a.b c' } }",
            """
            { name: { type: text, ask: true }, price: { type: money, currency: EUR, decimal: ',', group: '.' }, tags: { type: list },
              place: { type: position }, first: { type: text }, odd: { type: text }, list: { type: text } }
            """)
        let document = """
            [{"who": ["A", "B"], "price": "1.234,5", "tags": [{"t": "x"}, {"t": "y, z"}], "geo": {"lat": -31.9, "lon": "115,8"}, "list": [1, true, null, "q"], "a.b c": "odd"},
             {"who": "C", "price": 1234.5, "tags": [{"t": "x"}], "geo": {"lat": -31.9, "lon": 115.8}, "list": [2], "a.b c": 0}]
            """
        let texts = try rows.texts(of: document.replacing("\"115,8\"", with: "115.8"))
        #expect(texts[0] == ["A, B", "1234.50 EUR", "x, y, z", "-31.9,115.8", "1", "odd", "1, true, q"])
        #expect(texts[1] == ["C", "1234.50 EUR", "x", "-31.9,115.8", "2", "0", "2"])
    }

    @Test(
        "what cannot be read says what it is, and where",
        arguments: [
            (
                #"[{"name": "a", "price": 1}, {"name": "b", "price": "dear"}]"#, ExtractionError.Code.row,
                "row 2 (line 1): field 'price': found “dear”"
            ),
            (#"[{"name": "a"}]"#, .row, "nothing at price"), (#"[{"name": {"de": "a"}, "price": 1}]"#, .row, "an object where"),
            (#"[{"name": "a", "price": [1, 2]}]"#, .row, "2 values"), (#"[["a", 1]]"#, .row, "rows: '$[*][*]'"),
            (#"[{"name": "a", "price": null}]"#, .row, "is empty"),
            ("7", .noRows, "nothing at $[*]; the document begins with “7”"), ("", .truncated, "empty"), (" \n", .truncated, "empty"),
            (#"[{"name": "a", "#, .truncated, "inside an object"),
            ("[{\"name\": \"a\",\n 'price': 1}]", .damaged, "line 2, column 2"),
            ("<html><head><title>Log\n in</title>", .wrongFormat, "titled “Log in”"),
            ("<!DOCTYPE HTML><p>Sorry</p>", .wrongFormat, "an HTML page came where JSON"),
            ("<?xml version='1.0'?><a/>", .wrongFormat, "XML or HTML"),
            ("Service unavailable", .damaged, "'S' where a value is expected"),
        ])
    func refuses(document: String, code: ExtractionError.Code, detail: String) throws {
        let rows = try Declared("json: { rows: '$[*]' }")
        for cut in [1, nil] {
            let error = #expect(throws: ExtractionError.self) { try rows.texts(of: document, cut: cut) }
            #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test("a page is known by its title, however often one begins without an end")
    func titles() throws {
        let rows = try Declared("json: { rows: '$[*]' }")
        let page = "<html>" + String(repeating: "<title", count: 50_000)
        for (end, words) in [("", "an HTML page came where JSON"), (">Sign in</title>", "titled “Sign in”")] {
            let error = #expect(throws: ExtractionError.self) { try rows.texts(of: page + end) }
            #expect(error?.code == .wrongFormat, "\(error.map { "\($0)" } ?? "")")
            #expect(error?.detail.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
        }
    }

    @Test("a member on the way to the rows that is there twice is refused: its rows may have been handed out")
    func twice() throws {
        let rows = try Declared("json: { rows: '$.a[*]' }")
        let error = #expect(throws: ExtractionError.self) { try rows.texts(of: #"{"a": [], "a": []}"#) }
        #expect(error?.detail.contains("twice") == true)
    }

    @Test("JSON Lines are one value a line; two on one are refused with the line")
    func lines() throws {
        let rows = try Declared("json: { lines: true }")
        #expect(try rows.texts(of: "{\"name\":\"a\",\"price\":1}\n{\"name\":\"b\",\"price\":2}\n") == [["a", "1"], ["b", "2"]])
        let error = #expect(throws: ExtractionError.self) {
            try rows.texts(of: "{\"name\":\"a\",\"price\":1}\n{\"name\":\"b\",\"price\":2} {}")
        }
        #expect(error?.detail.contains("line 2") == true)
    }

    @Test("the charset is the board's, else the answer's")
    func charsets() throws {
        let document: [UInt8] = Array("[{\"name\": \"Caf".utf8) + [0xE9] + Array("\", \"price\": 1}]".utf8)
        var hints = DocumentHints()
        hints.charset = "ISO-8859-1"
        #expect(try Declared("json: { rows: '$[*]' }").texts(of: document, cut: 1, hints) == [["Café", "1"]])
        #expect(try Declared("json: { rows: '$[*]', encoding: latin1 }").texts(of: document) == [["Café", "1"]])
        let error = #expect(throws: ExtractionError.self) { try Declared("json: { rows: '$[*]' }").texts(of: document, cut: 4) }
        #expect(error?.detail.contains("byte 15 (0xE9)") == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(
        "a wrong declaration is refused with its place and its mend",
        arguments: [
            ("json: {}", "one of them"), ("json: { rows: '$', lines: true }", "one of them"),
            ("json: { rows: 'stations' }", "begins with '$'"),
            ("json: { rows: '$[*]', fields: { nam: a } }", "no field 'nam'"),
            ("json: { rows: '$[*]', fields: { name: '$.' } }", "character 3"),
            ("json: { rows: '$[*]', encoding: klingon }", "not known"), ("json: { rows: '$[*]', fields: { name: 'a[' } }", "JSONPath"),
        ])
    func declarations(extract: String, detail: String) {
        let error = #expect(throws: DeclarationError.self) { try Declared(extract) }
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
