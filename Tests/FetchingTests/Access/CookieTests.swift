import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Cookies")
struct CookieTests {
    private let now = Date(timeIntervalSince1970: 1_772_447_400)
    private static let site = "https://www.example.com/docs/list/a.html?q=1"

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// What a jar sends to `target` after `source` sent `lines`.
    private func sent(_ lines: [String], from source: String = Self.site, to target: String = Self.site, after seconds: Double = 0) throws
        -> String?
    {
        let jar = CookieJar()
        jar.store(lines, from: try url(source), now: now)
        return jar.header(for: try url(target), now: now + seconds)
    }

    @Test(
        "dates are read as browsers read them",
        arguments: [
            ("Wed, 09 Jun 2021 10:18:14 GMT", "Wed, 09 Jun 2021 10:18:14 GMT"),
            ("Wednesday, 09-Jun-21 10:18:14 GMT", "Wed, 09 Jun 2021 10:18:14 GMT"),
            ("Wed Jun  9 10:18:14 2021", "Wed, 09 Jun 2021 10:18:14 GMT"), ("10:18:14 june 9 21", "Wed, 09 Jun 2021 10:18:14 GMT"),
            ("1-Jan-70 0:0:1 x", "Thu, 01 Jan 1970 00:00:01 GMT"), ("9 Jun 69 1:2:3abc", "Sun, 09 Jun 2069 01:02:03 GMT"),
            ("", nil), ("tomorrow", nil), ("09 Jun 2021", nil), ("31 Feb 2021 1:2:3", nil), ("9 Jun 1600 1:2:3", nil),
            ("9 Jun 2021 24:0:0", nil),
            ("9 Jun 20211 1:2:3", nil), ("9 Jun 2021 1:2", nil), ("9 Jun 2021 100:2:3", nil),
        ] as [(String, String?)])
    func dates(text: String, date: String?) {
        #expect(CookieDate.date(text).map { HTTPDate.text($0) } == date)
    }

    @Test("a name, a value, and what they may be")
    func pairs() throws {
        #expect(try sent(["a=b"]) == "a=b")
        #expect(try sent([" a = \"b c\" ; x"]) == "a=\"b c\"")
        #expect(try sent(["=v"]) == "v")
        #expect(try sent(["v"]) == "v")
        #expect(try sent(["a=b=c"]) == "a=b=c")
        #expect(try sent([""]) == nil)
        #expect(try sent(["=; Path=/"]) == nil)
        #expect(try sent(["a=b\u{1}"]) == nil)
        #expect(try sent(["a=" + String(repeating: "x", count: 4096)]) == nil)
        #expect(try sent(["a=1", "a=2"]) == "a=2")
    }

    @Test(
        "a domain reaches its hosts and no others",
        arguments: [
            ("a=1", "https://www.example.com/docs/list/", true), ("a=1", "https://example.com/docs/list/", false),
            ("a=1; Domain=example.com", "https://example.com/docs/list/", true),
            ("a=1; Domain=.Example.com", "https://x.example.com/docs/list/", true),
            ("a=1; Domain=example.com", "https://badexample.com/docs/list/", false),
            ("a=1; Domain=www.example.com", "https://b.www.example.com/docs/list/", true),
            ("a=1; Domain=other.com", "https://www.example.com/docs/list/", false),
            ("a=1; Domain=a.www.example.com", "https://a.www.example.com/docs/list/", false),
            ("a=1; Domain=com", "https://www.example.com/docs/list/", false), ("a=1; Domain=", "https://www.example.com/docs/list/", true),
        ])
    func domains(line: String, target: String, isSent: Bool) throws {
        #expect(try sent([line], to: target) == (isSent ? "a=1" : nil))
    }

