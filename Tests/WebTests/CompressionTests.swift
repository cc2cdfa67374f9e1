import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Serving
@testable import Web

@Suite("Compression")
struct CompressionTests {
    @Test("a text comes compressed to those who take that, is the same inside, and has a tag of its own", arguments: ["gzip", "deflate"])
    func coded(coding: String) async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client { client in
                for path in ["/boards/visa", "/boards/visa.json", "/boards/visa.csv", "/api/v1/boards/visa/records"] {
                    let plain = try await client.get(path)
                    let coded = try await client.get(path, [.acceptEncoding: "br;q=1, \(coding);q=0.5"])
                    #expect(plain.headers[.contentEncoding] == nil, "\(path)")
                    #expect(coded.headers[.contentEncoding] == coding, "\(path)")
                    #expect(plain.headers[.vary]?.contains("Accept-Encoding") == true)
                    #expect(coded.headers[.vary] == plain.headers[.vary])
                    #expect(coded.body.readableBytes < plain.body.readableBytes)
                    #expect(inflated(coded.body) == Array(buffer: plain.body), "\(path)")
                    guard let tag = coded.headers[.eTag] else { continue }
                    #expect(tag.hasSuffix("-\(coding)\""))
                    let known = try await client.get(path, [.acceptEncoding: coding, .ifNoneMatch: tag])
                    #expect(known.status == .notModified)
                    #expect(known.headers[.eTag] == tag)
                    #expect(try await client.get(path, [.ifNoneMatch: tag]).status == .notModified)
                }
            }
        }
    }

    @Test("what is small, refused or no text is left as it is")
    func plain() async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.client { client in
                for (path, accepted) in [
                    ("/healthz", "gzip"), ("/demo/visa.pdf", "gzip"), ("/api/openapi.json", "gzip;q=0, identity"),
                    ("/api/openapi.json", "br"),
                ] {
                    let answer = try await client.get(path, [.acceptEncoding: accepted])
                    #expect(answer.headers[.contentEncoding] == nil, "\(path)")
                }
            }
        }
    }

    /// gzip or zlib, whichever it is.
    private func inflated(_ buffer: ByteBuffer) -> [UInt8] {
        var (input, stream) = (Array(buffer: buffer), z_stream())
        guard inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
        defer { inflateEnd(&stream) }
        return input.withUnsafeMutableBufferPointer { bytes in
            stream.next_in = bytes.baseAddress
            stream.avail_in = UInt32(bytes.count)
            return [UInt8](unsafeUninitializedCapacity: 4 << 20) { output, count in
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                count = inflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
    }
}
