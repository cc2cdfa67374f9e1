import Broadcasting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Operating
import Records
import ServiceLifecycle
import TestSupport
import Testing

@testable import QueuePages
@testable import Serving
@testable import Web

@Suite("Following a queue")
struct QueueEventsTests {
    private static func plan(isPublic: Bool = true) -> QueuePlan {
        QueuePlan(name: "main", label: "Counter", zone: .gmt, isPublic: isPublic)
    }

    private static func state(next: Int, sequence: Int64, isPublic: Bool = true) -> QueueState {
        QueueState(plan: plan(isPublic: isPublic), next: next, waiting: next - 1, sequence: sequence)
    }

    /// The news after the number before `next` was taken.
    private static func news(next: Int, sequence: Int64, gone: [Int64] = []) -> QueueNews {
        QueueNews(
            queue: "main", sequence: sequence, state: state(next: next, sequence: sequence), gone: gone, back: [], joined: 1, called: [])
    }

    private struct Server: Sendable {
        let house: House
        let live: QueueFeeds
        let port: Int

        /// A connection on which this was requested.
        func ask(_ path: String, _ headers: [String] = [], method: String = "GET") throws -> Listener {
            let listener = try Listener(port: port)
            send(path, headers, method: method, on: listener)
            return listener
        }

        /// The text on a new connection up to and including `end`.
        func answer(_ path: String, _ headers: [String] = [], until end: String) async throws -> String {
            try await ask(path, headers).text(until: end)
        }

        func send(_ path: String, _ headers: [String] = [], method: String = "GET", on listener: Listener) {
            let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers
            listener.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        }
    }

    /// A running server, with a queue in which 4 is next, and a desk that only the test uses.
    private func withServer(
        isPublic: Bool = true, limit: Int = 100, operating: OperatorSettings = OperatorSettings(),
        _ body: @escaping @Sendable (Server) async throws -> Void
    ) async throws {
        let live = QueueFeeds(try .quiet(limit: limit))
        try live.open(Self.state(next: 4, sequence: 3, isPublic: isPublic), listening: ("127.0.0.1", 0))
        try await withHouse(try Source(), operating: operating, live: live) { house in
            let services = ServiceGroup(configuration: .init(services: [house.web, live.broadcaster], logger: Logger(label: "test")))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await services.run() }
                try await body(Server(house: house, live: live, port: try await house.port.known()))
                await services.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
    }

    private static let first = #"data: {"next":4,"waiting":3,"state":"open","late":false,"counters":0,"edition":0,"calls":[]}"# + "\n\n"

