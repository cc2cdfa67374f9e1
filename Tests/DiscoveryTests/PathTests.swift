import Discovery
import Markup
import Testing

/// Paths are proved: read from the page as a board would, they give the rows and values that were found.
struct PathTests {
    private static let names = ["Kettle", "Lantern", "Anorak", "Compass", "Hammock"]

    private func rows(_ list: Candidate, of page: String) throws -> [Node] {
        let document = try Document(html: Array(page.utf8))
        guard case .nodes(let nodes) = try document.evaluate(XPath(try #require(list.path))) else { return [] }
        return nodes
    }

    /// Each field's ways give the same text in each row.
    private func expectSame(_ list: Candidate, in page: String, _ name: String, _ texts: [String]) throws {
        let rows = try rows(list, of: page)
        let field = try #require(list.fields.first { $0.name == name })
        #expect(!field.paths.isEmpty)
        for path in field.paths {
            #expect(
                try rows.map { try $0.text(at: XPath(path)).split(whereSeparator: \.isWhitespace).joined(separator: " ") } == texts,
                "\(path)")
        }
    }

    private static func cards(_ attributes: String) -> String {
        let cards = names.enumerated().map { place, name in
            #"<div \#(attributes)><h3><a href="/p/\#(place * 7)">\#(name) of the north</a></h3><b class="price">$\#(place + 4).50</b></div>"#
        }
        return page("<section>\(cards.joined())</section>")
    }

    @Test("a lasting class names the rows and a field")
    func classes() throws {
        let page = Self.cards(#"class="offer css-1x7Kq2""#)
        let list = try #require(try found(page).first)
        #expect(list.path?.contains("' offer '") == true)
        #expect(try rows(list, of: page).count == 5)
        try expectSame(list, in: page, "price", (0..<5).map { "$\($0 + 4).50" })
        #expect(list.fields.first { $0.name == "price" }?.paths.first?.contains("' price '") == true)
    }

    @Test("names that a machine made are in no path")
    func generated() throws {
        let page = Self.cards(#"class="css-1x7Kq2 mt-4" id="ctl00_x_01""#)
        let list = try #require(try found(page).first)
        let paths = [list.path ?? ""] + list.fields.flatMap(\.paths)
        #expect(list.path != nil)
        #expect(!paths.contains { $0.contains("css-") || $0.contains("mt-4") || $0.contains("ctl00") })
    }

    @Test("what a page says by its meaning comes before its looks")
    func meaning() throws {
        let rows = Self.names.enumerated().map { place, name in
            #"<li itemscope><a itemprop="name" class="big" href="/p/\#(place * 3)">\#(name) and more</a> <span itemprop="price">\#(place + 2).10 €</span></li>"#
        }
        let page = page("<ul>\(rows.joined())</ul>")
        let list = try #require(try found(page).first)
        #expect(list.fields.first { $0.name == "price" }?.paths.first == ".//span[@itemprop='price']")
    }

    @Test("a text beside an element behind the row's first has a path")
    func behind() throws {
        let rows = Self.names.enumerated().map { place, name in
            "<h2><a href='/p/\(name)'>\(name) of the north</a></h2><p>Posted on May \(place + 1), 2026 by <a href='/jo'>Jo</a></p><p>About a \(name).</p>"
        }
        let page = page(rows.joined())
        let list = try #require(try found(page).first)
        try expectSame(list, in: page, "date", (1...5).map { "Posted on May \($0), 2026 by" })
    }

    @Test("advertisements of the rows' own kind are not in the path")
    func sponsored() throws {
        let rows = Self.names.enumerated().map { place, name in
            #"<div class="entry"><h2><a href="/p/\#(place * 3)">\#(name) and a story</a></h2><p>Told by the river, \#(name.count) times.</p></div>"#
                + (place == 2 ? #"<div class="entry" data-sponsored="true"><span>Buy now</span></div>"# : "")
        }
        let page = page("<div>\(rows.joined())</div>")
        let list = try #require(try found(page).first)
        #expect(list.rows.count == 5)
        #expect(try self.rows(list, of: page).count == 5)
    }

    @Test("a value behind a term is found by the term")
    func terms() throws {
        let rows = Self.names.enumerated().map { place, name in
            "<section><dl><dt>Case</dt><dd>BX/\(place + 40)</dd>\(place == 1 ? "" : "<dt>Fee</dt><dd>\(place + 1).00 €</dd>")<dt>Place</dt><dd>\(name)</dd></dl></section>"
        }
        let page = page("<div>\(rows.joined())</div>")
        let list = try #require(try found(page).first)
        #expect(list.fields.first { $0.name == "place" }?.paths.first?.contains("dt[normalize-space(.)='Place']") == true)
        try expectSame(list, in: page, "place", Self.names)
    }

    @Test("columns of a table are found by place, and by head")
    func columns() throws {
        let rows = Self.names.enumerated().map { "<tr><td>\($1)</td><td>\($0 * 3).50 €</td></tr>" }
        let page = page("<table><tr><th>Name</th><th>Price</th></tr>\(rows.joined())</table>")
        let list = try #require(try found(page).first)
        #expect(list.fields.first { $0.name == "price" }?.paths.contains { $0.contains("'Price'") } == true)
        try expectSame(list, in: page, "name", Self.names)
    }

    @Test("parts of a row without an element are found behind its first")
    func turns() throws {
        let rows = Self.names.enumerated().map { #"<h3><a href="/s/\#($0 * 9)">\#($1) found</a></h3><p>By the river of \#($1).</p>"# }
        let page = page("<div>\(rows.joined())</div>")
        let list = try #require(try found(page).first)
        #expect(try self.rows(list, of: page).count == 5)
        let text = try #require(list.fields.last)
        try expectSame(list, in: page, text.name, Self.names.map { "By the river of \($0)." })
    }
}
