import NIOHTTP1
import Testing

@testable import Web

@Suite("Framing of requests") struct RequestFramingTests {
    private static func refusal(_ version: HTTPVersion = .http1_1, _ headers: (String, String)...) -> UInt? {
        RequestFraming.refusal(of: HTTPRequestHead(version: version, method: .POST, uri: "/", headers: HTTPHeaders(headers)))?.code
    }

    @Test("a request of HTTP/1.1 names exactly one host, one of HTTP/1.0 at most one")
    func hosts() {
        #expect(Self.refusal(.http1_1, ("Host", "home.example")) == nil)
        #expect(Self.refusal(.http1_1) == 400)
        #expect(Self.refusal(.http1_1, ("Host", "home.example"), ("host", "home.example")) == 400)
        #expect(Self.refusal(.http1_0) == nil)
        #expect(Self.refusal(.http1_0, ("Host", "a"), ("Host", "b")) == 400)
        #expect(Self.refusal(.init(major: 3, minor: 1), ("Host", "home.example")) == 505)
    }

    @Test(
        "a host is a name or an address, and a port",
        arguments: [
            ("home.example:8080", true), ("127.0.0.1", true), ("[::1]:8080", true), ("[2001:db8::1]", true), ("a_b-c.example.", true),
            ("", true),
            ("home.example:", true), ("home.example:http", false), ("home.example:123456", false), ("a b", false), ("a/b", false),
            ("a@b", false), ("a,b", false), ("<b>", false), ("[::1", false), ("[::1]x", false), ("[home]", false), ("a:b:c", false),
            ("a\u{0}b", false), ("a%62", false), ("münchen.example", false),
        ])
    func host(text: String, isOne: Bool) {
        #expect(Self.refusal(.http1_1, ("Host", text)) == (isOne ? nil : 400))
    }

    @Test("a body's end is said in one way only")
    func bodies() {
        let host = ("Host", "home.example")
        #expect(Self.refusal(.http1_1, host, ("Content-Length", "5")) == nil)
        #expect(Self.refusal(.http1_1, host, ("Transfer-Encoding", "chunked")) == nil)
        #expect(Self.refusal(.http1_1, host, ("Transfer-Encoding", "Chunked")) == nil)
        for coding in ["xchunked", "chunked, identity", "gzip, chunked", "identity", "chunked\u{B}", ""] {
            #expect(Self.refusal(.http1_1, host, ("Transfer-Encoding", coding)) == 501, "\(coding)")
        }
        #expect(Self.refusal(.http1_1, host, ("Transfer-Encoding", "chunked"), ("Content-Length", "5")) == 400)
        #expect(Self.refusal(.http1_1, host, ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")) == 400)
        #expect(Self.refusal(.http1_0, host, ("Transfer-Encoding", "chunked")) == 400)
        #expect(Self.refusal(.http1_1, host, ("Content-Length", "5"), ("Content-Length", "5")) == 400)
        for length in ["+5", "-1", "5, 5", "0x5", "5 ", "", "99999999999999999999"] {
            #expect(Self.refusal(.http1_1, host, ("Content-Length", length)) == 400, "\(length)")
        }
    }
}
