import Boards
import DemoPublishing
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

/// No page grows with the boards of a server: not in bytes, not in statements. Every board is a link away.
@Suite("Pages of a thousand boards") struct ManyBoardsPagesTests {
    private static let count = 1000
    private static let byteLimit = 60_000

    /// Beside the house's own board; a title for each letter, and some that begin otherwise.
    private static func others(_ count: Int) throws -> [Board] {
        try (1..<count).map { number in
            let letter = number % 27 == 0 ? "7" : String(UnicodeScalar(UInt8(64 + number % 27)))
            let declaration = try BoardFile.declaration(
                of: """
                    title: \(letter) shelf \(number)
                    about: What is on a shelf, as its owner publishes it every day, with prices and places.
                    view: list
                    source: { url: 'https://shelves.test/\(number).xml', every: 1h }
                    extract: { xml: { rows: //row } }
                    fields:
                      id: { type: text, key: true }
                      name: { type: text, heading: true }
                    """)
            return try Board(declaration, name: "shelf-\(number)", folder: URL(fileURLWithPath: "/"))
        }
    }

    private func names(_ page: TestResponse) -> [String] {
        page.text.matches(of: /class="tile-title" href="\/boards\/([^"\/?]+)"/).map { String($0.output.1) }
    }

    private func names(_ path: String, _ client: any TestClientProtocol) async throws -> [String] { names(try await client.get(path)) }

    private func address(_ page: TestResponse, _ pattern: Regex<(Substring, Substring)>) -> String? {
        page.text.firstMatch(of: pattern).map { String($0.output.1).replacing("&amp;", with: "&") }
    }

    @Test("the first page shows some, with as few bytes and statements as of forty, and leads to all")
    func home() async throws {
        let count = StatementCount()
        try await StatementCount.$current.withValue(count) {
            var begun: [Int] = []
            for boards in [40, Self.count] {
                let number = try await withHouse(Source(), others: try Self.others(boards)) { house in
                    try await house.read()
                    return try await house.client(of: "owner") { client in
                        _ = try await client.get("/")
                        let statements = try await count.during { _ = try await client.get("/") }
                        #expect(statements.count <= 16, "\(statements.joined(separator: "\n"))")
                        let page = try await client.get("/")
                        #expect(page.text.utf8.count <= Self.byteLimit)
                        #expect(names(page).count == HomeOrder.shown)
                        #expect(page.text.contains("All boards (\(boards == Self.count ? "1,000" : "40"))"))
                        return statements.count
                    }
                }
                begun.append(number)
            }
            try #require(begun.count == 2)
            #expect(begun[0] == begun[1])
        }
    }

    @Test("page by page every board comes, by its title, and each once")
    func all() async throws {
        try await withHouse(Source(), others: try Self.others(Self.count)) { house in
            try await house.client(of: "owner") { client in
                var (found, titles): ([String], [String]) = ([], [])
                var next: String? = "/boards"
                while let path = next, found.count <= Self.count {
                    let page = try await client.get(path)
                    #expect(page.text.utf8.count <= Self.byteLimit, "\(path)")
                    let shown = names(page)
                    #expect((1...BoardsPage.pageSize).contains(shown.count), "\(path)")
                    found += shown
                    titles += page.text.matches(of: /class="tile-title"[^>]*><bdi>([^<]*)</).map { String($0.output.1).lowercased() }
                    next = address(page, /rel="next" href="([^"]*)"/)
                }
                #expect(found.count == Self.count)
                #expect(Set(found).count == Self.count)
                #expect(titles == titles.sorted())
            }
        }
    }

    @Test("a letter leads to its boards, a search to those of a name, and what isn't there is said")
    func finding() async throws {
        try await withHouse(Source(), others: try Self.others(200)) { house in
            try await house.client(of: "owner") { client in
                let first = try await client.get("/boards")
                let letter = try #require(address(first, /<a href="([^"]*)">Q<\/a>/))
                let page = try await client.get(letter)
                let title = try #require(page.text.firstMatch(of: /class="tile-title"[^>]*><bdi>([^<]*)</))
                #expect(title.output.1.hasPrefix("Q shelf"))
                #expect(try await names("/boards?q=SHELF%2077", client) == ["shelf-177", "shelf-77"])
                #expect(try await names("/boards?q=visa", client) == ["visa"])
                let none = try await client.get("/boards?q=no-such-board")
                #expect(none.text.contains("No board matches."))
                // A place beyond the end, or none at all.
                for from in ["100000", "-1", "x"] {
                    #expect(try await names("/boards?from=\(from)", client).count == BoardsPage.pageSize)
                }
            }
        }
    }

    @Test("a board that has changed is on the first page, and one whose source fails is found by its state")
    func states() async throws {
        try await withHouse(Source(), others: try Self.others(60)) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                #expect(try await !names("/", client).contains("visa"))
                #expect(try await !client.get("/boards").text.contains("state=failing"))
                house.source.publish(VisaList.sample.edition(2))
                try await house.read()
                #expect(try await names("/", client).first == "visa")
                house.source.answer { try $0.answer("404 Not Found", body: []) }
                try await house.read()
                let page = try await client.get("/boards")
                #expect(page.text.contains("With problems (1)"))
                let failing = try await client.get("/boards?state=failing")
                #expect(names(failing) == ["visa"])
                #expect(failing.text.contains("reach the source"))
            }
        }
    }

    @Test("a shared board rests while its owner’s account is off, and says so")
    func paused() async throws {
        let resting = try Self.others(2).map {
            $0.owned(OwnBoard(board: $0.name, person: 99, isShared: true, isBounded: false, rests: true))
        }
        try await withHouse(Source(), others: resting) { house in
            try await house.client(of: "owner") { client in
                let page = try await client.get("/boards?state=paused")
                #expect(names(page) == ["shelf-1"])
                #expect(page.text.contains("Paused (1)"))
                #expect(page.text.contains("Paused: its owner’s account is off"))
                #expect(try await names("/boards?state=unset", client).isEmpty)
            }
        }
    }

    @Test("a board that isn't on the first page is put there, and the others move on")
    func order() async throws {
        try await withHouse(Source(), others: try Self.others(60)) { house in
            try await house.client(of: "owner") { client in
                #expect(try await !names("/", client).contains("visa"))
                let found = try await client.get("/account/boards?q=visa")
                #expect(found.text.contains("name=\"first\" value=\"visa\""))
                let before = try await names("/", client)
                #expect(try await client.post("/account/boards", "first=visa").status == .seeOther)
                let after = try await names("/", client)
                #expect(after == ["visa"] + before.dropLast())
                _ = try await client.post("/account/boards", "down=visa")
                #expect(try await names("/", client)[1] == "visa")
                _ = try await client.post("/account/boards", "first=no-such-board")
                #expect(try await names("/", client)[1] == "visa")
                _ = try await client.post("/account/boards", "automatic=yes")
                #expect(try await names("/", client) == before)
            }
        }
    }

    @Test("a program gets the boards page by page, or those of a name, with as few statements as of one")
    func pagesOfTheAPI() async throws {
        let count = StatementCount()
        try await StatementCount.$current.withValue(count) {
            try await withHouse(Source(), others: try Self.others(200)) { house in
                try await house.client(of: "owner") { client in
                    for (start, page) in [("/api/v1/boards?limit=90", 90), ("/api/v1/boards", 100)] {
                        var found: [String] = []
                        var next: String? = start
                        while let path = next, found.count <= 200 {
                            let answer = try await client.get(path)
                            #expect(answer.status == .ok)
                            let names = answer.text.matches(of: /"name":"((?:shelf-|visa)[0-9]*)"/).map { String($0.output.1) }
                            #expect(names.count <= page)
                            found += names
                            next = answer.headers[.link]?.firstMatch(of: /<([^>]*)>; rel="next"/).map { String($0.output.1) }
                        }
                        #expect(found.count == 200)
                        #expect(found == found.sorted())
                    }
                    let one = try await client.get("/api/v1/boards?q=SHELF%2077").text
                    #expect(one.contains("\"shelf-77\""))
                    #expect(!one.contains("\"shelf-78\""))
                    #expect(!one.contains("\"next\""))
                    let begun = try await count.during { _ = try await client.get("/api/v1/boards") }
                    let again = try await count.during { _ = try await client.get("/api/v1/boards?q=visa") }
                    #expect(begun.count == again.count, "\(begun.joined(separator: "\n"))")
                }
            }
        }
    }

    @Test("other pages that offer boards offer some, and the way to all")
    func offers() async throws {
        try await withHouse(Source(), others: try Self.others(Self.count)) { house in
            try await house.client(of: "owner") { client in
                for path in [
                    "/watches", "/account/boards", "/app/share?text=20121456171", "/jobs", "/notices", "/new-board",
                    "/manifest.webmanifest",
                ] {
                    let page = try await client.get(path)
                    #expect(page.text.utf8.count <= Self.byteLimit, "\(path)")
                }
                let watches = try await client.get("/watches")
                #expect(watches.text.contains("href=\"/boards\">All boards (1,000)"))
            }
        }
    }

    @Test("visitors see public boards there and nothing else")
    func visitors() async throws {
        try await withHouse(Source(), others: try Self.others(30)) { house in
            try await house.client { client in
                let (all, found) = (try await names("/boards", client), try await names("/boards?q=shelf", client))
                #expect(all == ["visa"])
                #expect(found.isEmpty)
            }
        }
        try await withHouse(Source(), others: try Self.others(30), isPublic: false) { house in
            _ = try await house.login("owner")
            try await house.client { client in
                let answer = try await client.get("/boards")
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location]?.hasPrefix("/login") == true)
            }
        }
    }
}
