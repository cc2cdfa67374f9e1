import Boards
import Drafting
import Foundation
import Records
import TestSupport
import Testing

@Suite("What changedetection.io watches") struct ChangedetectionImportTests {
    private static let shop = """
        <html><head><title>Shop</title></head><body><nav><p>Menu</p></nav><main><h1>Lamps</h1>
        <div id="stock"><p>Oak lamp <b>49 €</b></p><p>Sold out: Elm lamp</p><div class="ad x"><p>Buy now</p></div><p>3 visitors now</p></div>
        <p>Opening hours</p><span class="price">12 €</span></main></body></html>
        """

    @Test("a backup of today has a folder for each watch, one for each tag, and the settings") func backup() throws {
        let tag = "8d3b6d3e-4f4e-4c2b-b7a5-0a60cf4a4d11"
        let found = try Imports.backup(
            [
                #""url": "https://shop.example/lamps", "title": "Lamps", "tags": ["\#(tag)"], "time_between_check": {"days": 1, "hours": 2, "minutes": null}"#,
                #""url": "source:https://shop.example/b", "page_title": " The\nsecond ", "time_between_check_use_default": true"#,
                #""url": "https://shop.example/c?x=1", "paused": true"#,
            ],
            beside: [
                SampleArchive.File("url-list.txt", "https://never.example/"),
                SampleArchive.File(
                    "changedetection.json",
                    #"{"settings": {"requests": {"time_between_check": {"minutes": 30}}, "application": {"api_access_token": "s3cret", "password": "p"}}}"#
                ),
                SampleArchive.File("\(tag)/tag.json", #"{"title": "Home"}"#),
                SampleArchive.File("\(Imports.identifier(0))/1700000000.txt", "a snapshot"),
            ])
        #expect(found.source == .changedetection)
        #expect(found.surplus == 0)
        #expect(found.watches.map(\.title) == ["Lamps", "The second", "shop.example/c?x=1"])
        #expect(found.watches.map(\.every) == [26 * 3600, 1800, 1800])
        #expect(found.watches[0].folders == ["Home"])
        #expect(found.watches[1].address == "https://shop.example/b")
        try #require(found.watches.map(\.isSure) == [true, true, false])
        #expect(found.watches[2].remarks == [.paused])
        #expect(found.watches.allSatisfy { $0.file?.contains("s3cret") == false })
        #expect(try found.watches[0].board().source.every == .seconds(26 * 3600))
    }

    @Test("an older backup has all watches in one file, with older names of keys") func olderBackup() throws {
        let file = #"""
            {"watching": {"a": {"url": "https://shop.example/", "css_filter": "#stock", "tag": "Home, Work", "minutes_between_check": 5}},
             "settings": {"requests": {"time_between_check": {"hours": 6}}, "application": {}}}
            """#
        for found in [try Imports.of([SampleArchive.File("url-watches.json", file)]), try Imports.of(file)] {
            let watch = try #require(found.watches.first)
            #expect(watch.folders == ["Home", "Work"])
            #expect(watch.every == 300)
            #expect(watch.subject == .part)
            #expect(try watch.rows(of: Self.shop) == ["Oak lamp 49 €", "Sold out: Elm lamp", "Buy now", "3 visitors now"])
        }
    }

    @Test("the whole page is its text by paragraphs, without its navigation") func page() throws {
        let watch = try #require(try Imports.backup([#""url": "https://shop.example/""#]).watches.first)
        #expect(watch.subject == .page)
        #expect(watch.isSure)
        let rows = try watch.rows(of: Self.shop)
        #expect(rows.first == "Lamps")
        #expect(rows.contains("Opening hours"))
        #expect(!rows.contains("Menu"))
        #expect(try watch.rows(of: "<html><body><p>One</p><p>Two</p></body></html>") == ["One", "Two"])
    }

    @Test(
        "a selection is the text within it",
        arguments: [
            ("#stock > p:first-child", ["Oak lamp 49 €"]), ("span.price, #stock p:nth-of-type(2)", ["Sold out: Elm lamp", "12 €"]),
            ("//span[@class='price']/text()", ["12 €"]), ("xpath:string(//h1)", ["Lamps"]), ("xpath1://div[@id='stock']/p[1]/b", ["49 €"]),
            ("main > h1", ["Lamps"]), ("p:contains(\\\"hours\\\")", ["Opening hours"]), ("[class~=ad] p", ["Buy now"]),
        ])
    func selection(_ filter: String, _ rows: [String]) throws {
        let watch = try #require(try Imports.backup([#""url": "https://shop.example/", "include_filters": ["\#(filter)"]"#]).watches.first)
        #expect(watch.subject == .part)
        #expect(watch.remarks.isEmpty)
        #expect(try watch.rows(of: Self.shop) == rows)
    }

    @Test("what is left out or ignored there is no row here") func ignored() throws {
        let watch = try #require(
            try Imports.backup([
                #"""
                "url": "https://shop.example/", "include_filters": ["#stock"], "subtractive_selectors": [".ad"],
                "ignore_text": ["VISITORS", "/[0-9]+ views/i"]
                """#
            ]).watches.first)
        #expect(try watch.rows(of: Self.shop) == ["Oak lamp 49 €", "Sold out: Elm lamp"])
        #expect(watch.remarks == [.left("/[0-9]+ views/i")])
        #expect(watch.isSure)
        let wanted = try #require(
            try Imports.backup([#""url": "https://shop.example/", "extract_lines_containing": ["sold OUT", "it's"]"#]).watches.first)
        #expect(try wanted.rows(of: Self.shop) == ["Sold out: Elm lamp"])
    }

    @Test("JSON by JSONPath: values, each with its name") func json() throws {
        let document = #"{"price": 12.5, "items": [{"id": 1, "name": "Elm", "tags": {"new": true}}, {"id": 2, "name": null}]}"#
        func rows(_ filter: String) throws -> [String] {
            try #require(try Imports.backup([#""url": "https://shop.example/x", "include_filters": ["\#(filter)"]"#]).watches.first).rows(
                of: document)
        }
        #expect(try rows("json:$.price") == ["price 12.5"])
        #expect(try rows("json:$.items[*]") == ["id 1", "name Elm", "new true", "id 2"])
        #expect(try rows("json:$.items[*].id") == ["id 1", "id 2"])
        let jq = try #require(try Imports.backup([#""url": "https://shop.example/x", "include_filters": ["jq:.items[]"]"#]).watches.first)
        #expect(jq.subject == .values)
        #expect(jq.remarks == [.selection("jq:.items[]")])
        #expect(!jq.isSure)
    }

    @Test("what isn't carried over is said, and secrets stay where they are") func remarks() throws {
        let watch = try #require(
            try Imports.backup([
                #"""
                "url": "https://ada:pass@shop.example/?api_key=abc&page=2", "proxy": "socks5://user:pw@p.example", "fetch_backend": "html_webdriver",
                "headers": {"Authorization": "Bearer abc", "X-Secret": "abc", "Accept-Language": "de"}, "notification_urls": ["ntfy://x/y"],
                "trigger_text": ["in stock"], "time_schedule_limit": {"enabled": true}, "time_between_check": {"seconds": 20},
                "include_filters": ["xpath://p[matches(., 'a')]"], "processor": "text_json_diff"
                """#
            ]).watches.first)
        #expect(
            Set(watch.remarks) == [
                .password, .secretInAddress("api_key"), .proxy, .browser, .header("Authorization"), .header("X-Secret"), .notifications,
                .condition, .times, .faster, .selection("//p[matches(., 'a')]"),
            ])
        #expect(!watch.isSure)
        #expect(watch.address == "https://shop.example/?api_key=abc&page=2")
        #expect(watch.every == 60)
        let file = try #require(watch.file)
        #expect(file.contains("Accept-Language: de"))
        #expect(!file.contains("Bearer"))
        #expect(!file.contains("pass"))
        #expect(try watch.board().source.headers.map(\.name) == ["Accept-Language"])
    }

    @Test(
        "what can't be a board says why",
        arguments: [
            (#""url": "https://shop.example/{{ now }}""#, ImportRemark.template),
            (#""url": "file:///etc/passwd""#, .noAddress("file:///etc/passwd")),
            (#""url": "https://shop.example/", "method": "POST""#, .sends), (#""url": 7"#, .noAddress("7")),
            (#""title": "x""#, .noAddress("")),
            (#""url": "https://shop.example/list.pdf""#, .document),
            (#""url": "https://shop.example/", "processor": "image_ssim_diff""#, .unknownKind("image_ssim_diff")),
        ])
    func refused(_ watch: String, _ reason: ImportRemark) throws {
        let found = try #require(try Imports.backup([watch]).watches.first)
        #expect(found.refusal == reason)
        #expect(found.file == nil)
        #expect(!found.isSure)
    }

    @Test("feeds, prices and calendars have boards of their own") func kinds() throws {
        let watches = try Imports.backup([
            #""url": "https://blog.example/feed.xml", "title": "Blog""#,
            #""url": "https://shop.example/lamp", "processor": "restock_diff""#,
            #""url": "https://club.example/games.ics""#, #""url": "https://shop.example/stock.json""#,
        ]).watches
        #expect(watches.map(\.subject) == [.feed, .price, .calendar, .values])
        #expect(watches.allSatisfy { $0.isSure })
        #expect(try watches[0].board().title == "Blog")
        #expect(try watches[0].board().schema.fields.map(\.name) == ["title", "published", "link"])
        #expect(try watches[1].board().source.url.absoluteString == "https://shop.example/lamp")
        let games =
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Elm against Oak\r\nDTSTART:20261201T180000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        #expect(try watches[2].rows(of: games) == ["Elm against Oak 2026-12-01T18:00:00Z"])
    }
}
