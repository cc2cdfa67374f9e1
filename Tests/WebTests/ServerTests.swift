import BoardPages
import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

/// What holds of every answer, and of those that are not pages of boards.
@Suite("Server")
struct ServerTests {
    private static let addresses: [(HTTPRequest.Method, String, Int)] = [
        (.get, "/", 200), (.get, "/boards/visa", 200), (.get, "/boards/visa?batch=1", 200), (.post, "/boards/visa", 422),
        (.get, "/boards/none", 303), (.post, "/boards/none", 303), (.get, "/live/boards/none", 401),
        (.get, "/live/boards/visa?batch=1", 400),
        (.get, "/nothing", 404), (.delete, "/boards/visa", 404), (.get, "/api/v1/boards", 200), (.get, "/api/v1/nothing", 404),
        (.get, "/api/v1/boards/visa/records?after=x", 400), (.get, "/static/1/none.css", 404), (.get, "/static/", 404),
        (.get, "/healthz", 200),
        (.head, "/", 200), (.head, "/boards/none", 303), (.get, "/demo/visa.pdf", 404), (.post, "/demo/edition?number=1", 404),
    ]

    @Test("every answer, errors too, forbids what a page of ours never needs", arguments: addresses)
    func securityHeaders(method: HTTPRequest.Method, uri: String, status: Int) async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                let response = try await client.execute(uri: uri, method: method)
                #expect(response.status.code == status)
                let policy = try #require(response.headers[.contentSecurityPolicy])
                let isPage = response.headers[.contentType]?.hasPrefix("text/html") == true
                let rules =
                    isPage
                    ? ["default-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'"]
                    : ["default-src 'none'", "frame-ancestors 'none'", "sandbox"]
                for rule in rules { #expect(policy.contains(rule)) }
                #expect(!policy.contains("unsafe"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                for name in ["Referrer-Policy", "Cross-Origin-Opener-Policy"] {
                    let name = try #require(HTTPField.Name(name))
                    #expect(response.headers[name] == "same-origin")
                }
            }
        }
    }

    @Test("an address that leads nowhere gets a page that says so and leads back")
    func notFoundPage() async throws {
        try await withHouse(Source()) { house in
            let ada = try await house.login()
            try await house.client { client in
                for (uri, sentence) in [("/boards/none", "This board doesn’t exist."), ("/nothing", "Page not found")] {
                    let response = try await client.get(uri, ada)
                    #expect(response.status == .notFound)
                    #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                    #expect(response.text.contains(sentence))
                    #expect(response.text.contains("href=\"/\""))
                }
            }
        }
    }

    @Test("an error of ours is a 500 whose page and problem tell nothing of the inside")
    func internalError() async throws {
        try await withHouse(Source()) { house in
            // Another table in the place of the board's: the columns it reads are not there.
            try await house.store.feeds.prepare("visa", Schema(fields: [Field(name: "other", kind: .text)]))
            try await house.client { client in
                for uri in ["/boards/visa?batch=\(VisaList.wellKnownBatch)", "/api/v1/boards/visa/records"] {
                    let response = try await client.get(uri)
                    #expect(response.status == .internalServerError)
                    #expect(!response.text.contains("column"))
                    #expect(!response.text.contains("SQL"))
                }
            }
        }
    }

    @Test("HEAD has the head of GET and no body", arguments: ["/", "/boards/visa", "/api/v1/boards", "/healthz", "/demo/visa.pdf"])
    func head(uri: String) async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.served { client in
                let (get, head) = (try await client.get(uri), try await client.execute(uri: uri, method: .head))
                #expect(head.status == .ok)
                #expect(get.status == .ok)
                #expect(head.body.readableBytes == 0)
                #expect(get.body.readableBytes > 0)
                #expect(head.headers[.contentLength] == "\(get.body.readableBytes)")
                #expect(head.headers[.contentType] == get.headers[.contentType])
            }
        }
    }

    @Test("a server that has ended leaves nothing in memory")
    func leavesNothing() async throws {
        let left = try await withHouse(Source()) { house in
            try await house.client { client in
                let response = try await client.get("/")
                #expect(response.status == .ok)
            }
            return Left(features: house.web.parts.features)
        }
        try await eventually("its features are gone") { left.features == nil }
    }

    /// The features of a server, which this doesn't keep in memory.
    private struct Left: Sendable {
        weak let features: FeatureList?
    }

    // MARK: Assets

    @Test("every asset has its type, and under the hash of the tree it may be kept for ever")
    func assets() async throws {
        try await withHouse(Source()) { house in
            let prefix = house.web.parts.site.assets.prefix
            #expect(prefix.wholeMatch(of: /\/static\/[0-9a-z]{6,}/) != nil)
            try await house.client { client in
                let page = try await client.get("/boards/visa")
                let named = page.text.matches(of: /(?:src|href)="(\/static\/[^"]+)"/).map { String($0.1) }
                #expect(named.count >= 3)
                #expect(named.allSatisfy { $0.hasPrefix(prefix + "/") })
                let types = [
                    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
                ]
                for uri in named {
                    let response = try await client.get(uri)
                    #expect(response.status == .ok)
                    #expect(response.body.readableBytes > 0)
                    #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
                    #expect(response.headers[.contentType] == types[String(uri.split(separator: ".").last ?? "")])
                }
                let old = try await client.get("/static/before/css/app.css")
                #expect(old.status == .ok)
                #expect(old.headers[.cacheControl] == "no-cache")
            }
        }
    }

    @Test("each kind of page has one style sheet and one script, compressed once, and a page from before an update has everything")
    func madeFiles() async throws {
        try await withHouse(Source()) { house in
            let prefix = house.web.parts.site.assets.prefix
            try await house.client { client in
                for file in Views.pageKinds.flatMap({ [$0.style, $0.script] }) + ["css/app.css", "js/app.js"] {
                    let plain = try await client.get("\(prefix)/\(file)")
                    #expect(plain.status == .ok)
                    #expect(!plain.text.contains("@import"))
                    #expect(plain.headers[.contentEncoding] == nil)
                    let small = try await client.get("\(prefix)/\(file)", [.acceptEncoding: "gzip, br"])
                    #expect(small.headers[.contentEncoding] == "gzip")
                    #expect(small.headers[.vary] == "Accept-Encoding")
                    #expect(small.body.readableBytes < plain.body.readableBytes / 2)
                }
            }
        }
    }

    @Test("no path leads out of the assets, and assets with an override are read anew")
    func noWayOut() async throws {
        let folder = try TemporaryFolder()
        let assets = folder.url.appendingPathComponent("assets")
        try FileManager.default.createDirectory(at: assets.appendingPathComponent("css"), withIntermediateDirectories: true)
        try Data("p {}".utf8).write(to: assets.appendingPathComponent("css/app.css"))
        try Data("secret".utf8).write(to: assets.appendingPathComponent("css/notes.txt"))
        _ = try folder.file("secret.css", Array("secret".utf8))
        try await withHouse(Source(), assets: assets) { house in
            try await house.served { client in
                let first = try await client.get("/static/development/css/app.css")
                #expect(first.text == "p {}")
                #expect(first.headers[.cacheControl] == "no-cache")
                try Data("q {}".utf8).write(to: assets.appendingPathComponent("css/app.css"))
                #expect(try await client.get("/static/development/css/app.css").text == "q {}")
                #expect(try await client.get("/static/development/pages/home.css").text == "q {}")
                for path in [
                    "../secret.css", "%2e%2e/secret.css", "css/../../secret.css", "css/%2e%2e%2f%2e%2e%2fsecret.css", "..%2fsecret.css",
                    "css/notes.txt", "css", "css/", "", "/", "%00", "\(folder.url.path)/secret.css", "css/app.css%00.png",
                    "css//../../secret.css",
                ] {
                    let response = try await client.get("/static/development/\(path)")
                    #expect([400, 404].contains(response.status.code), "\(path): \(response.status)")
                    #expect(!response.text.contains("secret"))
                }
            }
        }
    }

    // MARK: The sample publisher

    @Test("the sample list says its length, or on request does not")
    func demoLength() async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.served { client in
                let whole = try await client.get("/demo/visa.pdf")
                #expect(whole.status == .ok)
                #expect(whole.headers[.contentType] == "application/pdf")
                #expect(whole.headers[.contentLength] == "\(whole.body.readableBytes)")
                #expect(whole.text.hasPrefix("%PDF-"))
                #expect(whole.headers[.lastModified] == "Thu, 01 Jan 2026 00:00:00 GMT")
                let silent = try await client.get("/demo/visa.pdf?length=no&rate=10000000")
                #expect(silent.headers[.contentLength] == nil)
                #expect(silent.body == whole.body)
            }
        }
    }

    @Test("a version of the sample list that is known is not sent again, and a new edition is another version")
    func demoVersions() async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.client { client in
                let first = try await client.get("/demo/visa.pdf")
                let etag = try #require(first.headers[.eTag])
                let known = try await client.get("/demo/visa.pdf", [.ifNoneMatch: etag])
                #expect(known.status == .notModified)
                #expect(known.body.readableBytes == 0)
                #expect(known.headers[.eTag] == etag)
                #expect(try await client.get("/demo/visa.pdf", [.ifNoneMatch: "\"other\""]).status == .ok)
                #expect(try await client.post("/demo/edition?number=2", "").status == .noContent)
                let second = try await client.get("/demo/visa.pdf", [.ifNoneMatch: etag])
                #expect(second.status == .ok)
                #expect(second.headers[.eTag] != etag)
                #expect(try await client.post("/demo/edition?number=0", "").status == .noContent)
                #expect(try await client.get("/demo/visa.pdf").headers[.eTag] == etag)
            }
        }
    }

    @Test(
        "an edition that is no number, or asked for from another site, is refused",
        arguments: ["", "?number=", "?number=-1", "?number=x", "?number=1000001"])
    func demoBadEdition(query: String) async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.client { client in
                let etag = try await client.get("/demo/visa.pdf").headers[.eTag]
                #expect(try await client.post("/demo/edition\(query)", "").status == .badRequest)
                let response = try await client.post("/demo/edition?number=3", "", [.origin: "https://elsewhere.example"])
                #expect(response.status.kind == .clientError)
                #expect(try await client.get("/demo/visa.pdf").headers[.eTag] == etag)
            }
        }
    }
}

extension DemoPublisher {
    /// Always at the first moment of 2026.
    static var sample: DemoPublisher { DemoPublisher(rows: 60, pages: 3, now: { 1_767_225_600 }) }
}
