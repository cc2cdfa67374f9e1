import Foundation
import TestSupport
import Testing

@testable import Fetching

/// Errors below HTTP are described in plain words with the failed address.
@Suite("Failures below HTTP")
struct FailureTests {
    @Test("a refused connection is told at once, and not after the time a connection may take")
    func refused() async throws {
        let closed = try ClosedPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(closed.port)/list.pdf"))
        // With a connect timeout of an hour, a test that ends hasn't waited for it.
        let error = try await failure(of: url) { $0.connectTimeout = .seconds(3600) }
        #expect(error.code == .unreachable)
        #expect(error.description == "could not reach \(url): connection refused")
    }

    @Test("a host that does not exist is out of reach, also where it is allowed by name", arguments: [false, true])
    func unknownHost(isAllowed: Bool) async throws {
        let host = "no-such-host.example"
        let url = try #require(URL(string: "http://\(host)/list.pdf"))
        let error = try await failure(of: url) {
            if isAllowed { $0.allowedHosts = [host] }
            // Longer than a name's label may be: the resolver fails without a query.
            $0.standIns = [host: String(repeating: "x", count: 64)]
        }
        #expect(error.code == .unreachable)
        #expect(error.description == "could not reach \(url): there is no such host")
    }

    @Test("a connection closed without an answer is told so")
    func closedWithoutAnswer() async throws {
        let server = try ScriptedServer { _ in }
        let error = try await failure(of: server.url())
        #expect(error.code == .unreachable)
        #expect(error.description == "could not reach \(server.url()): the connection was closed without an answer")
    }

    @Test("a connection reset before the answer is told so")
    func resetBeforeAnswer() async throws {
        let server = try ScriptedServer { $0.reset() }
        let error = try await failure(of: server.url())
        #expect(error.code == .unreachable)
        #expect(["the connection was reset", "the connection was closed without an answer"].contains(error.detail))
    }

    @Test(
        "what is not HTTP is told so",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "%PDF-1.7\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
            "\u{0}\u{1}\u{2}",
        ])
    func garbage(answer: String) async throws {
        let server = try ScriptedServer { try $0.send(answer) }
        let error = try await failure(of: server.url())
        #expect(error.code == .unreachable)
        #expect(error.detail == "what it answers is not HTTP")
    }

    @Test("an encrypted request to a port that speaks plainly is told so")
    func plainPort() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let url = try #require(URL(string: "https://\(server.host)/list.pdf"))
        let error = try await failure(of: url)
        #expect(error.code == .unreachable)
        #expect(error.description == "could not reach \(url): no secure connection could be agreed on")
    }

    @Test("a head without end is given up")
    func endlessHead() async throws {
        let server = try ScriptedServer { connection in
            try connection.send("HTTP/1.1 200 OK\r\n")
            while true { try connection.send("X-Padding: \(String(repeating: "x", count: 1000))\r\n") }
        }
        let error = try await failure(of: server.url())
        #expect(error.code == .unreachable)
        #expect(isInWords(error.description))
    }

    @Test("a header that is no header is an error and reaches nobody")
    func badHeader() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let error = try await failure(of: server.url(), request: { $0.headers = [("X-Key", "a\r\nX-Other: b")] })
        #expect(isInWords(error.description))
        #expect(server.requests.isEmpty)
    }

    @Test("after the fetcher has been shut down a job fails in words")
    func afterShutdown() async throws {
        let server = try ScriptedServer { try $0.answer() }
        let fetcher = Fetcher()
        try await fetcher.shutdown()
        _ = server
        let error = try await failure(of: fetcher.job(Request(url: try #require(URL(string: "http://192.0.2.1/"))), for: "test"))
        #expect(isInWords(error.description))
    }
}

@Suite("What errors say") struct ErrorTextTests {
    @Test("a password in an address is not repeated")
    func secrets() async throws {
        let fetcher = Fetcher()
        let url = try #require(URL(string: "ftp://me:secret@example.org/list.pdf?at=1@2"))
        let job = fetcher.job(Request(url: url), for: "test")
        let error = await #expect(throws: FetchError.self) { try await job.run { _ in } }
        #expect(error.map { "\($0)" }?.contains("secret") == false)
        #expect(error?.url == "ftp://…@example.org/list.pdf?…")
        try await fetcher.shutdown()
    }
}
