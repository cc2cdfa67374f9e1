import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Operating
import ServiceLifecycle
import Serving
import Synchronization
import TestSupport
import Testing

@testable import Web

/// Real connections over loopback, with limits that a test can wait for.
@Suite("Connections") struct ConnectionTests {
    private static func withServer(
        limit: Int = 100, share: Int? = nil, proxies: TrustedProxies = .nobody, bodies: Bodies? = nil,
        held: Int = 96 << 20, pieces: Pieces = Pieces(), pace: (inout ConnectionPace.Limits) -> Void = { _ in },
        _ body: @escaping @Sendable (_ port: Int, Connections) async throws -> Void
    ) async throws {
        var configuration = Connections.Configuration(limit: limit, share: share, proxies: proxies)
        pace(&configuration.pace)
        configuration.held = held
        let connections = Connections(configuration)
        let (router, port) = (Router(), House.Port())
        router.get("/") { _, _ in "hello" }
        router.get("/much") { _, _ in ByteBuffer(repeating: 0x78, count: 16 << 20) }
        router.get("/pieces") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<Pieces.all {
                        pieces.note()
                        try await writer.send(ByteBuffer(repeating: 0x78, count: Pieces.size))
                    }
                    try await writer.finish(nil)
                })
        }
        router.post("/") { request, _ in
            let count = try await request.body.collect(upTo: 1 << 20).readableBytes
            bodies?.withLock { $0.append(count) }
            return "\(count)"
        }
        let application = Application(
            router: router, server: HTTPServerBuilder { GuardedHTTP(http: HTTP1Channel(responder: $0), connections: connections) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { [port] in port.note($0.localAddress?.port ?? 0) })
        let services = ServiceGroup(configuration: .init(services: [application], logger: Logger(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            try await body(try await port.known(), connections)
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    /// How many pieces of an answer were made.
    private final class Pieces: Sendable {
        static let (all, size) = (400, 64 << 10)
        private let made = Mutex(0)
        var count: Int { made.withLock { $0 } }
        func note() { made.withLock { $0 += 1 } }
    }

    /// How long the bodies were that were taken for whole ones.
    private final class Bodies: Sendable {
        private let counts = Mutex<[Int]>([])
        var all: [Int] { counts.withLock { $0 } }
        func withLock(_ body: (inout [Int]) -> Void) { counts.withLock { body(&$0) } }
    }

    private static func ask(_ port: Int, _ request: String, buffer: Int32? = nil) throws -> Listener {
        let listener = try Listener(port: port, buffer: buffer)
        listener.send(Array(request.utf8))
        return listener
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("silence is closed, and a head or a body that is not finished is answered 408")
    func slow() async throws {
        let bodies = Bodies()
        try await Self.withServer(bodies: bodies) { pace in
            // What is sent at once has to arrive before a deadline is over.
            pace.head = .seconds(5)
            pace.silence = .seconds(5)
            pace.bodyGrace = .seconds(5)
        } _: { port, connections in
            let silent = try Listener(port: port)
            let head = try Self.ask(port, "GET / HTTP/1.1\r\nHost:")
            let body = try Self.ask(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            #expect(try await silent.untilClosed() == [])
            #expect(try await Self.text(head.untilClosed()).hasPrefix("HTTP/1.1 408 "))
            #expect(try await Self.text(body.untilClosed()).hasPrefix("HTTP/1.1 408 "))
            try await eventually("their places are free") { connections.count == 0 }
        }
        #expect(bodies.all == [], "a body that was broken off is none")
    }

    @Test("an answer that nobody takes is cut off, and one that is read is whole")
    func reading() async throws {
        try await Self.withServer { pace in
            // So long a reader may have no turn.
            pace.answerGrace = .seconds(5)
        } _: { port, connections in
            let request = "GET /much HTTP/1.1\r\nHost: a\r\n\r\n"
            let stuck = try Self.ask(port, request, buffer: 4096)
            try await eventually("it is connected") { connections.count == 1 }
            try await eventually("it is cut off") { connections.count == 0 }
            withExtendedLifetime(stuck) {}
            let reader = try Self.ask(port, request)
            var received = 0
            while received < 16 << 20 { received += try await reader.bytes("more") { !$0.isEmpty }.count }
            #expect(connections.count == 1)
        }
    }

    @Test("pieces of an answer are made when the client takes them, and nothing of them is ready for one that doesn’t read")
    func pieces() async throws {
        let pieces = Pieces()
        try await Self.withServer(pieces: pieces) { pace in
            // A busy machine may read slowly.
            pace.answerGrace = .seconds(3600)
        } _: { port, connections in
            let line = try Self.ask(port, "GET /pieces HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", buffer: 4096)
            try await eventually("it holds a piece") { connections.held > 0 }
            // A piece waits with us, and the kernel has one or two.
            #expect(connections.held <= 2 * Pieces.size)
            let first = try await line.text(until: "xxx").utf8.count
            #expect(connections.held <= 2 * Pieces.size)
            #expect(pieces.count < 12)
            // All of it comes once it is read.
            let rest = try await line.untilClosed().count
            #expect(first + rest >= Pieces.all * Pieces.size)
            #expect(pieces.count == Pieces.all)
            try await eventually("nothing is left") { connections.held == 0 }
        }
    }

    @Test("when answers that nobody takes are more than may be, the connection with most of them is closed, and others go on")
    func held() async throws {
        try await Self.withServer(proxies: .local, held: 20 << 20) { port, connections in
            let request = "GET /much HTTP/1.1\r\nHost: a\r\n\r\n"
            let small = try Self.ask(port, "GET /pieces HTTP/1.1\r\nHost: a\r\n\r\n", buffer: 4096)
            try await eventually("a piece is held") { connections.held > 0 }
            let first = try Self.ask(port, request, buffer: 4096)
            try await eventually("it is held") { connections.held > 12 << 20 }
            let second = try Self.ask(port, request, buffer: 4096)
            try await eventually("one of the large ones is gone") { connections.count == 2 && connections.held < 20 << 20 }
            #expect(connections.held > 12 << 20)
            _ = try await small.text(until: "xxx")
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test("a connection stays open from request to request, and for one that comes in pieces")
    func kept() async throws {
        try await Self.withServer { port, connections in
            let line = try Self.ask(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHo")
            _ = try await line.text(until: "hello")
            line.send(Array("st: a\r\n\r\n".utf8))
            _ = try await line.text(until: "hello")
            line.send(Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8))
            #expect(try await line.text(until: "\r\n\r\n3").hasPrefix("HTTP/1.1 200 OK"))
            #expect(connections.count == 1)
        }
    }

    @Test("an address that has its share is told to come later, in a whole answer")
    func share() async throws {
        try await Self.withServer(share: 2) { port, connections in
            let first = [try Listener(port: port), try Listener(port: port)]
            try await eventually("both are in") { connections.count == 2 }
            let third = try Listener(port: port)
            let answer = try await Self.text(third.untilClosed())
            #expect(answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\n"))
            #expect(answer.components(separatedBy: "\r\n\r\n").last?.utf8.count == 43)
            first[0].send(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            _ = try await first[0].text(until: "hello")
        }
        try await Self.withServer(share: 2, proxies: .local) { port, connections in
            let many = try (1...5).map { _ in try Listener(port: port) }
            try await eventually("a proxy has no share") { connections.count == 5 }
            withExtendedLifetime(many) {}
        }
    }

    @Test("a request that could be read in two ways is refused, and what follows it is not read")
    func refused() async throws {
        try await Self.withServer { port, _ in
            for (head, status) in [
                ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
                ("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
                ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
                ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc", 400),
                ("nonsense\r\n\r\n", 400),
            ] {
                let line = try Self.ask(port, head + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                let answer = try await Self.text(line.untilClosed())
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(head) → \(answer)")
                #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(head) → \(answer)")
            }
            // After a good one: first its answer, then the refusal.
            let line = try Self.ask(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n")
            let answer = try await Self.text(line.untilClosed())
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
            #expect(answer.contains("helloHTTP/1.1 400 "), "\(answer)")
        }
    }
}
