import Crypto
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite("Credentials on the wire")
struct AccessExchangeTests {
    private static let basic = "Basic " + Data("ann:p\u{E4}ss:word".utf8).base64EncodedString()

    @Test("Basic is shown after the first challenge, then at once, and only under the same folder")
    func basicAuthentication() async throws {
        let server = try ScriptedServer { connection in
            let isOpen = connection.request["Authorization"] == [Self.basic] || connection.request.target == "/public"
            if isOpen { return try connection.answer(body: Array("in".utf8)) }
            try connection.answer(
                "401 Unauthorized", [("WWW-Authenticate", "Basic realm=\"a\", charset=\"UTF-8\"")], body: Array("no".utf8))
        }
        let access = try #require(Access(.password(user: "ann", password: "p\u{E4}ss:word"), for: server.url()))
        try await withPlainExchange { plain async throws in
            let exchange = AccessExchange(access, over: plain)
            for target in ["/private/a", "/private/b", "/private/c/d", "/public"] {
                #expect(try await exchange.answer(to: Outgoing(url: server.url(target))).text() == "in")
            }
        }
        #expect(server.requests.map { $0["Authorization"] } == [[], [Self.basic], [Self.basic], [Self.basic], []])
    }

    @Test("a wrong password is tried once, and the refusal is the answer")
    func wrong() async throws {
        for challenge in [
            "Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"n\", qop=\"auth\"", "Digest realm=\"a\", nonce=\"n\", qop=auth, stale=true",
        ] {
            let server = try ScriptedServer { try $0.answer("401 Unauthorized", [("WWW-Authenticate", challenge)], body: Array("no".utf8)) }
            let access = try #require(Access(.password(user: "ann", password: "x"), for: server.url()))
            try await withPlainExchange { plain async throws in
                let answer = try await AccessExchange(access, over: plain).answer(to: Outgoing(url: server.url()))
                #expect(answer.status == 401)
                #expect(try await answer.text() == "no")
            }
            #expect(server.requests.count == 2)
        }
    }

    @Test("a server that challenges with a new nonce each time is given up after three requests")
    func endless() async throws {
        let count = Mutex(0)
        let server = try ScriptedServer { connection in
            let number = count.withLock {
                $0 += 1; return $0
            }
            try connection.answer(
                "401 Unauthorized", [("WWW-Authenticate", "Digest realm=\"a\", nonce=\"\(number)\", qop=\"auth\", stale=true")])
        }
        let access = try #require(Access(.digest(user: "ann", password: "x"), for: server.url()))
        try await withPlainExchange { plain async throws in
            #expect(try await AccessExchange(access, over: plain).answer(to: Outgoing(url: server.url())).status == 401)
        }
        #expect(server.requests.count == 3)
    }

    @Test("Digest: one challenge, a count that goes on, and a stale nonce answered anew")
    func digest() async throws {
        let nonce = Shared("n1")
        let server = try Self.digestServer(nonce)
        let access = try #require(Access(.password(user: "ann", password: "secret"), for: server.url()))
        try await withPlainExchange { plain async throws in
            let exchange = AccessExchange(access, over: plain)
            for target in ["/a?x=1", "/b"] { #expect(try await exchange.answer(to: Outgoing(url: server.url(target))).status == 200) }
            nonce.value = "n2"
            #expect(try await exchange.answer(to: Outgoing(url: server.url("/c"))).status == 200)
        }
        let sent = server.requests.map { Challenge.all($0["Authorization"]).first?.parameters ?? [:] }
        #expect(sent.map { $0["nonce"] } == [nil, "n1", "n1", "n1", "n2"])
        #expect(sent.map { $0["nc"] } == [nil, "00000001", "00000002", "00000003", "00000001"])
        #expect(Set(sent.compactMap { $0["cnonce"] }).count == 4)
    }

    @Test("a server that cannot prove that it knows the password is another server")
    func impostor() async throws {
        let server = try Self.digestServer(Shared("n1"), proof: String(repeating: "0", count: 32))
        let access = try #require(Access(.digest(user: "ann", password: "secret"), for: server.url()))
        try await withPlainExchange { plain async throws in
            let error = await #expect(throws: FetchError.self) {
                _ = try await AccessExchange(access, over: plain).answer(to: Outgoing(url: server.url()))
            }
            #expect(error?.detail.contains("does not prove") == true)
        }
    }

