import Boards
import Extraction
import Foundation
import Records
import Testing

struct XMLRowsTests {
    static let schema = Schema(fields: [
        Field(name: "title", kind: .text), Field(name: "price", kind: .number), Field(name: "day", kind: .date),
    ])

    static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:m="http://example.org/m"><channel><title>Prices</title>
        <item day="2026-03-01"><title>Köln &amp; Bonn</title><price>182.9</price><m:note>a</m:note></item>
        <item day="2026-03-02"><title><![CDATA[<b>Ulm</b>]]></title><price>179</price><m:note>b</m:note></item>
        </channel></rss>
        """

    static func options(_ entries: [(String, Declaration)]) -> Declaration {
        Declaration(
            .map(entries.enumerated().map { .init(key: $1.0, line: $0 + 10, value: $1.1) }), line: 9, path: "extract.xml")
    }

    static func scalar(_ text: String, line: Int = 11) -> Declaration { Declaration(.scalar(text), line: line, path: "extract.xml") }

    static func map(_ entries: [(String, String)]) -> Declaration {
        Declaration(
            .map(entries.enumerated().map { .init(key: $1.0, line: $0 + 20, value: scalar($1.1, line: $0 + 20)) }), line: 19,
            path: "extract.xml.fields")
    }

    static func extractor(rows: String = "//item", _ fields: [(String, String)] = [("day", "@day")], more: [(String, Declaration)] = [])
        throws -> XMLRows
    {
        try XMLRows(options: options([("rows", scalar(rows)), ("fields", map(fields))] + more), schema: schema)
    }

    func records(_ text: String, _ extractor: XMLRows) throws -> [Record] {
        try ExtractorKit(extractor: extractor, schema: Self.schema, document: []).records(of: Array(text.utf8), cut: nil)
    }

    @Test("a feed's rows come out the same however it is cut, and a part of it is an error")
    func kit() throws {
        func day(_ text: String) -> Value? { CalendarDate(iso: text).map(Value.date) }
        try ExtractorKit(extractor: Self.extractor(), schema: Self.schema, document: Array(Self.feed.utf8)).holds(expecting: [
            Record([.text("Köln & Bonn"), .number(182.9), day("2026-03-01")]),
            Record([.text("<b>Ulm</b>"), .number(179), day("2026-03-02")]),
        ])
    }

    @Test("the whole of XPath gives a field's text, with declared prefixes")
    func paths() throws {
        let extractor = try Self.extractor(
            rows: "/rss/channel/item",
            [("title", "concat(normalize-space(title), ' ', m:note)"), ("price", "sum(price) * 2"), ("day", "string(@day)")],
            more: [("namespaces", Self.map([("m", "http://example.org/m")]))])
        #expect(try records(Self.feed, extractor).map { $0.values[0]?.text } == ["Köln & Bonn a", "<b>Ulm</b> b"])
        #expect(try records(Self.feed, extractor).map { $0.values[1] } == [.number(365.8), .number(358)])
    }

    @Test("a value that does not parse names its row, line and field")
    func values() throws {
        let text = Self.feed.replacingOccurrences("179", "free")
        let error = #expect(throws: ExtractionError.self) { try records(text, Self.extractor()) }
        #expect(error?.code == .row)
        #expect(error?.description == "row 2 (line 4): field 'price': found “free”, a number like 12.5 is expected")
    }

    @Test("what is wrong with the options names the line")
    func options() {
        let faults: [(rows: String, fields: [(String, String)], line: Int, part: String)] = [
            ("//item", [("cost", "price")], 20, "there is no field 'cost'"),
            ("//item", [("title", "title["), ("day", "@day")], 20, "XPath"),
            ("//item", [("day", "@day"), ("title", "x:title")], 21, "the prefix 'x' is not declared"),
            ("//item[1]", [("day", "@day")], 11, "not a path of rows"),
            ("item", [("day", "@day")], 11, "not a path of rows"),
            ("//item", [("title", "lower(title)")], 20, "there is no function lower()"),
        ]
        for fault in faults {
            let error = #expect(throws: DeclarationError.self) { try Self.extractor(rows: fault.rows, fault.fields) }
            #expect(error?.line == fault.line)
            #expect(error?.detail.contains(fault.part) == true, "\(error?.detail ?? "")")
        }
    }

    @Test("a login page in place of a feed is told by its title")
    func page() throws {
        let page = "<!DOCTYPE html><html><head><title>Sign in</title></head><body><p>Please<br>sign in</body></html>"
        for cut in [1, 7, nil] {
            let kit = ExtractorKit(extractor: try Self.extractor(), schema: Self.schema, document: [])
            let error = #expect(throws: ExtractionError.self) { try kit.records(of: Array(page.utf8), cut: cut) }
            #expect(error?.code == .wrongFormat)
            #expect(error?.description == "is an HTML page, not XML: “Sign in”")
        }
    }

    @Test(
        "nothing, something else and no row are errors, each with its code",
        arguments: [
            ("", ExtractionError.Code.wrongFormat, "empty"), (" \n ", .wrongFormat, "empty"),
            ("{\"a\": 1}", .wrongFormat, "does not begin"),
            ("<rss><channel/></rss>", .noRows, "no row was found"), ("<a><b></a>", .damaged, "end tag"),
            ("<feed xmlns='http://www.w3.org/2005/Atom'><item/></feed>", .noRows, "namespaces"),
            ("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", .unsupported, "entity"), ("<rss><item>", .truncated, "too early"),
        ])
    func refused(text: String, code: ExtractionError.Code, part: String) throws {
        let error = #expect(throws: ExtractionError.self) { try records(text, Self.extractor()) }
        #expect(error?.code == code, "\(error?.description ?? "")")
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test("a document without rows is right where the board says so")
    func empty() throws {
        let extractor = try Self.extractor(more: [("empty", Self.scalar("true"))])
        #expect(try records("<rss><channel/></rss>", extractor).isEmpty)
    }

    @Test("the charset of the answer goes before the document's own")
    func charset() throws {
        var hints = DocumentHints()
        hints.charset = "windows-1252"
        var run = try Self.extractor().begin(hints)
        var titles: [String?] = []
        let bytes = Array("<rss><item day='2026-03-01'><title>Caf".utf8) + [0xE9] + Array("</title><price>1</price></item></rss>".utf8)
        let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { titles.append(record.values[0]?.text) } }
        try run.append(bytes, keep)
        try run.finish(keep)
        #expect(titles == ["Café"])
    }

    @Test("a list takes every node that its path leads to, and one text apart; a position and a text take several paths")
    func severalNodes() throws {
        let rows = try Declared(
            "xml: { rows: //s, fields: { tags: t, marks: 'm[@on]/@k', place: ['@a', '@o'], name: [n, \"x[not(@no)]\"] } }",
            """
            { tags: { type: list, optional: true }, marks: { type: list, optional: true }, place: { type: position, optional: true },
              name: { type: text, separator: ' ', ask: true } }
            """)
        let document = """
            <l><s a="1.5" o="2"><t>a, b</t><t>c</t><m on="" k="1"/><m k="2"/><m on="" k="3"/><n>N</n><x no="">-</x><x>X</x></s>
            <s a="" o=""><t>a, b</t><n>M</n></s></l>
            """
        #expect(
            try rows.texts(of: document) == [["a, b, c", "1, 3", "1.5,2", "N X"], ["a, b", nil, nil, "M"]])
    }

    @Test(
        "xml:base holds inside of its element, in rows and around them, in rows that are written plainly too, and each is relative to the next"
    )
    func bases() throws {
        let declared = try Declared(
            "xml: { rows: '//item', fields: { link: link, name: a/@href } }",
            "{ link: { type: url, key: true }, name: { type: url, optional: true } }")
        func links(_ xml: String) throws -> [[String?]] {
            var hints = DocumentHints()
            hints.address = URL(string: "https://here.example/feeds/a.xml")
            let whole = try declared.texts(of: xml, hints)
            #expect(try declared.texts(of: xml, cut: 1, hints) == whole)
            return whole
        }
        let item = "<item><link>p/1</link><a href='x/1'/></item>"
        #expect(try links("<r xml:base='https://b.example/en/'>\(item)</r>") == [["https://b.example/en/p/1", "https://b.example/en/x/1"]])
        #expect(
            try links("<r><c xml:base='/c/'>\(item)</c>\(item)</r>") == [
                ["https://here.example/c/p/1", "https://here.example/c/x/1"], ["p/1", "x/1"],
            ])
        #expect(
            try links("<r xml:base='https://b.example/'><item xml:base='en/'><link xml:base='q/'>p/</link><a href='x/1'/></item></r>")
                == [["https://b.example/en/q/p/", "https://b.example/en/x/1"]])
        #expect(
            try links("<r xml:base='https://b.example/'>\(item)<c/><c xml:base='c/'/>\(item)</r>").map { $0[1] } == [
                "https://b.example/x/1", "https://b.example/x/1",
            ])
        // Another attribute of that name is none.
        #expect(try links("<r base='https://b.example/' xmlns:o='urn:o' o:base='https://b.example/'>\(item)</r>") == [["p/1", "x/1"]])
    }

    @Test("a sign that XML doesn't allow is mended and counted, and what can't be mended is refused")
    func mended() throws {
        let declared = try Declared("xml: { rows: '//item', fields: { name: title } }", "{ name: { type: text, key: true } }")
        func read(_ text: String, cut: Int? = nil) throws -> (names: [String?], mended: Int) {
            var run = declared.board.extractor.begin()
            var names: [String?] = []
            func keep(_ extracted: Extracted) { if case .final(_, let record) = extracted { names.append(record.values[0]?.text) } }
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: cut ?? bytes.count) {
                try run.append(Array(bytes[start..<min(bytes.count, start + (cut ?? bytes.count))]), keep)
            }
            try run.finish(keep)
            return (names, run.notes.mended.values.reduce(0, +))
        }
        func item(_ title: String) -> String { "<item><title>\(title)</title></item>" }
        let cases: [(String, [String], Int)] = [
            ("<?xml version='1.0'?><rss>\(item("Salt & Pepper"))<link>?a=1&b=2</link></rss>", ["Salt & Pepper"], 2),
            ("\r\n  <?xml version='1.0' encoding='utf-8'?>\n<rss>\(item("a"))</rss>", ["a"], 1),
            ("<rss>\(item("Dash\u{10} here"))\(item("Caf&eacute;&nbsp;bar"))</rss>", ["Dash here", "Café\u{A0}bar"], 3),
            ("<rss><item><dc:creator>x</dc:creator><title a:b='c'>a</title></item></rss>", ["a"], 2),
            ("\n<rss>\(item("a"))</rss>", ["a"], 0), ("<rss>\(item("a"))</rss>", ["a"], 0),
        ]
        for (text, names, count) in cases {
            for cut in [nil, 1, 7] {
                let found = try read(text, cut: cut)
                #expect(found.names == names, "\(text): \(found)")
                #expect(found.mended == count, "\(text): \(found)")
            }
        }
        for text in [
            "<rss>\(item("<b>a"))</rss>", "<rss>\(item("a"))", "<rss a='1' a='2'/>", "x<?xml version='1.0'?><rss>\(item("a"))</rss>",
        ] {
            #expect(throws: ExtractionError.self, "\(text)") { try read(text) }
        }
        var run = declared.board.extractor.begin()
        #expect(throws: ExtractionError.self) {
            try run.append(Array("<rss><item><title>Caf".utf8) + [0xE9] + Array("</title></item></rss>".utf8)) { _ in }
            try run.finish { _ in }
        }
    }
}

extension String {
    fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
        split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
    }
}
