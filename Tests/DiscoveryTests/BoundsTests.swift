import Discovery
import Records
import Testing

/// The cost of a page is limited: large and hostile ones end, and name what was left out.
struct BoundsTests {
    @Test("a page of more elements than are looked at ends, and says so")
    func elements() throws {
        var bounds = DiscoveryBounds()
        bounds.elements = 2000
        let rows = (0..<1500).map { "<li><a href=\"/\($0)\">Lamp \($0) of many</a> <b>\($0) €</b></li>" }
        let found = try findings(page("<ul>\(rows.joined())</ul>"), bounds: bounds)
        #expect(found.leftOut.contains(.elements))
        #expect(!found.candidates.isEmpty)
    }

    @Test("elements nested ten thousand deep end")
    func depth() throws {
        let deep = String(repeating: "<div>", count: 10_000) + "x" + String(repeating: "</div>", count: 10_000)
        let found = try findings(
            page(deep + "<ul>" + (1...4).map { "<li><a href=\"/\($0)\">A lamp of the year \($0)</a></li>" }.joined() + "</ul>"))
        #expect(found.leftOut.contains(.depth))
    }

    @Test("a table of a thousand by a thousand spans ends")
    func spans() throws {
        let cell = "<td rowspan=1000 colspan=1000>x</td>"
        let rows = (0..<1000).map { _ in "<tr>\(cell)\(cell)</tr>" }
        let found = try findings(page("<table>\(rows.joined())</table>"))
        #expect(found.leftOut.contains(.cells))
    }

    @Test("rows beyond the bound are counted and not read")
    func rows() throws {
        let rows = (0..<900).map { "<li><a href=\"/\($0 * 3)\">Lamp \($0) of the many lamps</a> <b>\($0).50 €</b></li>" }
        let found = try findings(page("<ul>\(rows.joined())</ul>"))
        #expect(found.candidates.first?.rowCount == 900)
        #expect(found.candidates.first?.rows.count == DiscoveryBounds().rows)
        #expect(found.leftOut.contains(.rows))
    }

    @Test("sentences beyond the bound aren't searched, and leave their steps to the lists")
    func sentences() throws {
        let sentences = (0..<2000).map {
            "<p>On day \($0) the level was at \($0).5 m in the harbour, and it was \($0 % 30) °C warm in town.</p>"
        }
        let found = try findings(
            page(sentences.joined() + "<ul>" + (1...9).map { "<li><b>Lamp \($0)</b> <i>\($0) €</i></li>" }.joined() + "</ul>"))
        #expect(!found.leftOut.contains(.steps))
        #expect(found.steps < 2_000_000)
        #expect(found.candidates.contains { $0.rowCount == 9 })
    }

    @Test("a list is found among rows that each have classes of their own")
    func classes() throws {
        let rows = (0..<12_000).map {
            "<li class=\"r\($0)\"><a class=\"a\($0)\" href=\"/\($0)\">Lamp \($0) of many</a> <b class=\"b\($0)\">\($0).50 €</b></li>"
        }
        let found = try findings(page("<ul>\(rows.joined())</ul>"))
        #expect(found.candidates.first?.rowCount == 12_000)
        #expect(found.steps < 500_000)
    }

    @Test("white space is one blank, of any kind, and a text without it stays")
    func blanks() throws {
        let names = ["Elm\u{A0}\n wood", "Oak\u{3000}wood", "Ash   wood", "Fir \r\n\t wood"]
        let list = try #require(
            try found(page("<ul>" + names.enumerated().map { "<li><b>\($1)</b> <i>\($0 * 3 + 2) kg</i></li>" }.joined() + "</ul>")).first)
        #expect(list.rows.map { $0[0]?.text } == ["Elm wood", "Oak wood", "Ash wood", "Fir wood"])
    }

    @Test("fewer steps give fewer candidates, and the same steps the same answer")
    func steps() throws {
        var bounds = DiscoveryBounds()
        bounds.steps = 300
        let rows = (0..<90).map { "<li><a href=\"/\($0)\">Lamp \($0)</a> <b>\($0) €</b></li>" }
        let found = try findings(page("<ul>\(rows.joined())</ul>"), bounds: bounds)
        #expect(found.leftOut.contains(.steps))
        #expect(try findings(page("<ul>\(rows.joined())</ul>"), bounds: bounds).json == found.json)
    }
}
