import Boards
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Records
import Storage
import TestSupport
import Testing
import Watching

@testable import Web

/// A board with parameters through the pages, the API and the files.
@Suite("Boards with parameters") struct BoundBoardTests {
    @Sendable private static func board(_ source: Source) throws -> Board {
        let yaml = """
            title: Pump
            view: list
            parameters:
              product:
                type: number
                label: { en: Fuel, fr: Carburant }
                choices: { 1: { en: Unleaded, fr: Sans plomb }, 2: Premium }
                default: 1
              suburb: { optional: true, place: true, hint: It is the name of a suburb. }
              day: { choices: [today, tomorrow] }
            source:
              url: '\(source.url.deletingLastPathComponent().absoluteString)rss?Product={product}&Suburb={suburb}&Day={day}'
              each: day
            extract: { xml: { rows: //item } }
            fields: { name: { type: text, key: true }, brand: { type: text }, price: { type: number } }
            """
        return try Board(BoardFile.declaration(of: yaml), name: "pump", folder: URL(fileURLWithPath: "/"))
    }

    /// Two stations a day; the price is 100 times the product, and one more tomorrow.
    private static func source() throws -> Source {
        try Source { connection in
            let target = connection.request.target
            let price = (target.contains("Product=2") ? 200 : 100) + (target.contains("tomorrow") ? 1 : 0)
            let rows = ["A & B", "C"].map {
                "<item><name>\($0.replacing("&", with: "&amp;"))</name><brand>\(target.contains("Suburb=Perth") ? "Gull" : "BP")</brand><price>\(price)</price></item>"
            }
            try connection.answer("200 OK", [("Content-Type", "text/xml")], body: Array("<rss>\(rows.joined())</rss>".utf8))
        }
    }

    private func withPump(_ body: @Sendable (House) async throws -> Void) async throws {
        try await withHouse(Self.source(), board: { try Self.board($0) }) { house in
            try await house.read()
            try await body(house)
        }
    }

    /// Makes the server read what is chosen, as the page's script does.
    private func read(_ query: String, _ client: any TestClientProtocol, _ house: House) async throws {
        let answer = try await client.post("/api/v1/boards/pump/refresh?\(query)", "")
        #expect(answer.status == .accepted, "\(answer.text)")
        #expect(answer.text.contains("\"started\":2"), "\(answer.text)")
        try await house.settle()
    }

    private func send(
        _ body: String, to path: String, _ client: any TestClientProtocol, _ type: String = "application/json"
    ) async throws -> TestResponse {
        try await client.execute(uri: path, method: .post, headers: [.contentType: type], body: ByteBuffer(string: body))
    }

    @Test("the page has a form for what can be chosen, and shows the feeds of a choice together")
    func page() async throws {
        try await withPump { house in
            try await house.client(of: "Ada") { client in
                let page = try await client.get("/boards/pump").text
                #expect(page.contains("4 rows"))
                #expect(page.contains("<form class=\"choice-form\" method=\"get\" action=\"/boards/pump\""))
                #expect(page.contains("<option value=\"1\" selected>Unleaded</option><option value=\"2\">Premium</option>"))
                #expect(page.contains("name=\"set.suburb\""))
                #expect(!page.contains("set.day"))
                try await read("set.product=2&set.suburb=Perth", client, house)
                let chosen = try await client.get("/boards/pump?set.product=2&set.suburb=Perth").text
                #expect(chosen.contains("Gull"))
                #expect(chosen.contains("<option value=\"2\" selected>Premium</option>"))
                #expect(chosen.contains("/boards/pump.csv?set.product=2&amp;set.suburb=Perth"))
                #expect(chosen.contains("/watches/new?board=pump&amp;set.product=2&amp;set.suburb=Perth"))
                // A search keeps the choice.
                #expect(chosen.contains("<input type=\"hidden\" name=\"set.suburb\" value=\"Perth\">"))
                let french = try await client.get("/boards/pump?set.product=2", [.acceptLanguage: "fr"]).text
                #expect(french.contains("Carburant"))
                #expect(french.contains("Sans plomb"))
                for place in ["changes", "health"] {
                    #expect(try await client.get("/boards/pump/\(place)?set.product=2").text.contains("Pump · Premium"))
                }
            }
        }
    }

    @Test("a record has its page whichever feed it is of, and the way back leads to what was chosen")
    func record() async throws {
        try await withPump { house in
            try await house.client(of: "Ada") { client in
                try await read("set.product=2", client, house)
                let feed = try #require(try await house.watcher.feeds(of: house.board, ["product": "2"]).last)
                let stored = try #require(try await house.store.feeds.records(of: feed, house.board.schema).first)
                let page = try await client.get("/boards/pump/records/\(stored.id)").text
                #expect(page.contains("A &amp; B"))
                #expect(page.contains("/boards/pump?set.product=2"))
                #expect(try await client.get("/api/v1/boards/pump/records/\(stored.id)").text.contains("\"price\":201"))
            }
        }
    }

