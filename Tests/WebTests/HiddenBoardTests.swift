import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import BoardPages
@testable import Serving
@testable import Web

/// A board that an administrator has added and not shared: for strangers, members and other administrators it exists at no address.
@Suite("A board that one person sees") struct HiddenBoardTests {
    private static let title = "Contacts of mine"
    /// What of it must never be seen: its title, its source and its records.
    private static let marks = [title, "contacts.xml", "Okafor"]

    private static func board(_ source: Source) throws -> Board {
        let base = source.url.deletingLastPathComponent().absoluteString
        let declaration = try BoardFile.declaration(
            of: """
                title: \(title)
                view: list
                source: { url: '\(base)contacts.xml', every: 1h }
                extract: { xml: { rows: //contact, fields: { id: contactid } } }
                fields:
                  id: { type: text, key: true }
                  name: { type: text, heading: true }
                  photo: { type: image, optional: true }
                services:
                  detail:
                    url: '\(base)contact.xml?id={id}'
                    parameters: { id: { pattern: '^[0-9]{1,12}$' } }
                    extract: { xml: { rows: /contact } }
                """)
        return try Board(declaration, name: "contacts", folder: URL(fileURLWithPath: "/"))
            .owned(OwnBoard(board: "contacts", person: 1, isShared: false, isBounded: false, rests: false))
    }

    private struct People: Sendable {
        let owner: HTTPFields
        /// By role: a stranger, a member, an administrator.
        let others: [(name: String, fields: HTTPFields)]
        var signedIn: [(name: String, fields: HTTPFields)] { Array(others.dropFirst()) }
    }

    /// The board is read and has changed once. `isPublic`: what a file or a setting says, which has no effect on it.
    private func withHidden(_ body: @Sendable (House, People) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let store = try Store(in: folder.url)
        let ada = try #require(try await store.people.add("Ada", .administrator, password: nil, at: .system()))
        #expect(ada.id == 1)
        #expect(try await store.boards.add(of: ada.id, at: .system()) { _ in "contacts" } == .named("contacts"))
        // Boards of the folder can be changed.
        let own = folder.url.appendingPathComponent("boards/contacts")
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        try Data("title: \(Self.title)".utf8).write(to: own.appendingPathComponent("board.yaml"))
        try await withHouse(Directory().source(), in: folder, board: Self.board) { house in
            let people = People(
                owner: try await house.login("Ada"),
                others: [
                    ("a stranger", [:]), ("a member", try await house.login("Bob", .member)),
                    ("an administrator", try await house.login("Cyd")),
                ])
            try await house.read()
            let more = Array(Directory(names: ["Ada Okafor", "Ben Okafor"]).list.utf8)
            house.source.answer { try $0.answer("200 OK", [("Content-Type", "application/xml")], body: more) }
            try await house.read()
            try await body(house, people)
        }
    }

