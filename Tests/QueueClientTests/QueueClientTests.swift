import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import QueueClient

@Suite("The client of a queue's feed")
struct QueueClientTests {
    /// Serves each connection with the test's answer, by its number from 0 on.
    private func withFeed(
        _ serve: @escaping @Sendable (any Channel, Int) -> Void, _ body: (Int) async throws -> Void
    ) async throws {
        let count = Counter()
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.addHandler(Server(number: count.next(), serve: serve))
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(server.localAddress?.port ?? 0) } catch {
            try? await server.close()
            throw error
        }
        try await server.close()
    }

    private final class Server: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        private let number: Int
        private let serve: @Sendable (any Channel, Int) -> Void

        init(number: Int, serve: @escaping @Sendable (any Channel, Int) -> Void) {
            self.number = number
            self.serve = serve
        }

        func channelActive(context: ChannelHandlerContext) { serve(context.channel, number) }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
    }

    private static func send(_ bytes: [UInt8], to channel: any Channel) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    private func numbers(_ client: QueueClient, atMost limit: Int = .max) async -> (numbers: [Int32], error: QueueClientError?) {
        var numbers: [Int32] = []
        do {
            for try await number in client.numbers() {
                numbers.append(number)
                if numbers.count == limit { break }
            }
            return (numbers, nil)
        } catch {
            return (numbers, error as? QueueClientError)
        }
    }

    @Test("numbers come however they are cut, repeats are no news, and an end is a loss")
    func numbers() async throws {
        try await withFeed({ channel, _ in
            Self.send([0, 0, 0, 1, 0, 0], to: channel)
            Self.send([0, 2, 0, 0, 0, 2, 0, 0, 0, 3], to: channel)
            channel.close(promise: nil)
        }) { port in
            let (numbers, error) = await numbers(QueueClient(host: "127.0.0.1", port: port))
            #expect(numbers == [1, 2, 3])
            #expect(error?.code == .closed)
            #expect(error?.wasConnected == true)
        }
    }

    @Test("an end in the middle of a number is a loss of its own")
    func cut() async throws {
        try await withFeed({ channel, _ in
            Self.send([0, 0, 0, 1, 0, 0], to: channel)
            channel.close(promise: nil)
        }) { port in
            let (numbers, error) = await numbers(QueueClient(host: "127.0.0.1", port: port))
            #expect(numbers == [1])
            #expect(error?.code == .cut)
        }
    }

    @Test("a silence is a loss")
    func silence() async throws {
        try await withFeed({ channel, _ in Self.send([0, 0, 0, 1], to: channel) }) { port in
            var client = QueueClient(host: "127.0.0.1", port: port)
            // It runs from the connection on, and the number has to come before it is over.
            client.silence = .seconds(5)
            let (numbers, error) = await numbers(client)
            #expect(numbers == [1])
            #expect(error?.code == .silent)
        }
    }

    @Test("where nobody listens, the attempt has failed and nothing was lost")
    func refused() async throws {
        let nobody = try ClosedPort()
        let error = await numbers(QueueClient(host: "127.0.0.1", port: nobody.port)).error
        #expect(error?.code == .refused)
        #expect(error?.wasConnected == false)
    }

    @Test("where nobody answers, the attempt takes as long as it may and no longer")
    func timedOut() async throws {
        let silent = try SilentPort()
        var client = QueueClient(host: "127.0.0.1", port: silent.port)
        client.connectTimeout = .milliseconds(100)
        let error = await numbers(client).error
        #expect(error?.code == .timedOut)
        #expect(error?.wasConnected == false)
    }

    @Test("a name that nobody has is no connection that was lost")
    func unknownHost() async {
        // Its first part is longer than any part of a name may be: the resolver knows that without asking anyone.
        let error = await numbers(QueueClient(host: "\(String(repeating: "x", count: 64)).invalid", port: 7201)).error
        #expect(error?.code == .unknownHost)
        #expect(error?.wasConnected == false)
    }

    @Test("asked to, it connects again after a loss and after a failed attempt, and says the number again")
    func reconnection() async throws {
        try await withFeed({ channel, number in
            Self.send([0, 0, 0, 7], to: channel)
            Self.send([0, 0, 0, UInt8(truncatingIfNeeded: 10 + number)], to: channel)
            channel.close(promise: nil)
        }) { port in
            let reconnection = QueueClient.Reconnection(first: .milliseconds(1), longest: .milliseconds(5))
            let (numbers, _) = await numbers(QueueClient(host: "127.0.0.1", port: port, reconnection: reconnection), atMost: 6)
            #expect(numbers == [7, 10, 7, 11, 7, 12])
        }
    }

    @Test("an address is a host, and a port if it has one")
    func addresses() {
        let read = [
            "queue.example:7202", "queue.example", "10.0.0.1:1", "[::1]:7203", "[::1]", "::1", "", ":7201", "a:", "a:0", "a:65536", "[::1",
            "[::1]7201", "a:b",
        ].map { QueueClient($0).map { "\($0.host) \($0.port)" } ?? "-" }
        #expect(
            read == [
                "queue.example 7202", "queue.example 7201", "10.0.0.1 1", "::1 7203", "::1 7201", "::1 7201", "-", "-", "-", "-", "-", "-",
                "-",
                "-",
            ])
    }
}
