import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Operating
import Records
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Serving
@testable import Web

/// People who guess passwords must not lock others out.
@Suite("Doors for those who know the way") struct LoginGuardsTests {
    private static let password = "three words here"
    private static let right = "name=Ada&password=three+words+here"
    private static let wrong = "name=Ada&password=wrong+words+here"

    /// Ada's house. Each request names its client as behind a proxy, and the clock stands still, so that on a slow machine no attempt becomes
    /// available again.
    private func withAda(_ body: @escaping @Sendable (House, any TestClientProtocol) async throws -> Void) async throws {
        let operating = OperatorSettings(trustedProxies: .local, isBehindProxy: true)
        try await withHouse(Source(), isPublic: false, operating: operating, now: Timestamp.standing()) { house in
            let hash = try PasswordHash(of: Self.password, cost: .least).description
            _ = try await house.store.people.add("Ada", .administrator, password: hash, at: .system())
            try await house.served { try await body(house, $0) }
        }
    }

    private func from(_ network: Int) -> HTTPFields {
        [HTTPField.Name("X-Forwarded-For")!: "198.51.\(network / 250).\(network % 250 + 1)"]
    }

    @Test("in the line for hashing networks take turns, known browsers go first, and nobody fills it")
    func line() throws {
        var line = HashingLine<String>(limit: 6)
        func add(_ work: String, _ lane: HashingLine<String>.Lane) -> String {
            switch line.add(work, from: lane) {
            case .waits: "waits"
            case .isTurnedAway: "is turned away"
            case .displaces(let other): "displaces \(other)"
            }
        }
        let (loud, quiet) = (HashingLine<String>.Lane.network("loud"), HashingLine<String>.Lane.network("quiet"))
        for number in 1...6 { #expect(add("loud \(number)", loud) == "waits") }
        #expect(add("loud 7", loud) == "is turned away")
        #expect(add("quiet 1", quiet) == "displaces loud 6")
        #expect(add("quiet 2", quiet) == "displaces loud 5")
        #expect(add("quiet 3", quiet) == "displaces loud 4")
        #expect(add("quiet 4", quiet) == "is turned away")
        #expect(add("known 1", .known) == "displaces loud 3")
        var order: [String] = []
        while let next = line.next() { order.append(next) }
        try #require(order.count == 6)
        #expect(order[0] == "known 1")
        #expect(Set(order[1...2].map { $0.prefix(4) }) == ["loud", "quie"])
        #expect(add("loud 8", loud) == "waits")
    }

    @Test("known browsers have half of the line at most, and displace even the only one of a network")
    func knownLane() {
        var line = HashingLine<Int>(limit: 4)
        for number in 1...4 { _ = line.add(number, from: .network("\(number)")) }
        for number in 5...6 {
            guard case .displaces = line.add(number, from: .known) else {
                Issue.record("a known browser was turned away")
                return
            }
        }
        guard case .isTurnedAway = line.add(7, from: .known) else {
            Issue.record("known browsers filled the line")
            return
        }
        #expect(line.next() == 5)
        #expect(line.next() == 6)
    }

    @Test("a login without the form of this server, of another browser or of long ago costs nothing and logs nobody in")
    func proof() async throws {
        try await withAda { house, client in
            let passwords = house.web.parts.accounts.passwords
            let (mine, theirs) = (try await client.loginForm(), try await client.loginForm())
            let now = house.web.parts.accounts.now()
            for (cookie, field) in [
                ("", ""), (mine.cookie, ""), ("", mine.field), (mine.cookie, theirs.field), (mine.cookie, "login-form=x.y"),
            ] {
                let answer = try await client.post("/login", "\(Self.right)&\(field)", [.cookie: cookie])
                #expect(answer.status == .forbidden)
                #expect(answer.headers[values: .setCookie].allSatisfy { !$0.hasPrefix("tidings_session") })
                #expect(answer.text.contains("This form has expired"))
            }
            #expect(passwords.runs.load(ordering: .relaxed) == 0)
            let request = Request(
                head: HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/login", headerFields: [.cookie: mine.cookie]),
                body: .init(buffer: ByteBuffer()))
            let form = house.web.parts.accounts.loginForm
            let text = String(mine.field.dropFirst("login-form=".count))
            #expect(form.isProof(text, in: request, at: now))
            #expect(!form.isProof(text, in: request, at: now + LoginForm.lifetime + .seconds(60)))
            #expect(!form.isProof(text, in: request, at: now + .seconds(-3600)))
            #expect(try await client.post("/login", "\(Self.right)&\(mine.field)", [.cookie: mine.cookie]).status == .seeOther)
        }
    }

    @Test("a browser that has logged in before gets in while forty networks guess, and from a new one a link of the server does")
    func underAttack() async throws {
        try await withAda { house, client in
            let first = try await client.logIn(Self.right, from(0))
            let known = try #require(
                first.headers[values: .setCookie].first { $0.hasPrefix("tidings_known_") }?.split(separator: ";").first)
            var statuses: [HTTPResponse.Status: Int] = [:]
            for number in 1...40 { statuses[try await client.logIn(Self.wrong, from(number)).status, default: 0] += 1 }
            #expect(statuses[.tooManyRequests, default: 0] > 0)
            #expect(try await client.logIn(Self.right, from(99)).status == .tooManyRequests)
            // In the same network as a guesser, too.
            for _ in 1...6 { _ = try await client.logIn(Self.wrong, from(100)) }
            var mine = from(100)
            mine[.cookie] = String(known)
            #expect(try await client.logIn(Self.right, mine).status == .seeOther)
            var forged = from(102)
            forged[.cookie] = "\(known.dropLast(4))AAAA"
            #expect(try await client.logIn(Self.right, forged).status == .tooManyRequests)
            // The cookie isn't a password, and guesses with it are counted too.
            mine[.cookie] = String(known)
            for _ in 1...5 { #expect(try await client.logIn(Self.wrong, mine).status == .unprocessableContent) }
            #expect(try await client.logIn(Self.right, mine).status == .tooManyRequests)

            let (secret, ada) = (Secret(), try #require(try await house.store.people.person(named: "Ada")))
            try await house.store.people.addLoginLink(for: ada, hash: secret.hash, at: .system())
            let path = "/login/link/\(secret.text)"
            #expect(try await client.get(path, from(101)).text.contains("This link signs you in as Ada, once."))
            let done = try await client.post(path, "", from(101))
            #expect(done.status == .seeOther)
            #expect(done.cookie?.hasPrefix("tidings_session=") == true)
            #expect(try await client.get("/account", [.cookie: try #require(done.cookie)]).status == .ok)
            #expect(try await client.post(path, "", from(101)).status == .notFound)
            #expect(try await client.get(path, from(101)).status == .notFound)
            #expect(try await house.store.people.auditTrail(of: ada.id, limit: 1).map(\.action) == [.loginLinkUsed])
        }
    }

    @Test("guesses from twenty-four networks at once turn nobody away who has the password")
    func crowd() async throws {
        try await withAda { house, client in
            let forms = try await client.loginForm()
            let port = try #require(client.port)
            let statuses = try await withThrowingTaskGroup(of: (Bool, HTTPResponse.Status).self) { group in
                for number in 0..<24 {
                    group.addTask {
                        let name = number == 23 ? "Ada" : "n\(number)"
                        let form = ByteBuffer(string: "name=\(name)&password=three+words+here&\(forms.field)")
                        var headers = from(number)
                        headers[.cookie] = forms.cookie
                        headers[.contentType] = "application/x-www-form-urlencoded"
                        let request = TestClient.Request("/login", method: .post, authority: "localhost", headers: headers, body: form)
                        // Each has its own connection: on a shared one they would wait for each other.
                        let unhurried = TestClient.Configuration(timeout: .seconds(3600))
                        return try await TestClient.withClient(host: "127.0.0.1", port: port, configuration: unhurried) {
                            (number == 23, try await $0.execute(request).status)
                        }
                    }
                }
                return try await group.reduce(into: [(Bool, HTTPResponse.Status)]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0.1 != ($0.0 ? .seeOther : .unprocessableContent) }.isEmpty)
        }
    }
}
