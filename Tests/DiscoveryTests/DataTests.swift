import Discovery
import Foundation
import Records
import Testing

struct DataTests {
    @Test("the longest and richest array of JSON is first")
    func array() throws {
        let rows = (1...5).map {
            #"{"id":"a\#($0 * 7)","seller":{"name":"\#(["Ada", "Ben", "Cora", "Dev", "Eve"][$0 - 1])"},"price":\#($0).5,"active":\#($0 % 2 == 0),"tags":["x","y\#($0)"]}"#
        }
        let list = try #require(
            try found(#"{"took":3,"facets":[{"v":"a","n":1},{"v":"b","n":2},{"v":"c","n":4}],"items":[\#(rows.joined(separator: ","))]}"#)
                .first)
        #expect(list.fields.map(\.name) == ["id", "name", "price", "active", "tags"])
        #expect(list.fields.map(\.kind) == [.text, .text, .number, .flag, .list])
        #expect(list.keyNames == ["id"])
    }

    @Test("an object whose members are alike is a list, and the member's name is its id")
    func members() throws {
        let list = try #require(
            try found(#"{"at":"2026-05-01","by":{"ST3001":{"v":1.5,"n":"A"},"ST3009":{"v":2.5,"n":"B"},"ST3017":{"v":0.5,"n":"C"}}}"#).first
        )
        #expect(list.texts("id") == ["ST3001", "ST3009", "ST3017"])
    }

    @Test("a line of JSON for each row is a list")
    func lines() throws {
        let list = try #require(try found((1...4).map { #"{"id":\#($0 * 91),"host":"h\#($0)"}"# }.joined(separator: "\n")).first)
        #expect(list.rows.count == 4)
    }

