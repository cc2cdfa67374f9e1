import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

@Suite("Table pages")
struct TablePageTests {
    @Sendable private static func board(_ source: Source) throws -> Board {
        let declaration = try BoardFile.declaration(
            of: """
                title: { en: Market prices, de: Marktpreise }
                view: table
                source: { url: '\(source.url)' }
                extract: { json: { rows: '$[*]' } }
                fields:
                  good: { type: text, key: true, label: { en: Good, de: Ware } }
                  stall: { type: text, optional: true }
                  price: { type: money, currency: EUR, optional: true, label: Price }
                  weight: { type: number, optional: true, unit: kg }
                  since: { type: date, optional: true }
                  page: { type: url, optional: true }
                  place: { type: position, optional: true }
                """)
        return try Board(declaration, name: "market", folder: URL(fileURLWithPath: "/"))
    }

    private static let rows = [
        #"{"good": "Pears", "stall": "Bo & Li", "price": "3.20", "weight": 12.5, "since": "2026-03-07", "page": "https://pears.example/"}"#,
        #"{"good": "Apples <new>", "stall": "Ada", "price": "12.00", "weight": 9, "since": "2025-12-31"}"#,
        #"{"good": "Figs"}"#,
    ]

    private static func publish(_ rows: [String], on source: Source) {
        let body = Array("[\(rows.joined(separator: ","))]".utf8)
        source.answer { try $0.answer("200 OK", [("Content-Type", "application/json")], body: body) }
    }

    private func withMarket(_ rows: [String] = rows, _ body: @escaping @Sendable (House) async throws -> Void) async throws {
        let source = try Source()
        Self.publish(rows, on: source)
        try await withHouse(source, board: Self.board) { house in
            try await house.read()
            try await body(house)
        }
    }

