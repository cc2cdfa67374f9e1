import Foundation
import Records
import Testing

@testable import Speaking

@Suite("What isn't wanted in a text") struct UnwantedTextTests {
    private static let sentence =
        "The council has agreed, after a long night, on what the harbour is to look like in ten years, and on who pays for it."

    private func page(_ body: String, head: String = "") throws -> SpokenDocument {
        try DocumentFile(Array("<!DOCTYPE html><html lang=en><head>\(head)</head><body>\(body)</body></html>".utf8)).document
    }

    private func text(_ text: String) throws -> SpokenDocument { try DocumentFile(Array(text.utf8)).document }

    private func said(_ document: SpokenDocument) -> String {
        document.sentences.map { $0.words.map(\.spoken).joined(separator: " ") }.joined(separator: " ")
    }

    @Test("numbers of printed pages aren't said, and the words beside them stay apart")
    func pageBreaks() throws {
        let document = try page(
            "<p>The ship <span epub:type=\"pagebreak\" title=\"23\">23</span>left at noon. <span role=\"doc-pagebreak\">[24]</span>It came back.</p>"
        )
        #expect(said(document) == "The ship left at noon. It came back.")
        #expect(document.skipped.map(\.text) == ["23", "[24]"])
        #expect(document.skipped.allSatisfy { $0.reason == .running })
    }

    @Test("what a style sheet of the file hides by a class isn't said, and rules for print hide nothing")
    func styles() throws {
        let head =
            "<style>p { color: red } .gone, .off { display : none } @media print { .paper { display: none } } .a .b { display: none }</style>"
        let document = try page(
            "<p>Seen<i class=\"x gone\"> not</i><i class=off> ghost</i><i class=paper> here</i><b class=b> too</b>.</p>", head: head)
        #expect(said(document) == "Seen here too.")
    }

    @Test("notes at the end of an article are left out with their way back")
    func endnotes() throws {
        let document = try page(
            "<article><p>\(Self.sentence)<sup><a href=#n1 id=m1>1</a></sup></p><p>\(Self.sentence)</p><section role=doc-endnotes><h2>Endnotes</h2><ol><li id=n1>As told. <a href=#m1>↩︎</a></li></ol></section><p>\(Self.sentence) <a href=#m1>↩</a></p></article>"
        )
        #expect(said(document) == [Self.sentence, Self.sentence, Self.sentence].joined(separator: " "))
        #expect(document.skipped.map(\.reason) == [.footnoteMark, .note])
    }

    @Test("lists of links are left out with their headings: contents, most popular, shares; lists of text are read")
    func links() throws {
        let contents =
            "<div><h2>Contents</h2><ul><li><a href=#a>Where it is</a><li><a href=#b>Who pays</a><li><a href=#c>When</a></ul></div>"
        let popular = "<h3>Most popular</h3><ol><li><a href=/1>A ship</a><li><a href=/2>A tide</a><li><a href=/3>A light</a></ol>"
        let list = "<h3>What is new</h3><ul><li>A quay of <a href=/q>stone</a><li>Two lights, and a crane<li>A bank</ul>"
        let document = try page(
            "<article><h1>Harbour</h1>\(contents)<p>\(Self.sentence)</p><p>\(Self.sentence)</p>\(popular)\(list)<p>\(Self.sentence)</p></article>"
        )
        let text = said(document)
        #expect(text.hasPrefix("Harbour \(Self.sentence)"))
        #expect(text.contains("What is new A quay of stone Two lights, and a crane A bank"))
        for word in ["Contents", "Who pays", "Most popular", "A tide"] { #expect(!text.contains(word), "\(word)") }
        #expect(document.skipped.contains { $0.reason == .aroundArticle && $0.text.contains("A tide") })
        // A page that consists only of such a list is read.
        let alone = try page(popular)
        #expect(said(alone).contains("A tide"))
    }

    @Test("labels of a gallery's buttons aren't read, captions are")
    func figures() throws {
        let figure =
            "<figure><img src=a><span>Open image in gallery</span><button>Next</button><figcaption>The quay at dusk.</figcaption></figure>"
        let document = try page("<article><p>\(Self.sentence)</p>\(figure)<p>\(Self.sentence)</p></article>")
        #expect(said(document) == "\(Self.sentence) The quay at dusk. \(Self.sentence)")
    }

    @Test("a signature can be read and isn't, and divided words are put together")
    func texts() throws {
        let document = try text("The light-\nhouse is far-\r\naway, on A-\nB.\n\nYours\n-- \nAda\nHarbour office\n")
        #expect(said(document) == "The lighthouse is faraway, on A- B. Yours")
        #expect(document.skipped.map(\.text) == ["-- \nAda\nHarbour office\n"])
        #expect(document.skipped.first?.reason == .apart)
        let whole = try text("One.\n--\nTwo.\n-- \n")
        #expect(whole.sentences.flatMap(\.words).map(\.text) == ["One", "Two"])
        #expect(whole.skipped.isEmpty)
        let long = try text("One.\n-- \n" + String(repeating: "Line.\n", count: 30))
        #expect(long.skipped.isEmpty)
    }
}