    @Test("the API pages through the feeds of a choice as one list, in either order")
    func records() async throws {
        struct Answer: Decodable {
            struct Row: Decodable {
                let name: String
                let price: Double
            }
            let records: [Row]
            let next: String?
        }
        try await withPump { house in
            try await house.client(of: "Ada") { client in
                try await read("set.product=2", client, house)
                for (order, prices) in [("", [200.0, 200, 201, 201]), ("&order=-price", [201, 201, 200, 200])] {
                    for limit in 1...4 {
                        var (found, next): ([Double], String?) = ([], "")
                        while let after = next {
                            let text = try await client.get(
                                "/api/v1/boards/pump/records?set.product=2&limit=\(limit)\(order)\(after.isEmpty ? "" : "&after=\(after)")"
                            ).text
                            let answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
                            found += answer.records.map(\.price)
                            next = answer.next
                        }
                        #expect(found == prices, "\(order) by \(limit)")
                    }
                }
                let board = try await client.get("/api/v1/boards/pump").text
                #expect(board.contains(#""parameters":[{"name":"product","type":"number","label":"Fuel","required":false,"default":"1""#))
                #expect(board.contains(#""labels":{"1":"Unleaded","2":"Premium"}"#))
                #expect(board.contains("\"isPlace\":true"))
                #expect(!board.contains("tomorrow"))
                let lines = try await client.get("/boards/pump.csv?set.product=2").text.split(whereSeparator: \.isNewline)
                try #require(lines.count == 5)
                #expect(lines[1] == "A & B,BP,200")
                #expect(lines[4] == "C,BP,201")
                #expect(try await client.get("/boards/pump.json?set.product=2").text.contains("Product=2&Day=today"))
                #expect(try await client.get("/boards/pump.atom?set.product=2").text.contains("<title>Pump · Premium</title>"))
            }
        }
    }

    @Test(
        "what cannot be chosen is refused with what is expected",
        arguments: [
            ("set.product=3", "one of 1 (Unleaded), 2 (Premium)"), ("set.day=today", "not for choosing"), ("set.x=1", "it takes product"),
        ])
    func refused(query: String, message: String) async throws {
        try await withPump { house in
            try await house.client(of: "Ada") { client in
                for place in ["/records", "/changes"] {
                    let answer = try await client.get("/api/v1/boards/pump\(place)?\(query)")
                    #expect(answer.status == .badRequest, "\(answer.text)")
                    #expect(answer.text.contains(message), "\(answer.text)")
                }
                for page in ["", ".csv", "/changes"] {
                    #expect(try await client.get("/boards/pump\(page)?\(query)").status == .badRequest, "\(page)")
                }
                let watch = try await send(#"{"board":"pump","set":{"product":"3"}}"#, to: "/api/v1/watches", client)
                #expect(watch.status == .unprocessableContent)
                #expect(watch.text.contains("one of 1 (Unleaded)"))
            }
        }
    }

    @Test("a stranger chooses among what is listed, and is told to sign in for more")
    func strangers() async throws {
        try await withPump { house in
            try await house.client { client in
                #expect(try await client.get("/boards/pump?set.product=2").status == .ok)
                let page = try await client.get("/boards/pump?set.suburb=Perth")
                #expect(page.status == .forbidden)
                #expect(page.text.contains("Sign in"))
                #expect(try await client.get("/api/v1/boards/pump/records?set.suburb=Perth").status == .forbidden)
                #expect(try await house.store.feeds.all(of: "pump").count == 4)
            }
        }
    }

    @Test("a watch follows the feeds of what was chosen, and every list of watches says what")
    func watches() async throws {
        try await withPump { house in
            try await house.client(of: "Ada") { client in
                let editor = try await client.get("/watches/new?board=pump&set.product=2").text
                #expect(editor.contains("Pump · Premium"))
                #expect(editor.contains("<input type=\"hidden\" name=\"set.product\" value=\"2\">"))
                let made = try await client.post("/watches", "board=pump&set.suburb=Perth&equals-name=C")
                #expect(made.status == .seeOther)
                let added = try await send(#"{"board":"pump","set":{"product":"2"}}"#, to: "/api/v1/watches", client)
                #expect(added.status == .created)
                #expect(added.text.contains(#""set":{"product":"2"}"#))
                let feeds = try await house.store.feeds.watchedFeeds()
                // Today and tomorrow of each.
                #expect(feeds.count == 4)
                let list = try await client.get("/watches").text
                #expect(list.contains("/boards/pump?set.suburb=Perth\">Pump · Perth<"))
                #expect(list.contains(">Pump · Premium<"))
                let opml = try await client.get("/api/v1/opml", [.accept: "*/*"]).text
                #expect(opml.contains("title=\"Pump · Premium\""))
                #expect(opml.contains("/boards/pump.atom?set.product=2"))
                let again = try await send(opml, to: "/api/v1/opml", client, "text/x-opml").text
                #expect(again.contains("\"added\":[]"), "\(again)")
                #expect(again.contains("\"notUnderstood\":[]"), "\(again)")
                #expect(try await client.get("/api/v1/feeds").text.contains(#""binding":{"day":"today","product":"2"}"#))
            }
        }
    }
}
