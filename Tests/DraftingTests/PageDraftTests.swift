import Boards
import Discovery
import Drafting
import Foundation
import Records
import Testing

struct PageDraftTests {
    @Test("cards become a board with types, a currency, a key and a heading")
    func cards() throws {
        let cards = woods.enumerated().map { place, name in
            """
            <article><h2><a href="/p/\(place * 17)">\(name) lamp</a></h2><b class="price">\(place + 1),50&nbsp;€</b>
            <time datetime="2026-05-0\(place + 1)">\(place + 1). Mai 2026</time><i class="state">\(place % 2 == 0 ? "verfügbar" : "ausverkauft")</i></article>
            """
        }
        let drafted = try Drafted(page(cards.joined(), language: "de"))
        #expect(drafted.outcome.notes == [])
        #expect(drafted.board.title == "Offers of today")
        #expect(drafted.keys == ["link"])
        #expect(drafted.board.schema["title"]?.isHeading == true)
        #expect(drafted.texts("link")?.first == "https://lists.example/p/0")
        #expect(drafted.texts("price") == ["1.50 EUR", "2.50 EUR", "3.50 EUR", "4.50 EUR", "5.50 EUR"])
        #expect(drafted.texts("date")?.last == "2026-05-05")
        #expect(drafted.kind("state") == .flag)
        #expect(drafted.texts("state") == ["true", "false", "true", "false", "true"])
        #expect(drafted.outcome.draft?.yaml.contains("rows: '//article'") == true)
    }

    @Test("a relative address is read by the page's base")
    func base() throws {
        let items = woods.map {
            "<li><a href=\"w/\($0.lowercased()).html\">\($0) tree in the garden</a> <span>\($0.count * 7) m</span></li>"
        }
        let drafted = try Drafted(page("<ol>\(items.joined())</ol>", head: "<base href=\"/trees/\">"))
        #expect(drafted.texts("link")?.first == "https://lists.example/trees/w/elm.html")
    }

    @Test("a table gives its columns, whose names may be of any script")
    func table() throws {
        let rows = woods.enumerated().map { "<tr><td>\($1) 木</td><td>\($0 * 3 + 1),5</td><td>1\($0).0\($0 + 1).2026</td></tr>" }
        let drafted = try Drafted(
            page("<table><tr><th>名前</th><th>Größe</th><th>Datum</th></tr>\(rows.joined())</table>", language: "de"))
        #expect(drafted.board.schema.fields.map(\.name) == ["text", "grosse", "datum"])
        #expect(drafted.board.schema.fields.map(\.label) == ["名前", "Grosse", "Datum"])
        #expect(drafted.texts("grosse") == ["1.5", "4.5", "7.5", "10.5", "13.5"])
        #expect(drafted.texts("datum")?.first == "2026-01-10")
    }

    @Test("a table on its side is read by the heads of its lines")
    func turned() throws {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
        let table = """
            <table><tr><th></th>\(days.map { "<th>\($0)</th>" }.joined())</tr>
            <tr><th>High</th>\((1...5).map { "<td>1\($0) °C</td>" }.joined())</tr>
            <tr><th>Wind</th>\((1...5).map { "<td>\($0 * 7) km/h</td>" }.joined())</tr></table>
            """
        let drafted = try Drafted(page(table)) { $0.fields.contains { $0.name == "high" } && $0.rowCount == 5 }
        #expect(drafted.outcome.draft?.yaml.contains("turned: true") == true)
        #expect(drafted.texts("high") == ["11", "12", "13", "14", "15"])
        #expect(drafted.board.schema["wind"]?.unit == "km/h")
    }

    @Test("lines of a text are read by a pattern")
    func lines() throws {
        let lines = woods.enumerated().map { "\($1) soup \(String(repeating: ".", count: 9 - $0)) \($0 + 3),40 €" }
        let drafted = try Drafted(page("<p class=\"menu\">\(lines.joined(separator: "<br>"))</p>", language: "de"))
        #expect(drafted.texts("price")?.first == "3.40 EUR")
        #expect(drafted.records.count == 5)
    }

