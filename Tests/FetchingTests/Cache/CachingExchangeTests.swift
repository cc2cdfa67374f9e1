import Foundation
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite("The cache around an exchange")
struct CachingExchangeTests {
    private let clock = ManualClock()

    /// A cache in a temporary folder, in front of a scripted server.
    private func withCache(
        _ limits: ResponseCache.Limits = .init(), _ script: @escaping ScriptedServer.Script,
        _ body: @Sendable (ScriptedServer, ResponseCache, Connections) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let cache = try ResponseCache(folder.url.appendingPathComponent("cache"), limits: limits) { [clock] in clock.now }
        let server = try ScriptedServer(script)
        try await withPlainExchange { try await body(server, cache, $0) }
    }

    private static func names(_ cache: ResponseCache) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: cache.folder.folder.path).filter { $0 != "key" }.sorted()
    }

    @Test("a second request is answered from disk, byte for byte, and says so")
    func hit() async throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withCache {
            try $0.answer("200 OK", [("Cache-Control", "max-age=60"), ("Content-Type", "a/b")], body: bytes)
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            let first = try await exchange.answer(to: Outgoing(url: server.url()))
            #expect(first.headers["Cache-Status"] == ["Tidings; fwd=miss; stored"])
            #expect(!first.headers.isFromCache)
            #expect(try await first.bytes() == bytes)
            clock.advance(7)
            let second = try await exchange.answer(to: Outgoing(url: server.url()))
            #expect(second.headers["Cache-Status"] == ["Tidings; hit; ttl=53"])
            #expect(second.headers.isFromCache)
            #expect(second.headers["Age"] == ["7"])
            #expect(second.headers["Content-Type"] == ["a/b"])
            #expect(second.headers["Content-Length"] == ["300000"])
            #expect(try await second.bytes() == bytes)
            #expect(server.requests.count == 1)
        }
    }

    @Test("what a listed host answered is served to no request that may not reach it")
    func listed() async throws {
        let folder = try TemporaryFolder()
        let server = try ScriptedServer { try $0.answer("200 OK", [("Cache-Control", "max-age=86400")], body: Array("inside".utf8)) }
        let cache = try ResponseCache(folder.url)
        try await withFetcher {
            $0.cache = cache
        } _: { fetcher async throws in
            var request = Request(url: server.url())
            request.cache = .useProtocol
            for _ in 1...2 { _ = try await fetcher.body(request, for: "test") }
            request.reachesListed = false
            let error = try await failure(of: fetcher.job(request, for: "test"))
            #expect(error.code == .refused)
        }
        #expect(server.requests.count == 1)
    }

    @Test("a body that breaks off, or that its reader leaves, is never kept", arguments: [true, false])
    func incomplete(breaksOff: Bool) async throws {
        try await withCache { connection in
            try connection.sendHead("200 OK", [("Cache-Control", "max-age=60"), ("Content-Length", "20")])
            try connection.send("0123456789")
            if !breaksOff { try connection.stall() }
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            do {
                let answer = try await exchange.answer(to: Outgoing(url: server.url()))
                _ = try await answer.next()
                if breaksOff { await #expect(throws: FetchError.self) { while try await answer.next() != nil {} } }
            }
            try await eventually("nothing is left of it") { try Self.names(cache).isEmpty }
            #expect(cache.folder.variants(try #require(cache.folder.key(server.url(), .nobody))).isEmpty)
        }
    }

    @Test("a stale answer is validated, its body comes from disk, and the newest validators are kept")
    func validation() async throws {
        let count = Mutex(0)
        try await withCache { connection in
            let number = count.withLock {
                $0 += 1; return $0
            }
            if number == 1 {
                return try connection.answer("200 OK", [("ETag", "\"1\""), ("Cache-Control", "max-age=5")], body: Array("one".utf8))
            }
            try connection.sendHead("304 Not Modified", [("ETag", "W/\"1\""), ("Cache-Control", "max-age=5"), ("X", "new")])
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            for (status, x) in [
                ("Tidings; fwd=miss; stored", []), ("Tidings; fwd=stale; fwd-status=304", ["new"]), ("Tidings; hit; ttl=5", ["new"]),
            ] {
                let answer = try await exchange.answer(to: Outgoing(url: server.url()))
                #expect(answer.status == 200)
                #expect(answer.headers["Cache-Status"] == [status])
                #expect(answer.headers["X"] == x)
                #expect(try await answer.text() == "one")
                if status.contains("miss") { clock.advance(6) }
            }
            #expect(server.requests.map { $0["If-None-Match"] } == [[], ["\"1\""]])
        }
    }

    @Test("a caller with a version of its own gets a 304 from the cache, or asks itself")
    func callersConditions() async throws {
        try await withCache { connection in
            if connection.request["If-None-Match"] == ["\"1\""] { return try connection.sendHead("304 Not Modified", [("ETag", "\"1\"")]) }
            try connection.answer("200 OK", [("ETag", "\"1\""), ("Cache-Control", "max-age=5")], body: Array("one".utf8))
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            let url = server.url()
            _ = try await exchange.answer(to: Outgoing(url: url)).bytes()
            let known = try await exchange.answer(to: Outgoing(url: url, headers: ["If-None-Match": "\"0\", W/\"1\""]))
            #expect(known.status == 304)
            #expect(known.headers.isFromCache)
            #expect(try await exchange.answer(to: Outgoing(url: url, headers: ["If-None-Match": "\"0\""])).status == 200)
            #expect(server.requests.count == 1)
            clock.advance(6)
            #expect(try await exchange.answer(to: Outgoing(url: url, headers: ["If-None-Match": "\"1\""])).status == 304)
            #expect(server.requests.count == 2)
            // The 304 was for the caller, and also refreshed the stored answer.
            let now = try await exchange.answer(to: Outgoing(url: url))
            #expect(try await now.text() == "one")
            #expect(now.headers.isFromCache)
        }
    }

    @Test(
        "a part of what is stored whole comes from disk",
        arguments: [
            ("bytes=0-1", 206, "01"), ("bytes=8-", 206, "89"), ("bytes=-3", 206, "789"), ("bytes=5-100", 206, "56789"),
            ("bytes=-100", 206, "0123456789"),
            ("bytes=10-", 416, ""), ("bytes=-0", 416, ""),
        ])
    func ranges(range: String, status: Int, text: String) async throws {
        try await withCache {
            try $0.answer("200 OK", [("ETag", "\"1\""), ("Cache-Control", "max-age=5")], body: Array("0123456789".utf8))
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            _ = try await exchange.answer(to: Outgoing(url: server.url())).bytes()
            let part = try await exchange.answer(to: Outgoing(url: server.url(), headers: ["Range": range, "If-Range": "\"1\""]))
            #expect(part.status == status)
            #expect(try await part.text() == text)
            let other = try await exchange.answer(to: Outgoing(url: server.url(), headers: ["Range": range, "If-Range": "\"2\""]))
            #expect(other.status == 200)
            #expect(try await other.text() == "0123456789")
            #expect(server.requests.count == 1)
        }
    }

    @Test("two people's answers never mix, nor do theirs with nobody's")
    func partitions() async throws {
        try await withCache { connection in
            let name = connection.request["Authorization"].first ?? "nobody"
            try connection.answer("200 OK", [("Cache-Control", "max-age=60")], body: Array(name.utf8))
        } _: { server, cache, plain async throws in
            for _ in 0..<2 {
                for name in ["Bearer a", "Bearer b", nil] {
                    var request = Outgoing(url: server.url())
                    if let name { request.headers.add(name: "Authorization", value: name) }
                    #expect(try await CachingExchange(cache, over: plain).answer(to: request).text() == name ?? "nobody")
                }
                // A digest differs each time; its owner does not.
                for number in 0..<2 {
                    let request = Outgoing(url: server.url(), headers: ["Authorization": "Digest \(number)"])
                    #expect(
                        try await CachingExchange(cache, partition: CachePartition(of: ["ann"]), over: plain).answer(to: request).text()
                            == "Digest 0")
                }
            }
            #expect(server.requests.count == 4)
            // A change by one partition invalidates all.
            _ = try await CachingExchange(cache, partition: CachePartition(of: ["ann"]), over: plain).answer(
                to: Outgoing(method: .DELETE, url: server.url())
            ).bytes()
            #expect(try Self.names(cache).isEmpty)
        }
    }

    @Test(
        "a source that is down is stood in for where it allows it, and is an error where not",
        arguments: ["max-age=1, stale-if-error=60", "max-age=1"])
    func outage(directives: String) async throws {
        let count = Mutex(0)
        try await withCache { connection in
            switch count.withLock({
                $0 += 1; return $0
            }) {
            case 1: try connection.answer("200 OK", [("Cache-Control", directives)], body: Array("old".utf8))
            case 2: try connection.answer("503 Service Unavailable", [], body: Array("down".utf8))
            default: connection.reset()
            }
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            _ = try await exchange.answer(to: Outgoing(url: server.url())).bytes()
            clock.advance(5)
            if directives.contains("stale") {
                for _ in 0..<2 { #expect(try await exchange.answer(to: Outgoing(url: server.url())).text() == "old") }
            } else {
                #expect(try await exchange.answer(to: Outgoing(url: server.url())).status == 503)
                await #expect(throws: FetchError.self) { _ = try await exchange.answer(to: Outgoing(url: server.url())) }
            }
        }
    }

    @Test("what may be renewed later is served at once, and renewed meanwhile, once")
    func renewal() async throws {
        let count = Mutex(0)
        let gate = Gate()
        try await withCache { connection in
            let number = count.withLock {
                $0 += 1
                return $0
            }
            if number > 1 { try gate.block() }
            try connection.answer("200 OK", [("Cache-Control", "max-age=1, stale-while-revalidate=60")], body: Array("\(number)".utf8))
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            _ = try await exchange.answer(to: Outgoing(url: server.url())).bytes()
            clock.advance(5)
            for _ in 0..<3 { #expect(try await exchange.answer(to: Outgoing(url: server.url())).text() == "1") }
            gate.open()
            await cache.settle()
            #expect(try await exchange.answer(to: Outgoing(url: server.url())).text() == "2")
            #expect(server.requests.count == 2)
        }
    }

    @Test("a head that fits freshens what is stored, and one of another length removes it", arguments: ["3", "4"])
    func heads(length: String) async throws {
        try await withCache { connection in
            let isHead = connection.request.method == "HEAD"
            try connection.sendHead("200 OK", [("Cache-Control", "max-age=5"), ("Content-Length", isHead ? length : "3")])
            if !isHead { try connection.send("one") }
        } _: { server, cache, plain async throws in
            let exchange = CachingExchange(cache, over: plain)
            _ = try await exchange.answer(to: Outgoing(url: server.url())).bytes()
            clock.advance(6)
            _ = try await exchange.answer(to: Outgoing(method: .HEAD, url: server.url())).bytes()
            let next = try await exchange.answer(to: Outgoing(url: server.url()))
            #expect(next.headers.isFromCache == (length == "3"))
            #expect(try await next.text() == "one")
        }
    }

    @Test("reloading asks all the way, whatever is stored, and keeps the answer")
    func reload() async throws {
        try await withCache { connection in
            try connection.answer("200 OK", [("Cache-Control", "max-age=60")], body: Array("one".utf8))
        } _: { server, cache, plain async throws in
            for mode in [CacheMode.useProtocol, .reload, .useProtocol, .bypass] {
                _ = try await CachingExchange(cache, mode: mode, over: plain).answer(to: Outgoing(url: server.url())).bytes()
            }
            #expect(server.requests.map { $0["Cache-Control"] } == [[], ["no-cache"], []])
        }
    }

    @Test("offline takes what there is, and says so when there is nothing")
    func offline() async throws {
        try await withCache {
            try $0.answer("200 OK", [("Cache-Control", "no-cache")], body: Array("kept".utf8))
        } _: { server, cache, plain async throws in
            let offline = CachingExchange(cache, mode: .onlyIfCached, over: plain)
            #expect(try await offline.answer(to: Outgoing(url: server.url())).status == 504)
            _ = try await CachingExchange(cache, over: plain).answer(to: Outgoing(url: server.url())).bytes()
            for request in [Outgoing(method: .POST, url: server.url()), Outgoing(url: server.url(), headers: ["If-Match": "*"])] {
                #expect(try await offline.answer(to: request).status == 504)
            }
            server.end()
            clock.advance(1e6)
            #expect(try await offline.answer(to: Outgoing(url: server.url())).text() == "kept")
            #expect(
                try await CachingExchange(cache, mode: .preferCached, over: plain).answer(to: Outgoing(url: server.url())).text() == "kept")
            #expect(server.requests.count == 1)
        }
    }
}
