import Boards
import Discovery
import Drafting
import Extraction
import Foundation
import Records
import Testing

@Suite("One value of a page") struct OneValueTests {
    /// A value that was pointed at, as a board.
    private struct Chosen {
        let proposal: Proposals.Proposal
        let board: Board
        let kinds: [Records.Field.Kind]
        let texts: [String]

        /// - Parameters:
        ///   - text: As a person types it.
        ///   - way: Which way to read it.
        init(_ text: String, on document: String, way: Int = 0) throws {
            let (bytes, url) = (Array(document.utf8), try #require(URL(string: "https://lists.example/page")))
            let page = try #require(try PagePicking(bytes, address: url))
            let places = page.places(of: text)
            let place = try #require(places.first, "the page doesn’t show \(text)")
            #expect(places.count == 1)
            let ways = page.values(at: place.number, saying: text)
            try #require(ways.indices.contains(way))
            (kinds, texts) = (ways.map { $0.fields[0].kind }, ways.map { $0.texts[0][0] })
            proposal = try #require(Proposals.pointed(ways[way], on: page, bytes, at: url, charset: nil))
            board = try Board(try BoardFile.declaration(of: proposal.draft.yaml), name: "draft", folder: URL(fileURLWithPath: "/draft"))
        }

        /// What the board reads on a page, as texts by field.
        func read(_ document: String) throws -> [String: String] {
            var hints = DocumentHints.wholeFile
            hints.address = URL(string: "https://lists.example/page")
            var run = board.begin(hints)
            var records: [Record] = []
            let keep = { (extracted: Extracted) in if case .final(_, let record) = extracted { records.append(record) } }
            try run.append(Array(document.utf8), keep)
            try run.finish(keep)
            let record = try #require(records.first)
            #expect(records.count == 1)
            return Dictionary(uniqueKeysWithValues: zip(board.schema.fields, record.values).map { ($0.name, $1?.text ?? "") })
        }
    }

    private func shop(_ price: String, _ state: String = "In stock", before: String = "", after: String = "") -> String {
        page(
            """
            \(before)<section><h2>Blue teapot</h2><p>Made by hand.</p><dl><dt>Price</dt><dd>\(price)</dd><dt>Availability</dt><dd>\(state)</dd></dl>
            </section>\(after)<section><h2>Also looked at</h2><ul><li>Red teapot <b>9.00 €</b></li><li>Old teapot <b>7.00 €</b></li></ul></section>
            """)
    }

    @Test("what a person has typed gives the ways to read it that hold, place by place; what isn't there gives none")
    func typed() throws {
        let url = try #require(URL(string: "https://lists.example/page"))
        func proposals(_ said: String, on document: String) throws -> Proposals? {
            try Proposals(ofValue: said, in: Array(document.utf8), at: url)
        }
        let price = try #require(try proposals("60.50 €", on: shop("60.50 €")))
        #expect(price.places == 1)
        let first = try #require(price.all.first)
        #expect(first.draft.isOne)
        #expect(first.rowCount == 1)
        #expect(first.schema.fields[0].kind == .money)
        #expect(first.around?.contains("60.50 €") == true)
        let twice = page("<dl><dt>Red teapot</dt><dd>In stock</dd><dt>Blue teapot</dt><dd>In stock</dd></dl>")
        let states = try #require(try proposals("in stock", on: twice))
        #expect(states.places == 2)
        #expect(Set(states.all.map { $0.schema.fields[0].label }) == ["Red teapot", "Blue teapot"])
        let none = try #require(try proposals("70.00 €", on: shop("60.50 €")))
        #expect(none.places == 0)
        #expect(none.all.isEmpty)
        // Neither data nor a feed.
        #expect(try proposals("4", on: #"[{"price": 4}, {"price": 5}, {"price": 6}]"#) == nil)
    }

    @Test("a price behind its label is read wherever the label goes, and named by it")
    func labelled() throws {
        let price = try Chosen("60.50 €", on: shop("60.50 €"))
        #expect(price.kinds.first == .money)
        #expect(price.board.view.rawValue == "gauge")
        #expect(price.proposal.draft.isOne)
        #expect(try price.read(shop("55.00 €")) == ["price": "55.00 EUR", "about": "Blue teapot"])
        let moved = shop("49.90 €", before: "<div><p>A new notice</p><dl><dt>Phone</dt><dd>555</dd></dl></div>")
        #expect(try price.read(moved)["price"] == "49.90 EUR")
        #expect(price.board.schema.fields.filter(\.isKey).map(\.name) == ["about"])
    }

