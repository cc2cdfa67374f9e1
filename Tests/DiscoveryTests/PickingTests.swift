import Discovery
import Foundation
import Records
import Testing

@Suite("A page that a person points at") struct PickingTests {
    private static let cards = ["Anker", "Birke", "Cirrus", "Dune"].enumerated().map { place, name in
        "<li><b>Lamp \(name)</b> <i>\(place + 4).50 €</i> <u>Free delivery</u> <img src=\"/\(place).jpg\" alt=\"Picture of \(name)\"></li>"
    }

    private func picking(_ main: String) throws -> PagePicking {
        try #require(try PagePicking(Array(page(main).utf8), address: URL(string: "https://lists.example/page")))
    }

    private func number(_ text: String, _ shown: ShownPage) throws -> Int {
        for case .text(let found, let number, _, _) in shown.pieces where found == text { return number }
        throw Missing(text: text)
    }

    private struct Missing: Error { let text: String }

    private func marked(_ shown: ShownPage) -> [String] {
        shown.pieces.compactMap { piece -> String? in if case .text(let text, _, _, true) = piece { text } else { nil } }
    }

    @Test("two texts in different rows make the list, with its fields")
    func list() throws {
        let page = try picking("<ul>\(Self.cards.joined())</ul>")
        let shown = page.shown()
        let picked = try #require(page.list(with: try number("Lamp Birke", shown), try number("6.50 €", shown)))
        #expect(picked.candidate.rowCount == 4)
        #expect(picked.refused.isEmpty)
        #expect(picked.candidate.fields.map(\.kind).contains(.money))
        #expect(picked.candidate.path != nil)
        #expect(marked(picked.shown).filter { $0.hasPrefix("Lamp") }.count == 4)
        #expect(!marked(picked.shown).contains("Free delivery"))
        #expect(!marked(picked.shown).contains("Offers"))
        let rows = picked.shown.pieces.count { if case .open(_, _, _, true) = $0 { true } else { false } }
        #expect(rows == 4)
    }

    @Test("a text is made a field, and taken out again")
    func toggled() throws {
        let page = try picking("<ul>\(Self.cards.joined())</ul>")
        let shown = page.shown()
        let (one, other) = (try number("Lamp Anker", shown), try number("Lamp Dune", shown))
        let price = try number("5.50 €", shown)
        let without = try #require(page.list(with: one, other, toggled: [price]))
        #expect(!without.candidate.fields.map(\.kind).contains(.money))
        #expect(!marked(without.shown).contains("4.50 €"))
        #expect(try #require(page.list(with: one, other, toggled: [price, price])).candidate.fields.map(\.kind).contains(.money))
        // A text that is the same in all rows isn't a field by itself.
        let more = try #require(page.list(with: one, other, toggled: [try number("Free delivery", shown)]))
        #expect(marked(more.shown).filter { $0 == "Free delivery" }.count == 4)
        let outside = try number("Made by hand", shown)
        #expect(try #require(page.list(with: one, other, toggled: [outside])).refused == [outside])
    }

    @Test("two rows that are alike and nothing else are a list, however short")
    func short() throws {
        let page = try picking("<section><div><h3>Elm</h3><p>one</p></div><div><h3>Oak</h3><p>two</p></div></section>")
        let shown = page.shown()
        let picked = try #require(page.list(with: try number("Elm", shown), try number("two", shown)))
        #expect(picked.candidate.rowCount == 2)
    }

    @Test("two texts of one row, the same one, or numbers that are none make no list")
    func none() throws {
        let page = try picking("<table><tr><td>Elm</td><td>5</td></tr></table>")
        let shown = page.shown()
        let (elm, five) = (try number("Elm", shown), try number("5", shown))
        for other in [five, elm, 0, -1, Int.max] { #expect(page.list(with: elm, other) == nil) }
        #expect(try PagePicking(Array("{\"a\": [1, 2]}".utf8), address: nil) == nil)
    }

    @Test("of a hostile page only texts are left")
    func hostile() throws {
        let page = try picking(
            """
            <svg><script>a()</script><style>b</style></svg><math><mi xlink:href="javascript:c()">d</mi></math><iframe srcdoc="<p>e"></iframe>
            <template><p>f</p></template><noscript><p title="</noscript><img src=x onerror=g()>">h</p></noscript><p onclick="i()">stays</p>
            <form action="//evil.example"><input value="j"><button>k</button><textarea><script>l</script></textarea></form><object data="m"></object>
            <img src="//evil.example/n" srcset="//evil.example/o 2x" alt="o &quot;&gt;<script>"><a href="javascript:p()">link</a>
            """)
        let texts = page.shown().pieces.compactMap { piece -> String? in if case .text(let text, _, _, _) = piece { text } else { nil } }
        #expect(
            texts.filter { !["Start", "Help", "About", "Shop", "Offers", "Made by hand"].contains($0) } == [
                "stays", "o \"><script>", "link",
            ])
    }

    @Test("what is too large is cut, and said")
    func large() throws {
        let page = try picking((0..<9000).map { "<p>\($0)</p>" }.joined())
        #expect(page.shown().isCut)
        #expect(page.shown().pieces.count < 40_000)
        #expect(try !picking("<p>a</p>").shown().isCut)
    }
}
