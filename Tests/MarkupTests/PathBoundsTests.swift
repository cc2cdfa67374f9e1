import Markup
import Testing

/// The limits of path evaluation, on documents made to be slow.
struct PathBoundsTests {
    /// Ten thousand pairs of an `h2` and a `p`, fifty deep.
    private static let page: String = {
        let pairs = (0..<10_000).map { "<h2>\($0)</h2><p>\($0)x</p>" }.joined()
        return "<r>" + String(repeating: "<x>", count: 50) + pairs + String(repeating: "</x>", count: 50) + "</r>"
    }()

    @Test("a path from many nodes to many takes steps as the document has nodes, not as it has pairs of them")
    func linear() throws {
        var limits = MarkupLimits()
        // Fifty per node; there are 100,000,000 pairs.
        limits.pathOperations = 2_000_000
        let document = try Document(xml: Array(Self.page.utf8), limits: limits)
        for (path, text) in [
            ("count(//h2/following-sibling::p)", "10000"), ("count(//p/preceding-sibling::h2)", "10000"),
            ("count(//h2/following::p)", "10000"),
            ("count(//p/preceding::h2)", "10000"), ("count(//p/ancestor::*)", "51"), ("count(//p/ancestor-or-self::*)", "10051"),
            ("count(//*//*)", "20050"), ("count(//p/..)", "1"), ("//h2 = //p", "false"), ("//h2 != //p", "true"), ("//h2 < //h2", "true"),
            ("count(//p[preceding-sibling::h2])", "10000"), ("count(//p/preceding-sibling::h2[1])", "10000"),
            ("count(//p[position() = last()])", "1"), ("count(//*[self::p] | //p | //h2)", "20000"), ("count(//x//x//x//x//x//y)", "0"),
            ("(//h2/following-sibling::p)[1]", "0x"), ("contains(/, '9999x9999')", "false"),
        ] { #expect(try document.evaluate(XPath(path)).text == text, "\(path)") }
    }

    @Test(
        "a path that takes more steps than it may is an error that says so",
        arguments: [
            "//p[count(preceding-sibling::p) > 3]", "//h2[. = //p]", "//p[//h2 = //p]", "//*[contains(/, 'zz')]",
            "//p[following::h2[last()]]",
            "//p[string-length(/) > 1]", "//p[sum(//h2) > 0]", "//p[normalize-space(/)]", "//p[translate(/, 'abc', 'x')]",
            "//h2/following-sibling::p[2 > 1 and position() < 9999]", "//p[(//h2)[last()]]", "//p[id(//h2)]", "//p[count(//h2 | //x) > 0]",
            "concat(/, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /, /)",
        ])
    func bound(path: String) throws {
        var limits = MarkupLimits()
        limits.pathOperations = 600_000
        let document = try Document(xml: Array(Self.page.utf8), limits: limits)
        let error = #expect(throws: MarkupError.self) { try document.evaluate(XPath(path)) }
        #expect(error?.code == .limit, "\(error?.description ?? "")")
        #expect(error?.detail.contains("more than 600000 steps") == true, "\(error?.description ?? "")")
    }

    @Test("all paths over one document are bounded together, and so is what they give of it")
    func sums() throws {
        var limits = MarkupLimits()
        (limits.allPathOperations, limits.documentBytes) = (50_000, 4_000)
        let document = try Document(xml: Array(("<r>" + String(repeating: "<a/>", count: 500) + "</r>").utf8), limits: limits)
        let path = try XPath("count(//a)")
        let error = #expect(throws: MarkupError.self) { for _ in 0..<200 { _ = try document.evaluate(path) } }
        #expect(error?.detail.contains("more than 50000 steps in all") == true)
        let page = try Document(
            html: Array((String(repeating: "<div>", count: 100) + String(repeating: "x", count: 1000)).utf8), limits: limits)
        guard case .nodes(let nested) = try page.evaluate(XPath("//div")) else { return }
        let text = try XPath(".")
        #expect(#expect(throws: MarkupError.self) { for node in nested { _ = try node.text(at: text) } }?.code == .limit)
    }

    @Test("a stream of rows is bounded by what is in it: each path may look at each node once, however many rows there are")
    func rows() throws {
        var limits = MarkupLimits()
        limits.allPathOperations = 1_000
        let rows = "<r>" + String(repeating: "<item><a>1</a><b>2</b></item>", count: 2_000) + "</r>"
        for (path, isWithin) in [("b", true), ("normalize-space(b)", true), ("count(//*[count(//*) > 1])", false)] {
            let paths = RowPaths([try XPath(path)], limits: limits)
            let read = {
                let reader = try MarkupReader(rows: RowPath("//item"))
                try reader.append(Array(rows.utf8)) { _ = try paths.texts(in: $0) }
                try reader.finish { _ = try paths.texts(in: $0) }
            }
            if isWithin { try read() } else { #expect(#expect(throws: MarkupError.self) { try read() }?.code == .limit) }
        }
    }

    @Test("a search in a text takes as long as the text, whatever is sought")
    func search() throws {
        // A naive search would make 10,000,000,000 comparisons.
        let text = String(repeating: "a", count: 200_000)
        let document = try Document(xml: Array("<r><t>\(text)</t><w>\(text.prefix(100_000))b</w></r>".utf8))
        #expect(try document.evaluate(XPath("contains(//t, //w)")).text == "false")
        #expect(try document.evaluate(XPath("substring-after(concat(//t, 'b', 'c'), //w)")).text == "c")
    }

    @Test("the lines of elements within elements count as often as they are asked for")
    func lines() throws {
        var limits = MarkupLimits()
        limits.documentBytes = 4_000
        let words = String(repeating: "word<br>", count: 200)
        let document = try Document(html: Array("<body>\(String(repeating: "<div>", count: 40))\(words)</body>".utf8), limits: limits)
        let (divs, itself) = (try XPath("//div"), try XPath("."))
        guard case .nodes(let nodes) = try document.evaluate(divs) else {
            Issue.record("no nodes")
            return
        }
        #expect(nodes.count == 40)
        #expect(try nodes[0].lines(at: itself) == [String](repeating: "word", count: 200))
        let error = #expect(throws: MarkupError.self) { for node in nodes { _ = try node.lines(at: itself) } }
        #expect(error?.code == .limit)
    }

    @Test("lines are parted by breaks and blocks, and in pre by line feeds; what isn't shown is in none")
    func linesOfText() throws {
        let page =
            "<body><div id=a>One\n<b>two</b><br>three<p>four</p>five<script>six</script><p hidden>seven</p><pre>\neight\nnine  ten</pre></div></body>"
        let document = try Document(html: Array(page.utf8))
        let body = try #require(document.root)
        #expect(try body.lines(at: try XPath("//div")) == ["One two", "three", "four", "five", "eight", "nine ten"])
        #expect(try body.lines(at: try XPath("string(//b)")) == ["two"])
        #expect(try body.lines(at: try XPath("//u")) == [])
    }
}
