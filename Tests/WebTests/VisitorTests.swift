import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

@Suite("Visitors")
struct VisitorTests {
    private let number = VisaList.wellKnownBatch

    @Test("the cookie is a random name that scripts and other sites cannot use, and lives as long as what is kept for it")
    func cookie() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let (one, other) = (try await client.get("/boards/visa"), try await client.post("/boards/visa", "batch=\(number)"))
                for response in [one, other] {
                    let cookie = try #require(response.headers[.setCookie])
                    let attributes = cookie.components(separatedBy: "; ")
                    #expect(attributes[0].wholeMatch(of: /tidings_visitor=[0-9a-f]{32}/) != nil)
                    #expect(Set(attributes.dropFirst()) == ["Max-Age=34560000", "Path=/", "HttpOnly", "SameSite=Lax"])
                }
                #expect(one.cookie != other.cookie)
                let back = try await client.get("/boards/visa", [.cookie: try #require(one.cookie)])
                #expect(back.headers[.setCookie] == nil)
                let asked = try await client.post("/boards/visa", "batch=\(number)", [.cookie: try #require(one.cookie)])
                #expect(asked.cookie == one.cookie)
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
                    HTTPFields(), [.cookie: "tidings_visitor=\(String(repeating: "0", count: 32))"], [.cookie: "tidings_visitor='; --"],
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
                let cookie = try #require(try await client.get("/boards/visa").cookie)
                let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
                for headers: HTTPFields in [
                    [site: "cross-site"], [site: "same-site"], [.origin: "https://elsewhere.example"], [.origin: "null"],
                    [.origin: "http://localhost.elsewhere.example"], [.origin: "http://localhost:81"],
                ] {
                    var headers = headers
                    headers[.cookie] = cookie
                    let response = try await client.post("/boards/visa", "batch=\(number)", headers)
                    #expect(response.status == .forbidden, "\(headers)")
                    #expect(response.text.contains("This form was sent from another site."))
                    #expect(response.headers[.setCookie] == nil)
                }
                #expect(try await !client.get("/boards/visa", [.cookie: cookie]).text.contains(number))
                #expect(house.source.connectionCount == 0)
                for headers: HTTPFields in [[site: "same-origin"], [site: "none"], [.origin: "http://localhost"]] {
                    #expect(try await client.post("/boards/visa", "batch=\(number)", headers).status == .seeOther, "\(headers)")
                }
            }
        }
    }
}
