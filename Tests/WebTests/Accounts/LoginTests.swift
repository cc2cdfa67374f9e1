import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Logging in") struct LoginTests {
    private static let password = "three words here"

    private func withAda<Result: Sendable>(
        accounts: Accounts.Configuration = .quick, now: @escaping Now = Timestamp.system,
        _ body: @Sendable (House, any TestClientProtocol) async throws -> Result
    ) async throws -> Result {
        try await withHouse(Source(), accounts: accounts, isPublic: false, now: now) { house in
            let hash = try PasswordHash(of: Self.password, cost: .least).description
            _ = try await house.store.people.add("Ada", .administrator, password: hash, at: .system())
            return try await house.client { try await body(house, $0) }
        }
    }

    private static func form(_ name: String, _ password: String, next: String = "") -> String {
        "name=\(Percent.encoded(name))&password=\(Percent.encoded(password))&next=\(Percent.encoded(next))"
    }

    @Test("name and password, whatever the case of the name, begin a session that leads on to where one wanted")
    func logIn() async throws {
        try await withAda { house, client in
            let answer = try await client.logIn(Self.form("ada", Self.password, next: "/boards/visa?batch=1"))
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == "/boards/visa?batch=1")
            let cookie = try #require(answer.headers[values: .setCookie].first)
            #expect(cookie.hasPrefix("tidings_session="))
            #expect(Set(cookie.components(separatedBy: "; ").dropFirst()) == ["Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax"])
            let mine: HTTPFields = [.cookie: try #require(answer.cookie)]
            #expect(try await client.get("/account", mine).text.contains("Ada"))
            // Read and not written: a second visit sets no cookie.
            #expect(try await client.get("/account", mine).headers[.setCookie] == nil)
            let elsewhere = try await client.logIn(Self.form("Ada", Self.password, next: "//elsewhere.example"))
            #expect(elsewhere.headers[.location] == "/")
            #expect(try await house.store.people.auditTrail(limit: 9).map(\.action) == [.loggedIn, .loggedIn])
        }
    }

    @Test("where browsers come by https the cookie is for that alone")
    func secure() async throws {
        var accounts = Accounts.Configuration.quick
        accounts.isSecure = true
        try await withAda(accounts: accounts) { _, client in
            let cookie = try #require(try await client.logIn(Self.form("Ada", Self.password)).headers[values: .setCookie].first)
            #expect(cookie.hasPrefix("__Host-tidings="))
            #expect(cookie.contains("; Secure"))
        }
    }

    @Test("a wrong password, a name that nobody has and somebody disabled get the same answer and cost the same")
    func refused() async throws {
        try await withAda { house, client in
            let hash = try PasswordHash(of: Self.password, cost: .least).description
            let bob = try #require(try await house.store.people.add("Bob", .member, password: hash, at: .system()))
            #expect(try await house.store.people.update(bob.id, isDisabled: true) != nil)
            _ = try await house.store.people.add("Eve", .member, password: nil, at: .system())
            let passwords = house.web.parts.accounts.passwords
            var texts: Set<String> = []
            for (name, password) in [
                ("Ada", "wrong words here"), ("Nobody", Self.password), ("Bob", Self.password), ("Eve", Self.password),
            ] {
                let before = passwords.runs.load(ordering: .relaxed)
                let answer = try await client.logIn(Self.form(name, password))
                #expect(passwords.runs.load(ordering: .relaxed) == before + 1, "\(name)")
                #expect(answer.status == .unprocessableContent)
                #expect(answer.headers[.setCookie] == nil)
                let text = answer.text.replacing("value=\"\(name)\"", with: "")
                texts.insert(text.replacing(/name="login-form" value="[^"]+"/, with: ""))
                #expect(!answer.text.contains(password))
            }
            #expect(texts.count == 1)
            // A typed name is stored only if a person has it; failures without one are a line with a count.
            #expect(try await house.store.people.auditTrail(limit: 9).map(\.who) == ["Eve", "", "Ada"])
        }
    }

    @Test("after five failures the right password has to wait too, without being tried; elsewhere nobody waits")
    func lockOut() async throws {
        try await withAda(now: Timestamp.standing()) { house, client in
            let passwords = house.web.parts.accounts.passwords
            for _ in 0..<5 {
                #expect(try await client.logIn(Self.form("Ada", "wrong words here")).status == .unprocessableContent)
            }
            let before = passwords.runs.load(ordering: .relaxed)
            let locked = try await client.logIn(Self.form("ADA", Self.password))
            #expect(locked.status == .tooManyRequests)
            #expect(locked.headers[.retryAfter] == "10")
            #expect(locked.text.contains("Too many attempts"))
            #expect(passwords.runs.load(ordering: .relaxed) == before)
            // An account that is not there is locked just so.
            for _ in 0..<5 { _ = try await client.logIn(Self.form("Nobody", "wrong words here")) }
            #expect(try await client.logIn(Self.form("Nobody", "wrong words here")).status == .tooManyRequests)
            #expect(try await house.store.people.failedLogins(LoginGuard.account("ada"), from: "192.0.2.1") == nil)
        }
    }

    @Test("twenty attempts from one network are enough for a while, whatever the names")
    func tooFast() async throws {
        try await withAda(now: Timestamp.standing()) { _, client in
            // One after another, because many at once would fill the queue for hashing.
            for number in 0..<20 { #expect(try await client.logIn(Self.form("n\(number)", "x")).status == .unprocessableContent) }
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 20..<60 { group.addTask { try await client.logIn(Self.form("n\(number)", "x")).status } }
                return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
            }
            #expect(statuses == [.tooManyRequests: 40])
        }
    }

    @Test("forms that are too long, no forms or from elsewhere are refused before a password is tried")
    func noForms() async throws {
        try await withAda { house, client in
            #expect(try await client.logIn(Self.form("Ada", String(repeating: "x", count: 40_000))).status == .contentTooLarge)
            #expect(try await client.logIn(Self.form("Ada", String(repeating: "x", count: 1100))).status == .unprocessableContent)
            #expect(try await client.logIn(Self.form(String(repeating: "x", count: 300), "x")).status == .unprocessableContent)
            #expect(try await client.logIn("[]").status == .unprocessableContent)
            let engine = try #require(HTTPField.Name("Sec-Fetch-Site"))
            #expect(try await client.logIn(Self.form("Ada", Self.password), [engine: "cross-site"]).status == .forbidden)
            #expect(house.web.parts.accounts.passwords.runs.load(ordering: .relaxed) <= 1)
        }
    }

    @Test("logging out ends the session for good, and a new login ends the one that was there")
    func logOut() async throws {
        try await withAda { house, client in
            let first = try #require(try await client.logIn(Self.form("Ada", Self.password)).cookie)
            let page = try await client.get("/account", [.cookie: first])
            let token = try #require(page.text.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)
            let out = try await client.post("/logout", "form-token=\(token)", [.cookie: first])
            #expect(out.status == .seeOther)
            #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await client.get("/account", [.cookie: first]).status == .seeOther)
            let ada = try #require(try await house.store.people.person(named: "Ada"))
            #expect(try await house.store.people.sessions(of: ada, at: .system()).isEmpty)
        }
    }

    @Test("a session lives on with visits noted once an hour, and ends thirty days after the last")
    func renewal() async throws {
        let clock = ManualClock()
        try await withAda { house, _ in
            var configuration = Accounts.Configuration.quick
            configuration.now = { clock.now }
            let accounts = Accounts(configuration, store: house.store)
            let ada = try #require(try await house.store.people.person(named: "Ada"))
            let secret = Secret()
            _ = try await house.store.people.beginSession(of: ada, hash: secret.hash, agent: "", address: "", at: clock.now)
            let router = Router(context: PageContext.self)
            router.add(middleware: Identification(accounts: accounts))
            router.get("/") { _, context in context.person?.name ?? "nobody" }
            let cookie: HTTPFields = [.cookie: "tidings_session=\(secret.text)"]
            try await Application(router: router).test(.router) { client in
                for (hours, isRenewed) in [(0, false), (0, false), (1, true), (0, false), (29 * 24, true), (29 * 24, true)] {
                    clock.advance(hours: hours)
                    let answer = try await client.get("/", cookie)
                    #expect(answer.text == "Ada")
                    #expect((answer.headers[.setCookie] != nil) == isRenewed, "\(hours)")
                }
                clock.advance(hours: 30 * 24)
                #expect(try await client.get("/", cookie).text == "nobody")
            }
        }
    }
}

/// A clock that a test sets.
final class ManualClock: Sendable {
    private let time = Mutex(Timestamp(milliseconds: 1_767_225_600_000))

    var now: Timestamp { time.withLock { $0 } }
    func advance(hours: Int) { time.withLock { $0 = $0 + .seconds(hours * 3600) } }
}
