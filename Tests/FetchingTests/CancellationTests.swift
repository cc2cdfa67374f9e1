import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Cancelling")
struct CancellationTests {
    @Test("a job cancelled before it runs asks for nothing")
    func beforeRun() async throws {
        let server = try ScriptedServer { try $0.answer(body: [1]) }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url("/list.pdf")), for: "test")
            job.cancel()
            #expect(job.state == .queued)
            let received = Received()
            let error = try await failure(of: job) { received.take($0) }
            #expect(error.code == .cancelled)
            #expect(error.description == "the fetch of \(server.url("/list.pdf")) was cancelled")
            #expect(received.count == 0)
            #expect(job.state == .failed(error))
        }
        #expect(server.requests.isEmpty)
    }

    @Test("a job cancelled while it waits for the head ends with its connection and hands nothing over", arguments: [false, true])
    func waitingForHead(byTask: Bool) async throws {
        let left = Gate()
        let server = try ScriptedServer { connection in
            defer { left.open() }
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            let received = Received()
            let task = Task { try await failure(of: job) { received.take($0) } }
            try await eventually("the request is there") { server.requests.count == 1 }
            #expect(job.state == .running)
            if byTask { task.cancel() } else { job.cancel() }
            #expect(try await task.value.code == .cancelled)
            #expect(received.count == 0)
            try await left.pass()
        }
    }

    @Test("a job cancelled while the body comes ends with its connection and hands nothing more over", arguments: [false, true])
    func streaming(byTask: Bool) async throws {
        let (first, left) = (Gate(), Gate())
        let server = try ScriptedServer { connection in
            defer { left.open() }
            try connection.sendHead()
            try connection.send("abc")
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            let received = Received()
            let task = Task {
                try await failure(of: job) { part in
                    received.take(part)
                    if case .body = part { first.open() }
                }
            }
            try await first.pass()
            if byTask { task.cancel() } else { job.cancel() }
            #expect(try await task.value.code == .cancelled)
            #expect(String(decoding: received.bytes, as: UTF8.self) == "abc")
            try await left.pass()
        }
    }

    @Test("nothing is handed over after cancel, however much has already come")
    func nothingAfterwards() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead()
            for _ in 0..<200 { try connection.send([UInt8](repeating: 7, count: 16 << 10)) }
        }
        try await withFetcher { fetcher in
            for _ in 0..<5 {
                let job = fetcher.job(Request(url: server.url()), for: "test")
                let received = Received()
                let error = try await failure(of: job) { part in
                    received.take(part)
                    if case .body = part { job.cancel() }
                }
                #expect(error.code == .cancelled)
                #expect(received.pieces.count == 1)
            }
        }
    }

    @Test("cancelling a job that is done does nothing")
    func afterTheEnd() async throws {
        let server = try ScriptedServer { try $0.answer(body: [1]) }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            _ = try await job.run { _ in }
            job.cancel()
            job.cancel()
            #expect(job.state == .done)
            #expect(job.progress.receivedBytes == 1)
        }
    }

    @Test("a job runs once, and asking for more does not disturb what it has done")
    func runsOnce() async throws {
        let server = try ScriptedServer { try $0.answer(body: [1]) }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            _ = try await job.run { _ in }
            let error = try await failure(of: job)
            #expect(error.code == .cancelled)
            #expect(job.state == .done)
        }
        #expect(server.requests.count == 1)
    }
}
