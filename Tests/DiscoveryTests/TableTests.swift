import Discovery
import Records
import Testing

struct TableTests {
    @Test("heads name the columns of a table, and the whole column gives its kind")
    func plain() throws {
        let rows = (1...5).map {
            "<tr><td>AX-\($0 * 31)</td><td>\(["Lamp", "Desk", "Chair", "Shelf", "Stool"][$0 - 1]) in oak</td><td>\($0).200,50 €</td><td>1\($0).05.2026</td></tr>"
        }
        let list = try #require(
            try found(
                page("<table><tr><th>Number</th><th>Name</th><th>Price</th><th>Since</th></tr>\(rows.joined())</table>", language: "de")
            ).first)
        #expect(list.fields.map(\.name) == ["number", "name", "price", "since"])
        #expect(list.fields.map(\.kind) == [.text, .text, .money, .date])
        #expect(list.texts("price")?.first == "1200.50 EUR")
        #expect(list.texts("since")?.first == "2026-05-11")
        #expect(list.keyNames == ["number"])
    }

    @Test("two lines of heads are joined, and a cell that spans rows is in each of them")
    func spans() throws {
        let list = try #require(
            try found(
                page(
                    """
                    <table><tr><th rowspan=2>Kind</th><th rowspan=2>Name</th><th colspan=2>Price</th></tr><tr><th>Monday</th><th>Sunday</th></tr>
                    <tr><th rowspan=2>Tea</th><td>Green</td><td>£3.10</td><td>£4.20</td></tr><tr><td>Black</td><td>£2.10</td><td>£3.20</td></tr>
                    <tr><th rowspan=2>Cake</th><td>Plum</td><td>£5.10</td><td>£6.20</td></tr><tr><td>Apple</td><td>£6.10</td><td>£7.30</td></tr></table>
                    """)
            ).first)
        #expect(list.fields.map(\.name) == ["kind", "name", "price_monday", "price_sunday"])
        #expect(list.texts("kind") == ["Tea", "Tea", "Cake", "Cake"])
        #expect(list.texts("price_sunday") == ["4.20 GBP", "3.20 GBP", "6.20 GBP", "7.30 GBP"])
    }

    @Test("a line of one cell is the heading of the rows below it, and a sum at the foot is no row")
    func groups() throws {
        let list = try #require(
            try found(
                page(
                    """
                    <table><thead><tr><th>Name</th><th>Litres</th></tr></thead><tbody><tr><th colspan=2>North</th></tr><tr><td>Elm</td><td>3</td></tr>
                    <tr><td>Oak</td><td>4</td></tr><tr><th colspan=2>South</th></tr><tr><td>Ash</td><td>7</td></tr><tr><td>Fir</td><td>9</td></tr></tbody>
                    <tfoot><tr><td>All</td><td>23</td></tr></tfoot></table>
                    """)
            ).first)
        #expect(list.rows.count == 4)
        #expect(list.rows.map { $0[0]?.text } == ["North", "North", "South", "South"])
    }

    @Test("two lines and a gap are one row")
    func lines() throws {
        let rows = (1...6).map { place in
            """
            <tr><td>\(place).</td><td><a href="/item?id=\(place * 37)">Story of the \(["fox", "owl", "elk", "cat", "dog", "hen"][place - 1])</a></td></tr>
            <tr><td></td><td><span>\(place * 11) points</span> by <a href="/user/u\(place)">Ada\(place)</a></td></tr><tr style="height:5px"></tr>
            """
        }
        let list = try #require(try found(page("<table>\(rows.joined())</table>")).first)
        #expect(list.rows.count == 6)
        #expect(list.kind("points") == .number)
    }

    @Test("a table on its side gives a row for each column")
    func turned() throws {
        let list = try #require(
            try found(
                page(
                    """
                    <table><tr><td></td><th>12/05/2026</th><th>13/05/2026</th><th>14/05/2026</th><th>15/05/2026</th></tr>
                    <tr><th>High</th><td>12.5 °C</td><td>9 °C</td><td>8.1 °C</td><td>11 °C</td></tr><tr><th>Rain</th><td>3 mm</td><td>0 mm</td><td>1 mm</td><td>2 mm</td></tr>
                    <tr><th>Wind</th><td>30 km/h</td><td>12 km/h</td><td>8 km/h</td><td>9 km/h</td></tr></table>
                    """, language: "en-GB")
            ).first)
        #expect(list.rows.count == 4)
        #expect(list.texts("high") == ["12.5", "9", "8.1", "11"])
        #expect(list.fields.first { $0.name == "high" }?.unit == "°C")
    }
}
