import Foundation
import Records
import Testing

@testable import Speaking

@Suite("Text of web pages and books") struct ReadableTextTests {
    private static let sentence =
        "The council has agreed, after a long night, on what the harbour is to look like in ten years, and on who pays for it."

    private func page(_ html: String) throws -> WebPage { try WebPage(Array(html.utf8)) }

    private func read(_ page: WebPage) -> String { String(String.UnicodeScalarView(page.text.text)).trimmingCharacters(in: .newlines) }

    @Test("of a page its article is read; menus, sidebars, comments and footers are listed or left out")
    func article() throws {
        let page = try page(
            """
            <!DOCTYPE html><html lang="en-GB"><head><title>Harbour | The Paper</title><meta property="og:title" content="A new harbour">
            <style>p { color: red }</style></head><body>
            <header class="masthead"><a href="/">The Paper</a></header><nav><ul><li><a href="/a">News</a><li><a href="/b">Sport</a></ul></nav>
            <div id="page"><div class="text"><h1>A new harbour</h1><p>\(Self.sentence)</p><script>var a = "<p>no</p>";</script>
            <div class="share-buttons"><p>Share this article with all of your friends now</p></div>
            <p>Second, <b>bold</b> words&nbsp;and<br>a line.<sup><a href="#n1">1</a></sup></p><p>\(Self.sentence)</p></div>
            <aside><p>\(Self.sentence) Not this.</p></aside></div>
            <div class="comments"><p>\(Self.sentence) I do not agree, and never did.</p><p>\(Self.sentence)</p></div><footer>© The Paper</footer>
            </body></html>
            """)
        #expect(read(page) == "A new harbour\n\n\(Self.sentence)\n\nSecond, bold words and\na line.\n\n\(Self.sentence)")
        #expect(page.title == "A new harbour")
        #expect(page.language == "en-GB")
        #expect(page.text.skipped.map(\.text) == ["Share this article with all of your friends now", "1"])
    }

    @Test("an article in several sections is read whole")
    func sections() throws {
        let sections = (1...4).map { "<section><h2>Part \($0)</h2><div><p>\(Self.sentence)</p><p>\(Self.sentence)</p></div></section>" }
        let page = try page("<html><body><nav>Menu</nav><main><article>\(sections.joined())</article><p>More</p></main></body></html>")
        #expect(page.text.headings.map(\.title) == ["Part 1", "Part 2", "Part 3", "Part 4"])
        #expect(read(page).hasSuffix(Self.sentence))
    }

    @Test("a page without running text is read whole, and its rows of tables one by one")
    func short() throws {
        let page = try page(
            "<html><body><p>Hello.</p><table><tr><th>Name</th><th>Age</th></tr><tr><td>Ada</td><td>36</td></tr></table><ul><li>One<li>Two</ul></body></html>"
        )
        #expect(read(page) == "Hello.\n\nName Age\n\nAda 36\n\nOne\n\nTwo")
        #expect(throws: DocumentError.noWords(.html)) { _ = try DocumentFile(Array("<html><body><img src=a></body></html>".utf8)) }
    }

    @Test("what is nested deeply, unclosed or huge is read or refused, and never ends the process")
    func hostile() throws {
        let deep = "<html><body>" + String(repeating: "<div>", count: 100_000) + Self.sentence
        do { _ = try page(deep) } catch let error as DocumentError {
            #expect(error == .tooManyWords || "\(error)".contains("damaged"), "\(error)")
        }
        _ = try page("<html><body>" + String(repeating: "<p>\(Self.sentence)", count: 5000))
        let large = [UInt8](repeating: UInt8(ascii: " "), count: SpokenDocument.textLimit + 1)
        #expect(throws: DocumentError.textTooLarge) { _ = try WebPage(Array("<html>".utf8) + large) }
    }

    @Test("references lead to names in the archive only")
    func names() {
        let file = "OEBPS/text/one.xhtml"
        #expect(EPUBArchive.name(of: "two.xhtml#a", from: file) == "OEBPS/text/two.xhtml")
        #expect(EPUBArchive.name(of: "../toc%20a.ncx", from: file) == "OEBPS/toc a.ncx")
        #expect(EPUBArchive.name(of: "#here", from: file) == file)
        for outside in ["../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "https://example.com/a.xhtml", "..%2F..%2F..%2Fa", ""] {
            #expect(EPUBArchive.name(of: outside, from: file) == nil, "\(outside)")
        }
        #expect(EPUBArchive.fragment(of: "a.xhtml#p%201") == "p 1")
        #expect(EPUBArchive.fragment(of: "a.xhtml") == nil)
    }

    @Test("the kind of a document is told by its first bytes")
    func kinds() {
        let kinds = [
            "%PDF-1.4": "pdf", "PK\u{3}\u{4}": "epub", " <!DOCTYPE HTML><p>": "html", "<html>": "html", "a < b": "text", "<rss>": "text",
            "": "text",
        ]
        for (text, kind) in kinds { #expect(DocumentFile.kind(of: Array(text.utf8)).rawValue == kind, "\(text)") }
    }
}
