import Markup
import Testing

struct XPathTests {
    private let document = """
        <r xmlns:m='urn:m'><item k='1' m:k='2'><a>x</a><a t='u'>y</a><b><a>z</a><c>  deep  text </c></b><m:a>w</m:a>tail</item></r>
        """

    private func row() throws -> Element {
        let reader = try MarkupReader(rows: RowPath("//item"))
        var rows: [Element] = []
        try reader.append(Array(document.utf8)) { rows.append($0) }
        try reader.finish { rows.append($0) }
        return try #require(rows.first)
    }

    @Test(
        "a path gives the same text on a row and on a node as libxml2 gives in the document",
        arguments: [
            "a", "a[2]", "a[3]", "b/a", ".//a", ".//c", "*", "b/*", "@k", "@m:k", "@*", "m:a", "m:*", "text()", "b//a", "a[@t]",
            "a[@t='u']",
            "a[@t='v']", ".", "c | b/c", "b | a", "no | @k", "./b/a", "a/@t", ".//@t", "normalize-space(b/c)", "concat(a, '-', a[2])",
            "substring-before(b/c, 'text')", "count(.//a)", "a = 'y'", "a[last()]", "*[2]", "b/preceding-sibling::a[1]", "../item/a[2]",
            "sum(@k)", "string-length(a) div 2", "1 div 0 > 5", "name(*[4])", "translate(a, 'x', 'X')", "a[position() = 2]", "(a)[2]",
            "//c",
        ])
    func agreement(source: String) throws {
        let path = try XPath(source, namespaces: ["m": "urn:m"])
        let whole = try Document(xml: Array(document.utf8))
        guard case .nodes(let items) = try whole.evaluate(XPath("//item")), let item = items.first else {
            Issue.record("no row")
            return
        }
        let value = try whole.evaluate(path, at: item)
        #expect(try item.text(at: path) == value.text)
        var expected: String? = value.text
        if case .nodes(let nodes) = value, nodes.isEmpty { expected = nil }
        let found = try RowPaths([path]).texts(in: row())[0]
        // A row as a document has no parent above it, but everything else.
        #expect(found == expected || source.hasPrefix(".."), "\(found ?? "nothing"), libxml2 has \(expected ?? "nothing")")
    }