    /// The heads of the rows, in their order.
    private static func names(_ html: String) -> [String] {
        html.matches(of: /<th scope="row" class="is-name"><a id="r\d+" href="[^"]*" data-sheet="record"><span><bdi>([^<]*)</).map {
            String($0.1)
        }
    }

    @Test("the page is a table of every field in the board's order, each value as its kind is written, and each row leads to its record")
    func page() async throws {
        try await withMarket { house in
            try await house.client { client in
                let html = try await client.get("/boards/market").text
                #expect(html.contains("<caption class=\"unseen\">Market prices</caption>"))
                let labels = html.matches(of: /<th scope="col"[^>]*>(?:<a [^>]*>)?<span>([^<]*)</).map { String($0.1) }
                #expect(labels == ["Good", "Stall", "Price", "Weight", "Since", "Page", "Place"])
                #expect(Self.names(html) == ["Pears", "Apples &lt;new&gt;", "Figs"])
                #expect(html.contains("<td class=\"is-number\"><bdi>€3.20</bdi></td><td class=\"is-number\">12.5\u{A0}kg</td>"))
                #expect(html.contains("<td class=\"is-figures\"><time datetime=\"2026-03-07\">"))
                #expect(html.contains("<a href=\"https://pears.example/\" rel=\"noopener noreferrer nofollow\">"))
                #expect(html.contains("3 rows"))
                #expect(!html.contains("is-news"))
                #expect(!html.contains("style="))
                let record = try #require(html.firstMatch(of: /href="(\/boards\/market\/records\/\d+)"/)).1
                let page = try await client.get(String(record)).text
                #expect(page.contains("<h1 class=\"detail-name\"><bdi>Pears</bdi></h1>"))
                #expect(page.contains("<dd><bdi>€3.20</bdi></dd>"))
                #expect(try await client.get("/boards/market?lang=de").text.contains("<span>Ware</span>"))
            }
        }
    }

    @Test("a column's head sorts by it, and again the other way, and says which way it is")
    func sort() async throws {
        try await withMarket { house in
            try await house.client { client in
                let rising = try await client.get("/boards/market?sort=price").text
                #expect(Self.names(rising) == ["Pears", "Apples &lt;new&gt;", "Figs"])
                #expect(
                    rising.contains(
                        "<th scope=\"col\" aria-sort=\"ascending\" class=\"is-number\"><a id=\"sort-price\" href=\"/boards/market?sort=-price\""
                    ))
                #expect(rising.contains("<a class=\"list-order\" href=\"/boards/market\">Published order</a>"))
                #expect(rising.contains("<input type=\"hidden\" name=\"sort\" value=\"price\">"))
                let falling = try await client.get("/boards/market?sort=-price").text
                #expect(Self.names(falling) == ["Apples &lt;new&gt;", "Pears", "Figs"])
                #expect(falling.contains("aria-sort=\"descending\""))
                #expect(falling.contains("href=\"/boards/market?sort=price\""))
                #expect(!falling.contains("id=\"sort-place\""))
            }
        }
    }

    @Test("a column that is not there, or has no order, is refused", arguments: ["nothing", "-nothing", "place", "-", "%00", "_id%22"])
    func unknown(sort: String) async throws {
        try await withMarket { house in
            try await house.client { client in
                let answer = try await client.get("/boards/market?sort=\(sort)")
                #expect(answer.status == .badRequest, "\(answer.text)")
                #expect(answer.text.contains("This board has no column"), "\(answer.text)")
            }
        }
    }

    @Test("a search is done by the server and keeps the order; a script gets the parts that differ")
    func search() async throws {
        try await withMarket { house in
            try await house.client { client in
                let html = try await client.get("/boards/market?q=ADA&sort=-since").text
                #expect(Self.names(html) == ["Apples &lt;new&gt;"])
                #expect(html.contains("1 of 3 rows"))
                #expect(html.contains("href=\"/boards/market?q=ADA&amp;sort=since\""))
                let none = try await client.get("/boards/market?q=%3Cscript%3E").text
                #expect(none.contains("Nothing matches"))
                #expect(none.contains("0 of 3 rows"))
                #expect(!none.contains("<script>"))
                let parts = try await client.get("/boards/market?q=bo+li", [.accept: "application/json"])
                #expect(parts.headers[.vary] == "Accept, Accept-Language, Cookie, Accept-Encoding")
                #expect(parts.text.hasPrefix("{\"table\":"))
                #expect(parts.text.contains("Pears"))
                #expect(!parts.text.contains("Figs"))
            }
        }
    }

    @Test("a long table comes in pages that keep search and order")
    func pages() async throws {
        try await withMarket((0..<250).map { #"{"good": "Box \#($0)", "weight": \#($0)}"# }) { house in
            try await house.client { client in
                let html = try await client.get("/boards/market?q=box&sort=-weight&from=100").text
                #expect(Self.names(html).first == "Box 149")
                #expect(Self.names(html).count == 100)
                #expect(html.contains("101–200 of 250"))
                #expect(html.contains("<a rel=\"prev\" href=\"/boards/market?q=box&amp;sort=-weight\">"))
                #expect(html.contains("<a rel=\"next\" href=\"/boards/market?q=box&amp;sort=-weight&amp;from=200\">"))
            }
        }
    }

    @Test("what the last fetch has changed is marked in words, with what it was before")
    func news() async throws {
        try await withMarket { house in
            let changed = [Self.rows[0].replacing("3.20", with: "2.95"), Self.rows[1], #"{"good": "Quinces"}"#]
            Self.publish(changed, on: house.source)
            try await house.read()
            try await house.client { client in
                let html = try await client.get("/boards/market").text
                #expect(
                    html.contains(
                        "<ins><bdi>€2.95</bdi></ins> <span class=\"table-before\"><span class=\"unseen\">before: </span><del><bdi>€3.20</bdi></del>"
                    ))
                #expect(html.matches(of: /<tr class="is-news">/).count == 2)
                #expect(html.contains("<bdi>Pears</bdi></span></a><span class=\"table-news\">Changed</span>"))
                let record = try #require(html.firstMatch(of: /href="(\/boards\/market\/records\/\d+)"[^>]*><span><bdi>Pears/)).1
                let page = try await client.get(String(record)).text
                #expect(page.contains("Last changed"))
                #expect(page.contains("<del><bdi>€3.20</bdi></del>"))
                #expect(page.contains("<ins><bdi>€2.95</bdi></ins>"))
                #expect(html.contains("<bdi>Quinces</bdi></span></a><span class=\"table-news\">New</span>"))
            }
        }
    }

    @Test("an open page hears that the source is read, and refresh has it read")
    func live() async throws {
        try await withMarket { house in
            try await house.client { client in
                let form = try await client.post("/boards/market", "")
                #expect(form.status == .seeOther)
                #expect(form.headers[.location] == "/boards/market")
                try await house.settle()
                #expect(house.source.requestCount == 2)
            }
        }
    }
}
