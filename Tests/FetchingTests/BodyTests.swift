import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Bodies")
struct BodyTests {
    @Test("a body in pieces arrives whole and in order, and the job says how far it is")
    func pieces() async throws {
        let gates = [Gate(), Gate()]
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "10"), ("X-Kind", "list")])
            try connection.send("abc")
            try gates[0].block()
            try connection.send("defg")
            try gates[1].block()
            try connection.send("hij")
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url("/list.pdf?year=2012")), for: "test")
            let received = Received()
            #expect(job.state == .queued)
            let head = try await job.run { part in
                received.take(part)
                let progress = job.progress
                #expect(progress.expectedBytes == 10)
                #expect(progress.receivedBytes == received.bytes.count)
                #expect(job.state == .running)
                switch received.bytes.count {
                case 3: gates[0].open()
                case 7: gates[1].open()
                default: break
                }
            }
            #expect(String(decoding: received.bytes, as: UTF8.self) == "abcdefghij")
            #expect(received.heads.count == 1)
            #expect(received.pieces.count >= 3)
            #expect(head.status == 200)
            #expect(head["x-kind"] == "list")
            #expect(head.expectedBytes == 10)
            #expect(head.url == server.url("/list.pdf?year=2012"))
            #expect(job.state == .done)
            #expect(job.progress.receivedBytes == 10)
        }
        #expect(server.requests.map(\.method) == ["GET"])
        #expect(server.requests.map(\.target) == ["/list.pdf?year=2012"])
    }

    @Test("without a Content-Length nobody knows the length, and the body is whole when the connection is closed")
    func closeDelimited() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead()
            try connection.send("abc")
            try connection.send("def")
        }
        let (text, progress) = try await fetched(server)
        #expect(text == "abcdef")
        #expect(progress.expectedBytes == nil)
        #expect(progress.receivedBytes == 6)
    }

    @Test("a chunked body arrives without its chunks, cut in the middle of one or not")
    func chunked() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Transfer-Encoding", "chunked")])
            try connection.send("3\r\nab")
            try connection.send("c\r\n3;note=1\r\ndef\r\n0\r\n\r\n")
        }
        let (text, progress) = try await fetched(server)
        #expect(text == "abcdef")
        #expect(progress.expectedBytes == nil)
    }

    @Test("an empty body is whole, and no piece of it is handed over")
    func empty() async throws {
        let server = try ScriptedServer { try $0.answer() }
        try await withFetcher { fetcher in
            let received = Received()
            _ = try await fetcher.job(Request(url: server.url()), for: "test").run { received.take($0) }
            #expect(received.heads.count == 1)
            #expect(received.pieces.isEmpty)
        }
    }

    @Test("a request says who we are and that it wants the bytes as they are")
    func ownHeaders() async throws {
        let server = try ScriptedServer { try $0.answer() }
        try await withFetcher {
            $0.userAgent = "Tidings/9 (operator@example.org)"
        } _: { fetcher in
            _ = try await fetcher.job(Request(url: server.url(), headers: [("X-Key", "1"), ("X-Key", "2")]), for: "test").run { _ in }
        }
        let request = try #require(server.requests.first)
        #expect(request["User-Agent"] == ["Tidings/9 (operator@example.org)"])
        #expect(request["Accept-Encoding"] == ["gzip, deflate"])
        #expect(request["X-Key"] == ["1", "2"])
        #expect(request["Host"] == [server.host])
    }

    @Test("a content coding that was not asked for is refused, because the bytes would not be the document")
    func contentEncoding() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK", [("Content-Encoding", "br")], body: [0x1F, 0x8B]) }
        let error = try await failure(of: server.url())
        #expect(error.code == .status(200))
        #expect(error.description == "\(server.url()) answered in the content coding 'br', which was not asked for")
    }

    // MARK: Cut short

    @Test("a connection that drops before the announced length is a truncation that names both numbers", arguments: [false, true])
    func dropped(withReset: Bool) async throws {
        let gate = Gate()
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "1000")])
            try connection.send([UInt8](repeating: 1, count: 400))
            guard withReset else { return }
            try gate.block()
            connection.reset()
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url("/list.pdf")), for: "test")
            let received = Received()
            let error = try await failure(of: job) { part in
                received.take(part)
                if received.bytes.count == 400 { gate.open() }
            }
            #expect(error.code == .truncated)
            #expect(error.description == "\(server.url("/list.pdf")) broke off after 400 of 1000 bytes")
            #expect(received.bytes.count == 400)
            #expect(job.state == .failed(error))
        }
    }

    @Test("a chunked body without its last chunk is a truncation", arguments: ["5\r\nabcde\r\n", "5\r\nabc"])
    func chunkedCutShort(body: String) async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Transfer-Encoding", "chunked")])
            try connection.send(body)
        }
        let error = try await failure(of: server.url())
        #expect(error.code == .truncated)
        #expect(error.detail == "broke off after \(body == "5\r\nabc" ? 3 : 5) bytes")
    }

    // MARK: Too large

    @Test("an announced length over the limit is refused before a byte of the body is handed over")
    func announcedTooLarge() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "101")])
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let received = Received()
            let error = try await failure(of: fetcher.job(Request(url: server.url(), bodyLimit: 100), for: "test")) { received.take($0) }
            #expect(error.code == .tooLarge)
            #expect(error.detail == "announces 101 bytes; 100 are allowed")
            #expect(received.count == 0)
        }
    }

    @Test("a body that grows over the limit without having said so ends there, and so does the connection")
    func growsTooLarge() async throws {
        let left = Gate()
        let server = try ScriptedServer { connection in
            defer { left.open() }
            try connection.sendHead()
            while true { try connection.send([UInt8](repeating: 7, count: 8 << 10)) }
        }
        try await withFetcher { fetcher in
            let received = Received()
            let error = try await failure(of: fetcher.job(Request(url: server.url(), bodyLimit: 100_000), for: "test")) {
                received.take($0)
            }
            #expect(error.code == .tooLarge)
            #expect(error.description == "\(server.url()) sends more than the 100000 bytes that are allowed")
            #expect(received.bytes.count <= 100_000)
            try await left.pass()
        }
    }

    @Test("a body of exactly the limit is not too large")
    func exactlyTheLimit() async throws {
        let server = try ScriptedServer { try $0.answer(body: [UInt8](repeating: 7, count: 100)) }
        try await withFetcher { fetcher in
            _ = try await fetcher.job(Request(url: server.url(), bodyLimit: 100), for: "test").run { _ in }
        }
    }

    // MARK: Slow and failing consumers

    @Test("while the consumer is busy the server cannot push the body at us, and afterwards it comes whole")
    func backpressure() async throws {
        let size = 64 << 20
        let heldBack = Gate()
        let server = try ScriptedServer { connection in
            try connection.sendHead("200 OK", [("Content-Length", "\(size)")])
            let body = [UInt8](repeating: 7, count: size)
            let taken = try connection.sendUntilHeldBack(body)
            if taken < size { heldBack.open() }
            try connection.send(Array(body[taken...]))
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            _ = try await job.run { part in
                if case .body = part, !heldBack.isOpen { try await heldBack.pass() }
            }
            #expect(job.progress.receivedBytes == size)
        }
    }

    @Test("what the consumer throws ends the job and the connection, and comes out as it was")
    func throwingConsumer() async throws {
        struct Enough: Error {}
        let left = Gate()
        let server = try ScriptedServer { connection in
            defer { left.open() }
            try connection.sendHead("200 OK", [("Content-Length", "1000")])
            try connection.send("abc")
            try connection.stall()
        }
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            let received = Received()
            await #expect(throws: Enough.self) {
                _ = try await job.run { part in
                    received.take(part)
                    if case .body = part { throw Enough() }
                }
            }
            #expect(received.pieces.count == 1)
            guard case .failed = job.state else {
                Issue.record("the job is \(job.state)")
                return
            }
            try await left.pass()
        }
    }

    private func fetched(_ server: ScriptedServer) async throws -> (text: String, progress: JobProgress) {
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url()), for: "test")
            let received = Received()
            _ = try await job.run { received.take($0) }
            return (String(decoding: received.bytes, as: UTF8.self), job.progress)
        }
    }
}
