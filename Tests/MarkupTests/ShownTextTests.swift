import Markup
import Testing

@Suite("Text as people read it") struct ShownTextTests {
    private func text(_ html: String, _ path: String) throws -> String {
        let document = try Document(html: Array("<html><body>\(html)</body></html>".utf8))
        return try #require(document.root).text(at: try XPath(path)).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(
        "lines, blocks, list items and cells part words; what stands in a line doesn't",
        arguments: [
            ("<p>Hay Street 12<br>6008 Subiaco", "Hay Street 12 6008 Subiaco"), ("<p><b>b</b>old <i>a</i><sup>2</sup>", "bold a2"),
            ("<div>Mon 9-12</div><div>Tue 10-14</div>", "Mon 9-12 Tue 10-14"), ("<ul><li>Wed</li><li>Fri</li></ul>", "Wed Fri"),
            ("<dl><dt>a<dd>b</dl>c", "a b c"), ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2 3"),
            ("a<div></div>b", "a b"), ("a<br/>b<br>c", "a b c"), ("<select><option>x<option>y</select>", "x y"), ("lo<wbr>ng", "long"),
            ("a<hr>b", "a b"), ("a<!-- c -->b", "ab"), ("a<span><p>b</p></span>c", "a b c"), ("12,<sup>50</sup>&nbsp;€", "12,50 €"),
            ("a\n<br>\nb", "a b"), ("<h2>a</h2>b<p>c</p>d", "a b c d"),
        ])
    func words(html: String, shown: String) throws {
        #expect(try text("<div id='x'>\(html)</div>", ".//div[@id='x']") == shown)
        // The same where the path isn't plain.
        #expect(try text("<div id='x'>\(html)</div>", "//*[starts-with(@id, 'x')]") == shown)
    }

    @Test(
        "what a browser that runs scripts doesn't show is no text",
        arguments: [
            ("Kayak<style>.k{color:red}</style>", "Kayak"), ("1 875,00 €<script>track('k',7)</script>", "1 875,00 €"),
            ("<noscript>off</noscript>-1,5", "-1,5"), ("a<template>t</template>b", "ab"), ("<span hidden>00125</span>125", "125"),
            ("<video>no video</video>v", "v"), ("<script>x</script>", ""), ("<iframe>no frames</iframe>f", "f"),
        ])
    func unshown(html: String, shown: String) throws { #expect(try text("<div id='x'>\(html)</div>", ".//div[@id='x']") == shown) }

    @Test("an element that a path asks for gives its text whatever it is; functions stay those of XPath 1.0")
    func asked() throws {
        let page = "<p>a<br>b<script>var c</script><span hidden>d</span></p>"
        #expect(try text(page, ".//script") == "var c")
        #expect(try text(page, ".//span") == "d")
        #expect(try text(page, ".//p/text()") == "a")
        #expect(try text(page, ".//p") == "a b")
        #expect(try text(page, "string(.//p)") == "abvar cd")
        #expect(try text(page, "normalize-space(.//p)") == "abvar cd")
        let document = try Document(html: Array(page.utf8))
        #expect(try document.evaluate(try XPath("//p")).text == "abvar cd")
    }

    @Test("in XML elements of XHTML part words, and no others")
    func xml() throws {
        func text(_ xml: String) throws -> String? {
            let reader = try MarkupReader(rows: RowPath("//row"))
            var rows: [Element] = []
            try reader.append(Array(xml.utf8)) { rows.append($0) }
            try reader.finish { rows.append($0) }
            return try RowPaths([try XPath("*")]).texts(in: try #require(rows.first))[0]
        }
        #expect(try text("<a><row><t>a<br/>b<script>c</script></t></row></a>") == "abc")
        #expect(try text("<a><row><t><p>a</p><p>b</p></t></row></a>") == "ab")
        #expect(
            try text("<a><row><t><div xmlns='http://www.w3.org/1999/xhtml'><p>a</p><p>b<br/>c</p><script>d</script></div></t></row></a>")
                == "a b c")
        #expect(try text("<a xmlns:h='http://www.w3.org/1999/xhtml'><row><t>a<h:br/>b</t></row></a>") == "a b")
    }

    @Test("many elements in each other are walked once")
    func deep() throws {
        let deep = String(repeating: "<div>", count: 200) + "x" + String(repeating: "</div>y", count: 200)
        #expect(try text(deep, "//body") == "x" + String(repeating: " y", count: 200))
        let many = String(repeating: "<p>a<br>", count: 20_000)
        #expect(try text(many, "//body").count == 39_999)
    }
}
