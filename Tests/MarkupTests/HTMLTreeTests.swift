import Testing

@testable import Markup

struct HTMLTreeTests {
    /// Typical pages, including errors that need repair.
    static let pages = [
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>T</title></head><body><p>a</p></body></html>\n",
        "<table id=list><tr><th>A<th>B<tr><td class='x y'>1<td><b>2</b> <i>3</i>\n<tr><td colspan=2>4</table>",
        "<ul>\n<li>a<li>b &eacute; <b>c</b></ul> text <p>d<p>e<div>f</div>g",
        "<p>a<!-- c -->b<?x y?>c</p><p>d <!-- -->\n<b> </b> e",
        "<script>if (a<b) document.write('</p>')</script><style>p > a { }</style><p>x<script></script>y",
        "<a href='?a=1&amp;b=2&lt=3&copy' title=\"&quot;\">&#228;&#x20AC;&bogus;&amp</a><a href>none</a><a b=>empty</a>",
        "<option selected value=1>One<option disabled=''>Two<input checked>", "<br/><div/>a<img src=x>b<hr>c",
        "text before <html class=a><body class=b>first<body class=c>second<html id=d>third</html> after <i>all</i>",
        "<head><title>a<b>c</title></head>", "<o:p xml:lang=x a:b=c>o</o:p><svg xlink:href=y><path d='M0'/></svg><p xmlns='urn:x'>n</p>",
        "<b><i>crossed</b>over</i><p></p></p></div><td>alone</td>", "<P CLASS=U>up<P Class=v>down", "<p a=1 a=2 A=3>twice",
        "<frameset><frame src=a></frameset>", "<textarea><b>x</textarea><select><option>1<option>2</select>",
        "<p>\u{0}x\r\ny\u{1}z\u{C}\u{FFFF}w\u{1F600}",
        "<h1>a<h2>b</h1>c<dl><dt>1<dd>2<dt>3</dl>", "<a><a>b</a></a><form><form><input></form>",
        "<!-- only -->", "<p", "<", "</p>", "<>a<1>b< c", "<p>a &lt; b &amp;&amp; c &#0; &#x110000; &nbsp;.",
        "<p title='a>b' x='\n'>c",
        "<p>a<!doctype html>b</html>c<p>d", "<p>a</html>\n<p>b</p></html><p>c", "<!-- a --><p>b</html><p>c</html>d",
        "<body>\n<!-- a -->\n<p>x</p>\n</body>\n</html>\n<!-- b -->\n",
    ]

    static let paths = [
        "/*", "//*", "//p", "//td", "//tr/td", "//table//b", "//li", "//b | //i", "//p[@class]", "//p[@class='v']", "/html/body/p[2]",
        "html/body/*", "//body//*", "//div//p//b", "//*[@a]/*[1]", ".//a",
    ]

    private static let nodes = [
        "//node()", "/node()", "//comment()", "//processing-instruction()", "//text()", "//@*", "//p[b]", "//*[last()]", "count(//p)",
        "//comment()/following::*", "//p/preceding::node()", "id('x')", "id('d')", "name(//processing-instruction())",
    ]

    @Test("a page gives the nodes of libxml2's tree", arguments: pages)
    func same(page: String) throws {
        try #require(Self.differences(Array(page.utf8)) == [])
    }

    @Test("an element's line is its own")
    func lines() throws {
        let page = try Document(html: Array("<html>\n<body>\n<p>a\n<p>\n<b>b</b>".utf8))
        guard case .nodes(let nodes) = try page.evaluate(XPath("//*")) else { return }
        #expect(nodes.map { "\($0.name) \($0.line)" } == ["html 1", "body 2", "p 3", "p 4", "b 5"])
        guard case .nodes(let texts) = try page.evaluate(XPath("//b/text() | /")) else { return }
        #expect(texts.map(\.line) == [0, 5])
    }

    @Test("a page is bounded, and an empty one is an error")
    func limits() throws {
        var limits = MarkupLimits()
        (limits.depth, limits.documentNodes, limits.documentBytes) = (20, 300, 2000)
        let deep = String(repeating: "<div>", count: 100)
        let long = String(repeating: "<p>x", count: 200)
        for page in [deep, long, String(repeating: "x", count: 3000)] {
            #expect(#expect(throws: MarkupError.self) { try Document(html: Array(page.utf8), limits: limits) }?.code == .limit)
        }
        #expect(#expect(throws: MarkupError.self) { try Document(html: [0x20]) }?.code == .empty)
    }

    /// The paths whose results differ from libxml2's own tree and XPath.
    static func differences(_ bytes: [UInt8]) throws -> [String] {
        guard let document = try? Document(html: bytes) else { return [] }
        guard let reference = LibXML(html: try Document.text(ofHTML: bytes, nil, MarkupLimits()).text) else { return ["libxml2 refuses"] }
        let elements = try paths.compactMap { source -> String? in
            guard case .nodes(let nodes) = try document.evaluate(XPath(source)) else { return source }
            let (found, wanted) = (nodes.compactMap { $0.element.map { Self.written($0) } }, reference.elements(source))
            return found == wanted ? nil : "\(source): \(found) \(wanted)"
        }
        return try elements
            + nodes.compactMap { source in
                let (found, wanted) = (LibXML.Value(try document.evaluate(XPath(source))), reference.evaluate(source))
                return found == wanted ? nil : "\(source): \(found) \(wanted.map { "\($0)" } ?? "nothing")"
            }
    }

    private static func written(_ element: Element) -> String {
        let attributes = element.attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
        let children = element.children.map { child in
            switch child {
            case .element(let element): written(element)
            case .text(let text): "(\(text))"
            }
        }
        return "<\(element.name)\(attributes)>\(children.joined())</>"
    }
}
