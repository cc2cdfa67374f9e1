import HTTPTypes
import HummingbirdTesting
import Operating
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Cookies of several servers on one host") struct CookiesOfPortTests {
    private static let host = HTTPField.Name("X-Forwarded-Host")!

    /// A house with Ada and Bob, and their cookies for an address without a port.
    private func withPeople(_ body: @escaping @Sendable (any TestClientProtocol, _ ada: String, _ bob: String) async throws -> Void)
        async throws
    {
        try await withHouse(Source(), isPublic: false, operating: OperatorSettings(trustedProxies: .local)) { house in
            let ada = try #require(try await house.login("Ada")[.cookie])
            let bob = try #require(try await house.login("Bob")[.cookie])
            try await house.served { try await body($0, ada, bob) }
        }
    }

    /// The cookie as a browser has it for this port.
    private static func at(_ port: Int, _ cookie: String) -> String {
        cookie.replacing("tidings_session=", with: "tidings_session_\(port)=")
    }

    @Test("a browser has a session of its own at each port")
    func twoPorts() async throws {
        try await withPeople { client, ada, bob in
            let cookies = "\(Self.at(8081, ada)); \(Self.at(8082, bob))"
            for (host, name) in [("127.0.0.1:8081", "Ada"), ("127.0.0.1:8082", "Bob")] {
                let page = try await client.get("/account", [.cookie: cookies, Self.host: host])
                #expect(page.status == .ok, "\(host)")
                #expect(page.text.contains("value=\"\(name)\""), "\(host)")
            }
            for host in ["127.0.0.1:8083", "127.0.0.1", "127.0.0.1:80"] {
                #expect(try await client.get("/account", [.cookie: cookies, Self.host: host]).status == .seeOther, "\(host)")
            }
        }
    }

    @Test("the cookie without a port counts until there is one with it")
    func withoutPort() async throws {
        try await withPeople { client, ada, bob in
            for (cookies, name) in [(ada, "Ada"), ("\(ada); \(Self.at(8081, bob))", "Bob"), ("\(Self.at(8081, bob)); \(ada)", "Bob")] {
                let page = try await client.get("/account", [.cookie: cookies, Self.host: "127.0.0.1:8081"])
                #expect(page.text.contains("value=\"\(name)\""), "\(cookies)")
            }
        }
    }

    @Test("the cookies that a page sets have the port, and signing out removes it and the one without a port")
    func signOut() async throws {
        try await withPeople { client, ada, bob in
            let there: HTTPFields = [Self.host: "127.0.0.1:8081"]
            let form = try await client.loginForm(there)
            #expect(form.cookie.hasPrefix("tidings_login_8081="))
            // Bob's session, then Ada's.
            for cookies in ["\(Self.at(8081, bob)); \(ada)", ada] {
                var mine = there
                mine[.cookie] = cookies
                let page = try await client.get("/account", mine)
                let token = try #require(page.text.firstMatch(of: /name="form-token" value="([^"]+)"/)?.1)
                let out = try await client.post("/logout", "form-token=\(token)", mine)
                let set = out.headers[values: .setCookie].filter { $0.hasPrefix("tidings_session") }
                let names = set.map { cookie in String(cookie.prefix { $0 != "=" }) }
                #expect(names == ["tidings_session_8081", "tidings_session"], "\(cookies)")
                #expect(set.allSatisfy { $0.contains("Max-Age=0") })
            }
        }
    }

    @Test("the languages of all ports are one")
    func language() async throws {
        try await withPeople { client, _, _ in
            let answer = try await client.get("/login?lang=de", [Self.host: "127.0.0.1:8081"])
            #expect(answer.headers[values: .setCookie].contains { $0.hasPrefix("tidings_language=de;") })
        }
    }

    @Test(
        "the port is that of the address, in digits",
        arguments: [
            ("127.0.0.1:8081", "8081"), ("[::1]:8081", "8081"), ("home.example:08081", "8081"), ("home.example", nil), ("[::1]", nil),
            ("home.example:80", nil), ("home.example:443", nil), ("home.example:", nil), ("home.example:x", nil),
            ("home.example:+81", nil), ("home.example:99999", nil), ("", nil),
        ] as [(String, String?)])
    func port(authority: String, port: String?) { #expect(CookiesOfPort.port(of: authority) == port) }
}
