import Foundation
import TestSupport
import Testing

@testable import Fetching

/// Secrets in a query or header are sent to their origin only.
@Suite("Secrets on the wire") struct SecretTests {
    private static let secret = "hush & 0451"
    private static let written = "hush%20%26%200451"

    private func request(_ url: URL, inHeader: Bool) -> Request {
        var request = Request(url: url)
        if inHeader {
            request.secretHeader = SecretHeader(name: "X-Key", value: Self.secret)
        } else {
            request.secretQuery = SecretQuery(name: "key", value: Self.secret)
        }
        request.cache = .useProtocol
        return request
    }

    @Test("it is sent to its origin over redirects there, and not to another", arguments: [false, true])
    func origin(inHeader: Bool) async throws {
        let other = try ScriptedServer { try $0.answer() }
        let server = try ScriptedServer { connection in
            if connection.request.target.hasPrefix("/a") { return try connection.redirect(to: "/b?x=1") }
            try connection.redirect(to: other.url("/c").absoluteString)
        }
        try await withFetcher { fetcher async throws in
            _ = try await fetcher.body(request(server.url("/a"), inHeader: inHeader), for: "test")
        }
        #expect(server.requests.map(\.target) == (inHeader ? ["/a", "/b?x=1"] : ["/a?key=\(Self.written)", "/b?x=1&key=\(Self.written)"]))
        #expect(server.requests.map { $0["X-Key"] } == Array(repeating: inHeader ? [Self.secret] : [], count: 2))
        #expect(other.requests.map(\.target) == ["/c"])
        #expect(other.requests.map { $0["X-Key"] } == [[]])
    }

    @Test("a server that repeats it when it sends us on does not bring it into addresses, nor twice into a query")
    func echo() async throws {
        let server = try ScriptedServer { connection in
            let target = connection.request.target
            if target.hasPrefix("/list/") { return try connection.answer("403 Forbidden") }
            try connection.redirect(to: target.replacing("/list", with: "/list/"))
        }
        try await withFetcher { fetcher async throws in
            let error = await #expect(throws: FetchError.self) {
                _ = try await fetcher.body(request(server.url("/list?a=1"), inHeader: false), for: "test")
            }
            #expect(error?.description == "\(server.url("/list/"))?… answered 403 Forbidden")
        }
        #expect(server.requests.map(\.target) == ["/list?a=1&key=\(Self.written)", "/list/?a=1&key=\(Self.written)"])
    }

    @Test(
        "no failure tells it, whatever goes wrong on the way",
        arguments: ["reset", "garbage", "cut", "circle", "elsewhere", "large", "slow"], [false, true])
    func failures(kind: String, inHeader: Bool) async throws {
        let server = try ScriptedServer { connection in
            switch kind {
            case "reset": connection.reset()
            case "garbage": try connection.send("SSH-2.0\r\n\r\n")
            case "cut":
                try connection.sendHead("200 OK", [("Content-Length", "10")])
                try connection.send("12345")
                connection.reset()
            case "circle": try connection.redirect(to: connection.request.target)
            case "elsewhere": try connection.redirect(to: "ftp://example.org\(connection.request.target)")
            case "large": try connection.sendHead("200 OK", [("Content-Length", "1000000")])
            default: try connection.stall()
            }
        }
        try await withFetcher { fetcher async throws in
            var request = request(server.url("/list"), inHeader: inHeader)
            request.bodyLimit = 1000
            if kind == "slow" { request.timeouts.firstByte = .milliseconds(200) }
            let job = fetcher.job(request, for: "test")
            let error = try await failure(of: job)
            var told = "\(error) \(String(reflecting: error)) \(job.state) \(request)"
            dump(request, to: &told)
            for secret in [Self.secret, Self.written] { #expect(!told.contains(secret), "\(told)") }
        }
    }

    @Test("it is in no file of the cache and in no head, and others do not get what it opened", arguments: [false, true])
    func cache(inHeader: Bool) async throws {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer { connection in
            try connection.answer("200 OK", [("Cache-Control", "max-age=86400"), ("Vary", "X-Key")], body: Array("in".utf8))
        }
        let cache = try ResponseCache(folder.url)
        try await withFetcher {
            $0.cache = cache
        } _: { fetcher async throws in
            for _ in 0..<2 {
                let body = try await fetcher.body(request(server.url("/list"), inHeader: inHeader), for: "test")
                #expect(body.head.url == server.url("/list"))
                #expect(!"\(body.head.headers)".contains(Self.secret))
            }
            #expect(server.requests.count == 1)
            var stranger = Request(url: server.url("/list"))
            stranger.cache = .useProtocol
            _ = try await fetcher.body(stranger, for: "test")
            #expect(server.requests.count == 2)
            stranger.secretQuery = SecretQuery(name: "key", value: "guess")
            _ = try await fetcher.body(stranger, for: "test")
            #expect(server.requests.count == 3)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.count > 2)
        for name in names {
            let text = String(decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self)
            for secret in [Self.secret, Self.written] {
                #expect(!text.contains(secret), "\(name)")
                #expect(!name.contains(secret), "\(name)")
            }
        }
    }

    @Test("what Vary names of a request's credentials is kept as a digest")
    func vary() async throws {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer {
            try $0.answer("200 OK", [("Cache-Control", "max-age=86400, public"), ("Vary", "Authorization, Cookie")], body: [1])
        }
        let cache = try ResponseCache(folder.url)
        try await withFetcher {
            $0.cache = cache
        } _: { fetcher async throws in
            var request = Request(url: server.url(), headers: [("Cookie", "id=hush")])
            request.access = Access(.bearer("0451-hush"), for: server.url())
            request.cache = .useProtocol
            for _ in 0..<2 { _ = try await fetcher.body(request, for: "test") }
        }
        #expect(server.requests.count == 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            let text = String(decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self)
            #expect(!text.contains("hush"))
        }
    }
}