    @Test(
        "what is wrong with a path is told with its character",
        arguments: [
            ("a[", 3, "missing"), ("a/@", 4, "missing"), ("a b", 3, ""), ("lower(a)", 1, "no function lower()"), ("x:y", 1, "prefix 'x'"),
            ("a/x:y", 3, "prefix 'x'"), ("'a", 1, "does not end"), ("$a", 1, "variables"), ("", nil, "empty"), ("a#b", 2, "no meaning"),
        ] as [(String, Int?, String)])
    func faults(source: String, column: Int?, part: String) {
        let error = #expect(throws: MarkupError.self) { try XPath(source) }
        #expect(error?.code == .path, "\(error?.description ?? "")")
        #expect(error?.column == column, "\(error?.description ?? "")")
        #expect(error?.detail.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test("attributes of the prefix xml are there, in rows and in documents")
    func language() throws {
        let text = "<r xml:lang='en'><item lang='fr'><t xml:lang='de'>d</t><t xml:lang='en-GB' lang='x'>e</t><t>f</t></item></r>"
        let document = try Document(xml: Array(text.utf8))
        let reader = try MarkupReader(rows: RowPath("//item"))
        var rows: [Element] = []
        try reader.append(Array(text.utf8)) { rows.append($0) }
        try reader.finish { rows.append($0) }
        let row = try #require(rows.first)
        let item = try #require(document.root?.element?["item"])
        #expect(item[attribute: "lang"] == "fr")
        for (path, wanted) in [
            ("t[@xml:lang='de']", "d"), ("t[lang('de')]", "d"), ("t[@xml:lang][2]", "e"), ("t/@lang", "x"), ("t[2]/@xml:*", "en-GB"),
            ("t[lang('en')]", "e"), ("count(t/@*)", "3"), ("name(t/@*[1])", "xml:lang"), ("namespace-uri(t/@*)", XPathTests.xml),
        ] {
            #expect(try RowPaths([XPath(path)]).texts(in: row) == [wanted], "\(path)")
            #expect(try RowPaths([XPath(path)]).texts(in: item) == [wanted], "\(path)")
        }
        // There is nothing above a row.
        #expect(try RowPaths([XPath("t[3][lang('en')]")]).texts(in: row) == [nil])
        #expect(try document.evaluate(XPath("//t[3][lang('en')]")).text == "f")
    }

    private static let xml = "http://www.w3.org/XML/1998/namespace"

    @Test(
        "a number's text is XPath's: no exponent, as few digits as tell it from others",
        arguments: [
            ("1 div 0", "Infinity"), ("-1 div 0", "-Infinity"), ("0 div 0", "NaN"), ("-0", "0"), ("5 div 100000", "0.00005"),
            ("1 div 3000000", "0.000000333333333333333"), ("0.1 + 0.2", "0.3"), ("10 * 1000000000", "10000000000"), ("1.50", "1.5"),
            ("-2.5", "-2.5"), ("123456789012.25", "123456789012.25"), ("100000 * 100000 * 100000 * 100000", "100000000000000000000"),
            ("1 div 1024", "0.0009765625"), ("-1 div 1000000", "-0.000001"), ("number('x')", "NaN"), ("7 mod 3", "1"), ("--1", "1"),
        ])
    func numbers(source: String, text: String) throws {
        let document = try Document(xml: Array("<r/>".utf8))
        #expect(try document.evaluate(XPath(source)).text == text)
        #expect(try document.evaluate(XPath("string(\(source))")).text == text)
    }

    @Test("what an evaluation would come to too late is refused when the path is made")
    func types() {
        for source in [
            "count('a')", "'a'/b", "1 | a", "(1)[2]", "substring('a')", "true(1)", "a[", "not()", "name(1)", "sum(1)", "child::", "x::a",
            ".[1]",
        ] {
            #expect(#expect(throws: MarkupError.self, "\(source)") { try XPath(source) }?.code == .path)
        }
        #expect(throws: MarkupError.self) { try XPath(String(repeating: "(", count: 100) + "1" + String(repeating: ")", count: 100)) }
        #expect(throws: Never.self) { try XPath((0..<1000).map { _ in "1" }.joined(separator: "+")) }
    }

    @Test("identifiers are found: of HTML, of xml:id, and those that a document type declares")
    func identifiers() throws {
        let page = try Document(html: Array("<p id=x>1<a name=y>2</a></p>".utf8))
        #expect(try page.evaluate(XPath("id('y')")).text == "2")
        let document = try Document(
            xml: Array("<!DOCTYPE r [<!ATTLIST a k ID #IMPLIED>]><r><a k='x'>1</a><b xml:id='y'>2</b><b k='z'>3</b></r>".utf8))
        #expect(try document.evaluate(XPath("id('z y x')")).texts == ["1", "2"])
        #expect(try document.evaluate(XPath("string(id(//@k))")).text == "1")
    }

    @Test("a path that takes too many steps is stopped")
    func operations() throws {
        var limits = MarkupLimits()
        limits.pathOperations = 10_000
        let text = "<r>" + String(repeating: "<a/>", count: 500) + "</r>"
        let whole = try Document(xml: Array(text.utf8), limits: limits)
        #expect(try whole.evaluate(XPath("count(//a)")).text == "500")
        #expect(#expect(throws: MarkupError.self) { try whole.evaluate(XPath("count(//a[count(//a) > 2])")) }?.code == .limit)
    }

    @Test("values are nodes, texts, numbers and flags")
    func values() throws {
        let whole = try Document(xml: Array("<r><a>1</a><a>2</a></r>".utf8))
        guard case .nodes(let nodes) = try whole.evaluate(XPath("//a")), case .string("1") = try whole.evaluate(XPath("string(//a)")),
            case .number(3) = try whole.evaluate(XPath("sum(//a)")), case .flag(true) = try whole.evaluate(XPath("//a = 2"))
        else {
            Issue.record("a value is of another kind")
            return
        }
        #expect(nodes.map(\.text) == ["1", "2"])
        #expect(nodes.compactMap(\.element?.name) == ["a", "a"])
        #expect(try whole.evaluate(XPath("1 div 3 > 0.3")).text == "true")
        #expect(try whole.evaluate(XPath("0 div 0")).text == "NaN")
    }

    @Test("a page of HTML is mended and asked")
    func html() throws {
        let page = try Document(html: Array("<!doctype html><title>T</title><ul><LI>a<li>b &eacute; <b>c</b></ul><p>\u{0}x".utf8))
        #expect(try page.evaluate(XPath("//li[2]")).text == "b é c")
        #expect(try page.evaluate(XPath("string(//p)")).text == "\u{FFFD}x")
        var limits = MarkupLimits()
        limits.depth = 20
        #expect(
            #expect(throws: MarkupError.self) {
                try Document(html: Array(String(repeating: "<div>", count: 100).utf8), limits: limits)
            }?.code == .limit)
    }
}
