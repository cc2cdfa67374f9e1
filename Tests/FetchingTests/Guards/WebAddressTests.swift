import Foundation
import Testing

@testable import Fetching

@Suite("Web addresses")
struct WebAddressTests {
    @Test(
        "what can be read in one way only is brought into one form",
        arguments: [
            ("http://Example.COM", "http://example.com/"), ("HTTPS://example.com:443/a?b=c#d", "https://example.com/a?b=c"),
            ("http://example.com:8080?q", "http://example.com:8080/?q"), ("http://example.com:/", "http://example.com/"),
            (" http://example.com/a b\u{E9} ", "http://example.com/a%20b%C3%A9"), ("http://example.com/100%", "http://example.com/100%25"),
            ("http://192.0.2.1/", "http://192.0.2.1/"), ("http://[2001:DB8::0:1]:81/", "http://[2001:db8::1]:81/"),
            ("http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"), ("http://[0:0:1::]/", "http://[0:0:1::]/"),
            ("http://b\u{FC}cher.example/", "http://xn--bcher-kva.example/"), ("http://my_host/", "http://my_host/"),
            ("http://example.com/a/../b", "http://example.com/a/../b"), ("http://example.com/%2e", "http://example.com/%2e"),
        ])
    func normal(text: String, form: String) throws {
        let address = try WebAddress(text)
        #expect(address.description == form)
        #expect(address.url.absoluteString == form)
    }

    @Test(
        "what others would read differently is refused, in words that help",
        arguments: [
            ("http://2130706433/", "four decimal numbers"), ("http://0x7f.1/", "four decimal numbers"),
            ("http://0177.0.0.1/", "four decimal numbers"), ("http://127.1/", "four decimal numbers"),
            ("http://1.2.3.4.5/", "four decimal numbers"), ("http://foo.0x4/", "four decimal numbers"),
            ("http://[::127.0.0.0.1]/", "isn't an IPv6 address"), ("http://[fe80::1%25eth0]/", "isn't an IPv6 address"),
            ("http://[1::2::3]/", "isn't an IPv6 address"), ("http://[1:2:3:4:5:6:7:8:9]/", "isn't an IPv6 address"),
            ("http://[::1/", "isn't an IPv6 address"),
            ("http://a\\@b/", "backslash"), ("http:\\\\a/", "backslash"), ("http://user@host/", "apart from the address"),
            ("http://a:b@host/", "apart from the address"), ("http://ho\tst/", "control character"),
            ("http://ho\nst/", "control character"),
            ("http://ho%73t/", "'%' in its host"), ("http://a b/", "isn't a host name"), ("http://a..b/", "isn't a host name"),
            ("http://example.com./", "ends with a dot"), ("http://./", "ends with a dot"), ("http://host:0/", "ports are 1 to 65535"),
            ("http://host:65536/", "ports are 1 to 65535"), ("http://host:80a/", "ports are 1 to 65535"), ("http:///path", "names no host"),
            ("http://:80/", "names no host"), ("http:host", "'://'"), ("ftp://host/", "only http and https"),
            ("host/path", "only http and https"),
            ("http://\u{FF11}27.0.0.1/", "xn--"), ("http://a\u{AD}b/", "xn--"), ("http://\u{2460}.example/", "xn--"),
            ("http://a\u{3002}b/", "xn--"), ("http://" + String(repeating: "a", count: 9000), "longer than 8192"),
        ])
    func refused(text: String, words: String) throws {
        let error = #expect(throws: FetchError.self) { try WebAddress(text) }
        #expect(error?.code == .refused)
        #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
    }

    @Test(
        "a reference leads where RFC 3986 says, and no further",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("", "http://a/b/c/d;p?q"), ("#s", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../../g", "http://a/g"), ("https://x:1/y", "https://x:1/y"),
        ])
    func reference(text: String, target: String) throws {
        let base = try WebAddress("http://a/b/c/d;p?q")
        #expect(try WebAddress(text, relativeTo: base).description == target)
    }

    @Test(
        "a reference cannot smuggle a host in",
        arguments: ["/\\evil/", "\\\\evil/", "//user@evil/", "http:evil", "/\tx", "file:///etc/passwd"])
    func smuggling(text: String) throws {
        let base = try WebAddress("http://a/b")
        #expect(throws: FetchError.self) { try WebAddress(text, relativeTo: base) }
    }

    @Test(
        "international labels are written as RFC 3492 does",
        arguments: [
            ("m\u{FC}nchen", "xn--mnchen-3ya"), ("\u{4F60}\u{597D}", "xn--6qq79v"),
            ("\u{43F}\u{440}\u{438}\u{43C}\u{435}\u{440}", "xn--e1afmkfd"),
            ("fa\u{DF}", "xn--fa-hia"), ("M\u{DC}NCHEN", "xn--mnchen-3ya"), ("mu\u{308}nchen", "xn--mnchen-3ya"),
            ("\u{3078}\u{B}", nil), ("\u{FF41}", nil), ("\u{200D}a", nil), ("\u{308}a", nil), ("plain", "plain"),
        ] as [(String, String?)])
    func punycode(label: String, written: String?) {
        #expect(Punycode.label(label) == written)
    }

    private struct Case {
        let input: String
        let base: String?
        /// nil if parsing must fail.
        let host: String?
        let port: Int?
    }

    @Test("of the URL suite no address is read with another host or port", .enabled(if: suites != nil))
    func suite() throws {
        let file = try #require(suites).appendingPathComponent("url-wpt/urltestdata.json")
        let raw = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [Any])
        let cases = raw.compactMap { $0 as? [String: Any] }.compactMap { entry -> Case? in
            guard let input = entry["input"] as? String else { return nil }
            let base = entry["base"] as? String
            if entry["failure"] as? Bool == true { return Case(input: input, base: base, host: nil, port: nil) }
            guard let scheme = entry["protocol"] as? String, ["http:", "https:"].contains(scheme), let host = entry["hostname"] as? String
            else {
                return nil
            }
            let port = (entry["port"] as? String).flatMap { Int($0) } ?? (scheme == "http:" ? 80 : 443)
            return Case(input: input, base: base, host: host, port: port)
        }
        var equal = 0
        var refused = 0
        var failing = (refused: 0, accepted: 0)
        for test in cases {
            let address: WebAddress?
            if let base = test.base.flatMap({ try? WebAddress($0) }) {
                address = try? WebAddress(test.input, relativeTo: base)
            } else {
                address = test.base == nil ? try? WebAddress(test.input) : nil
            }
            guard let host = test.host else {
                if let address {
                    failing.accepted += 1
                    print("  url-wpt accepted: \(test.input) as \(address)")
                } else {
                    failing.refused += 1
                }
                continue
            }
            guard let address else {
                refused += 1
                continue
            }
            equal += 1
            #expect("\(address.host)" == host, "\(test.input) (\(test.base ?? "")) was read as \(address)")
            #expect(address.port == test.port, "\(test.input) (\(test.base ?? "")) was read as \(address)")
            // Foundation's parser finds the same host.
            #expect(address.url.host == host || address.url.host.map { "[\($0)]" } == host, "\(test.input): \(address.url.host ?? "")")
        }
        print(
            "url-wpt: http and https \(equal) equal, \(refused) refused; failing \(failing.refused) refused, \(failing.accepted) accepted")
        #expect(failing.refused + failing.accepted == 267)
        #expect(failing.accepted == 0)
        #expect(equal >= 120)
    }
}
