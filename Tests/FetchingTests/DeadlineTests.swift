import Fetching
import Foundation
import TestSupport
import Testing

/// The timeout under test is short, all others an hour, so a wrong one would exceed the test's time. If something must arrive before the
/// timeout, it is ten seconds.
@Suite("Deadlines")
struct DeadlineTests {
    private static func timeouts(firstByte: Duration = .seconds(3600), idle: Duration = .seconds(3600), total: Duration = .seconds(3600))
        -> Timeouts
    {
        var timeouts = Timeouts()
        timeouts.firstByte = firstByte
        timeouts.idle = idle
        timeouts.total = total
        return timeouts
    }

    @Test("a server that never answers is given up")
    func stallBeforeHead() async throws {
        let server = try ScriptedServer { try $0.stall() }
        let error = try await failure(of: server.url("/list.pdf"), request: { $0.timeouts = Self.timeouts(firstByte: .milliseconds(300)) })
        #expect(error.code == .timedOut)
        #expect(error.description == "\(server.url("/list.pdf")) did not answer within 0.3 seconds")
    }

    @Test("half a head is no answer")
    func stallInHead() async throws {
        let server = try ScriptedServer { connection in
            try connection.send("HTTP/1.1 200 OK\r\nContent-")
            try connection.stall()
        }
        let error = try await failure(of: server.url(), request: { $0.timeouts = Self.timeouts(firstByte: .milliseconds(200)) })
        #expect(error.code == .timedOut)
    }

    @Test("a body that stalls is given up however long the head was allowed to take")
    func stallInBody() async throws {
        let left = Gate()
        let server = try ScriptedServer { connection in
            defer { left.open() }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc")
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url(), timeouts: Self.timeouts(idle: .seconds(10))), for: "test")
            let error = try await failure(of: job)
            #expect(error.code == .timedOut)
            #expect(error.detail == "sent nothing for 10.0 seconds after 3 bytes")
            try await left.pass()
        }
    }

    @Test("a server that drips is given up when the whole takes too long")
    func dripping() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead()
            while true {
                try connection.send("x")
                usleep(20_000)
            }
        }
        let error = try await failure(of: server.url(), request: { $0.timeouts = Self.timeouts(total: .milliseconds(400)) })
        #expect(error.code == .timedOut)
        #expect(error.detail.hasPrefix("took longer than 0.4 seconds in all, after "))
    }

    @Test("a consumer that takes its time is not the server's fault")
    func slowConsumer() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array("abc".utf8)) }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url(), timeouts: Self.timeouts(idle: .seconds(10))), for: "test")
            _ = try await job.run { part in
                // Longer than `idle`, which is what is tested.
                if case .body = part { try await Task.sleep(for: .seconds(15)) }
            }
            #expect(job.state == .done)
        }
    }

    @Test("the whole takes too long also where the consumer is the one that is slow")
    func slowConsumerInAll() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array("abc".utf8)) }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url(), timeouts: Self.timeouts(total: .milliseconds(200))), for: "test")
            let error = try await failure(of: job) { _ in try await Task.sleep(for: .seconds(3600)) }
            #expect(error.code == .timedOut)
        }
    }

    @Test("a host that does not take the connection is out of reach")
    func silentPort() async throws {
        let port = try SilentPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port.port)/list.pdf"))
        let error = try await failure(of: url) {
            $0.connectTimeout = .milliseconds(300)
        } request: {
            $0.timeouts = Self.timeouts()
        }
        #expect(error.code == .unreachable)
        #expect(error.description == "could not reach \(url): no connection within the time allowed")
    }
}
