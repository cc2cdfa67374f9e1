import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Conditional requests")
struct ConditionalTests {
    private let date = "Wed, 07 Mar 2012 10:00:00 GMT"

    @Test("the validators of last time are sent exactly as the server wrote them")
    func sent() async throws {
        let server = try ScriptedServer { try $0.answer() }
        try await withFetcher { fetcher in
            for (etag, modified) in [("W/\"a,b\"", date), ("\"x\"", nil), (nil, date)] as [(String?, String?)] {
                let request = Request(url: server.url(), validators: Validators(etag: etag, lastModified: modified))
                _ = try await fetcher.job(request, for: "test").run { _ in }
            }
            _ = try await fetcher.job(Request(url: server.url(), validators: Validators(etag: nil, lastModified: nil)), for: "test").run {
                _ in
            }
        }
        #expect(server.requests.map { $0["If-None-Match"] } == [["W/\"a,b\""], ["\"x\""], [], []])
        #expect(server.requests.map { $0["If-Modified-Since"] } == [[date], [], [date], []])
    }

    @Test("an answer brings its own validators for next time")
    func fresh() async throws {
        let server = try ScriptedServer {
            try $0.answer("200 OK", [("ETag", "\"two\""), ("last-modified", "Thu, 08 Mar 2012 10:00:00 GMT")])
        }
        let (head, _, _) = try await fetched(server, Validators(etag: "\"one\"", lastModified: nil))
        #expect(head.validators == Validators(etag: "\"two\"", lastModified: "Thu, 08 Mar 2012 10:00:00 GMT"))
    }

    @Test("an answer without validators brings none")
    func without() async throws {
        let server = try ScriptedServer { try $0.answer() }
        #expect(try await fetched(server, nil).head.validators == nil)
    }

    @Test("a 304 has the newest validators, no body, and no length however much it announces")
    func notModified() async throws {
        let server = try ScriptedServer { connection in
            try connection.sendHead("304 Not Modified", [("ETag", "\"one-b\""), ("Content-Length", "5000")])
        }
        let (head, received, progress) = try await fetched(server, Validators(etag: "\"one\"", lastModified: date))
        #expect(head.status == 304)
        #expect(head.validators == Validators(etag: "\"one-b\"", lastModified: nil))
        #expect(head.expectedBytes == nil)
        #expect(received.heads.count == 1)
        #expect(received.pieces.isEmpty)
        #expect(progress == JobProgress())
    }

    @Test("a 304 that nobody asked for is an error, because there is nothing to go on with")
    func unasked() async throws {
        let server = try ScriptedServer { try $0.sendHead("304 Not Modified") }
        let error = try await failure(of: server.url("/list.pdf"))
        #expect(error.code == .status(304))
        #expect(error.description == "\(server.url("/list.pdf")) answered 304 Not Modified, although nothing was said to be known")
    }

    @Test(
        "any other status is an error that says which",
        arguments: [
            (404, "404 Not Found", "answered 404 Not Found"), (500, "500 Internal Server Error", "answered 500 Internal Server Error"),
            (204, "204 No Content", "answered 204 No Content"), (206, "206 Partial Content", "answered 206 Partial Content"),
            (599, "599 Whatever", "answered 599"),
        ])
    func otherStatus(status: Int, line: String, detail: String) async throws {
        let server = try ScriptedServer { try $0.answer(line, body: status == 204 ? [] : Array("<html>sorry</html>".utf8)) }
        try await withFetcher { fetcher in
            let received = Received()
            let error = try await failure(of: fetcher.job(Request(url: server.url()), for: "test")) { received.take($0) }
            #expect(error.code == .status(status))
            #expect(error.detail == detail)
            #expect(received.count == 0)
        }
    }

    private func fetched(
        _ server: ScriptedServer, _ validators: Validators?
    ) async throws -> (head: ResponseHead, received: Received, progress: JobProgress) {
        try await withFetcher { fetcher in
            let job = fetcher.job(Request(url: server.url(), validators: validators), for: "test")
            let received = Received()
            let head = try await job.run { received.take($0) }
            return (head, received, job.progress)
        }
    }
}
