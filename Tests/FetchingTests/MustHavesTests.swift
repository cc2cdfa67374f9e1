import Foundation
import NIOHTTP1
import Synchronization
import TestSupport
import Testing

@testable import Fetching

// What sources can rely on, each verified by a server's record of the requests.
//
// | | must have | shown by |
// |---|---|---|
// | 1 | jobs with ids and states that survive a restart | DownloadTests `restart`, "paused it keeps…" |
// | 2 | cancel at every stage, the part kept or not | CancellationTests; here `cancelled` |
// | 3 | pause and resume: Range, If-Range, 206, 200, 416 | DownloadTests "after a cut…", "another version…", "a weak entity tag…"; here `wholeAlready` |
// | 4 | equal requests joined | SharedFetchTests |
// | 5 | limits and spacing for each host | RequestQueueTests; here `spacing` |
// | 6 | priorities with ageing | RequestQueueTests; here `priorities` |
// | 7 | retries, back-off, Retry-After and its scope | BackoffTests, PauseTests, DownloadTests "what will not pass…"; here `retryAfter` |
// | 8 | conditional requests, a private cache, its modes | CachingExchangeTests, CacheSuiteTests; here `newestValidators` |
// | 9 | progress of the wire and of what is unpacked | CodingTests, BodyTests |
// | 10 | Basic, Digest with a stale nonce, Bearer; never across origins | AccessExchangeTests; here `digest`, `credentialsStay` |
// | 11 | cookies | CookieTests; here `cookies` |
// | 12 | redirects, bounded | RedirectTests |
// | 13 | deadlines and slow bodies | DeadlineTests, JobClockTests; here `slow` |
// | 14 | private networks, rebinding, caps, trust | AddressGuardTests, RebindingTests, CodingTests, TrustTests; here `privateRedirect`, `caps` |
// | 15 | typed methods; charsets | ServiceCallsTests in WatchingTests; TextDecoderTests in MarkupTests |
@Suite("Must-haves") struct MustHavesTests {
    private static let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    @Test("2: what had come of a download that is cancelled is kept or removed as was asked", arguments: [true, false])
    func cancelled(keeping: Bool) async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "100"), ("ETag", "\"1\"")])
            try connection.send("12345")
            try connection.stall()
        }
        let folder = try TemporaryFolder()
        try await withFetcher { fetcher async throws in
            let downloads = try Downloads(folder: folder.url.appendingPathComponent("state"), fetcher: fetcher)
            let file = folder.url.appendingPathComponent("list.bin")
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await eventually("something has come") { await downloads.download(id)?.progress.receivedBytes == 5 }
            try await downloads.cancel(id, for: "test", keepingPart: keeping)
            #expect(await downloads.download(id)?.state.isEnd == true)
            #expect(FileManager.default.fileExists(atPath: file.path + ".part") == keeping)
            #expect(!FileManager.default.fileExists(atPath: file.path))
            await downloads.close()
        }
        #expect(server.requests.count == 1)
    }

    @Test("3: a part that was whole already is told by a 416, and not fetched again")
    func wholeAlready() async throws {
        let gate = Gate()
        let server = try ScriptedServer { connection in
            if connection.request["Range"] == ["bytes=50000-"] {
                return try connection.answer("416 Range Not Satisfiable", [("Content-Range", "bytes */50000")])
            }
            // The last byte has arrived, but the body hasn't ended.
            try connection.sendHead("200 OK", [("ETag", "\"1\""), ("Transfer-Encoding", "chunked")])
            try connection.send("\(String(Self.bytes.count, radix: 16))\r\n")
            try connection.send(Self.bytes)
            try gate.block()
        }
        let folder = try TemporaryFolder()
        try await withFetcher { fetcher async throws in
            let downloads = try Downloads(
                folder: folder.url.appendingPathComponent("state"), fetcher: fetcher, backoff: (.milliseconds(1), .milliseconds(5)))
            let file = folder.url.appendingPathComponent("list.bin")
            let id = try await downloads.start(server.url(), to: file, for: "test")
            try await eventually("all of it has come") { await downloads.download(id)?.progress.receivedBytes == Self.bytes.count }
            gate.open()
            for await _ in await downloads.updates(of: id) {}
            #expect(await downloads.download(id)?.state == .done)
            #expect(try [UInt8](Data(contentsOf: file)) == Self.bytes)
            await downloads.close()
        }
        #expect(server.requests.last?["If-Range"] == ["\"1\""])
    }

    @Test("5: background requests to one host are spaced; a page's to it, and others to another, are not held up")
    func spacing() async throws {
        let (server, other) = (try ScriptedServer { try $0.answer() }, try ScriptedServer { try $0.answer() })
        try await withFetcher {
            $0.limits.backgroundSpacing = .seconds(3600)
        } _: { fetcher async throws in
            func request(_ url: URL, _ priority: Priority) -> Request {
                var request = Request(url: url)
                request.priority = priority
                return request
            }
            _ = try await fetcher.body(request(server.url("/1"), .background), for: "test")
            let held = fetcher.job(request(server.url("/2"), .background), for: "test")
            let task = Task { try await held.run { _ in } }
            _ = try await fetcher.body(request(server.url("/3"), .visible), for: "test")
            _ = try await fetcher.body(request(other.url("/4"), .background), for: "test")
            #expect(held.state == .queued)
            held.cancel()
            await #expect(throws: FetchError.self) { _ = try await task.value }
        }
        #expect(server.requests.map(\.target) == ["/1", "/3"])
        #expect(other.requests.map(\.target) == ["/4"])
    }

    @Test("6: of those that wait for one connection the most urgent goes first")
    func priorities() async throws {
        let gate = Gate()
        let server = try ScriptedServer { connection in
            if connection.request.target == "/first" { try gate.block() }
            try connection.answer()
        }
        try await withFetcher {
            $0.limits.perHost = 1
            $0.limits.backgroundSpacing = .zero
            $0.limits.ageing = .seconds(3600)
        } _: { fetcher async throws in
            var tasks: [Task<FetchedBody, any Error>] = []
            for (target, priority) in [("/first", Priority.visible), ("/3", .background), ("/2", .visible), ("/1", .interactive)] {
                var request = Request(url: server.url(target))
                request.priority = priority
                tasks.append(Task { [request] in try await fetcher.body(request, for: "test") })
                let count = tasks.count
                try await eventually("it is in line") { fetcher.shared.count == count && (count > 1 || server.requests.count == 1) }
            }
            // Requests in `shared` aren't queued yet: each must be held back by now.
            try await eventually("all three wait") { fetcher.waitingCount == 3 }
            gate.open()
            for task in tasks { _ = try await task.value }
        }
        #expect(server.requests.map(\.target) == ["/first", "/1", "/2", "/3"])
    }

    @Test(
        "7: Retry-After after a 429 is kept for the whole host, after a 503 for the address alone",
        arguments: [("429 Too Many Requests", ["/a"]), ("503 Service Unavailable", ["/a", "/b"])])
    func retryAfter(status: String, asked: [String]) async throws {
        let server = try ScriptedServer { connection in
            if connection.request.target == "/a" { return try connection.answer(status, [("Retry-After", "3600")]) }
            try connection.answer()
        }
        let other = try ScriptedServer { try $0.answer() }
        try await withFetcher { fetcher async throws in
            let first = try await failure(of: fetcher.job(Request(url: server.url("/a")), for: "test"))
            let pause = try #require(first.pause)
            #expect(pause.scope == (status.hasPrefix("429") ? .host : .url))
            #expect(pause.until > Date() + 3000)
            if status.hasPrefix("429") {
                let second = try await failure(of: fetcher.job(Request(url: server.url("/b")), for: "test"))
                #expect(second.code == .status(429))
                #expect(second.detail.hasPrefix("is not asked now: its host wants to be left alone for another "))
                #expect(second.pause?.scope == .host)
            } else {
                _ = try await fetcher.body(Request(url: server.url("/b")), for: "test")
            }
            _ = try await fetcher.body(Request(url: other.url("/c")), for: "test")
        }
        #expect(server.requests.map(\.target) == asked)
        #expect(other.requests.count == 1)
    }

    @Test("8: the newest validators are kept, from a 304 as from a 200")
    func newestValidators() async throws {
        let server = try ScriptedServer { connection in
            let number = ["W/\"1\"": 2, "W/\"2\"": 3, "W/\"3\"": 4][connection.request["If-None-Match"].first ?? ""] ?? 1
            let headers = [("ETag", "W/\"\(number)\""), ("Cache-Control", "no-cache")]
            if number == 1 || number == 3 { return try connection.answer("200 OK", headers, body: [UInt8(number)]) }
            try connection.answer("304 Not Modified", headers)
        }
        try await withFetcher { fetcher async throws in
            var request = Request(url: server.url())
            var statuses: [Int] = []
            for _ in 0..<4 {
                let head = try await fetcher.body(request, for: "test").head
                statuses.append(head.status)
                request.validators = head.validators
            }
            #expect(statuses == [200, 304, 200, 304])
        }
        #expect(server.requests.map { $0["If-None-Match"] } == [[], ["W/\"1\""], ["W/\"2\""], ["W/\"3\""]])
    }

    @Test("10: a nonce that has become stale is answered anew, once, by the same fetcher")
    func digest() async throws {
        let server = try ScriptedServer { connection in
            let given = Challenge.all(connection.request["Authorization"]).first?.parameters["nonce"]
            // Each nonce is valid for one address.
            let nonce = "n" + connection.request.target.dropFirst()
            guard given != nonce else { return try connection.answer(body: Array("in".utf8)) }
            let stale = given == nil ? "" : ", stale=true"
            try connection.answer(
                "401 Unauthorized",
                [("WWW-Authenticate", "Digest realm=\"a\", nonce=\"\(nonce)\", qop=\"auth\", algorithm=SHA-256\(stale)")])
        }
        try await withFetcher { fetcher async throws in
            let access = Access(.password(user: "ann", password: "secret"), for: server.url())
            for target in ["/1", "/1", "/2"] {
                var request = Request(url: server.url(target))
                request.access = access
                #expect(try await fetcher.body(request, for: "test").bytes == Array("in".utf8))
            }
        }
        #expect(server.requests.map(\.target) == ["/1", "/1", "/1", "/2", "/2"])
        #expect(server.requests.allSatisfy { !$0["Authorization"].joined().contains("secret") })
    }

    @Test("10: credentials do not follow a redirect to another origin, not even to another port")
    func credentialsStay() async throws {
        let other = try ScriptedServer { connection in
            if connection.request["Authorization"].isEmpty {
                return try connection.answer("401 Unauthorized", [("WWW-Authenticate", "Basic realm=\"a\"")])
            }
            try connection.answer()
        }
        let server = try ScriptedServer { try $0.redirect(to: other.url("/list").absoluteString) }
        for credentials in [Credentials.bearer("token"), .password(user: "ann", password: "secret")] {
            try await withFetcher { fetcher async throws in
                var request = Request(url: server.url())
                request.access = Access(credentials, for: server.url())
                let error = try await failure(of: fetcher.job(request, for: "test"))
                #expect(error.code == .status(401))
            }
        }
        #expect(server.requests.map { $0["Authorization"] } == [["Bearer token"], []])
        #expect(other.requests.map { $0["Authorization"] } == [[], []])
    }

    @Test("11: a cookie that a redirect sets is shown on the next hop, and not to another host's path")
    func cookies() async throws {
        let server = try ScriptedServer { connection in
            switch connection.request.target {
            case "/login": try connection.answer("302 Found", [("Location", "/in/list"), ("Set-Cookie", "id=7; Path=/in")])
            default: try connection.answer()
            }
        }
        let jar = CookieJar()
        try await withFetcher { fetcher async throws in
            for target in ["/login", "/in/more", "/out"] {
                var request = Request(url: server.url(target))
                request.cookies = jar
                _ = try await fetcher.body(request, for: "test")
            }
            _ = try await fetcher.body(Request(url: server.url("/in/nobody")), for: "test")
        }
        #expect(server.requests.map(\.target) == ["/login", "/in/list", "/in/more", "/out", "/in/nobody"])
        #expect(server.requests.map { $0["Cookie"] } == [[], ["id=7"], ["id=7"], [], []])
    }

    @Test("13: a body that comes too slowly is given up, although something always comes in time")
    func slow() async throws {
        let isGone = Gate()
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "1000000")])
            do { while true { try connection.send("x"); usleep(20_000) } } catch { isGone.open() }
        }
        let error = try await failure(
            of: server.url(),
            request: {
                $0.timeouts.idle = .seconds(3600)
                $0.timeouts.total = .seconds(3600)
                $0.timeouts.lowSpeed = Timeouts.LowSpeed(bytes: 500_000, in: .milliseconds(500))
            })
        #expect(error.code == .timedOut)
        try await isGone.pass()
    }

    @Test("14: a redirect to 127.0.0.1 that nobody allowed is not followed, and nothing is asked there")
    func privateRedirect() async throws {
        let target = try ScriptedServer { try $0.answer() }
        let server = try ScriptedServer { try $0.redirect(to: target.url().absoluteString) }
        let url = server.url()
        let error = try await failure(of: url) { $0.allowedHosts = [server.host] }
        #expect(error.code == .redirects)
        #expect(error.description.contains("is on a private network that is not listed under allow-hosts"))
        #expect(target.connectionCount == 0)
    }

    @Test("14: a megabyte of headers is given up, and the cap that was hit is named")
    func caps() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", (0..<1000).map { ("X-Padding-\($0)", String(repeating: "x", count: 1000)) })
        }
        let error = try await failure(of: server.url())
        #expect(error.code == .unreachable)
        #expect(error.detail == "its answer begins with more than 80 kB of headers")
    }
}
