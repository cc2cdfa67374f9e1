import CZlib
import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Content codings")
struct CodingTests {
    /// zlib's window bits: 31 gzip, 15 zlib, -15 raw deflate.
    private static func packed(_ bytes: [UInt8], windowBits: Int32) throws -> [UInt8] {
        var stream = z_stream()
        try #require(
            deflateInit2_(&stream, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK)
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                _ = deflate(&stream, Z_FINISH)
            }
        }
        return Array(output.prefix(Int(stream.total_out)))
    }

    private static let text = Array((0..<40_000).map { "line \($0 * 7919 % 1000)\n" }.joined().utf8)

    @Test("a packed body is unpacked however it is cut, and progress counts what came over the wire", arguments: [31, 15, -15] as [Int32])
    func unpacked(windowBits: Int32) async throws {
        let body = try Self.packed(Self.text, windowBits: windowBits)
        for cut in [7, 1000, body.count] {
            let server = try ScriptedServer { connection in
                let coding = windowBits == 31 ? "gzip" : "deflate"
                try connection.sendHead("200 OK", [("Content-Encoding", coding), ("Content-Length", "\(body.count)")])
                for start in stride(from: 0, to: body.count, by: cut) {
                    try connection.send(Array(body[start..<min(start + cut, body.count)]))
                }
            }
            try await withFetcher { fetcher in
                let received = Received()
                let job = fetcher.job(Request(url: server.url()), for: "test")
                let head = try await job.run { received.take($0) }
                #expect(received.bytes == Self.text)
                #expect(head.expectedBytes == nil)
                #expect(head.expectedWireBytes == body.count)
                #expect(job.progress.wireBytes == body.count)
                #expect(job.progress.receivedBytes == Self.text.count)
                #expect(job.progress.fraction == 1)
            }
        }
    }

    @Test("what is no coding is none: nothing, or a charset", arguments: ["none", "", "identity", "UTF-8", "iso-8859-1", "8bit"])
    func noCoding(name: String) async throws {
        let server = try ScriptedServer { try $0.answer(headers: [("Content-Encoding", name)], body: Self.text) }
        try await withFetcher { fetcher in
            let received = Received()
            _ = try await fetcher.job(Request(url: server.url()), for: "test").run { received.take($0) }
            #expect(received.bytes == Self.text)
        }
    }

    @Test("a packed body that breaks off is an error")
    func truncated() async throws {
        let body = try Self.packed(Self.text, windowBits: 31)
        let server = try ScriptedServer { try $0.answer(headers: [("Content-Encoding", "gzip")], body: Array(body.dropLast(9))) }
        let error = try await failure(of: server.url())
        #expect(error.code == .truncated)
        #expect(error.detail == "ended in the middle of its coded content, after \(body.count - 9) bytes")
    }

    @Test("a body that is not what its coding says is an error")
    func garbage() async throws {
        let server = try ScriptedServer {
            try $0.answer(headers: [("Content-Encoding", "gzip")], body: Array("hello, this is not packed".utf8))
        }
        #expect(try await failure(of: server.url()).code == .truncated)
    }

    @Test("a body that unpacks without end is stopped by its ratio, long before the limit of bytes")
    func bomb() async throws {
        let body = try Self.packed([UInt8](repeating: 0, count: 64 << 20), windowBits: 31)
        let server = try ScriptedServer { try $0.answer(headers: [("Content-Encoding", "gzip")], body: body) }
        let received = Received()
        let error = try await withFetcher { try await failure(of: $0.job(Request(url: server.url()), for: "test")) { received.take($0) } }
        #expect(error.code == .tooLarge)
        #expect(error.detail.hasPrefix("unpacks to more than 200 times its "))
        #expect(received.pieces.allSatisfy { $0.count <= ContentDecoder.pieceSize })
    }
}

extension Connection {
    fileprivate func answer(headers: [(String, String)], body: [UInt8]) throws { try answer("200 OK", headers, body: body) }
}