    @Test("nobody sets a cookie for names that strangers share, or for other addresses")
    func publicNames() throws {
        #expect(try sent(["a=1; Domain=co.uk"], from: "https://shop.co.uk/", to: "https://shop.co.uk/") == nil)
        #expect(try sent(["a=1; Domain=shop.co.uk"], from: "https://www.shop.co.uk/", to: "https://shop.co.uk/") == "a=1")
        #expect(try sent(["a=1; Domain=localhost"], from: "http://localhost/", to: "http://localhost/") == "a=1")
        #expect(try sent(["a=1; Domain=localhost"], from: "http://localhost/", to: "http://a.localhost/") == nil)
        #expect(try sent(["a=1; Domain=0.0.1"], from: "http://127.0.0.1/", to: "http://127.0.0.1/") == nil)
        #expect(try sent(["a=1; Domain=127.0.0.1"], from: "http://127.0.0.1/", to: "http://127.0.0.1/") == "a=1")
    }

    @Test(
        "a path reaches what lies under it",
        arguments: [
            ("a=1", "/docs/list/b", true), ("a=1", "/docs/list", true), ("a=1", "/docs/listing", false), ("a=1", "/docs/", false),
            ("a=1; Path=/docs", "/docs", true), ("a=1; Path=/docs", "/docs/x", true), ("a=1; Path=/docs", "/docsx", false),
            ("a=1; Path=/docs/", "/docs", false), ("a=1; Path=nonsense", "/docs/list/x", true),
            ("a=1; Path=/; Path=/x", "/docs/list/x", false),
        ])
    func paths(line: String, path: String, isSent: Bool) throws {
        #expect(try sent([line], to: "https://www.example.com\(path)") == (isSent ? "a=1" : nil))
    }

    @Test("secure cookies go over TLS only, and plain answers cannot set them")
    func secure() throws {
        #expect(try sent(["a=1; Secure; Path=/"], to: "http://www.example.com/") == nil)
        #expect(try sent(["a=1; Secure"], from: "http://www.example.com/", to: "https://www.example.com/") == nil)
    }

    @Test(
        "a plain answer neither replaces, deletes nor hides a secure cookie",
        arguments: [
            // The same cookie: session fixation and logout.
            ("https://www.example.com/", "a=1; Secure; Path=/", "http://www.example.com/", "a=2; Path=/", "a=1"),
            ("https://www.example.com/", "a=1; Secure; Path=/", "http://www.example.com/", "a=; Path=/; Max-Age=0", "a=1"),
            ("https://www.example.com/", "a=1; Secure; Path=/", "http://www.example.com/", "a=2; Path=/; Secure", "a=1"),
            // A path below or beside it, and the domain above or below.
            ("https://www.example.com/", "a=1; Secure; Path=/", "http://www.example.com/", "a=2; Path=/docs", "a=1"),
            ("https://www.example.com/", "a=1; Secure; Path=/", "http://example.com/", "a=2; Path=/; Domain=example.com", "a=1"),
            ("https://www.example.com/", "a=1; Secure; Path=/; Domain=example.com", "http://www.example.com/", "a=2; Path=/docs", "a=1"),
            // Cookies that don't overlay it: another name, a higher path, an insecure cookie, an answer over TLS.
            ("https://www.example.com/", "a=1; Secure; Path=/", "http://www.example.com/", "A=2; Path=/", "a=1; A=2"),
            ("https://www.example.com/", "a=1; Secure; Path=/docs", "http://www.example.com/", "a=2; Path=/", "a=1; a=2"),
            ("https://www.example.com/", "a=1; Path=/", "http://www.example.com/", "a=2; Path=/", "a=2"),
            ("https://www.example.com/", "a=1; Secure; Path=/", "https://www.example.com/", "a=2; Path=/", "a=2"),
        ])
    func overlays(source: String, secure: String, plain: String, line: String, expected: String) throws {
        let jar = CookieJar()
        jar.store([secure], from: try url(source), now: now)
        jar.store([line], from: try url(plain), now: now + 1)
        #expect(jar.header(for: try url("https://www.example.com/docs"), now: now + 2) == expected)
    }

    @Test("a domain's plain cookies make room before its secure ones, however new they are")
    func eviction() throws {
        let jar = CookieJar()
        let site = try url("https://www.example.com/")
        jar.store(["kept=1; Secure; Path=/"], from: site, now: now)
        for number in 0..<120 {
            jar.store(["n\(number)=1; Path=/"], from: try url("http://www.example.com/"), now: now + 1 + Double(number))
        }
        #expect(jar.count == CookieJar.domainLimit)
        #expect(jar.header(for: site, now: now + 200)?.hasPrefix("kept=1; n71=1; ") == true)
    }

