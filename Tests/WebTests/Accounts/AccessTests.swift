import DemoPublishing
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Operating
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

/// Who gets what: strangers, people, programs, administrators.
@Suite("Access") struct AccessTests {
    @Test("every route has its place in the map of access, and the map has no other")
    func everyRoute() async throws {
        try await withHouse(Source(), demo: .sample) { house in
            let routes = Set(house.web.features.router().routes.map { $0.path.description })
            let mapped = house.web.features.access.map { RouterPath($0.path).description }
            #expect(routes.subtracting(mapped) == [])
            #expect(Set(mapped).subtracting(routes) == [])
            #expect(mapped.count == Set(mapped).count)
        }
    }

    @Test("all methods of a path are for the same people")
    func methods() async throws {
        try await withHouse(Source(), demo: .sample) { house in
            for (path, routes) in Dictionary(grouping: house.web.features.routes, by: \.path) {
                #expect(Set(routes.map(\.access)).count == 1, "\(path)")
                #expect(Set(routes.map(\.method)).count == routes.count, "\(path)")
            }
        }
    }

    @Test("of a board that is not public a stranger sees nothing: pages lead to the login and back, programs get a 401")
    func strangers() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            try await house.read()
            try await house.client { client in
                let number = VisaList.wellKnownBatch
                let home = try await client.get("/")
                #expect(home.status == .seeOther)
                #expect(home.headers[.location] == "/login")
                let page = try await client.get("/boards/visa?batch=\(number)")
                #expect(page.status == .seeOther)
                #expect(page.headers[.location] == "/login?next=%2Fboards%2Fvisa%3Fbatch%3D\(number)")
                let posted = try await client.post("/boards/visa", "batch=\(number)")
                #expect(posted.status == .seeOther)
                #expect(posted.headers[.location] == "/login")
                for uri in [
                    "/api/v1/boards/visa/records", "/api/v1/boards/visa/changes", "/live/boards/visa", "/api/v1/feeds", "/api/v1/changes",
                    "/api/v1/services", "/api/v1/me", "/api/v1/boards/none/records",
                ] {
                    let answer = try await client.get(uri)
                    #expect(answer.status == .unauthorized, "\(uri)")
                    #expect(answer.headers[HTTPField.Name("WWW-Authenticate")!] == "Bearer realm=\"Tidings\"")
                    #expect(!answer.text.contains(number))
                }
                #expect(try await client.get("/api/v1/boards").text == "{\"boards\":[]}\n")
                let none = try await client.get("/boards/none")
                #expect(none.status == page.status)
                #expect(none.headers[.location] == "/login?next=%2Fboards%2Fnone")
            }
        }
    }

    @Test("whoever is logged in sees it, an administrator's pages only an administrator")
    func people() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (ada, bob) = (try await house.login(), try await house.login("Bob", .member))
            try await house.client { client in
                for person in [ada, bob] {
                    #expect(try await client.get("/", person).text.contains("Visa status"))
                    #expect(try await client.get("/boards/visa", person).status == .ok)
                    #expect(try await client.get("/account", person).status == .ok)
                }
                #expect(try await client.get("/people", ada).status == .ok)
                #expect(try await client.get("/people/audit", ada).status == .ok)
                let refused = try await client.get("/people", bob)
                #expect(refused.status == .forbidden)
                #expect(refused.text.contains("Only an administrator can do this."))
                #expect(try await client.post("/people/invitations", "role=administrator", bob).status == .forbidden)
                #expect(try await client.get("/", ada).text.contains("href=\"/people\""))
                #expect(try await !client.get("/", bob).text.contains("href=\"/people\""))
            }
        }
    }

    @Test("a form of somebody logged in needs their form's token, from the page or from a script")
    func forms() async throws {
        try await withHouse(Source()) { house in
            var ada = try await house.login()
            let token = try #require(ada[FormToken.header])
            let bobs = try #require(try await house.login("Bob", .member)[FormToken.header])
            try await house.client { [ada] client in
                let byScript = try await client.post("/boards/visa", "batch=\(VisaList.wellKnownBatch)", ada)
                #expect(byScript.status == .seeOther)
            }
            ada[FormToken.header] = nil
            try await house.client { [ada] client in
                let page = try await client.get("/boards/visa", ada)
                let shown = try #require(page.text.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)
                // Never the same text twice, and the same token.
                let again = try #require(
                    try await client.get("/boards/visa", ada).text.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)
                #expect(shown != token)
                #expect(shown != again)
                let body = "batch=\(VisaList.wellKnownBatch)"
                for wrong in ["", "&form-token=", "&form-token=\(bobs)", "&form-token=x", "&form-token=\(String(again.reversed()))"] {
                    #expect(try await client.post("/boards/visa", body + wrong, ada).status == .forbidden, "\(wrong)")
                }
                // Brackets are letters of a name: a group's form has a box for each channel, which others name.
                for right in ["&form-token=\(token)", "&form-token=\(shown)", "&form-token=\(again)", "&in.one[HD=on&form-token=\(token)"] {
                    #expect(try await client.post("/boards/visa", body + right, ada).status == .seeOther, "\(right)")
                }
                var elsewhere = ada
                elsewhere[.origin] = "https://elsewhere.example"
                #expect(try await client.post("/boards/visa", body + "&form-token=\(token)", elsewhere).status == .forbidden)
                #expect(try await client.post("/logout", "", ada).status == .forbidden)
                #expect(try await client.get("/account", ada).status == .ok)
            }
        }
    }

    private func token(_ house: House, _ person: Person, _ scopes: Set<APIToken.Scope>, expires: Timestamp? = nil) async throws
        -> HTTPFields
    {
        let secret = Secret()
        _ = try await house.store.people.addToken(
            of: person, named: "t", hash: secret.hash, scopes: scopes, expires: expires, at: .system())
        return [.authorization: "Bearer \(APIKey.text(secret))"]
    }

    @Test("a token is good for its scopes and for no more, and never for what makes tokens")
    func tokens() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            try await house.read()
            let ada = try #require(try await house.store.people.add("Ada", .administrator, password: nil, at: .system()))
            let bob = try #require(try await house.store.people.add("Bob", .member, password: nil, at: .system()))
            let (read, watch, admin) = (
                try await token(house, ada, [.read]), try await token(house, ada, [.watch]), try await token(house, bob, [.read, .admin])
            )
            let expired = try await token(house, ada, [.read], expires: Timestamp(milliseconds: 1))
            let all = try await token(house, ada, Set(APIToken.Scope.allCases))
            try await house.client { client in
                #expect(try await client.get("/api/v1/me", read).text.contains("\"scopes\":[\"read\"]"))
                #expect(try await client.get("/api/v1/boards/visa/records", read).status == .ok)
                #expect(try await client.get("/api/v1/boards", read).text.contains("\"visa\""))
                #expect(try await client.post("/api/v1/feeds/check", "", read).status == .forbidden)
                #expect(try await client.post("/api/v1/feeds/check", "", watch).status == .accepted)
                #expect(try await client.get("/api/v1/boards/visa/records", watch).status == .forbidden)
                #expect(try await client.get("/api/v1/boards", watch).text == "{\"boards\":[]}\n")
                #expect(try await client.get("/people", read).status == .forbidden)
                #expect(try await client.get("/people", admin).status == .forbidden)
                #expect(try await client.get("/people", all).status == .ok)
                #expect(try await client.get("/account", all).status == .forbidden)
                #expect(try await client.post("/account/tokens", "token-name=more&scope-admin=on", all).status == .forbidden)
                for wrong in [expired, [.authorization: "Bearer tid_\(Secret().text)"], [.authorization: "Bearer x"]] {
                    let answer = try await client.get("/api/v1/boards", wrong)
                    #expect(answer.status == .unauthorized)
                    #expect(answer.headers[HTTPField.Name("WWW-Authenticate")!]?.contains("invalid_token") == true)
                }
            }
            try await house.settle()
        }
    }

    @Test("on a public board too a token does what its scopes say: one that reads changes nothing in its person's name")
    func scopesOnPublicBoards() async throws {
        try await withHouse(Source(), queues: Self.queues) { house in
            let ada = try #require(try await house.store.people.add("Ada", .administrator, password: nil, at: .system()))
            let (read, watch) = (try await token(house, ada, [.read]), try await token(house, ada, [.watch]))
            let batch = "batch=\(VisaList.wellKnownBatch)"
            try await house.client { client in
                for path in ["/boards/visa", "/boards/visa/favourites", "/boards/visa/settings", "/boards/visa/places", "/queue/open"] {
                    let refused = try await client.post(path, batch, read)
                    #expect(refused.status == .forbidden, "\(path)")
                }
                #expect(try await client.post("/boards/visa", batch, watch).status == .seeOther)
                // What strangers may read, any token may.
                #expect(try await client.get("/boards/visa", watch).status == .ok)
            }
            try await house.settle()
        }
        try await withHouse(Source(), queues: Self.queues.replacing("public: true", with: "public: false")) { house in
            let ada = try #require(try await house.store.people.add("Ada", .administrator, password: nil, at: .system()))
            let (read, watch) = (try await token(house, ada, [.read]), try await token(house, ada, [.watch]))
            try await house.client { client in
                // By GET, and a change all the same.
                let (none, first) = (
                    try await client.get("/dispense/token.json", read), try await client.get("/dispense/token.json", watch)
                )
                #expect(none.status == .notFound)
                #expect(first.text == "{\"number\": 1}")
            }
        }
    }

    @Test("another site's page takes no number, with the reader's cookies or without; programs and the address bar do")
    func numbersForOthers() async throws {
        let engine = try #require(HTTPField.Name("Sec-Fetch-Site"))
        try await withHouse(Source(), queues: Self.queues) { house in
            try await house.served { client in
                for from in ["cross-site", "same-site"] {
                    for path in ["/dispense/token.json", "/dispense/token.json?queue=open"] {
                        let answer = try await client.get(path, [engine: from])
                        #expect(answer.status == .forbidden)
                        #expect(answer.text.contains("pages of other sites"))
                        #expect(try await client.post(path, "", [engine: from]).status == .forbidden)
                    }
                }
                #expect(try await client.get("/dispense/token.json", [.origin: "https://elsewhere.example"]).status == .forbidden)
                #expect(try await client.get("/dispense/token.json").text == "{\"number\": 1}")
                #expect(try await client.get("/dispense/token.json", [engine: "none"]).text == "{\"number\": 2}")
                #expect(try await client.get("/dispense/token.json", [engine: "same-origin"]).text == "{\"number\": 3}")
            }
        }
    }

    private static let queues = """
        title: Office
        view: counter
        public: true
        queues:
          open: { label: Open, counters: ['1'], reset: never }
        """

    @Test("a proxy that is not trusted names nobody")
    func proxy() async throws {
        var accounts = Accounts.Configuration.quick
        accounts.loginHeader = "Remote-User"
        accounts.trustedProxies = TrustedProxies(["192.0.2.1"].compactMap { AddressRange($0) })
        let name = try #require(HTTPField.Name("Remote-User"))
        try await withHouse(Source(), accounts: accounts, isPublic: false) { house in
            try await house.served { client in
                let answer = try await client.get("/api/v1/me", [name: "Ada"])
                #expect(answer.status == .unauthorized)
            }
            #expect(try await house.store.people.all().isEmpty)
        }
        accounts.trustedProxies = .local
        try await withHouse(Source(), accounts: accounts, isPublic: false) { house in
            try await house.served { client in
                #expect(try await client.get("/api/v1/me", [name: "Ada"]).text.contains("\"role\":\"member\""))
                let page = try await client.get("/boards/visa", [name: "Ada"])
                let token = try #require(page.text.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)
                let number = VisaList.wellKnownBatch
                #expect(try await client.post("/boards/visa", "batch=\(number)", [name: "Ada"]).status == .forbidden)
                #expect(try await client.post("/boards/visa", "batch=\(number)&form-token=\(token)", [name: "Ada"]).status == .seeOther)
                #expect(try await client.get("/api/v1/me").status == .unauthorized)
            }
            try await house.settle()
        }
    }

    @Test("whom a proxy names, if they are known, waits for nobody who writes")
    func proxyWhileWriting() async throws {
        var accounts = Accounts.Configuration.quick
        accounts.loginHeader = "Remote-User"
        accounts.trustedProxies = .local
        let name = try #require(HTTPField.Name("Remote-User"))
        try await withHouse(Source(), accounts: accounts, isPublic: false) { house in
            try await house.served { client in
                #expect(try await client.get("/api/v1/me", [name: "Ada"]).status == .ok)
                var configuration = GRDB.Configuration()
                configuration.allowsUnsafeTransactions = true
                let writer = try DatabaseQueue(
                    path: house.folder.url.appendingPathComponent("tidings.sqlite").path, configuration: configuration)
                try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
                #expect(try await client.get("/api/v1/me", [name: "Ada"]).text.contains("\"role\":\"member\""))
                try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
                #expect(try await client.get("/api/v1/me", [name: "Bob"]).status == .ok)
            }
        }
    }
}
