import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Fetching

@Suite("Shared fetches")
struct SharedFetchTests {
    @Test("equal requests at the same time are fetched once, and everyone has the answer")
    func joined() async throws {
        let gate = Gate()
        let server = try ScriptedServer { connection in
            try gate.block()
            try connection.answer(body: Array("photo".utf8))
        }
        try await withFetcher { fetcher in
            try await withThrowingTaskGroup(of: FetchedBody.self) { group in
                for number in 0..<20 { group.addTask { try await fetcher.body(Request(url: server.url("/7.jpg")), for: "row \(number)") } }
                try await eventually("all wait") { fetcher.shared.waiterCount == 20 }
                gate.open()
                for try await body in group {
                    #expect(body.bytes == Array("photo".utf8))
                    #expect(body.head.status == 200)
                }
            }
            #expect(fetcher.shared.count == 0)
        }
        #expect(server.requests.count == 1)
    }

    @Test("a fetch goes on while one of those who wait is left, and ends with the last")
    func leaving() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "10")])
            try connection.send("12345")
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let tasks = (0..<3).map { number in Task { try await fetcher.body(Request(url: server.url()), for: "\(number)") } }
            try await eventually("all wait, and the server was asked") { fetcher.shared.waiterCount == 3 && server.requests.count == 1 }
            tasks[0].cancel()
            tasks[1].cancel()
            for task in tasks[..<2] { await #expect(throws: CancellationError.self) { try await task.value } }
            #expect(fetcher.shared.count == 1)
            tasks[2].cancel()
            await #expect(throws: CancellationError.self) { try await tasks[2].value }
            #expect(fetcher.shared.count == 0)
        }
        #expect(server.requests.count == 1)
    }

    @Test("requests that differ in a header are not one")
    func different() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array(($0.request["Accept"].first ?? "").utf8)) }
        try await withFetcher { fetcher in
            async let xml = fetcher.body(Request(url: server.url(), headers: [("Accept", "text/xml")]), for: "a")
            async let json = fetcher.body(Request(url: server.url(), headers: [("Accept", "application/json")]), for: "b")
            let answers = try await [xml.bytes, json.bytes].map { String(decoding: $0, as: UTF8.self) }
            #expect(answers == ["text/xml", "application/json"])
        }
    }

    @Test("a failure reaches everyone who waits, and the next asks anew")
    func failed() async throws {
        let count = Mutex(0)
        let server = try ScriptedServer { connection in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { try connection.answer("500 Internal Server Error") } else { try connection.answer() }
        }
        try await withFetcher { fetcher in
            await #expect(throws: FetchError.self) { try await fetcher.body(Request(url: server.url()), for: "a") }
            let next = try await fetcher.body(Request(url: server.url()), for: "a")
            #expect(next.bytes.isEmpty)
        }
    }

    @Test("two thousand photos go over six connections at once, each fetched once, and those scrolled away are not fetched at all")
    func photos() async throws {
        let open = Mutex((now: 0, most: 0))
        let scrolling = Gate()
        let server = try ScriptedServer { connection in
            open.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            if connection.request.target.hasPrefix("/away") { try scrolling.block() }
            try connection.sendHead("200 OK", [("Content-Length", "5000")])
            try connection.send([UInt8](repeating: 7, count: 4_999))
            // Counted down before its last byte, after which the next request may start.
            open.withLock { $0.now -= 1 }
            try connection.send([7])
        }
        try await withFetcher { fetcher in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<4_000 {
                    group.addTask { try await fetcher.body(Request(url: server.url("/\(number / 2).jpg")), for: "list").bytes.count }
                }
                for try await count in group { #expect(count == 5_000) }
            }
            let asked = server.requests.count
            #expect(asked >= 2_000)
            #expect(Set(server.requests.map(\.target)).count == 2_000)
            let rows = (0..<500).map { number in
                Task { try await fetcher.body(Request(url: server.url("/away\(number).jpg")), for: "list") }
            }
            defer { scrolling.open() }
            try await eventually("six are on their way") { server.requests.count == asked + 6 && fetcher.waitingCount == 494 }
            let onTheWay = Set(server.requests.suffix(6).map(\.target))
            // Queued ones first, so that none of them is promoted.
            let last = rows.indices.filter { onTheWay.contains("/away\($0).jpg") }
            for index in rows.indices.filter({ !last.contains($0) }) + last {
                rows[index].cancel()
                _ = await rows[index].result
            }
            #expect(fetcher.waitingCount == 0)
            #expect(server.requests.count == asked + 6)
        }
        #expect(open.withLock { $0.most } <= 6)
    }
}