    @Test("delimited text is read past its preamble, and its sum is left out")
    func delimited() throws {
        let list = try #require(
            try found("Report 2026\n\nnumber;name;amount\n0401;\"Lamp; red\";1.200,50\n0407;Chair;30,10\n0411;Desk;7,00\nAll;;\n").first)
        #expect(list.fields.map(\.name) == ["number", "name", "amount"])
        #expect(list.texts("amount") == ["1200.5", "30.1", "7"])
        #expect(list.texts("name")?.first == "Lamp; red")
    }

    @Test(
        "whole numbers that identify something are texts, and the key",
        arguments: [
            "Article", "Article no.", "item_number", "SKU", "Artikelnummer", "Bestell-Nr.", "N° de commande", "Número de pedido",
            "Numer faktury",
            "رقم الطلب", "注文番号", "商品コード", "Nr",
        ])
    func identifiers(head: String) throws {
        let list = try #require(try found("\(head);Name;Stock\n1001;Lamp;4200\n1012;Chair;17\n1013;Desk;950\n1100;Shelf;1300\n").first)
        #expect(list.fields.map(\.kind) == [.text, .text, .number])
        #expect(list.rows.map { $0[0]?.text } == ["1001", "1012", "1013", "1100"])
        #expect(list.key == [0])
    }

    @Test(
        "whole numbers that are counted, or say the row's place, stay numbers",
        arguments: [
            ("Number", ["40", "7", "1200"]), ("Stock", ["1001", "1002", "1003"]), ("No.", ["1", "2", "3"]),
            ("Articles", ["12", "15", "18"]),
        ])
    func quantities(head: String, values: [String]) throws {
        let rows = zip(values, ["Lamp", "Chair", "Desk"]).map { "\($0);\($1)" }
        let list = try #require(try found("\(head);Name\n\(rows.joined(separator: "\n"))\n").first)
        #expect(list.fields.map(\.kind) == [.number, .text])
        #expect(list.keyNames == ["name"])
    }

    @Test("a house number is a text", arguments: ["House number", "Hausnummer", "Número de casa"])
    func houses(head: String) throws {
        let list = try #require(try found("\(head);Name;Area\n1204;Elm;4200\n1210;Oak;17\n1300;Ash;950\n").first)
        #expect(list.fields.map(\.kind) == [.text, .text, .number])
    }

    @Test("a postcode is a text, and not the key before a number of the row")
    func postcodes() throws {
        let list = try #require(try found("Postcode;Order no.;Town\n1010;5001;Wien\n4020;5007;Linz\n8010;5002;Graz\n").first)
        #expect(list.fields.map(\.kind) == [.text, .text, .text])
        #expect(list.keyNames == ["order_no"])
    }

    @Test("elements of one name are the rows of XML")
    func xml() throws {
        let rows = (1...4).map {
            "<item><title>\(["Elm", "Oak", "Ash", "Fir"][$0 - 1]) in leaf</title><link>https://lists.example/\($0 * 3)</link><pubDate>Sat, 1\($0) Mar 2026 09:30:00 +0000</pubDate></item>"
        }
        let list = try #require(try found("<?xml version=\"1.0\"?><rss><channel><title>x</title>\(rows.joined())</channel></rss>").first)
        #expect(list.fields.map(\.kind) == [.text, .url, .timestamp])
        #expect(list.texts("pubdate")?.first == "2026-03-11T09:30:00Z")
    }

    @Test("products that a page describes for search engines are a list")
    func linked() throws {
        let products = (1...4).map {
            #"{"@type":"Product","name":"\#(["Elm", "Oak", "Ash", "Fir"][$0 - 1]) desk","url":"https://lists.example/\#($0 * 5)","offers":{"@type":"Offer","price":"\#($0).50","priceCurrency":"EUR"}}"#
        }
        let list = try #require(
            try found(page("<p>Lamps</p><script type='application/ld+json'>{\"@graph\":[\(products.joined(separator: ","))]};</script>"))
                .first)
        #expect(list.kind("price") == .money)
        #expect(list.rows.count == 4)
    }

    @Test(
        "JSON in scripts is read with what pages do to it besides",
        arguments: [
            ("<script type='application/json'>/* state */ ", ";</script>"), ("<script type='application/json'><!--\n", "\n--></script>"),
            ("<script type='application/json'>//<![CDATA[\n", "\n//]]></script>"),
            ("<script>var big = '0'; window.__STATE__ = ", "; start();</script>"),
        ])
    func mended(before: String, behind: String) throws {
        let rows = (1...40).map { "{\"id\":\($0 * 7),\"title\":\"A lamp of\nthe year \($0)\",\"price\":\($0).25,}," }
        let list = try #require(try found(page("<p>Lamps</p>\(before){\"items\":[\(rows.joined())],}\(behind)")).first)
        #expect(list.rows.count == 40)
        #expect(list.texts("title")?.first == "A lamp of the year 1")
    }

    @Test("the text of JSON.parse is read as JSON")
    func parsed() throws {
        let rows = (1...60).map { #"{\"id\":\#($0 * 7),\"title\":\"Lamp \\u00e9 \#($0)\",\"price\":\#($0).25}"# }
        let list = try #require(
            try found(
                page(#"<p>Lamps</p><script>window["__DATA__"] = JSON.parse("{\"items\":[\#(rows.joined(separator: ","))]}");</script>"#)
            ).first)
        #expect(list.texts("title")?.first == "Lamp é 1")
    }

    @Test("feeds and calendars that a page names are said, those of comments last, and other languages and networks aren't")
    func alternates() throws {
        let head = """
            <head><base href="/blog/"><link rel="alternate" hreflang="de" href="/de/"><link rel="stylesheet" href="a.css">
            <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed">
            <link rel="alternate" type="application/rss+xml" title="All  news" href="feed.xml">
            <link rel="Alternate home" type="application/atom+xml; charset=utf-8" href="https://lists.example/atom">
            <link rel="alternate" type="application/activity+json" href="/u/1"><link rel="alternate" type="text/calendar" href="dates.ics">
            <link rel="alternate" type="application/rss+xml" href="feed.xml"><link rel="alternate" type="application/rss+xml" href="javascript:x"></head>
            """
        let found = try findings("<!DOCTYPE html><html>\(head)<body><h1>News</h1></body></html>")
        #expect(
            found.alternates.map(\.address.absoluteString) == [
                "https://lists.example/blog/feed.xml", "https://lists.example/atom", "https://lists.example/blog/dates.ics",
                "https://lists.example/comments/feed",
            ])
        #expect(found.alternates.map(\.kind) == [.rss, .atom, .calendar, .rss])
        #expect(found.json.contains(#""title":"All news""#))
        #expect(try !findings(page("<p>x</p>")).json.contains("alternates"))
    }

    @Test("pages of the same site that a page shows inside itself are said, and advertisements, maps and counters aren't")
    func frames() throws {
        let body = """
            <iframe src="list.html" title="Our  prices"></iframe><iframe src="https://ads.example.net/1"></iframe>
            <iframe src="about:blank" data-src="/late"></iframe><iframe src="https://shop.lists.example/more#top" height="100%"></iframe>
            <iframe src="count" width="1" height="1"></iframe><div hidden><iframe src="/hidden"></iframe></div>
            <iframe src="/styled" style="display: none"></iframe><iframe srcdoc="<p>x</p>" src="/doc"></iframe>
            <iframe src="javascript:x"></iframe><iframe></iframe><iframe src="/late"></iframe><iframe src="/fourth"></iframe>
            """
        let found = try findings("<!DOCTYPE html><html><head><base href=\"/blog/\"></head><body><h1>News</h1>\(body)</body></html>")
        #expect(
            found.frames.map(\.address.absoluteString) == [
                "https://lists.example/blog/list.html", "https://lists.example/late", "https://shop.lists.example/more#top",
            ])
        #expect(found.frames.map(\.title) == ["Our prices", "", ""])
        #expect(found.json.contains(#""frames":["https:"#))
        #expect(try findings("<html><frameset cols='20%,80%'><frame src='menu'><frame src='rows'></frameset></html>").frames.count == 2)
        #expect(try findings(page("<p>x</p>")).frames.isEmpty)
    }

    @Test("quotes, line ends and the separator that a first line names are read as everywhere else")
    func quoted() throws {
        let list = try #require(
            try found("sep=;\r\nid;name;price\r\nA7;\"A \"\"red\"\" lamp;\r\nnew\";1.5\r\nB8;Desk;2.5\r\nC9;Chair;3.25\r\n").first)
        #expect(list.texts("name") == ["A \"red\" lamp; new", "Desk", "Chair"])
    }
}
