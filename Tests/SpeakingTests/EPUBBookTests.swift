import Foundation
import Records
import Testing

@testable import Speaking

@Suite("Books as EPUB") struct EPUBBookTests {
    private static let spaces = "xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\""

    /// `spine`: manifest references with the attributes of their `itemref`. `files`: by name relative to the package, or with a path from
    /// the root.
    private func book(_ spine: [(href: String, more: String)], _ files: [String: String], folder: String = "OEBPS/") throws -> DocumentFile
    {
        let container = """
            <?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>\
            <rootfile full-path="\(folder)book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
            """
        let items = spine.enumerated().map { "<item id=\"i\($0)\" href=\"\($1.href)\" media-type=\"application/xhtml+xml\"/>" }.joined()
        let order = spine.indices.map { "<itemref idref=\"i\($0)\" \(spine[$0].more)/>" }.joined()
        let package = """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\
            <dc:title>Tides</dc:title><dc:language>en</dc:language></metadata><manifest>\(items)</manifest><spine>\(order)</spine></package>
            """
        let all = [("META-INF/container.xml", container), ("\(folder)book.opf", package)] + files.sorted { $0.key < $1.key }
        return try DocumentFile(StoredZip.archive(all.map { ($0.0, Array($0.1.utf8)) }))
    }

    private func page(_ body: String, head: String = "") -> String {
        "<?xml version=\"1.0\"?><html \(Self.spaces)><head><title>x</title>\(head)</head><body>\(body)</body></html>"
    }

    private func said(_ file: DocumentFile) -> String {
        file.document.sentences.map { $0.words.map(\.spoken).joined(separator: " ") }.joined(separator: " ")
    }

    private func left(_ file: DocumentFile, _ reason: SpokenDocument.Skipped.Reason) -> [String] {
        file.document.skipped.filter { $0.reason == reason }.map(\.text)
    }

    private func oneChapter(_ body: String, head: String = "") throws -> DocumentFile {
        try book([("a.xhtml", "")], ["OEBPS/a.xhtml": page(body, head: head)])
    }

    @Test("headings, entries of lists and rows of tables are known as what they are")
    func shapes() throws {
        let file = try oneChapter(
            "<h1>The <i>Tide</i></h1><p>It comes. It goes.</p><ul><li><p>“One” thing</p></li><li></li><li>Two</li></ul><table><tr><td>a</td><td>b</td></tr></table><h3>End</h3><p>Last.</p>"
        )
        let shapes = DocumentContents(file).parts.flatMap(\.sentences).map { $0.shape?.rawValue ?? "" }
        #expect(shapes == ["h1", "", "", "item", "item", "row", "h3", ""])
    }

    @Test("the cells of a row keep their columns")
    func cells() throws {
        let table = "<tr><th>Name of</th><th></th><th>“High” tide</th></tr><tr><td>Alone</td></tr><tr><td><p>One</p></td><td>Two</td></tr>"
        let file = try oneChapter("<p>Before.</p><table>\(table)</table><p>After it.</p>")
        let cells = DocumentContents(file).parts.flatMap(\.sentences).map { $0.cells.map { [$0.word, $0.column] } }
        #expect(cells.first { !$0.isEmpty } == [[0, 0], [2, 2]])
        #expect(cells.count { !$0.isEmpty } == 1)
    }

    @Test("a book says its authors, its series and what it is about, and has its cover")
    func about() throws {
        let container = """
            <?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>\
            <rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
            """
        let package = """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf" version="2.0">\
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Tides</dc:title><dc:creator opf:role="aut">Ada L.</dc:creator>\
            <dc:creator opf:role="trl">Ben</dc:creator><dc:creator>Cleo</dc:creator><dc:description>&lt;p&gt;Of the &lt;b&gt;sea&lt;/b&gt;.&lt;/p&gt;</dc:description>\
            <meta name="calibre:series" content="Waters"/><meta name="cover" content="c"/></metadata><manifest>\
            <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="c" href="c.png" media-type="image/png"/></manifest>\
            <spine><itemref idref="a"/></spine></package>
            """
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
        let files = [("META-INF/container.xml", Array(container.utf8)), ("book.opf", Array(package.utf8)), ("c.png", picture)]
        let file = try DocumentFile(StoredZip.archive(files + [("a.xhtml", Array(page("<p>Words.</p>").utf8))]))
        #expect(file.about == DocumentAbout(author: "Ada L., Cleo", group: "Waters", summary: "Of the sea."))
        #expect(file.cover?.bytes == picture)
        let copy = try JSONDecoder().decode(DocumentContents.self, from: JSONEncoder().encode(DocumentContents(file)))
        #expect(copy.cover?.bytes == picture)
    }

