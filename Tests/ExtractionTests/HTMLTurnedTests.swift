import Extraction
import Records
import Testing

@Suite("Rows of a page that are no elements") struct HTMLTurnedTests {
    private func page(_ body: String) -> String { "<!doctype html><html><head><title>T</title></head><body>\(body)</body></html>" }

    @Test("lines of a text are rows: parted by br, by blocks, and in pre by line feeds")
    func lines() throws {
        let board = try Declared(
            #"html: { rows: '//*[@class="menu"]', lines: '^(?<name>.+?) ?\.{3,} ?(?<price>.+)$' }"#,
            "{ name: { type: text }, price: { type: money, currency: EUR } }")
        let expected = [["Tea, green", "4.50 EUR"], ["Cake", "12.00 EUR"]]
        for body in [
            "<p class='menu'>Our menu:<br>Tea,\n <i>green</i> ...... 4,50 €<br/>Cake.....12,– €<br><br>Enjoy!</p>",
            "<pre class='menu'>\nTea,  green .... 4,50 €\r\n\r\nCake.... 12 €\n</pre>",
            "<div class='menu'><p>Tea, green ... 4,50 €</p><script>x ... 5</script><p hidden>Soup ... 3 €</p>Cake ... 12 €</div>",
            "<p class='menu'>Tea, green ... 4,50 €</p><hr><p class='menu'>Cake ... 12 €</p>",
        ] { #expect(try board.texts(of: page(body)) == expected, "\(body)") }
        #expect { try board.texts(of: page("<p class='menu'>Closed</p>")) } throws: { "\($0)".hasPrefix("no row was found") }
        #expect { try board.texts(of: page("<p class='menu'>Tea ... 1 €<br>Cake ... £2</p>")) } throws: {
            "\($0)".contains("row 2 (line 2): field 'price'")
        }
    }

    @Test("columns of a table that is turned on its side are rows, and a field's path leads to its line")
    func columns() throws {
        let board = try Declared(
            #"html: { rows: '//table', turned: true, fields: { day: 'thead/tr', high: './/tr[th="High"]', low: './/tr[th="Low"]' } }"#,
            "{ day: { type: date, format: d.M.yyyy }, high: { type: number, decimal: ',', around: °C }, low: { type: number, optional: true, decimal: ',', unit: °C } }"
        )
        let table = """
            <table><thead><tr><td></td><th>14.3.2026</th><th>15.3.2026</th><th></th></tr></thead>
            <tbody><tr><th>Low</th><td>-3,5 °C</td><td>–</td></tr><tr><th>Wind</th><td>4</td><td>5</td></tr><tr><th>High</th><td colspan=2>9 °C</td></tr></tbody></table>
            """
        #expect(try board.texts(of: page(table)) == [["2026-03-14", "9", "-3.5"], ["2026-03-15", "9", nil]])
        #expect { try board.texts(of: page(table.replacing("9 °C", with: "9 °F"))) } throws: {
            "\($0)".contains("row 1 (line ") && "\($0)".contains("field 'high'")
        }
    }

    @Test("a line of a table that is the heading of those below it is a field")
    func headings() throws {
        let board = try Declared(
            "html: { rows: '//table//tr[td]', fields: { name: 'td[1]', price: 'td[2]', place: 'preceding-sibling::tr[th[@colspan]][1]/th' } }",
            "{ name: { type: text }, price: { type: number }, place: { type: text } }")
        let table = """
            <table><tr><th>Name</th><th>Price</th></tr><tr><th colspan=2>North</th></tr><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>2</td></tr>
            <tr><th colspan="2">South</th></tr><tr><td>C</td><td>3</td></tr></table>
            """
        #expect(try board.texts(of: page(table)) == [["A", "1", "North"], ["B", "2", "North"], ["C", "3", "South"]])
    }

    @Test("with single a page has one row, and several are an error", arguments: ["fields: { name: . }", "lines: '^(?<name>.+)$'"])
    func single(options: String) throws {
        let board = try Declared("html: { rows: '//p', single: true, \(options) }", "{ name: { type: text } }")
        #expect(try board.texts(of: page("<p>one</p>")) == [["one"]])
        let several = #expect(throws: ExtractionError.self) { try board.texts(of: page("<p>one</p><p>two</p>")) }
        #expect(several?.code == .severalRows)
        #expect(several?.detail.hasPrefix("one row is expected") == true)
        // What a joined document lacks isn't said of the board's own rows.
        #expect(several?.inside("prices").code == .row)
        #expect { try board.texts(of: page("<i>none</i>")) } throws: { "\($0)".hasPrefix("no row was found") }
    }

    @Test(
        "what doesn't go together is refused",
        arguments: [
            "lines: '(?<name>.)(?<price>.)', fields: { name: a }", "lines: '(?<name>.)'", "lines: '(?<other>.)'",
            "lines: '(', turned: true", "turned: maybe, fields: { name: a, price: b }",
        ])
    func refused(options: String) { #expect(throws: DeclarationError.self) { try Declared("html: { rows: '//p', \(options) }") } }
}
