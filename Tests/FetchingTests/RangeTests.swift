import Fetching
import Foundation
import TestSupport
import Testing

@Suite("Parts") struct RangeTests {
    private func fetched(_ server: ScriptedServer, last count: Int = 4, of version: String = "\"one\"") async throws
        -> (head: ResponseHead, bytes: [UInt8])
    {
        try await withFetcher { fetcher in
            var request = Request(url: server.url("/list.pdf"))
            request.range = ByteRange(.last(count), of: version)
            let received = Received()
            let head = try await fetcher.job(request, for: "test").run { received.take($0) }
            return (head, received.bytes)
        }
    }

    @Test("the last bytes of a version are asked for, and what comes says where it belongs")
    func tail() async throws {
        let server = try ScriptedServer {
            try $0.answer("206 Partial Content", [("Content-Range", "bytes 96-99/100"), ("ETag", "\"one\"")], body: [1, 2, 3, 4])
        }
        let (head, bytes) = try await fetched(server)
        #expect(server.requests.first?["Range"] == ["bytes=-4"])
        #expect(server.requests.first?["If-Range"] == ["\"one\""])
        #expect(head.part?.bytes == 96..<100)
        #expect(head.part?.of == 100)
        #expect(bytes == [1, 2, 3, 4])
    }

    @Test("bytes in the middle are asked for by their first and their last")
    func middle() async throws {
        let server = try ScriptedServer {
            try $0.answer("206 Partial Content", [("Content-Range", "bytes 10-13/100")], body: [1, 2, 3, 4])
        }
        try await withFetcher { fetcher in
            var request = Request(url: server.url())
            request.range = ByteRange(.between(10..<14), of: "\"one\"")
            let head = try await fetcher.job(request, for: "test").run { _ in }
            #expect(head.part?.bytes == 10..<14)
        }
        #expect(server.requests.first?["Range"] == ["bytes=10-13"])
    }

    @Test("a server that gives no parts answers with the whole")
    func whole() async throws {
        let server = try ScriptedServer { try $0.answer("200 OK", [], body: Array(0..<10)) }
        let (head, bytes) = try await fetched(server)
        #expect(head.status == 200)
        #expect(head.part == nil)
        #expect(bytes.count == 10)
    }

    @Test("a part that nobody asked for is an error")
    func unasked() async throws {
        let server = try ScriptedServer { try $0.answer("206 Partial Content", [("Content-Range", "bytes 0-1/2")], body: [1, 2]) }
        try await withFetcher { fetcher in
            let error = await #expect(throws: FetchError.self) {
                try await fetcher.job(Request(url: server.url()), for: "test").run { _ in }
            }
            #expect(error?.code == .status(206))
        }
    }

    @Test(
        "a part that does not say where it belongs is none",
        arguments: ["", "bytes */100", "bytes 5-2/10", "bytes 0-10/10", "lines 0-1/2", "bytes 0-1/*"])
    func nonsense(range: String) async throws {
        let server = try ScriptedServer { try $0.answer("206 Partial Content", [("Content-Range", range)], body: [1]) }
        #expect(try await fetched(server).head.part == nil)
    }

    @Test("parts are only put together by what names a version exactly")
    func strong() {
        #expect(Validators(etag: "\"one\"", lastModified: "x")?.strong == "\"one\"")
        #expect(Validators(etag: "W/\"one\"", lastModified: "x")?.strong == nil)
        #expect(Validators(etag: nil, lastModified: "x")?.strong == "x")
    }
}
