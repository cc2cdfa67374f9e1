import Foundation
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Fetching

/// Uses loopback servers that send without a request.
@Suite("A stream over TCP") struct TCPStreamTests {
    private func url(_ server: ScriptedServer) throws -> URL { try #require(URL(string: "tcp://\(server.host)")) }

    private static func request(_ url: URL) -> Request {
        var request = Request(url: url)
        request.readsStream = true
        return request
    }

    @Test("who doesn't ask for a stream gets none, like the webhook that a member names")
    func notAsked() async throws {
        let server = try ScriptedServer(isAsked: false) { try $0.send([1]) }
        let error = try await failure(of: try url(server))
        #expect(error.code == .refused)
        #expect(server.connectionCount == 0)
    }

    @Test("bytes are handed over as they come, and an end is an error that keeps them")
    func pieces() async throws {
        let server = try ScriptedServer(isAsked: false) { connection in
            try connection.send([1, 2, 3])
            try connection.send([4])
        }
        let received = Received()
        let error = try await withFetcher { fetcher in
            try await failure(of: fetcher.job(Self.request(try url(server)), for: "test")) { received.take($0) }
        }
        #expect(received.heads.count == 1)
        #expect(received.bytes == [1, 2, 3, 4])
        #expect(error.code == .truncated)
        #expect(error.description == "tcp://\(server.host) closed the connection after 4 bytes")
    }

    @Test("a private address is refused unless the operator lists it, and nothing is connected to")
    func refused() async throws {
        let server = try ScriptedServer(isAsked: false) { try $0.send([1]) }
        let port = server.port
        // Our own port must be listed with its number.
        for isListed in [false, true] {
            let error = try await failure(
                of: try url(server),
                { configuration in
                    configuration.allowedHosts = isListed ? ["127.0.0.1"] : []
                    configuration.ownPorts = OwnPorts(isListed ? [port] : [])
                }, request: { $0.readsStream = true })
            #expect(error.code == .refused)
            #expect(error.detail.hasPrefix("is on a private network or this server itself"))
        }
        #expect(server.connectionCount == 0)
    }

    @Test("a name that is public when looked at and private when connected to is refused before anything is connected to")
    func rebinding() async throws {
        let server = try ScriptedServer(isAsked: false) { try $0.send([1]) }
        let asked = Mutex(0)
        let addresses = AddressGuard(allowedHosts: []) { _ in
            let isFirst = asked.withLock { count in
                defer { count += 1 }
                return count == 0
            }
            return [try SocketAddress(ipAddress: isFirst ? "93.184.216.34" : "127.0.0.1", port: 0)]
        }
        let fetcher = Fetcher(.loopback, addresses)
        let url = try #require(URL(string: "tcp://numbers.test:\(server.port)"))
        let error = try await failure(of: fetcher.job(Self.request(url), for: "test"))
        try await fetcher.shutdown()
        #expect(error.code == .refused)
        #expect(server.connectionCount == 0)
    }

    @Test("a name of several addresses is refused if one of them is private")
    func oneOfSeveral() async throws {
        let addresses = AddressGuard(allowedHosts: []) { _ in
            [try SocketAddress(ipAddress: "93.184.216.34", port: 0), try SocketAddress(ipAddress: "10.0.0.1", port: 0)]
        }
        let url = try #require(URL(string: "tcp://numbers.test:7201"))
        await #expect(throws: FetchError.self) { try await addresses.destinations(of: url) }
    }

    @Test("a connection without a byte, and one that falls silent, are given up")
    func silence() async throws {
        let mute = try ScriptedServer(isAsked: false) { try $0.stall() }
        let error = try await failure(of: try url(mute), request: { ($0.timeouts.firstByte, $0.readsStream) = (.milliseconds(300), true) })
        #expect(error.description == "tcp://\(mute.host) did not answer within 0.3 seconds")
        let silent = try ScriptedServer(isAsked: false) { connection in
            try connection.send([0])
            try connection.stall()
        }
        let later = try await failure(of: try url(silent), request: { ($0.timeouts.idle, $0.readsStream) = (.seconds(10), true) })
        #expect(later.description == "tcp://\(silent.host) sent nothing for 10.0 seconds after 1 bytes")
    }

    @Test("nobody there, a reset and an end without a byte say so in words")
    func failures() async throws {
        let closed = try ClosedPort()
        let dead = closed.port
        let error = try await failure(of: try #require(URL(string: "tcp://127.0.0.1:\(dead)")), request: { $0.readsStream = true })
        #expect(error.description == "could not reach tcp://127.0.0.1:\(dead): connection refused")
        let hasty = try ScriptedServer(isAsked: false) { _ in }
        let end = try await failure(of: try url(hasty), request: { $0.readsStream = true })
        #expect(end.code == .unreachable)
        #expect(isInWords(end.detail))
        let fallen = try ScriptedServer(isAsked: false) { connection in
            try connection.send([1])
            connection.reset()
        }
        let reset = try await failure(of: try url(fallen), request: { $0.readsStream = true })
        #expect(isInWords(reset.detail), "\(reset.detail)")
    }

    @Test("a sender waits while nobody takes what it has sent")
    func backPressure() async throws {
        let sent = Mutex(0)
        let gate = Gate()
        let server = try ScriptedServer(isAsked: false) { connection in
            let count = try connection.sendUntilHeldBack([UInt8](repeating: 7, count: 64 << 20))
            sent.withLock { $0 = count }
            gate.open()
        }
        let received = Mutex(0)
        _ = try await withFetcher { fetcher in
            try await failure(of: fetcher.job(Self.request(try url(server)), for: "test")) { part in
                guard case .body(let bytes) = part else { return }
                received.withLock { $0 += bytes.count }
                try await gate.pass()
            }
        }
        #expect(sent.withLock { $0 } < 64 << 20)
    }

    @Test("cancelling ends it at once, and the connection too")
    func cancelled() async throws {
        let left = Gate()
        let server = try ScriptedServer(isAsked: false) { connection in
            defer { left.open() }
            try connection.send([1])
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Self.request(try url(server)), for: "test")
            let error = try await failure(of: job) { if case .body = $0 { job.cancel() } }
            #expect(error.code == .cancelled)
            try await left.pass()
        }
    }

    @Test(
        "host and port, and nothing else, are an address",
        arguments: [
            ("queue.lan:7201", "tcp://queue.lan:7201"), ("tcp://[::1]:80", "tcp://[::1]:80"), ("queue.lan", nil), ("queue.lan:0", nil),
            ("queue.lan:70000", nil), ("tcp://a@queue.lan:7201", nil), ("queue.lan:7201/x", nil), ("http://queue.lan:7201", nil),
            ("queue.lan:7201?x", nil), (":7201", nil),
        ])
    func addresses(written: String, url: String?) { #expect(TCPStream.address(written)?.absoluteString == url) }
}