    @Test("without its label, with two of them or with something else behind it, nothing is read")
    func lost() throws {
        let price = try Chosen("60.50 €", on: shop("60.50 €"))
        for other in [
            shop("60.50 €").replacing("<dt>Price</dt>", with: "<dt>Cost</dt>"), shop("on request"), shop("£60.50"), shop(""),
            page("<p>We have moved.</p>"),
        ] {
            #expect(throws: (any Error).self, "\(other)") { try price.read(other) }
        }
        let twice = shop("60.50 €", after: "<section><h2>Blue teapot</h2><dl><dt>Price</dt><dd>1.00 €</dd></dl></section>")
        #expect(throws: (any Error).self) { try price.read(twice) }
    }

    @Test("a cell of a table stays that of its row when rows come and go before it, and gives nothing when its row is gone")
    func ofRow() throws {
        func flats(_ rows: [(String, Int, String)]) -> String {
            let cells = rows.map { "<tr><td><a href=\"/\($0.0)\">\($0.0)</a></td><td>\($0.1)</td><td>\($0.2)</td></tr>" }
            return page("<h1>Flats</h1><table><tr><th>Flat</th><th>Rooms</th><th>Rent</th></tr>\(cells.joined())</table>")
        }
        let all = [("A-101", 2, "€ 1,250.00"), ("A-102", 3, "€ 1,480.00"), ("A-103", 1, "€ 790.50")]
        let rent = try Chosen("€ 790.50", on: flats(all))
        #expect(try rent.read(flats([("C-301", 2, "€ 999.00")] + all))["price"] == "790.50 EUR")
        #expect(try rent.read(flats([all[2]]))["price"] == "790.50 EUR")
        #expect((try? rent.read(flats(Array(all.prefix(2)) + [("C-301", 2, "€ 999.00")]))) == nil)
    }

    @Test("a state of stock is yes or no, in the other word too")
    func flag() throws {
        let state = try Chosen("In stock", on: shop("60.50 €"))
        #expect(state.kinds.first == .flag)
        #expect(try state.read(shop("60.50 €", "Sold out"))["availability"] == "false")
        let text = try Chosen("In stock", on: shop("60.50 €"), way: 1)
        #expect(text.kinds == [.flag, .text])
        #expect(try text.read(shop("60.50 €", "Only 2 left"))["availability"] == "Only 2 left")
    }

    @Test("a number in a sentence is taken out of it by the words around it")
    func sentence() throws {
        func river(_ level: String, _ sentence: String = "The water at the old bridge stood at %@ this morning.") -> String {
            page("<p>Mind the current. 3 boats are out.</p><p>\(sentence.replacing("%@", with: level))</p>")
        }
        let level = try Chosen("3.21 m", on: river("3.21 m"))
        #expect(level.kinds.first == .number)
        #expect(level.board.schema.fields.contains { $0.unit == "m" })
        #expect(try level.read(river("2.9 m")).values.contains("2.9"))
        // In a separate element, and in another place.
        #expect(try level.read(river("<b>12 m</b>").replacing("<p>Mind the current. 3 boats are out.</p>", with: "")).values.contains("12"))
        for other in [river("3 m", "The water fell by %@ this morning."), river("unknown"), river("3.21 ft")] {
            #expect(throws: (any Error).self, "\(other)") { try level.read(other) }
        }
    }

    @Test("a version stays as it is written, and a day in the page's language is a day")
    func versionAndDay() throws {
        func release(_ version: String, _ day: String) -> String {
            page("<p>Die neueste Version \(version) erschien am \(day).</p>", language: "de")
        }
        let version = try Chosen("4.10", on: release("4.10", "3. März 2026"))
        #expect(version.kinds.first == .text)
        #expect(try version.read(release("4.11", "1. April 2026")).values.contains("4.11"))
        let day = try Chosen("3. März 2026", on: release("4.10", "3. März 2026"))
        #expect(day.kinds.first == .date)
        #expect(try day.read(release("4.11", "1. April 2026")).values.contains("2026-04-01"))
    }