    @Test("the promises in a name are kept")
    func prefixes() throws {
        #expect(try sent(["__Host-a=1; Secure; Path=/"]) == "__Host-a=1")
        #expect(try sent(["__Secure-a=1; Secure"]) == "__Secure-a=1")
        for line in [
            "__Host-a=1; Secure", "__Host-a=1; Path=/", "__host-a=1; Secure; Path=/; Domain=www.example.com", "__Secure-a=1", "__Secure-a",
        ] {
            #expect(try sent([line]) == nil, "\(line)")
        }
    }

    @Test("Max-Age comes before Expires, what has passed removes, and nothing lasts longer than 400 days")
    func lifetimes() throws {
        #expect(try sent(["a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:01 GMT"], after: 9) == "a=1")
        #expect(try sent(["a=1; Max-Age=10"], after: 10) == nil)
        #expect(try sent(["a=1", "a=2; Max-Age=0"]) == nil)
        #expect(try sent(["a=1", "a=2; Max-Age=-5"]) == nil)
        #expect(try sent(["a=1; Expires=Thu, 01 Jan 1970 00:00:01 GMT"]) == nil)
        #expect(try sent(["a=1; Expires=whenever"], after: 1e9) == "a=1")
        #expect(try sent(["a=1; Max-Age=999999999999"], after: 399 * 86_400) == "a=1")
        #expect(try sent(["a=1; Max-Age=999999999999"], after: 401 * 86_400) == nil)
    }

    @Test("longer paths are sent first, then older cookies; a cookie set anew keeps its age")
    func order() throws {
        let jar = CookieJar()
        for (index, line) in ["b=1; Path=/", "a=1; Path=/", "c=1; Path=/docs", "b=2; Path=/"].enumerated() {
            jar.store([line], from: try url(Self.site), now: now + Double(index))
        }
        #expect(jar.header(for: try url(Self.site), now: now + 9) == "c=1; b=2; a=1")
    }

    @Test("a domain has 50 at most and a jar 3,000, and what was used last stays")
    func bounds() throws {
        let jar = CookieJar()
        for number in 0..<60 { jar.store(["n\(number)=1; Path=/"], from: try url(Self.site), now: now + Double(number)) }
        #expect(jar.count == CookieJar.domainLimit)
        let site = try url(Self.site)
        let header = try #require(jar.header(for: site, now: now + 100))
        #expect(!header.contains("n9="))
        #expect(header.contains("n10="))
        #expect(header.contains("n59="))
        for host in 0..<70 {
            let lines = (0..<50).map { "n\($0)=1" }
            jar.store(lines, from: try url("https://h\(host).example.org/"), now: now + 200 + Double(host))
        }
        #expect(jar.count == CookieJar.limit)
        #expect(jar.header(for: site, now: now + 400) == nil)
    }

    @Test("what outlasts the session is found again in the file, which is its owner's alone")
    func persistence() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("cookies.json")
        let jar = CookieJar(file)
        jar.store(["kept=1; Max-Age=100", "session=1"], from: try url(Self.site), now: now)
        #expect(CookieJar(file).header(for: try url(Self.site), now: now) == "kept=1")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        jar.store(["kept=; Max-Age=0"], from: try url(Self.site), now: now)
        #expect(CookieJar(file).count == 0)
        try Data("{".utf8).write(to: file)
        #expect(CookieJar(file).count == 0)
    }

    @Test("no description shows a value")
    func secrets() throws {
        let address = try WebAddress(Self.site)
        let cookie = try #require(Cookie("a=hush", from: address, now: now))
        let jar = CookieJar()
        jar.store(["a=hush"], from: try url(Self.site), now: now)
        var dumped = ""
        dump(jar, to: &dumped)
        #expect(!"\(cookie)\(jar)\(dumped)".contains("hush"))
    }
}
