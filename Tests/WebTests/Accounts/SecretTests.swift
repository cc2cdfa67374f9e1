import Testing

@testable import Serving
@testable import Web

@Suite("Secrets") struct SecretTests {
    @Test("secrets differ, come back from their text, and are kept as 32 bytes of hash")
    func secrets() throws {
        let (one, other) = (Secret(), Secret())
        #expect(one != other)
        #expect(one.hash != other.hash)
        #expect(one.hash.count == 32)
        #expect(one.text.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
        #expect(Secret(one.text) == one)
        #expect(one.code(for: "form") != other.code(for: "form"))
        #expect(one.code(for: "form") != one.code(for: "other"))
        #expect(!one.code(for: "form").contains(one.text))
    }

    @Test(
        "what cannot be a secret is none", arguments: ["", "short", String(repeating: "=", count: 43), String(repeating: "ä", count: 43)])
    func notASecret(text: String) { #expect(Secret(text) == nil) }

    @Test("an API token says what it is")
    func token() {
        let secret = Secret()
        #expect(APIKey.text(secret) == "tid_" + secret.text)
        #expect(APIKey.secret(APIKey.text(secret)) == secret)
        #expect(APIKey.secret(secret.text) == nil)
    }

    @Test(
        "only a path of this server is gone on to",
        arguments: [
            "//elsewhere.example", "/\\elsewhere.example", "\\/elsewhere.example", "https://elsewhere.example", "javascript:alert(1)", "",
            "boards/visa", "/a\nb", "/a\tb", "/%0a b", "/ä", "/a\\b",
        ])
    func elsewhere(text: String) { #expect(LocalPath(text) == nil) }

    @Test("and that with its query", arguments: ["/", "/boards/visa?batch=20121456171", "/a//b"])
    func here(text: String) { #expect(LocalPath(text)?.text == text) }

    @Test(
        "a browser is told by what it says",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari, iPhone"
            ),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
            ("curl/8.0", "curl"), ("", nil),
        ])
    func browser(agent: String, name: String?) { #expect(BrowserName(agent).text == name) }
}
