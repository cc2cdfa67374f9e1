import Boards
import Discovery
import Drafting
import Records
import Testing

struct DataDraftTests {
    private static let rows = woods.enumerated().map { place, name in
        #"{"id":"a\#(place * 7)","seller":{"name":"\#(name) & Co"},"price":\#(place).5,"sold out":\#(place % 2 == 0),"tags":["x","y\#(place)"],"at":"2026-05-0\#(place + 1)T09:30:00Z","spot":{"lat":5\#(place).25,"lng":8.5}}"#
    }

    @Test("an array of JSON is read by JSONPath")
    func array() throws {
        let drafted = try Drafted(#"{"took":3,"data":{"items":[\#(Self.rows.joined(separator: ","))]}}"#)
        #expect(drafted.outcome.notes == [])
        #expect(drafted.outcome.draft?.yaml.contains("rows: '$.data.items[*]'") == true)
        #expect(drafted.keys == ["id"])
        #expect(drafted.texts("name")?[1] == "Oak & Co")
        #expect(drafted.kind("sold_out") == .flag)
        #expect(drafted.texts("tags")?[0] == "x, y0")
        #expect(drafted.kind("at") == .timestamp)
        #expect(drafted.kind("spot") == .position)
    }

    @Test("the name of a member is a field of its row")
    func members() throws {
        let rows = woods.enumerated().map { #""ST30\#($0 * 8 + 10)":{"v":\#($0).5,"n":"\#($1)"}"# }
        let drafted = try Drafted(#"{"at":"2026-05-01","by station":{\#(rows.joined(separator: ","))}}"#)
        #expect(drafted.texts("id")?.first == "ST3010")
        #expect(drafted.keys == ["id"])
    }

    @Test("lines of JSON are rows")
    func lines() throws {
        #expect(try Drafted(Self.rows.joined(separator: "\n") + "\n").records.count == 5)
    }

    @Test("a delimited text is read past what stands before and behind its rows")
    func delimited() throws {
        let drafted = try Drafted(
            "Report 2026\r\nUpdated;2026-05-01\r\n\r\nnumber;name;amount\r\n0401;\"Lamp; red\";1.200,50\r\n0407;Chair;30,10\r\n0411;Desk;7,00\r\nAll;;\r\n"
        )
        #expect(drafted.texts("number") == ["0401", "0407", "0411"])
        #expect(drafted.texts("amount") == ["1200.5", "30.1", "7"])
        #expect(drafted.outcome.draft?.yaml.contains("skip: 3\n    drop: 1") == true)
    }

    @Test("data without a title is called by its file, and otherwise by its host")
    func titles() throws {
        let rows = "number,name\r\n0401,Lamp\r\n0407,Chair\r\n0411,Desk\r\n0415,Shelf\r\n"
        #expect(try Drafted(rows, address: "https://lists.example/files/office-furniture.csv?from=1").board.title == "Office furniture")
        #expect(try Drafted(rows, address: "https://lists.example/lists").board.title == "lists.example")
        #expect(try Drafted(rows, address: "https://lists.example/index.php").board.title == "lists.example")
    }

    @Test("years are ordinals, amounts of the same size and numbers with separators aren't")
    func years() throws {
        let drafted = try Drafted("Film;Year;Tickets;Seats\nElm;1952;1900;1,950\nOak;1971;12500;1,960\nAsh;2004;2050;1,970\n")
        #expect(["year", "tickets", "seats"].map { drafted.kind($0) } == [.number, .number, .number])
        #expect(["year", "tickets", "seats"].map { drafted.board.schema[$0]?.isOrdinal } == [true, false, false])
        let few = try Drafted(
            #"{"films":[{"name":"Elm","year":1952},{"name":"Oak","year":1971},{"name":"Ash","year":null},{"name":"Fir","year":2004}]}"#)
        #expect(few.board.schema["year"]?.isOrdinal == true)
    }

    @Test("numbers of articles are read as they are written, and are the key")
    func articles() throws {
        let drafted = try Drafted("Article;Name;Price\n1001;Lamp;12,50\n1002;Chair;30,10\n1007;Desk;7,00\n")
        #expect(drafted.outcome.notes == [])
        #expect(drafted.kind("article") == .text)
        #expect(drafted.texts("article") == ["1001", "1002", "1007"])
        #expect(drafted.keys == ["article"])
        let numbers = woods.enumerated().map { #"{"id":\#(1001 + $0 * 7),"name":"\#($1)"}"# }
        #expect(try Drafted("[\(numbers.joined(separator: ","))]").texts("id")?.first == "1001")
    }

    @Test("a feed is read with its namespaces")
    func feed() throws {
        let entries = woods.enumerated().map { place, name in
            """
            <entry><id>tag:lists.example,2026:\(place * 3)</id><title>\(name)   in
            leaf</title><link href="https://lists.example/\(place)"/><updated>2026-05-0\(place + 1)T09:30:00Z</updated>
            <g:price currency="EUR">\(place).50</g:price></entry>
            """
        }
        let drafted = try Drafted(
            """
            <?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.example/ns"><title>Trees</title>
            <updated>2026-05-01T09:30:00Z</updated>\(entries.joined())</feed>
            """)
        #expect(drafted.board.title == "Trees")
        #expect(drafted.texts("price")?.last == "4.50 EUR")
        #expect(drafted.kind("updated") == .timestamp)
        #expect(drafted.outcome.notes == [])
    }

    @Test("an RSS feed and a sitemap are read")
    func plainXML() throws {
        let items = woods.enumerated().map {
            "<item><title>\($1) in leaf</title><link>https://lists.example/\($0)</link><pubDate>Sat, 1\($0) Mar 2026 09:30:00 +0000</pubDate></item>"
        }
        let feed = try Drafted("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>x</title>\(items.joined())</channel></rss>")
        #expect(feed.texts("pubdate")?.first == "2026-03-10T09:30:00Z")
        // A word, where the feed has only a name.
        #expect(feed.board.schema.fields.first { $0.name == "pubdate" }?.label == "Published")
        let places = woods.map { "<url><loc>https://lists.example/\($0)</loc><lastmod>2026-01-0\($0.count)</lastmod></url>" }
        let map = try Drafted(
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\(places.joined())</urlset>")
        #expect(map.keys == ["loc"])
    }

    @Test(
        "a description with markup in one row is read as text in all",
        arguments: ["<![CDATA[<p>Read <b>more</b></p>]]>", "Read <b>more</b>", "&lt;p&gt;Read more&lt;/p&gt;"])
    func markupInOneRow(odd: String) throws {
        func feed(_ description: (Int) -> String) -> String {
            let items = woods.enumerated().map {
                """
                <item><title>\($1) in leaf</title><link>https://lists.example/\($0)</link>\
                <description>\(description($0))</description></item>
                """
            }
            return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>x</title>\(items.joined())</channel></rss>"
        }
        let drafted = try Drafted(feed { $0 == 2 ? odd : "News of tree \($0)" })
        #expect(drafted.outcome.notes == [])
        #expect(drafted.texts("description")?[0] == "News of tree 0")
        #expect(drafted.texts("description")?[2]?.contains("more") == true)
        #expect(drafted.texts("b") == nil)
        // Pages in most rows aren't a field, and no reason for a note.
        let pages = try Drafted(feed { $0 == 2 ? "News" : "<![CDATA[<p>News <b>\($0)</b></p>]]>" })
        #expect(pages.outcome.notes == [])
        #expect(pages.texts("description") == nil)
    }

    @Test("products that a page describes for search engines are read wherever they are", arguments: [true, false])
    func linked(isGraph: Bool) throws {
        let products = woods.enumerated().map {
            #"{"@type":"Product","name":"\#($1) desk","url":"https://lists.example/\#($0 * 5)","image":["https://lists.example/\#($0).jpg"],"offers":{"@type":"Offer","price":"\#($0).50","priceCurrency":"EUR","availability":"https://schema.org/\#($0 == 1 ? "OutOfStock" : "InStock")"}}"#
        }
        let list =
            isGraph
            ? #"{"@graph":[\#(products.joined(separator: ","))]}"#
            : #"{"@type":"ItemList","itemListElement":[\#(products.map { #"{"@type":"ListItem","item":\#($0)}"# }.joined(separator: ","))]}"#
        let crumbs = #"{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","item":"https://lists.example/"}]}"#
        let head = [crumbs, list].map { "<script type='application/ld+json'>\($0);</script>" }.joined()
        let drafted = try Drafted(page("<p>Desks</p>", head: head)) { $0.rowCount == 5 }
        #expect(drafted.outcome.notes == [])
        #expect(drafted.texts("price")?.last == "4.50 EUR")
        #expect(drafted.texts("availability") == ["true", "false", "true", "true", "true"])
    }

    @Test("a single product is told from the other things on its page")
    func product() throws {
        let product = #"[{"@type":"Product","name":"Oak desk","sku":"D7","offers":{"price":12.5,"priceCurrency":"EUR"}}]"#
        let crumbs = #"[{"@type":"BreadcrumbList","name":"Shop","itemListElement":[]}]"#
        let head = [crumbs, product].map { "<script type='application/ld+json'>\($0)</script>" }.joined()
        let drafted = try Drafted(page("<p>Desks</p>", head: head)) { $0.rowCount == 1 }
        #expect(drafted.texts("price") == ["12.50 EUR"])
        #expect(drafted.board.view.rawValue == "gauge")
    }

    @Test(
        "the state of an application is read by its script or by its name",
        arguments: ["<script id='__NEXT_DATA__' type='application/json'>{};</script>", "<script>window.__STATE__ = {};</script>"])
    func state(script: String) throws {
        let rows = (1...40).map { "{\"id\":\($0 * 7),\"title\":\"A lamp of the year \($0)\",\"price\":\($0).25}" }
        let drafted = try Drafted(
            page("<p>Lamps</p>" + script.replacing("{}", with: "{\"props\":{\"items\":[\(rows.joined(separator: ","))]}}")))
        #expect(drafted.records.count == 40)
        #expect(drafted.texts("price")?.first == "1.25")
    }

    @Test("a store of things of several kinds has a list of each")
    func store() throws {
        let lamps = (1...12).map {
            #""Lamp:\#($0 * 7)":{"__typename":"Lamp","title":"A lamp of the year \#($0)","price":\#($0).25,"maker":{"__ref":"Maker:\#($0 % 3)"}}"#
        }
        let makers = (0..<3).map { #""Maker:\#($0)":{"__typename":"Maker","name":"Ada \#($0)"}"# }
        let state = #"{"ROOT_QUERY":{"__typename":"Query","lamps":[]},\#((lamps + makers).joined(separator: ","))}"#
        let filler = #","Text:1":{"__typename":"Text","body":"\#(String(repeating: "of lamps ", count: 200))"}}"#
        let drafted = try Drafted(
            page("<p>Lamps</p><script>window.__APOLLO_STATE__ = \(state.dropLast())\(filler);</script>")
        ) { $0.rowCount == 12 }
        #expect(drafted.texts("id")?.first == "Lamp:7")
        #expect(drafted.keys == ["id"])
        #expect(drafted.texts("price")?.last == "12.25")
        #expect(drafted.outcome.draft?.yaml.contains("rows: '$[?@[''__typename''] == ''Lamp'']'") == true)
    }

    @Test("lists in the stream of Next.js are found and read wherever they are in it")
    func flight() throws {
        let rows = (1...40).map { #"{\"id\":\#($0 * 7),\"title\":\"A lamp of the year \#($0)\",\"price\":\#($0).25}"# }
        let text = #"0:{\"b\":\"x\"}\n5:[\"$\",\"$L2\",null,{\"data\":{\"lamps\":[\#(rows.joined(separator: ","))]}}]\n"#
        let drafted = try Drafted(
            page(
                "<p>Lamps</p><script>self.__next_f.push([1,\"\(text.prefix(100))\"])</script><script>self.__next_f.push([1,\"\(text.dropFirst(100))\"])</script>"
            ))
        #expect(drafted.records.count == 40)
        #expect(drafted.texts("price")?.last == "40.25")
        #expect(drafted.outcome.draft?.yaml.contains("rows: '$..lamps[*]'") == true)
    }

    @Test("amounts in several currencies are texts of both members")
    func currencies() throws {
        let rows = woods.enumerated().map {
            #"{"id":"k\#($0)x","name":"\#($1) desk","price":"\#($0 + 1).50","currency":"\#($0 == 1 ? "USD" : "EUR")"}"#
        }
        let drafted = try Drafted(#"{"items":[\#(rows.joined(separator: ","))]}"#)
        #expect(drafted.texts("price") == ["1.50 EUR", "2.50 USD", "3.50 EUR", "4.50 EUR", "5.50 EUR"])
        #expect(drafted.kind("price") == .text)
    }
}
