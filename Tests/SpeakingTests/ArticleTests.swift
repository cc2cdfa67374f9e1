import Foundation
import Records
import Testing

@testable import Speaking

@Suite("Articles of web pages") struct ArticleTests {
    private static func sentence(_ name: String) -> String {
        "The \(name) part says, after a long night of talk, what the harbour is to look like in ten years, and who is to pay for it."
    }

    private func document(_ body: String) throws -> SpokenDocument {
        try DocumentFile(Array("<!DOCTYPE html><html lang=en><body>\(body)</body></html>".utf8)).document
    }

    private func said(_ document: SpokenDocument) -> String {
        document.sentences.map { $0.words.map(\.spoken).joined(separator: " ") }.joined(separator: " ")
    }

    private func block(_ name: String, _ count: Int = 5) -> String {
        (0..<count).map { "<p>\(Self.sentence("\(name)\($0)"))</p>" }.joined()
    }

    @Test("equal sections beside each other are one article, however deep their paragraphs are")
    func equalSections() throws {
        let sections = ["first", "second", "third"].map { "<div class=\"acf\"><section><div><div>\(block($0))</div></div></section></div>" }
        let document = try document(
            "<nav><a href=/>Home</a></nav><div id=post><div>\(sections.joined(separator: "<figure><img></figure>"))</div></div>")
        for name in ["first", "second", "third"] {
            #expect(said(document).contains("\(name)0"))
            #expect(said(document).contains("\(name)4"))
        }
        #expect(document.share == SpokenDocument.Share(read: 15, all: 15))
    }

    @Test("a lead in another branch and headings between sections belong to the article")
    func branches() throws {
        let document = try document(
            """
            <div class=page><header><h1>A harbour</h1></header><div class=lead><p>\(Self.sentence("lead"))</p></div><div class=text>\(block("one"))</div>
            <h2>Later</h2><div class=text>\(block("two"))</div></div>
            """)
        let text = said(document)
        for word in ["A harbour", "lead", "one4", "Later", "two4"] { #expect(text.contains(word), "\(word)") }
    }

    @Test("a class that only begins like one of comments, or stands inside of a sentence, cuts nothing")
    func classes() throws {
        let document = try document(
            """
            <main><h1>Rules</h1>\(block("one", 2))<div id="shared-history" class="section"><p>\(Self.sentence("history"))</p></div>
            <section class="commentary"><p>\(Self.sentence("commentary"))</p></section><div class="related-work"><p>\(Self.sentence("related"))</p></div>
            <p>It is <span class="popup">a light</span> in <b class="comment-1">the night</b>.</p><pre><code>let x = 1 <span class="comment">// note one</span></code></pre>
            <p><a href="/x">\(Self.sentence("linked"))</a></p><div class="comments"><p>\(Self.sentence("no"))</p></div></main>
            """)
        let text = said(document)
        for word in ["history", "commentary", "related", "It is a light in the night.", "note one", "linked"] {
            #expect(text.contains(word), "\(word)")
        }
        #expect(!text.contains("The no part"))
    }

    @Test("a class cuts no element in which a third of the text is")
    func heavy() throws {
        let document = try document(
            "<div><div class=promo>\(block("one"))</div><div class=x>\(block("two"))</div><div class=promo><p>\(Self.sentence("ad"))</p></div></div>"
        )
        #expect(said(document).contains("one4"))
        #expect(said(document).contains("two4"))
        #expect(!said(document).contains("The ad part"))
        // It can still be read separately.
        #expect(document.skipped.contains { $0.reason == .apart && $0.text.contains("The ad part") })
    }

    @Test("what is left out of a page's paragraphs is counted, stands where it was, and can be read")
    func share() throws {
        let teasers = (0..<8).map {
            "<div class=card><div><div><p>\(Self.sentence("card\($0)")) <a href=/\($0)>\(Self.sentence("more"))</a></p></div></div></div>"
        }
        let file = try DocumentFile(
            Array(
                "<!DOCTYPE html><html><body>\(teasers.prefix(4).joined())<article>\(block("one"))</article>\(teasers.suffix(4).joined())</body></html>"
                    .utf8))
        let document = file.document
        #expect(!said(document).contains("card"))
        #expect(document.share == SpokenDocument.Share(read: 5, all: 13))
        #expect(document.share?.isSmall == true)
        let parts = DocumentContents(file).parts
        let opening = try #require(parts.first?.opening)
        #expect(opening.read == 5)
        #expect(opening.all == 13)
        #expect(opening.passages == ["apart": 8])
        #expect(opening.count(leaving: .standard) == 8)
        #expect(opening.count(leaving: LeavingOut([])) == 0)
        let words = parts.flatMap(\.sentences).flatMap(\.words).joined(separator: " ")
        let places = ["card0", "card3", "one0", "one4", "card4", "card7"].map { words.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil))
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        #expect(parts.dropFirst().allSatisfy { $0.opening == nil })
        // Stored parts from versions without openings.
        let old = try JSONDecoder().decode(
            DocumentPart.self, from: Data(#"{"number":0,"firstWord":0,"sentences":[],"pages":[],"skipped":[]}"#.utf8))
        #expect(old.opening == nil)
        let whole = try self.document("<article>\(block("one"))</article>")
        #expect(whole.share?.isSmall == false)
    }

    @Test("what isn't shown is no text, but for a formula that its page shows as a picture")
    func hidden() throws {
        let document = try document(
            "<p>Seen<span style='display: none'> not</span><span style='visibility:hidden'> ghost</span><span aria-hidden=true> sign</span> here, <span style='display:none'><math><mi>x</mi></math></span> too.</p>"
        )
        #expect(said(document) == "Seen here, x too.")
    }
}