    @Test("the first line of a text that names columns is no row, and neither is a line that is drawn", arguments: ["   ", " | ", "\t"])
    func linesWithHeads(separator: String) throws {
        let rows = woods.enumerated().map { [$1, "\($0 + 3).40 €", "1\($0 + 3).03.2026"] }
        let lines = ([["Soup", "Cost", "Served on"], ["-------", "------", "-----"]] + rows).map { $0.joined(separator: separator) }
        let drafted = try Drafted(page("<pre>\(lines.joined(separator: "\n"))</pre>"))
        #expect(drafted.records.count == 5)
        #expect(drafted.texts("cost")?.first == "3.40 EUR")
        #expect(drafted.texts("soup") == woods)
        #expect(drafted.board.schema.fields.contains { $0.kind == .date })
    }

    @Test("one value in a sentence keeps the words around it, which identify it")
    func sentence() throws {
        let drafted = try Drafted(
            page("<p>Nothing else.</p><p>The water at the old bridge stood at <b>3.21 m</b> on 28 November 2026.</p>")
        ) { $0.rowCount == 1 }
        #expect(drafted.keys == ["about"])
        #expect(drafted.records.count == 1)
        #expect(drafted.texts("about") == ["The water at the old bridge stood at"])
        #expect(drafted.records[0].values.contains(.number(3.21)))
        #expect(drafted.board.view.rawValue == "gauge")
    }

    @Test("what no path gives is left out with its reason, and another field is the key if it was one")
    func reasons() throws {
        let rows = woods.enumerated().map { "<li><a href=\"/w/\($1)\">\($1) tree of old</a> <i>\($0 * 2 + 3) kg</i></li>" }
        let document = page("<ul class=\"list\">\(rows.joined())</ul>")
        var candidate = try Drafted(document).candidate
        #expect(candidate.key.map { candidate.fields[$0].name } == ["link"])
        candidate.fields[candidate.key[0]].paths = ["td[9]"]
        let outcome = try Drafted.outcome(document, of: candidate)
        #expect(outcome.draft?.fields.map(\.name) == candidate.fields.map(\.name).filter { $0 != "link" })
        #expect(outcome.draft?.fields.filter(\.isKey).map(\.name) == ["title"])
        #expect(outcome.notes.contains { $0.contains("'link' was left out: a board reads other values") })
        #expect(outcome.notes.contains { $0.hasPrefix("the key is 'title'") })
    }

    @Test("rows in turn with a link to more behind them, and no class or tag that tells them, are every third line")
    func turns() throws {
        let rows = woods.enumerated().map {
            "<tr><td>\($0 + 1).</td><td><a href=\"/i/\($0 * 7)\">\($1) lamp of old</a></td></tr><tr><td></td><td><span>\($0 * 9 + 4) points</span></td></tr><tr></tr>"
        }
        let drafted = try Drafted(page("<table>\(rows.joined())<tr><td></td><td><a href=\"?p=2\">More</a></td></tr></table>"))
        #expect(drafted.records.count == 5)
        #expect(drafted.outcome.draft?.yaml.contains("rows: '//tr[position() mod 3 = 1][following-sibling::tr]'") == true)
    }

    @Test("a field falls to the next path, and then to text")
    func falls() throws {
        let rows = woods.enumerated().map { "<li><b>\($1) tree</b> <i>\($0 * 2 + 3) kg</i></li>" }
        let document = page("<ul class=\"list\">\(rows.joined())</ul>")
        var candidate = try Drafted(document).candidate
        let number = try #require(candidate.fields.firstIndex { $0.kind == .number })
        candidate.fields[number].paths.insert("td[9]", at: 0)
        #expect(try Drafted.outcome(document, of: candidate).notes == [])
        candidate.fields[number].unit = "g"
        let text = try Drafted.outcome(document, of: candidate)
        #expect(text.draft?.fields[number].kind == .text)
        #expect(text.notes.contains { $0.contains("is text and not number") })
    }

