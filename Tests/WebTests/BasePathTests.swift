import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Operating
import Testing

@testable import Serving
@testable import Web

@Suite("Base path") struct BasePathTests {
    private func below(_ markup: () -> HTML) -> String { BasePath.$current.withValue("/tidings") { markup().description } }

    @Test("addresses in markup lead below it, written as they are or put in")
    func markup() {
        let path = "/boards/visa?batch=1"
        #expect(
            below { "<a class=\"x\" href=\"/\">a</a><form action=\"/boards\">" }
                == #"<a class="x" href="/tidings/">a</a><form action="/tidings/boards">"#)
        #expect(below { "<a href=\"\(path)\">" } == #"<a href="/tidings/boards/visa?batch=1">"#)
        #expect(below { "<live-lookup live=\"\(path)\" field=\"x\">" } == #"<live-lookup live="/tidings/boards/visa?batch=1" field="x">"#)
        #expect(below { "<p>\("<b>" as HTML)<img data-src=\"\(path)\"></p>" }.contains(#"data-src="/tidings/boards"#))
    }

    @Test("what is no address of the app stays as it is")
    func others() {
        #expect(below { "<a href=\"//elsewhere.example/\">" } == #"<a href="//elsewhere.example/">"#)
        for text in ["/etc/passwd", "href=\"/x", "/"] {
            let escaped = text.replacing("\"", with: "&quot;")
            #expect(below { "<input value=\"\(text)\">" } == "<input value=\"\(escaped)\">")
            #expect(below { "<p>\(text)</p>" } == "<p>\(escaped)</p>")
        }
        #expect(below { "<a href=\"\("https://elsewhere.example/")\">" } == #"<a href="https://elsewhere.example/">"#)
        #expect(HTML("<a href=\"/\">").description == #"<a href="/">"#)
    }

    @Test(
        "it is written with a slash before it and none after it",
        arguments: [
            ("", ""), ("/", ""), ("tidings", "/tidings"), ("/tidings/", "/tidings"), ("//a//b", "/a/b"), ("/a b", nil), ("/a?b", nil),
            ("/../a", nil),
            ("/a\"b", nil),
        ] as [(String, String?)])
    func normalised(text: String, path: String?) { #expect(OperatorSettings.basePath(text) == path) }

    @Test("a server below a path answers with and without it, and its redirects, cookies and pages lead back below it")
    func server() async throws {
        try await withHouse(Source(), operating: OperatorSettings(basePath: "/tidings")) { house in
            try await house.served { client in
                for path in ["/tidings/boards/visa", "/boards/visa"] {
                    let response = try await client.get(path)
                    #expect(response.status == .ok)
                    #expect(response.text.contains(#"action="/tidings/boards/visa""#))
                    #expect(response.text.contains(#"href="/tidings/static/"#))
                    #expect(!response.text.contains("=\"/boards"))
                    #expect(!response.text.contains("=\"/static"))
                }
                let redirect = try await client.get("/tidings")
                #expect(redirect.status == .permanentRedirect)
                #expect(redirect.headers[.location] == "/tidings/")
                let asked = try await client.post("/tidings/boards/visa", "batch=20121456171")
                #expect(asked.status == .seeOther)
                #expect(asked.headers[.location] == "/tidings/boards/visa?batch=20121456171")
                #expect(asked.headers[.setCookie]?.contains("Path=/tidings/") == true)
                #expect(try await client.get("/tidingsomething").status == .notFound)
                #expect(asked.headers[.setCookie]?.contains("__Host-") == false)
                let missing = try await client.get("/tidings/nothing")
                #expect(missing.status == .notFound)
                #expect(missing.text.contains(#"href="/tidings/""#))
            }
        }
    }

    @Test("where browsers come by https, the session's cookie has a name that they take below a path")
    func secureCookie() {
        var accounts = Accounts.Configuration()
        accounts.isSecure = true
        for (base, name) in [("", "__Host-tidings"), ("/tidings", "__Secure-tidings")] {
            var response = Response(status: .ok)
            BasePath.$current.withValue(base) { SessionCookie(accounts).set(Secret(), in: &response) }
            #expect(response.headers[.setCookie]?.hasPrefix("\(name)=") == true)
        }
    }

    @Test("addresses that are read elsewhere begin with what the operator has said, else as the asker has reached us, with the base path")
    func origin() async throws {
        for (known, text) in [
            ("https://home.example/tidings/", "https://home.example/tidings/boards/visa"),
            (nil, "http://asked.example:81/tidings/boards/visa"),
        ] {
            let operating = OperatorSettings(basePath: "/tidings", publicURL: known.flatMap { URL(string: $0) })
            try await withHouse(Source(), operating: operating) { house in
                let head = HTTPRequest(method: .get, scheme: "http", authority: "asked.example:81", path: "/boards/visa.atom")
                let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
                let origin = BasePath.$current.withValue("/tidings") { WebOrigin(of: request, house.web.parts.site) }
                #expect(origin.address("/boards/visa") == text)
                #expect(origin.tag("a") == (known == nil ? "tag:asked.example,2026:a" : "tag:home.example,2026:a"))
            }
        }
    }
}
