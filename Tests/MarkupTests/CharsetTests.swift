import Markup
import Testing

struct MarkupReaderTests {
    func rows(_ text: String, _ path: String = "//item", cut: Int = 1_000_000) throws -> [Element] {
        let reader = try MarkupReader(rows: RowPath(path))
        var rows: [Element] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: cut) {
            try reader.append(Array(bytes[start..<min(start + cut, bytes.count)])) { rows.append($0) }
        }
        try reader.finish { rows.append($0) }
        return rows
    }

    @Test("rows come") func first() throws {
        let text = "<rss><channel><item a='1&amp;2'><title>A &lt; B</title><x>c<![CDATA[d<]]>e</x></item><item/></channel></rss>"
        for cut in [1, 2, 3, 7, 1000] {
            let rows = try rows(text, cut: cut)
            #expect(rows.count == 2)
            #expect(rows[0][attribute: "a"] == "1&2")
            #expect(rows[0]["title"]?.text == "A < B")
            #expect(rows[0].text == "A < Bcd<e")
            let values = try RowPaths([XPath("title"), XPath("concat(title,'!',@a)")]).texts(in: rows[0])
            #expect(values == ["A < B", "A < B!1&2"])
        }
        #expect(throws: MarkupError.self) { try rows("<rss><item>") }
        let document = try Document(html: Array("<html><body><ul><li>a<li>b <b>c</b></ul>".utf8))
        print(try document.evaluate(XPath("count(//li)")).text, try document.evaluate(XPath("//li[2]")).text)
        for bad in ["<a>", "<a></b>", "<a>&foo;</a>", "<a x=1/>", "", "  ", "<a/><b/>", "<a>&</a>", "<a><b:c/></a>", "<a b='<'/>", "<a b='1' b='2'/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>"] {
            do { _ = try rows(bad); Issue.record("\(bad)") } catch { print(bad, "→", error, (error as? MarkupError)?.code as Any) }
        }
        for bad in ["a[", "foo(x)", "a/@", "x:y", "a b", "'x", "//", "a[1", "$x"] {
            do { _ = try XPath(bad); Issue.record("\(bad)") } catch { print(bad, "→", error) }
        }
    }
}