    @Test("a list whose rows no path gives is no board")
    func refused() throws {
        let rows = woods.map { "<li><b>\($0) tree</b> <i>\($0.count) kg</i></li>" }
        let document = page("<ul class=\"list\">\(rows.joined())</ul>")
        var candidate = try Drafted(document).candidate
        candidate.readings = [.elements(rows: "//li")]
        let outcome = try Drafted.outcome(document, of: candidate)
        #expect(outcome.draft == nil)
        #expect(outcome.notes == ["the path to its rows gives 9 and not 5"])
        candidate.readings = []
        #expect(try Drafted.outcome(document, of: candidate).draft == nil)
    }

    @Test("a word that is beside all amounts is no part of them, and an amount with another one can’t be read")
    func besideAmounts() throws {
        func document(_ last: String) -> [UInt8] {
            let rents = ["900 € kalt", "1.050 € kalt", "875,50 € kalt", last]
            let rows = zip(woods, rents).enumerated().map { "<tr><td><a href=\"/w/\($0)\">\($1.0)</a></td><td>\($1.1)</td></tr>" }
            return Array(page("<table><tr><th>Wood</th><th>Rent</th></tr>\(rows.joined())</table>").utf8)
        }
        let url = try #require(URL(string: "https://lists.example/page"))
        let list = try #require(try Proposals(of: document("640 € kalt"), at: url).all.first)
        #expect(list.schema.fields[1].kind == .money)
        #expect(list.rows.map { $0.values[1]?.text } == ["900.00 EUR", "1050.00 EUR", "875.50 EUR", "640.00 EUR"])
        let mixed = try #require(try Proposals(of: document("640 € warm"), at: url).all.first)
        #expect(mixed.schema.fields[1].kind == .text)
    }
}

/// What remains where a page has no list: its text.
struct PageTextTests {
    @Test("the text of a page is rows by paragraph, without what stands around it")
    func paragraphs() throws {
        let document = page(
            """
            <p>The baths are <b>closed</b> until Monday.</p><div>Tickets
            stay valid.</div><table><tr><td>Monday</td><td>10–18</td></tr></table>
            """)
        let (bytes, url) = (Array(document.utf8), try #require(URL(string: "https://lists.example/page")))
        let findings = try Discovery.findings(in: bytes, address: url)
        let outcome = DraftProof(document: bytes, address: url, findings: findings).outcome(of: try #require(findings.text))
        #expect(
            outcome.records.map { $0.values[0]?.text } == [
                "Offers", "The baths are closed until Monday.", "Tickets stay valid.", "Monday 10–18",
            ])
        #expect(outcome.draft?.fields.filter(\.isKey).map(\.name) == ["text"])
    }

    @Test("text beside blocks is in a row of its own, so that no text of the page is left out")
    func besideBlocks() throws {
        let document = page(
            """
            <article><h2>Beech bench</h2><b>12.50 €</b> incl. tax<p>Two seats.</p><button>Buy</button><script>var a = 1</script></article>
            <div>Delivered by <i>Friday</i><ul><li>Free</li></ul></div>
            """)
        let (bytes, url) = (Array(document.utf8), try #require(URL(string: "https://lists.example/page")))
        let findings = try Discovery.findings(in: bytes, address: url)
        let outcome = DraftProof(document: bytes, address: url, findings: findings).outcome(of: try #require(findings.text))
        #expect(
            outcome.records.map { $0.values[0]?.text } == [
                "Offers", "Beech bench", "12.50 €", "incl. tax", "Two seats.", "Delivered by", "Friday", "Free",
            ])
    }

    @Test("it is offered behind the lists, once")
    func behind() throws {
        let rows = woods.enumerated().map { "<tr><td><a href=\"/w/\($0)\">\($1)</a></td><td>\($0 + 1).50 €</td></tr>" }
        let table = "<table><tr><th>Wood</th><th>Price</th></tr>\(rows.joined())</table>"
        let url = try #require(URL(string: "https://lists.example/page"))
        let proposals = try Proposals(of: Array(page(table).utf8), at: url)
        #expect(proposals.all.map(\.isText) == [false, true])
        #expect(proposals.all[0].schema.fields.map(\.kind) == [.text, .money, .url], "links stand behind what people read")
        #expect(try Proposals(of: Array(page("<p>Closed.</p>").utf8), at: url).all.map(\.isText) == [true])
    }
}