    @Test("an amount that is split into elements is found as it is shown, and the moment for programs comes before “3 hours ago”")
    func pieces() throws {
        func offer(_ price: String) -> String {
            page("<h2>Lamp</h2><p class=\"price\"><span>$</span><span>\(price)</span></p>")
        }
        let price = try Chosen("$12.50", on: offer("12.50"))
        #expect(price.kinds.first == .money)
        #expect(try price.read(offer("11.00")).values.contains("11.00 USD"))
        func news(_ moment: String, _ ago: String) -> String {
            page("<h2>News</h2><p><time datetime=\"\(moment)\">\(ago)</time></p>")
        }
        let moment = try Chosen("3 hours ago", on: news("2026-03-14T09:30:00Z", "3 hours ago"), way: 0)
        // What is typed comes first; the moment is the next way.
        #expect(moment.kinds.contains(.timestamp))
    }

    @Test("a text that is there several times is told by the text around it")
    func places() throws {
        let document = Array(page("<h2>Fees</h2><ul><li>Adults: 5 €</li><li>Children: 5 €</li></ul>").utf8)
        let picking = try #require(try PagePicking(document, address: nil))
        #expect(picking.places(of: "5€").map(\.text) == ["Adults: 5 €", "Children: 5 €"])
        #expect(picking.places(of: "CHILDREN: 5 €").count == 1)
        #expect(picking.places(of: "7 €").isEmpty)
        #expect(picking.places(of: "  ").isEmpty)
        let ways = picking.values(at: picking.places(of: "Children: 5 €")[0].number, saying: "5 €")
        #expect(ways.first?.fields[0].kind == .money)
        #expect(ways.first?.fields[0].name == "children")
        for number in [-1, 0, 5_000_000] {
            #expect(picking.values(at: number).isEmpty)
            #expect(picking.text(at: number).isEmpty)
        }
    }

    @Test("on a redesigned page the same value, or the one behind the same label, is found again under the old names")
    func repaired() throws {
        let price = try Chosen("60.50 €", on: shop("60.50 €"))
        func again(_ document: String) throws -> Repair.Proposal? {
            let url = try #require(URL(string: "https://lists.example/page"))
            return try Repair.proposal(for: price.board, price.proposal.rows, in: Array(document.utf8), at: url, charset: nil)
        }
        let same = try #require(try again(page("<h2>A teapot</h2><p class=\"offer\">Now only <b>60.50 €</b></p><p>Was 70.00 €</p>")))
        #expect(Set(same.draft.fields.map(\.name)) == ["price", "about"])
        #expect(same.records.first?.values.contains(.text("Blue teapot")) == true)
        let labelled = try #require(try again(page("<h2>A teapot</h2><p>Price: <b>52.00 €</b></p><p>Was: <s>70.00 €</s></p>")))
        #expect(labelled.records.first?.values.contains { $0?.text == "52.00 EUR" } == true)
        #expect(try again(page("<h2>A</h2><p>60.50 €</p><h2>B</h2><p>60.50 €</p>")) == nil)
        #expect(try again(page("<p>We have moved.</p>")) == nil)
    }

    @Test(
        "a price without words around it is one record, which stays the same when the price falls",
        arguments: ["<p class=\"price\">49,90 €</p>", "<span class=\"price\">$30.00</span>"])
    func withoutWords(price: String) throws {
        let drafted = try Drafted(page("<p>Made by hand.</p>\(price)")) { $0.isOne }
        let schema = drafted.board.schema
        #expect(schema.isOne)
        #expect(drafted.keys == [])
        #expect(schema.isNameless)
        #expect(schema.key(of: drafted.records[0]) == schema.key(of: Record(schema.fields.map { _ in nil })))
        #expect(!drafted.outcome.notes.contains { $0.contains("identifies a row") })
        // On another page it stays a record without a key, so that its history continues.
        let other = page("<h2>A lamp</h2>\(price.replacing("class=\"price\"", with: "id=\"now\""))")
        let url = try #require(URL(string: "https://lists.example/page"))
        let found = try Repair.proposal(for: drafted.board, drafted.records, in: Array(other.utf8), at: url, charset: nil)
        let fields = try #require(found).draft.fields
        #expect(fields.map(\.name) == schema.fields.map(\.name))
        #expect(!fields.contains { $0.isKey })
    }
}
