import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Account pages") struct AccountPageTests {
    private static let password = "three words here"

    /// A person with a password, and the headers of a browser in which they are logged in.
    private func person(_ name: String, _ role: Person.Role, _ house: House) async throws -> (Person, HTTPFields) {
        let hash = try PasswordHash(of: Self.password, cost: .least).description
        let person = try #require(try await house.store.people.add(name, role, password: hash, at: .system()))
        return (person, try await house.login(name, role))
    }

    @Test("the first administrator is made with the server's code, once, and takes over what there was")
    func setUp() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let owner = try await house.store.people.person(named: "owner", at: .system())
            let path = try #require(try await house.web.parts.accounts.setupPath())
            let code = String(path.split(separator: "=")[1])
            try await house.client { client in
                #expect(try await client.get("/login").text.contains("No accounts yet"))
                let bare = try await client.get("/setup")
                #expect(bare.status == .notFound)
                #expect(bare.text.contains("Open the link in the server’s log"))
                #expect(try await client.get("/setup?code=\(Secret().text)").status == .notFound)
                #expect(try await client.get(path).text.contains("value=\"\(code)\""))
                let weak = try await client.post("/setup", "code=\(code)&name=Ada&password=short")
                #expect(weak.status == .unprocessableContent)
                #expect(weak.text.contains("at least 10 characters"))
                #expect(try await client.post("/setup", "code=x&name=Ada&password=three+words+here").status == .notFound)
                let done = try await client.post("/setup", "code=\(code)&name=Ada&password=three+words+here")
                #expect(done.status == .seeOther)
                #expect(try await client.get("/account", [.cookie: try #require(done.cookie)]).status == .ok)
                #expect(try await client.get(path).status == .notFound)
                #expect(try await client.post("/setup", "code=\(code)&name=Eve&password=three+words+here").status == .notFound)
            }
            let people = try await house.store.people.all()
            try #require(people.map(\.name) == ["Ada"])
            #expect(people[0].role == .administrator)
            #expect(people[0].id == owner.id)
            #expect(try await house.web.parts.accounts.setupPath() == nil)
        }
    }

    @Test("an invitation makes one account, with the role that it says")
    func invitation() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let ada = try await house.login()
            try await house.client { client in
                let made = try await client.post("/people/invitations", "note=Bob&role=member", ada)
                #expect(made.status == .seeOther)
                #expect(made.headers[.location] == "/people")
                let page = try await client.follow(made, ada)
                let path = try #require(page.text.firstMatch(of: /\/invitation\/[A-Za-z0-9_-]{43}/)?.0)
                #expect(page.headers[.cacheControl] == "no-store")
                // The page removes the cookie, so a reload neither shows the link again nor makes another.
                #expect(page.cookie == "tidings_new_secret=")
                #expect(try await !client.get("/people", ada).text.contains(path))
                #expect(try await house.store.people.invitations(at: .system()).count == 1)
                let uri = String(path)
                #expect(try await client.get(uri).text.contains("You’re invited"))
                #expect(try await client.post(uri, "name=ADA&password=three+words+here").text.contains("This name is already taken."))
                #expect(
                    try await client.post(uri, "name=%07&password=three+words+here").text.contains("Use 1 to 60 characters for the name."))
                let joined = try await client.post(uri, "name=Bob&password=three+words+here")
                #expect(joined.status == .seeOther)
                #expect(try await client.get("/people", [.cookie: try #require(joined.cookie)]).status == .forbidden)
                #expect(try await client.get(uri).status == .notFound)
                #expect(try await client.post(uri, "name=Eve&password=three+words+here").status == .notFound)
                _ = try await client.post("/people/invitations", "role=member", ada)
                let open = try await house.store.people.invitations(at: .system())
                #expect(open.count == 1)
                #expect(try await client.post("/people/invitations/revoke", "invitation=\(open[0].id)", ada).status == .seeOther)
                #expect(try await house.store.people.invitations(at: .system()).isEmpty)
            }
            #expect(try await house.store.people.all().map { "\($0.name) \($0.role.rawValue)" } == ["Ada administrator", "Bob member"])
        }
    }

    @Test("name, language and zone are set, and what cannot be is refused with a reason")
    func settings() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (person, ada) = try await person("Ada", .member, house)
            _ = try await house.login("Bob", .member)
            try await house.client { client in
                #expect(try await client.post("/account/settings", "name=bob", ada).text.contains("This name is already taken."))
                #expect(
                    try await client.post("/account/settings", "name=Ada&zone=Moon", ada).text.contains("This time zone doesn’t exist."))
                #expect(try await client.post("/account/settings", "name=Ada&language=xx", ada).status == .badRequest)
                let set = try await client.post("/account/settings", "name=Ada+O.&language=de&zone=Europe/Berlin", ada)
                #expect(set.status == .seeOther)
                // Pages without a signed-in person use this language too.
                #expect(set.headers[values: .setCookie].contains { $0.hasPrefix("tidings_language=de;") })
                let page = try await client.get("/account", ada)
                #expect(page.text.contains("value=\"Ada O.\""))
                #expect(page.text.contains("value=\"Europe/Berlin\""))
                #expect(page.text.contains("value=\"de\" selected"))
                #expect(page.text.contains("<html lang=\"de\""))
                #expect(page.headers[.contentLanguage] == "de")
                #expect(try await client.post("/account/settings", "name=Ada", ada).status == .seeOther)
            }
            #expect(try await house.store.people.person(person.id)?.settings == PersonSettings())
        }
    }

    @Test("all mistakes of a form are said at once, each at its field, and what was entered stays")
    func mistakes() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (_, ada) = try await person("Ada", .member, house)
            try await house.client { client in
                let set = try await client.post("/account/settings", "name=+&zone=Mars&language=de", ada)
                #expect(set.status == .unprocessableContent)
                #expect(set.text.contains("id=\"field-name-problem\""))
                #expect(set.text.contains("id=\"field-zone-problem\""))
                #expect(set.text.contains("value=\"Mars\""))
                #expect(set.text.contains("value=\"de\" selected"))
                let password = try await client.post("/account/password", "current=wrong&password=password123", ada)
                #expect(password.text.contains("Wrong password."))
                #expect(password.text.contains("That password is too common."))
                let token = try await client.post("/account/tokens", "token-name=+", ada)
                #expect(token.text.contains("Enter what the token is for."))
                #expect(token.text.contains("Choose what the token may do."))
            }
        }
    }

    @Test("a new password needs the old one, and ends every other session")
    func password() async throws {
        try await withHouse(Source(), isPublic: false, now: Timestamp.standing()) { house in
            let (person, ada) = try await person("Ada", .member, house)
            let other = try await house.login("Ada", .member)
            // Without an administrator, the login page has no form.
            _ = try await self.person("Eve", .administrator, house)
            try await house.client { client in
                let wrong = try await client.post("/account/password", "current=wrong&password=four+other+words", ada)
                #expect(wrong.status == .unprocessableContent)
                #expect(wrong.text.contains("Wrong password."))
                #expect(
                    try await client.post("/account/password", "current=three+words+here&password=password123", ada).text.contains(
                        "That password is too common."))
                #expect(try await client.get("/account", other).status == .ok)
                #expect(
                    try await client.post("/account/password", "current=three+words+here&password=four+other+words", ada).status
                        == .seeOther)
                #expect(try await client.get("/account", ada).status == .ok)
                #expect(try await client.get("/account", other).status == .seeOther)
                #expect(try await client.logIn("name=Ada&password=four+other+words").status == .seeOther)
                for _ in 0..<6 { _ = try await client.post("/account/password", "current=wrong&password=four+other+words", ada) }
                #expect(
                    try await client.post("/account/password", "current=wrong&password=four+other+words", ada).status == .tooManyRequests)
            }
            #expect(try await house.store.people.auditTrail(of: person.id, limit: 99).contains { $0.action == .passwordChanged })
        }
    }

    @Test("a new password ends the tokens too, unless they are to be kept")
    func passwordAndTokens() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (person, ada) = try await person("Ada", .member, house)
            _ = try await house.store.people.addToken(
                of: person, named: "t", hash: Secret().hash, scopes: [.read], expires: nil, at: .system())
            try await house.client { client in
                let page = try await client.get("/account", ada)
                #expect(page.text.contains("Keep my API tokens"))
                let kept = "current=three+words+here&password=four+other+words&keep-tokens=on"
                #expect(try await client.post("/account/password", kept, ada).status == .seeOther)
                #expect(try await house.store.people.tokens(of: person).count == 1)
                let ended = "current=four+other+words&password=three+words+here"
                #expect(try await client.post("/account/password", ended, ada).status == .seeOther)
                #expect(try await house.store.people.tokens(of: person).count == 0)
            }
        }
    }

    @Test("sessions are listed and ended, one's own alone")
    func sessions() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (person, ada) = try await person("Ada", .member, house)
            let (other, bob) = (try await house.login("Ada", .member), try await house.login("Bob", .member))
            let ids = try await house.store.people.sessions(of: person, at: .system()).map(\.id)
            try await house.client { client in
                let newest = try #require(ids.first)
                #expect(try await client.get("/account", ada).text.matches(of: /last seen/).count == 1)
                _ = try await client.post("/account/sessions", "session=\(newest)", bob)
                #expect(try await client.get("/account", other).status == .ok)
                _ = try await client.post("/account/sessions", "session=\(newest)", ada)
                #expect(try await client.get("/account", other).status == .seeOther)
                // The only session left is the one in use.
                let page = try await client.get("/account", ada).text
                #expect(page.contains("This session"))
                #expect(!page.contains("last seen"))
                let third = try await house.login("Ada", .member)
                _ = try await client.post("/account/sessions", "session=others", ada)
                #expect(try await client.get("/account", third).status == .seeOther)
                #expect(try await client.get("/account", ada).status == .ok)
            }
        }
    }

    @Test("a token's secret is shown once, works, and is revoked; a member cannot make an administrator's")
    func tokens() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (person, ada) = try await person("Ada", .member, house)
            try await house.client { client in
                #expect(try await client.post("/account/tokens", "token-name=&scope-read=on", ada).status == .unprocessableContent)
                #expect(try await client.post("/account/tokens", "token-name=x&scope-admin=on", ada).status == .unprocessableContent)
                let made = try await client.post("/account/tokens", "token-name=Backup&scope-read=on&scope-admin=on&days=30", ada)
                #expect(made.status == .seeOther)
                #expect(made.headers[.location] == "/account#tokens-title")
                let page = try await client.follow(made, ada)
                #expect(page.headers[.cacheControl] == "no-store")
                let secret = try #require(page.text.firstMatch(of: /tid_[A-Za-z0-9_-]{43}/)?.0)
                #expect(try await !client.get("/account", ada).text.contains(secret))
                // The cookie is for this person and this page.
                let (_, bob) = try await self.person("Bob", .member, house)
                #expect(try await !client.follow(made, bob).text.contains(secret))
                let other = try await client.get("/notices/channels", [.cookie: "\(ada[.cookie] ?? ""); \(made.cookie ?? "")"])
                #expect(!other.text.contains("class=\"secret\""))
                let program: HTTPFields = [.authorization: "Bearer \(secret)"]
                #expect(try await client.get("/api/v1/me", program).text.contains("\"scopes\":[\"read\"]"))
                let token = try #require(try await house.store.people.tokens(of: person).first)
                #expect(token.name == "Backup")
                #expect(token.lastUsed != nil)
                #expect(token.expires != nil)
                _ = try await client.post("/account/tokens/revoke", "token=\(token.id)", ada)
                #expect(try await client.get("/api/v1/me", program).status == .unauthorized)
            }
        }
    }

    @Test("what is kept of a person can be taken along, without a secret, and the account ended with the password")
    func end() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (_, ada) = try await person("Ada", .administrator, house)
            let (_, bob) = try await person("Bob", .member, house)
            try await house.client { client in
                let file = try await client.get("/account/data", bob)
                #expect(file.headers[.contentDisposition]?.contains("attachment") == true)
                #expect(file.text.contains("\"name\":\"Bob\""))
                #expect(!file.text.contains("scrypt"))
                #expect(try await client.post("/account/delete", "current=wrong", bob).status == .unprocessableContent)
                let deleted = try await client.post("/account/delete", "current=three+words+here", bob)
                #expect(deleted.status == .seeOther)
                #expect(try await client.follow(deleted).text.contains("Your account has been deleted."))
                #expect(try await !client.get("/login").text.contains("deleted"))
                #expect(try await client.get("/account", bob).status == .seeOther)
                let last = try await client.post("/account/delete", "current=three+words+here", ada)
                #expect(last.status == .unprocessableContent)
                #expect(last.text.contains("only administrator"))
            }
            #expect(try await house.store.people.all().map(\.name) == ["Ada"])
        }
    }

    @Test("an administrator gives roles, shuts out and removes, but never the last of them")
    func people() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            let (me, ada) = try await person("Ada", .administrator, house)
            let (other, bob) = try await person("Bob", .member, house)
            try await house.client { client in
                func change(_ change: String, of person: Person) async throws -> HTTPResponse.Status {
                    try await client.post("/people/\(person.id)", "change=\(change)", ada).status
                }
                let last = try await change("member", of: me)
                #expect(last == .unprocessableContent)
                #expect(try await change("disable", of: me) == .unprocessableContent)
                #expect(try await change("remove", of: me) == .unprocessableContent)
                #expect(try await change("disable", of: other) == .seeOther)
                #expect(try await client.get("/account", bob).status == .seeOther)
                #expect(try await client.logIn("name=Bob&password=three+words+here").status == .unprocessableContent)
                #expect(try await change("enable", of: other) == .seeOther)
                #expect(try await change("administrator", of: other) == .seeOther)
                #expect(try await house.store.people.person(other.id)?.role == .administrator)
                #expect(try await change("nonsense", of: other) == .notFound)
                #expect(try await change("remove", of: other) == .seeOther)
                #expect(try await client.get("/people/audit", ada).text.contains("Bob: remove"))
            }
        }
    }
}