    @Test("a follower is told the queue as it is, then all that happens, on a connection that HTTP has let go")
    func follow() async throws {
        try await withServer { server in
            let page = try server.ask("/live/queue/main")
            let opening = try await page.text(until: "}\n\n")
            let parts = opening.components(separatedBy: "\r\n\r\n")
            #expect(parts[0].hasPrefix("HTTP/1.1 200 OK\r\n"))
            let head = parts[0].lowercased()
            for line in [
                "content-type: text/event-stream", "cache-control: no-store", "x-accel-buffering: no", "connection: close",
                "server: tidings",
                "x-content-type-options: nosniff", "content-security-policy: default-src 'none';",
            ] { #expect(head.contains("\r\n\(line)")) }
            #expect(!head.contains("transfer-encoding"))
            #expect(!head.contains("content-length"))
            #expect(parts[1].hasSuffix("-3\n" + Self.first))
            server.live.publish(Self.news(next: 5, sequence: 4, gone: [1 << 20]))
            let event = try await page.text(until: "}\n\n")
            let data =
                #"{"next":5,"waiting":4,"state":"open","late":false,"counters":0,"edition":0,"calls":[],"gone":[1048576],"back":[],"joined":1}"#
            #expect(event.hasSuffix("-4\ndata: \(data)\n\n"))
            try await eventually("it is counted") { server.live.broadcaster.eventFigures.delivered == 1 }
            // Without a name, the address means the first queue.
            let unnamed = try server.ask("/live/queue")
            #expect(try await unnamed.text(until: "}\n\n").contains(#""next":5"#))
        }
    }

    @Test("a connection that has carried other requests is handed over too")
    func reusedConnection() async throws {
        try await withServer { server in
            let connection = try server.ask("/healthz")
            _ = try await connection.text(until: "}\n")
            server.send("/live/queue", on: connection)
            #expect(try await connection.text(until: "}\n\n").contains("\r\nConnection: close\r\n"))
            server.live.publish(Self.news(next: 5, sequence: 4))
            #expect(try await connection.text(until: "}\n\n").contains(#""next":5"#))
        }
    }

    @Test("who has lost the line is told what was missed and nothing else, from the header or the address")
    func replay() async throws {
        try await withServer { server in
            let page = try server.ask("/live/queue")
            let opening = try await page.text(until: "}\n\n")
            let id = try #require(opening.components(separatedBy: "\r\n\r\n")[1].split(separator: "\n").first).dropFirst(4)
            for number in Int64(4)...6 { server.live.publish(Self.news(next: Int(number) + 1, sequence: number)) }
            for request in [("/live/queue", ["Last-Event-ID: \(id)"]), ("/live/queue?after=\(id)", [])] {
                let again = try server.ask(request.0, request.1)
                let text = try await again.text(until: "\"next\":7,")
                #expect(text.components(separatedBy: "data: ").count == 4)
                #expect(!text.contains("reset"))
                #expect(text.contains("\"next\":5,"))
            }
            let stranger = try server.ask("/live/queue", ["Last-Event-ID: long-ago-1"])
            let text = try await stranger.text(until: "}\n\n")
            #expect(text.contains("event: reset\nid: "))
            #expect(text.contains("\"next\":7,"))
            #expect(!text.contains("joined"))
        }
    }

    /// The number of open connections to a port of this machine, counted at the port's end: held by a descriptor, in any state.
    private static func openConnections(to port: Int) throws -> Int {
        let end = ":" + String(format: "%04X", port)
        // Page by page, unlike `String(contentsOfFile:)`, which takes the first for the whole.
        let table = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/net/tcp")).readToEnd() ?? Data()
        return String(decoding: table, as: UTF8.self).split(separator: "\n").dropFirst().count { line in
            // The number, our end, the other end, the state (0A: listening), six more, the inode; 0 once no descriptor holds it.
            let fields = line.split(separator: " ")
            return fields[1].hasSuffix(end) && fields[3] != "0A" && fields[9] != "0"
        }
    }

    @Test("no descriptor and no task is left behind by a hundred that come and go")
    func noLeak() async throws {
        try await withServer { server in
            func visit(_ count: Int) async throws {
                var pages: [Listener] = []
                for _ in 0..<count { pages.append(try server.ask("/live/queue")) }
                for page in pages { _ = try await page.text(until: "}\n\n") }
                try await eventually("all are handed over") { server.live.broadcaster.eventFigures.subscribers == count }
                // Lines of the table move while it is read.
                try await eventually("all are seen") { try Self.openConnections(to: server.port) == count }
                pages = []
                try await eventually("all are gone") { server.live.broadcaster.eventFigures.subscribers == 0 }
                try await eventually("the descriptors are closed") { try Self.openConnections(to: server.port) == 0 }
            }
            try await visit(3)
            try await visit(50)
            try await visit(50)
        }
    }

    @Test("HEAD is answered with the head alone, and the connection stays")
    func head() async throws {
        try await withServer { server in
            let connection = try server.ask("/live/queue", method: "HEAD")
            let text = try await connection.text(until: "\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 200 OK"))
            #expect(text.lowercased().contains("content-type: text/event-stream"))
            #expect(!text.contains("data: "))
            server.send("/healthz", on: connection)
            _ = try await connection.text(until: "}\n")
            #expect(server.live.broadcaster.eventFigures.subscribers == 0)
        }
    }

    @Test("it is counted as an answer of its route, and so are those who follow")
    func figures() async throws {
        try await withServer { server in
            let page = try server.ask("/live/queue/main")
            _ = try await page.text(until: "}\n\n")
            try await eventually("it is counted") { server.live.broadcaster.eventFigures.subscribers == 1 }
            let metrics = try server.ask("/metrics", ["Connection: close"])
            let text = String(decoding: try await metrics.untilClosed(), as: UTF8.self)
            #expect(text.contains(#"tidings_http_requests_total{route="/live/queue/{queue}",status="2xx"} 1"#))
            #expect(text.contains(#"tidings_broadcast_subscribers{kind="events"} 1"#))
            #expect(text.contains(#"tidings_broadcast_subscribers{kind="words"} 0"#))
        }
    }