    @Test(
        "a title that is none isn't taken",
        arguments: [
            ("Microsoft Word - thesis.doc", nil), ("paper.tex", nil), ("Untitled", nil), (" ", nil), ("The  Sea", "The Sea"),
            ("How to write a .doc", "How to write a .doc"),
        ] as [(String, String?)])
    func titles(_ written: String, _ title: String?) { #expect(DocumentAbout.title(written) == title) }

    @Test(
        "files are found however the book writes their names",
        arguments: [
            ("text/ch01", "OEBPS/text/ch01"), ("text/ch01.php", "OEBPS/text/ch01.php"), ("A%20b.xhtml", "OEBPS/A b.xhtml"),
            ("QX%21_0.html", "OEBPS/QX%21_0.html"), ("Text/One.xhtml", "OEBPS/text/one.XHTML"), ("/OEBPS/one.xhtml", "OEBPS/one.xhtml"),
            ("caf\u{E9}.xhtml", "OEBPS/cafe\u{301}.xhtml"), ("100%.xhtml", "OEBPS/100%.xhtml"), ("../top.xhtml", "top.xhtml"),
        ])
    func names(_ reference: String, _ name: String) throws {
        let file = try book([(reference, "")], [name: page("<p>Words are here.</p>")])
        #expect(said(file) == "Words are here.")
        #expect(left(file, .missing).isEmpty)
    }

    @Test("a file that isn't in the book is listed, and one out of its order can be read all the same")
    func spine() throws {
        let file = try book(
            [("a.xhtml", ""), ("gone.xhtml", ""), ("notes.xhtml", "linear=\"no\""), ("b.xhtml", "linear=\"yes\"")],
            [
                "OEBPS/a.xhtml": page("<p>First words.</p>"), "OEBPS/notes.xhtml": page("<p>On demand.</p><p>More.</p>"),
                "OEBPS/b.xhtml": page("<p>Last words.</p>"),
            ])
        #expect(said(file) == "First words. Last words.")
        #expect(left(file, .missing) == ["gone.xhtml"])
        #expect(left(file, .apart) == ["On demand.", "More."])
        let words = DocumentContents(file).parts.flatMap(\.sentences).flatMap(\.words).joined(separator: " ")
        #expect(words == "First words. On demand. More. Last words.")
    }

    @Test("only footnotes and endnotes are notes, whatever element they are; sidebars, tips and warnings are text")
    func notes() throws {
        let kinds = ["sidebar", "tip", "warning", "help", "notice"].map { "<aside epub:type=\"\($0)\"><p>A \($0).</p></aside>" }.joined()
        let file = try oneChapter(
            "<p>Text.</p>\(kinds)<aside><p>Plain.</p></aside><aside epub:type=\"footnote\">One.</aside><ol><li epub:type=\"rearnote\">Two.</li></ol><div role=\"doc-endnote\">Three.</div><section epub:type=\"endnotes\"><p>Four.</p></section><p>End.</p>"
        )
        #expect(said(file) == "Text. A sidebar. A tip. A warning. A help. A notice. Plain. End.")
        #expect(left(file, .note) == ["One.", "Two.", "Three.", "Four."])
    }

    @Test("what pictures show is read in headings and sentences, else it stands there and can be read")
    func pictures() throws {
        let file = try oneChapter(
            "<h1><img src=\"t.png\" alt=\"The Title\"/></h1><p><img src=\"T.png\" alt=\"T\"/>he boat <img src=\"i.png\" alt=\"left\"/> early.</p><figure><img src=\"p.png\" alt=\"A lighthouse\"/><figcaption>At dusk.</figcaption></figure><p><img src=\"o.png\" alt=\"\"/></p>"
        )
        #expect(said(file) == "The Title The boat left early. At dusk.")
        #expect(left(file, .picture) == ["A lighthouse"])
        #expect(file.document.sections.first?.title == "The Title")
        let part = try #require(DocumentContents(file).parts.first)
        #expect(part.leftOut(by: .standard) == ["A lighthouse"])
        #expect(part.leftOut(by: LeavingOut([])).isEmpty)
    }
}