    private func show(_ answer: TestResponse, _ what: String) {
        for mark in Self.marks { #expect(!answer.text.contains(mark), "\(what) tells of “\(mark)”") }
    }

    private static func address(_ path: String, of board: String) -> String {
        var address = path
        for (name, value) in ["board": board, "field": "photo", "record": "1"] {
            address = address.replacing("{\(name)}", with: value).replacing("/:\(name)", with: "/\(value)")
        }
        return address.replacing(/\{[a-z]+\}|:[a-z]+/, with: "1")
    }

    @Test("every address of it answers others as if there were no such board")
    func everyAddress() async throws {
        try await withHidden { house, people in
            let features = house.web.features
            let routes = Dictionary(grouping: features.router().routes, by: { $0.path.description }).mapValues { $0.map(\.method) }
            try await house.client { client in
                var count = 0
                for (path, _) in features.access where path.contains(":board") || path.contains("{board}") {
                    for method in routes[RouterPath(path).description] ?? [] where method != .head {
                        // A stream has no end.
                        let asked = path.hasPrefix("/live/") && method == .get ? .head : method
                        // Administrators remove it, unseen.
                        let others = method == .delete && path.contains("own-boards") ? Array(people.others.prefix(2)) : people.others
                        for (who, caller) in others {
                            var fields = caller
                            if method == .post { fields[.contentType] = "application/x-www-form-urlencoded" }
                            func answer(_ board: String) async throws -> TestResponse {
                                let query = path.hasSuffix("/lookup") ? "?needle=1" : ""
                                return try await client.execute(uri: Self.address(path, of: board) + query, method: asked, headers: fields)
                            }
                            let (hidden, none) = (try await answer("contacts"), try await answer("none"))
                            #expect(hidden.status == none.status, "\(who): \(method) \(path)")
                            if method == .get, who != "a stranger" { #expect(hidden.status == .notFound, "\(who): \(path)") }
                            show(hidden, "\(who): \(method) \(path)")
                            count += 1
                        }
                    }
                }
                #expect(count > 90)
            }
        }
    }

    @Test("nothing that lists, counts or describes boards tells others of it")
    func everyList() async throws {
        // Administrators see there that it exists: its name, to turn it off or remove it.
        let forAdministrators: Set = ["/server", "/people/audit", "/new-board/own"]
        try await withHidden { house, people in
            let features = house.web.features
            let routes = Dictionary(grouping: features.router().routes, by: { $0.path.description }).mapValues { $0.map(\.method) }
            try await house.client { client in
                for (path, _) in features.access
                where !path.contains("board}") && !path.contains(":board") && !forAdministrators.contains(path)
                    && !path.hasPrefix("/live/") && !path.hasPrefix("/static") && path != "/logout"
                {
                    guard routes[RouterPath(path).description]?.contains(.get) == true else { continue }
                    let uri = Self.address(path, of: "contacts")
                    for (who, fields) in people.others {
                        for query in ["", "?board=contacts&name=contacts&id=1"] where !path.hasPrefix("/api/") || query.isEmpty {
                            show(try await client.get(uri + query, fields), "\(who): \(uri + query)")
                        }
                    }
                }
                for (who, fields) in people.signedIn {
                    let watches = try await client.get("/watches/new?board=contacts", fields)
                    #expect(watches.status == .notFound, "\(who)")
                    #expect(try await client.get("/api/v1/feeds", fields).text == "{\"feeds\":[]}\n")
                    #expect(try await client.get("/api/v1/feeds/1", fields).status == .notFound)
                    #expect(try await client.get("/api/v1/changes", fields).text == "{\"changes\":[]}\n")
                    #expect(try await client.get("/api/v1/services", fields).text == "{\"services\":[]}\n")
                    #expect(try await client.get("/api/v1/services/contacts.detail?id=1", fields).status == .notFound)
                    #expect(try await client.get("/api/v1/status", fields).text.hasPrefix("{\"boards\":0,\"feeds\":0,\"running\":0,"))
                }
                // Its fields would be a schema there.
                for (who, fields) in people.others + [("its owner", people.owner)] {
                    #expect(try await !client.get("/api/openapi.json", fields).text.contains("\"photo\""), "\(who)")
                }
            }
        }
    }

    @Test("nobody watches it, has it read, imports it, shares or removes it, by any word in a form or a body")
    func everyCommand() async throws {
        try await withHidden { house, people in
            let source = house.board.source.url.absoluteString
            let before = house.source.requestCount
            try await house.client { client in
                for (who, fields) in people.signedIn {
                    for (path, form) in [
                        ("/watches", "board=contacts&equals-id=1"), ("/watches/new", "board=contacts&do=save"),
                        ("/boards/contacts", ""), ("/boards/contacts/alerts/new", "when=cheapest"),
                    ] {
                        let answer = try await client.post(path, form, fields)
                        #expect(answer.status == .notFound, "\(who): \(path)")
                        show(answer, "\(who): \(path)")
                    }
                    let watch = try await client.sendJSON(.post, "/api/v1/watches", #"{"board":"contacts"}"#, fields)
                    #expect(watch.status == .unprocessableContent, "\(who)")
                    #expect(!watch.text.contains("contacts"), "\(who): \(watch.text)")
                    let check = try await client.post("/api/v1/feeds/check", "", fields)
                    #expect(check.text == "{\"started\":0,\"running\":0,\"fresh\":0}\n", "\(who)")
                    var opml = fields
                    opml[.contentType] = "text/x-opml"
                    let list =
                        "<opml version=\"2.0\"><body><outline xmlUrl=\"\(source)\"/>"
                        + "<outline xmlUrl=\"https://x.example/boards/contacts.atom\"/></body></opml>"
                    let taken = try await client.execute(
                        uri: "/api/v1/opml", method: .post, headers: opml, body: ByteBuffer(string: list))
                    #expect(taken.text.contains("\"added\":[],\"known\":[]"), "\(who): \(taken.text)")
                    let shared = try await client.sendJSON(
                        .patch, "/api/v1/own-boards/contacts", #"{"audience":"household"}"#, fields)
                    #expect(shared.status == .notFound, "\(who)")
                }
                let (bob, cyd) = (people.others[1].fields, people.others[2].fields)
                #expect(try await client.get("/new-board/own?name=contacts", bob).status == .notFound)
                for action in ["share&audience=household", "remove&sure=yes", "look", "back", "repair"] {
                    #expect(try await client.post("/new-board/own?name=contacts", "do=\(action)", bob).status == .notFound)
                    guard !action.hasPrefix("remove") else { continue }
                    #expect(try await client.post("/new-board/own?name=contacts", "do=\(action)", cyd).status == .forbidden)
                }
                #expect(try await client.execute(uri: "/api/v1/own-boards/contacts", method: .delete, headers: bob).status == .notFound)
                // An administrator sees its name there, and nothing of it.
                let page = try await client.get("/new-board/own?name=contacts", cyd)
                #expect(page.status == .ok)
                #expect(!page.text.contains("Okafor"))
                #expect(!page.text.contains("contacts.xml"))
            }
            #expect(house.source.requestCount == before)
            #expect(try await house.store.boards.own("contacts")?.isShared == false)
            #expect(try await house.store.following.watches(of: house.store.people.person(named: "Bob", at: .system())).isEmpty)
        }
    }

    @Test("its owner has all of it")
    func owner() async throws {
        try await withHidden { house, people in
            let ada = people.owner
            try await house.client { client in
                #expect(try await client.get("/", ada).text.contains(Self.title))
                let page = try await client.get("/boards/contacts", ada)
                #expect(page.text.contains("Okafor"))
                #expect(page.text.contains("Only you see this board"))
                for path in [
                    "/boards/contacts.json", "/boards/contacts.csv", "/boards/contacts.atom", "/boards/contacts/feed.json",
                    "/boards/contacts/changes", "/boards/contacts/health", "/boards/contacts/records/1", "/api/v1/boards/contacts",
                    "/api/v1/boards/contacts/records", "/api/v1/boards/contacts/changes", "/api/v1/feeds/1",
                    "/watches/new?board=contacts", "/new-board/own?name=contacts",
                ] {
                    #expect(try await client.get(path, ada).status == .ok, "\(path)")
                }
                #expect(try await client.execute(uri: "/live/boards/contacts", method: .head, headers: ada).status == .ok)
                #expect(try await client.get("/api/v1/boards/contacts", ada).text.contains("\"audience\":\"owner\""))
                #expect(try await client.get("/api/v1/changes", ada).text.contains("Okafor"))
                #expect(try await client.get("/api/v1/services", ada).text.contains("contacts.detail"))
                let watch = try await client.sendJSON(.post, "/api/v1/watches", #"{"board":"contacts"}"#, ada)
                #expect(watch.status == .created)
                #expect(try await client.get("/api/v1/opml", ada).text.contains(Self.title))
                #expect(try await client.get("/account/data", ada).text.contains(#"{"name":"contacts","isShared":false}"#))
            }
        }
    }
}