    @Test("the raw feed of the queue tells the same number")
    func words() async throws {
        try await withServer { server in
            let board = try Listener(port: try #require(server.live.port(of: "main")))
            #expect(try await board.words(1) == [4])
            server.live.publish(Self.news(next: 5, sequence: 4))
            #expect(try await board.words(1) == [5])
            server.live.publish(Self.news(next: Int(Int32.max), sequence: 5))
            #expect(try await board.words(1) == [.max])
        }
    }

    @Test("a queue of a board that is not public is for those who have logged in, and one that is not there for nobody")
    func access() async throws {
        try await withServer(isPublic: false) { server in
            #expect(try await server.answer("/live/queue", until: "\r\n\r\n").hasPrefix("HTTP/1.1 401"))
            let cookie = try #require(try await server.house.login()[.cookie])
            #expect(try await server.answer("/live/queue", ["Cookie: \(cookie)"], until: "}\n\n").contains("\"next\":4"))
            #expect(try await server.answer("/live/queue/none", ["Cookie: \(cookie)"], until: "\r\n\r\n").hasPrefix("HTTP/1.1 404"))
        }
    }

    @Test("when as many follow as may, another is told when to come again")
    func full() async throws {
        try await withServer(limit: 1) { server in
            let first = try server.ask("/live/queue")
            _ = try await first.text(until: "}\n\n")
            let text = try await server.answer("/live/queue", until: "\r\n\r\n")
            #expect(text.hasPrefix("HTTP/1.1 503"))
            #expect(text.lowercased().contains("retry-after: 30"))
        }
    }

    @Test("below a base path it is the same")
    func basePath() async throws {
        try await withServer(operating: OperatorSettings(basePath: "/tidings")) { server in
            let text = try await server.answer("/tidings/live/queue", until: "}\n\n")
            #expect(text.contains("\"next\":4"))
        }
    }

    @Test("the end of the server closes what was handed over")
    func end() async throws {
        let pages = Pages()
        try await withServer { server in
            let page = try server.ask("/live/queue")
            _ = try await page.text(until: "}\n\n")
            await pages.add(page)
        }
        for page in await pages.all { try await page.untilClosed() }
    }

    private actor Pages {
        private(set) var all: [Listener] = []
        func add(_ page: Listener) { all.append(page) }
    }

    @Test("without a connection of its own the answer is a plain stream")
    func inMemory() async throws {
        let live = QueueFeeds(try .quiet(limit: 10))
        try live.open(Self.state(next: 4, sequence: 3))
        try await withHouse(try Source(), live: live) { house in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await live.broadcaster.run() }
                async let answer = house.client { try await $0.get("/live/queue") }
                try await eventually("somebody follows") { live.feed("main")?.events.hasStreams == true }
                live.publish(Self.news(next: 5, sequence: 4))
                // The end of the server ends the stream.
                group.cancelAll()
                let text = try await answer.text
                #expect(text.contains(Self.first))
                #expect(text.contains("\"next\":5"))
                try await group.waitForAll()
            }
        }
    }

    @Test("what a page is told of calls and places is no more than it needs")
    func event() {
        let calls = (1...6).map {
            QueueState.Call(label: "A\($0)", number: $0, counter: "\"2\"", at: Timestamp(milliseconds: 0), count: $0)
        }
        let state = QueueState(
            plan: Self.plan(), opening: .paused, next: 42, waiting: 7, calls: calls, isLate: true, sequence: 9)
        let many = QueueNews(queue: "main", sequence: 9, state: state, gone: Array(1...51), back: [2], joined: 0, called: [])
        let line =
            #"{"next":42,"waiting":7,"state":"paused","late":true,"counters":0,"edition":0,"calls":[["A1","\"2\"",1],["A2","\"2\"",2],["A3","\"2\"",3],["A4","\"2\"",4]]"#
        #expect(LiveQueue.state(state) == line + "}")
        #expect(LiveQueue.event(many) == line + #","again":true,"joined":0}"#)
        let few = QueueNews(queue: "main", sequence: 9, state: state, gone: [1, 2], back: [3], joined: 0, called: [])
        #expect(LiveQueue.event(few) == line + #","gone":[1,2],"back":[3],"joined":0}"#)
    }
}
