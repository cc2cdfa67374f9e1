import Discovery
import Records
import Testing

struct ListTests {
    private static let names = ["Kettle", "Lantern", "Anorak", "Compass", "Hammock", "Thermos"]

    private static func cards(_ change: (Int, String) -> String = { $1 }) -> String {
        names.enumerated().map { place, name in
            change(
                place,
                """
                <article class="card"><img src="/i/\(name).jpg" alt="\(name)"><h3><a href="/p/\(name)-\(place * 7)">\(name) of the north</a></h3>
                <b class="price">$\(place * 3 + 4).50</b><p class="stock">\(place == 2 ? "Sold out" : "In stock")</p></article>
                """)
        }.joined()
    }

    @Test("cards give name, link, picture, price and a flag; the link is the key")
    func cards() throws {
        let list = try #require(try found(page("<div>\(Self.cards())</div>")).first)
        #expect(list.rows.count == 6)
        #expect(list.kind("price") == .money)
        #expect(list.kind("stock") == .flag)
        #expect(list.kind("image") == .image)
        #expect(list.keyNames == ["link"])
    }

    @Test("what stands between rows ends no list")
    func between() throws {
        let cards = Self.cards { place, card in
            card + (place == 2 ? #"<div class="slot"><a href="//ads.example/x"><img src="/x.gif"></a></div>"# : "")
        }
        #expect(try found(page("<div>\(cards)</div>")).first?.rows.count == 6)
    }

    @Test("a heading, a line and a paragraph in turn are rows")
    func turns() throws {
        let rows = Self.names.enumerated().map { place, name in
            #"<h3><a href="/s/\#(place * 9)">\#(name) found</a></h3><div>\#(place + 3) May 2026</div><p>The \#(name.lowercased()) was found by the river.</p>"#
        }
        let list = try #require(try found(page("<div>\(rows.joined(separator: "<hr>"))</div>")).first)
        #expect(list.rows.count == 6)
        #expect(list.fields.map(\.kind) == [.text, .url, .date, .text])
    }

    @Test("rows under the headings of their days have the day as a field")
    func days() throws {
        let days = [3, 4].map { day in
            let rows = Self.names.enumerated().map { #"<li><span>1\#($0):30</span> <a href="/e/\#(day)\#($0)">\#($1) \#(day)</a></li>"# }
            return "<h3>\(day) May 2026</h3><ul>\(rows.joined())</ul>"
        }
        let list = try #require(try found(page("<div>\(days.joined())</div>")).first)
        #expect(list.rows.count == 12)
        #expect(list.texts("date")?.last == "2026-05-04")
    }

    @Test("a list that a picture cuts in two is one list")
    func cut() throws {
        func list(_ names: ArraySlice<String>) -> String {
            let rows = names.map { #"<li><a href="/x/\#($0)">\#($0) for the road</a> <small>\#($0.count * 113) views</small></li>"# }
            return #"<ul class="list">\#(rows.joined())</ul>"#
        }
        let list = try #require(
            try found(page(list(Self.names[..<3]) + #"<figure><img src="/b.jpg"></figure>"# + list(Self.names[3...]))).first)
        #expect(list.rows.count == 6)
    }

    @Test("lines of one element with dots before the price are rows")
    func lines() throws {
        let lines = Self.names.enumerated().map { "\($1) soup ............ \($0 + 3).20 €" }
        let list = try #require(try found(page("<p>\(lines.joined(separator: "<br>"))</p>")).first)
        #expect(list.rows.count == 6)
        #expect(list.kind("price") == .money)
    }

    @Test("a list inside of rows is one field")
    func inner() throws {
        let rows = Self.names.enumerated().map { place, name in
            let tags = (0...place % 3).map { "<li>tag\($0)</li>" }.joined()
            return #"<li><a href="/n/\#(place)">\#(name) in autumn</a> <cite>Ada \#(name)</cite><ul class="tags">\#(tags)</ul></li>"#
        }
        let list = try #require(try found(page("<ul>\(rows.joined())</ul>")).first)
        #expect(list.rows.count == 6)
        #expect(list.kind("tags") == .list)
    }

    @Test("terms name what stands beside them, and rows that lack one keep the others")
    func terms() throws {
        let rows = Self.names.enumerated().map { place, name in
            "<section><dl><dt>Case</dt><dd>BX/2026/\(place + 40)</dd><dt>Place</dt><dd>\(name)</dd>\(place == 1 ? "" : "<dt>Fee</dt><dd>\(place + 1).00 €</dd>")</dl></section>"
        }
        let list = try #require(try found(page("<div>\(rows.joined())</div>")).first)
        #expect(list.fields.map(\.name) == ["case", "place", "fee"])
        #expect(list.texts("fee")?[1] == nil)
        #expect(list.keyNames == ["case"])
    }

    @Test("in a calendar of weeks and days the rows are what stands in the days")
    func weeks() throws {
        let names = ["Elm", "Oak", "Ash", "Fir", "Yew", "Box"]
        let weeks = (0..<5).map { week in
            let days = (1...7).map { day -> String in
                let date = 7 * week + day
                let event = date % 4 == 3 && date / 4 < names.count ? "<a href='/cal/\(date)'>\(names[date / 4]) evening</a>" : ""
                return "<div class='cell' data-date='2026-06-\(date < 10 ? "0" : "")\(date)'><time>\(date)</time>\(event)</div>"
            }
            return "<div class='week'>\(days.prefix(week < 4 ? 7 : 2).joined())</div>"
        }
        let list = try #require(try found(page("<div class='grid'>\(weeks.joined())</div>")).first)
        #expect(list.rows.count == 6)
        #expect(list.fields.contains { $0.kind == .date })
    }
}