    @Test("who gives a password for Digest does not send it in plain")
    func noDowngrade() async throws {
        let server = try ScriptedServer { try $0.answer("401 Unauthorized", [("WWW-Authenticate", "Basic realm=\"a\"")]) }
        let access = try #require(Access(.digest(user: "ann", password: "secret"), for: server.url()))
        try await withPlainExchange { plain async throws in
            #expect(try await AccessExchange(access, over: plain).answer(to: Outgoing(url: server.url())).status == 401)
        }
        #expect(server.requests.map { $0["Authorization"] } == [[]])
    }

    @Test("a name with a colon cannot be sent as Basic, and a token that cannot be had is an error without its reason")
    func impossible() async throws {
        struct Leak: Error { let secret = "hush" }
        let server = try ScriptedServer { try $0.answer("401 Unauthorized", [("WWW-Authenticate", "Basic realm=\"a\"")]) }
        let colon = try #require(Access(.password(user: "a:b", password: "x"), for: server.url()))
        let without = try #require(Access(.refreshing(name: "api") { throw Leak() }, for: server.url()))
        try await withPlainExchange { plain async throws in
            #expect(try await AccessExchange(colon, over: plain).answer(to: Outgoing(url: server.url())).status == 401)
            let error = await #expect(throws: FetchError.self) {
                _ = try await AccessExchange(without, over: plain).answer(to: Outgoing(url: server.url()))
            }
            #expect(error?.detail == "is not asked: no token could be had for 'api'")
        }
        #expect(server.requests.count == 1)
    }

    @Test("a token is sent at once; one that is renewed is asked for again after a refusal, and once only")
    func bearer() async throws {
        let server = try ScriptedServer { connection in
            if connection.request["Authorization"] == ["Bearer t2"] { return try connection.answer() }
            try connection.answer("401 Unauthorized", [("WWW-Authenticate", "Bearer error=\"invalid_token\"")])
        }
        let asked = Mutex(0)
        let renewed = Credentials.refreshing(name: "api") { "t\(asked.withLock { $0 += 1; return min($0, 2) })" }
        let access = try #require(Access(renewed, for: server.url()))
        let fixed = try #require(Access(.bearer("t1"), for: server.url()))
        try await withPlainExchange { plain async throws in
            for status in [200, 200] {
                #expect(try await AccessExchange(access, over: plain).answer(to: Outgoing(url: server.url())).status == status)
            }
            #expect(try await AccessExchange(fixed, over: plain).answer(to: Outgoing(url: server.url())).status == 401)
        }
        #expect(server.requests.map { $0["Authorization"] } == [["Bearer t1"], ["Bearer t2"], ["Bearer t2"], ["Bearer t1"]])
    }

    @Test(
        "credentials are for one scheme, host and port",
        arguments: [
            ("https://example.com/other", true), ("https://EXAMPLE.com:443/", true), ("http://example.com/", false),
            ("https://example.com:8443/", false), ("https://www.example.com/", false), ("https://example.com.evil/", false),
            ("https://example.org/", false), ("https://ann@example.com/", false), ("ftp://example.com/", false),
        ])
    func origin(url: String, isAllowed: Bool) throws {
        let source = try #require(URL(string: "https://example.com/feed"))
        let access = try #require(Access(.bearer("t"), for: source))
        let asked = try #require(URL(string: url))
        #expect(access.mayReceive(asked) == isAllowed)
    }

    @Test("a challenge from elsewhere is not answered")
    func elsewhere() async throws {
        let server = try ScriptedServer { try $0.answer("401 Unauthorized", [("WWW-Authenticate", "Basic realm=\"a\"")]) }
        let other = try ScriptedServer { try $0.answer() }
        for credentials in [Credentials.password(user: "ann", password: "x"), .bearer("t")] {
            let access = try #require(Access(credentials, for: other.url()))
            try await withPlainExchange { plain async throws in
                #expect(try await AccessExchange(access, over: plain).answer(to: Outgoing(url: server.url())).status == 401)
            }
        }
        #expect(server.requests.map { $0["Authorization"] } == [[], []])
    }

    @Test("no description shows a secret")
    func secrets() throws {
        let all: [Credentials] = [.password(user: "ann", password: "hush"), .digest(user: "ann", password: "hush"), .bearer("hush")]
        for credentials in all {
            let source = try #require(URL(string: "https://example.com"))
            let access = try #require(Access(credentials, for: source))
            for text in [
                "\(credentials)", String(reflecting: credentials), "\(access)", String(reflecting: access), "\(access.partition())",
            ] {
                #expect(!text.contains("hush"), "\(text)")
                #expect(!text.contains("ann"), "\(text)")
            }
            var dumped = ""
            dump(credentials, to: &dumped)
            dump(access, to: &dumped)
            #expect(!dumped.contains("hush"))
        }
    }

    @Test("cookies are taken and shown again, and not taken twice from the cache")
    func cookies() async throws {
        let server = try ScriptedServer { connection in
            let number = connection.request.target.dropFirst()
            try connection.answer("200 OK", [("Set-Cookie", "n=\(number); Path=/"), ("Cache-Control", "private, max-age=86400")])
        }
        let storage = try TemporaryFolder()
        let cache = try ResponseCache(storage.url)
        let jar = CookieJar()
        try await withPlainExchange { plain async throws in
            let exchange = AccessExchange(
                nil, cookies: jar, over: CachingExchange(cache, partition: CachePartition(of: ["ann"]), over: plain))
            for target in ["/1", "/2", "/1"] { _ = try await exchange.answer(to: Outgoing(url: server.url(target))).bytes() }
        }
        #expect(server.requests.map { $0["Cookie"] } == [[], ["n=1"]])
        #expect(jar.header(for: server.url(), now: Date()) == "n=2")
    }

    // MARK: Inside

    /// State shared by a script and its test.
    private final class Shared: Sendable {
        private let held: Mutex<String>
        init(_ value: String) { held = Mutex(value) }
        var value: String {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }
    }

    /// Accepts answers to the current nonce, and proves that it knows the password.
    private static func digestServer(_ nonce: Shared, proof: String? = nil) throws -> ScriptedServer {
        try ScriptedServer { connection in
            let given = Challenge.all(connection.request["Authorization"]).first?.parameters ?? [:]
            let target = connection.request.target
            let secret = md5("ann:a:secret")
            let middle = "\(given["nonce"] ?? ""):\(given["nc"] ?? ""):\(given["cnonce"] ?? ""):auth"
            let isRight = given["response"] == md5("\(secret):\(middle):\(md5("GET:\(target)"))")
            if isRight, given["nonce"] == nonce.value {
                let rspauth = proof ?? md5("\(secret):\(middle):\(md5(":\(target)"))")
                return try connection.answer(
                    "200 OK", [("Authentication-Info", "qop=auth, rspauth=\"\(rspauth)\"")], body: Array("in".utf8))
            }
            let stale = isRight ? ", stale=true" : ""
            try connection.answer(
                "401 Unauthorized",
                [("WWW-Authenticate", "Digest realm=\"a\", nonce=\"\(nonce.value)\", qop=\"auth\", algorithm=MD5\(stale)")])
        }
    }

    private static func md5(_ text: String) -> String {
        Insecure.MD5.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
