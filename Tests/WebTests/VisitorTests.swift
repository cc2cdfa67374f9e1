import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import ListPages
@testable import Serving
@testable import Web

@Suite("Visitors")
struct VisitorTests {
    private let number = VisaList.wellKnownBatch

    @Test("what was asked is in a signed cookie that scripts and other sites cannot use, and nothing of it is stored here")
    func cookie() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                #expect(try await client.get("/boards/visa").headers[.setCookie] == nil)
                let asked = try await client.post("/boards/visa", "batch=\(number)")
                let attributes = try #require(asked.headers[.setCookie]).components(separatedBy: "; ")
                #expect(attributes[0].wholeMatch(of: /tidings_asked_visa=[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{14}/) != nil)
                #expect(Set(attributes.dropFirst()) == ["Max-Age=34560000", "Path=/", "HttpOnly", "SameSite=Lax"])
                #expect(try await house.store.feeds.lastNeedle(of: String(repeating: "0", count: 32), on: "visa") == nil)
            }
        }
    }

    @Test("a cookie that this server has not signed, or signed for another board, says nothing")
    func forged() async throws {
        let folder = try TemporaryFolder()
        @Sendable func cookie(_ key: LinkKey, on board: String, _ text: String) -> String {
            var response = Response(status: .ok)
            LastNeedle(text).remember(on: board, by: key, in: &response, isSecure: false)
            return response.headers[.setCookie]?.components(separatedBy: ";").first ?? ""
        }
        try await withHouse(Source(), in: folder) { house in
            let key = try LinkKey.stored(in: folder.url.appendingPathComponent("links.key"))
            try await house.client { client in
                let mine = try await client.get("/boards/visa", [.cookie: cookie(key, on: "visa", number)])
                #expect(mine.text.contains(number))
                for forged in [
                    cookie(LinkKey(), on: "visa", number), cookie(key, on: "other", number).replacing("other", with: "visa"),
                    cookie(key, on: "visa", number).replacing("asked_visa=", with: "asked_visa=MQ"), "tidings_asked_visa=\(number)",
                ] {
                    let page = try await client.get("/boards/visa", [.cookie: forged])
                    #expect(!page.text.contains("value=\"\(number)\""), "\(forged)")
                }
                #expect(cookie(key, on: "visa", String(repeating: "1", count: 301)) == "")
            }
        }
    }

    @Test("a number is remembered for its visitor alone, also by a new server on the same folder")
    func remembered() async throws {
        let (source, folder) = (try Source(), try TemporaryFolder())
        let cookie = try await withHouse(source, in: folder) { house in
            try await house.client { client in
                let answer = try await client.post("/boards/visa", "batch=\(number)")
                try await house.settle()
                return try #require(answer.cookie)
            }
        }
        try await withHouse(source, in: folder) { house in
            try await house.client { client in
                let mine = try await client.get("/boards/visa", [.cookie: cookie])
                #expect(mine.text.contains("value=\"\(number)\""))
                #expect(mine.region("lookup-result").contains("Administrative Processing"))
                for other in [
                    HTTPFields(), [.cookie: "tidings_visitor=\(String(repeating: "0", count: 32))"], [.cookie: "tidings_asked_visa='; --"],
                ] {
                    let page = try await client.get("/boards/visa", other)
                    #expect(page.status == .ok)
                    #expect(!page.text.contains(number))
                }
            }
        }
        #expect(source.requestCount == 1)
    }

    @Test("a refused number is not remembered in the place of a good one")
    func refusedIsNotRemembered() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let good = try await client.post("/boards/visa", "batch=\(number)")
                let cookie = try #require(good.cookie)
                _ = try await client.post("/boards/visa", "batch=123", [.cookie: cookie])
                #expect(try await client.get("/boards/visa", [.cookie: cookie]).text.contains("value=\"\(number)\""))
            }
        }
    }

    @Test("a form sent from another site is refused, remembers nothing and reads nothing")
    func otherSite() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let cookie = "tidings_asked_visa=x.y"
                let engine = try #require(HTTPField.Name("Sec-Fetch-Site"))
                for headers: HTTPFields in [
                    [engine: "cross-site"], [engine: "same-site"], [.origin: "https://elsewhere.example"], [.origin: "null"],
                    [.origin: "http://localhost.elsewhere.example"], [.origin: "http://localhost:81"],
                ] {
                    var headers = headers
                    headers[.cookie] = cookie
                    let response = try await client.post("/boards/visa", "batch=\(number)", headers)
                    #expect(response.status == .forbidden, "\(headers)")
                    #expect(response.text.contains("Another site sent this form."))
                    #expect(response.headers[.setCookie] == nil)
                }
                #expect(try await !client.get("/boards/visa", [.cookie: cookie]).text.contains(number))
                #expect(house.source.connectionCount == 0)
                for headers: HTTPFields in [[engine: "same-origin"], [engine: "none"], [.origin: "http://localhost"]] {
                    #expect(try await client.post("/boards/visa", "batch=\(number)", headers).status == .seeOther, "\(headers)")
                }
            }
        }
    }
}
