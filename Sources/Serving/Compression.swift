import CZlib
import HTTPTypes
package import Hummingbird
import NIOCore

/// Compresses text responses for clients that accept it (RFC 9110, section 8.4): gzip, or deflate in its zlib wrapping.
///
/// Skips responses that are small, already encoded, partial, without a body, or live events, and media types that are compressed by nature.
/// A compressed response is another representation: its ETag says so, and is recognised when the client returns it. A streamed response is
/// compressed and flushed chunk by chunk.
package struct Compression: RouterMiddleware {
    package init() {}

    /// Below this size, the headers cost more than compression saves.
    static let smallest = 1000
    /// Above this size, a page is compressed at the lower level: 1 % more bytes in 80 % of the time (`Docs/Building/Benchmarks.md`).
    private static let large = 32 << 10

    package func handle(_ request: Request, context: PageContext, next: (Request, PageContext) async throws -> Response) async throws
        -> Response
    {
        let known = request.headers[.ifNoneMatch]
        var head = request.head
        for name in [HTTPField.Name.ifNoneMatch, .ifMatch] {
            guard let tags = head.headerFields[name] else { continue }
            head.headerFields[name] = Coding.allCases.reduce(tags) { $0.replacing(#"-\#($1.rawValue)""#, with: "\"") }
        }
        let request = Request(head: head, body: request.body)
        var response = try await next(request, context)
        if response.status == .notModified {
            // The client's version has the tag of the encoding that it was sent in.
            if let tag = response.headers[.eTag], let coding = Coding.allCases.first(where: { known?.contains($0.tag(tag)) == true }) {
                response.headers[.eTag] = coding.tag(tag)
            }
            return response
        }
        guard isWorthIt(response) else { return response }
        let vary = response.headers[.vary]
        if vary?.contains("Accept-Encoding") != true {
            response.headers[.vary] = vary.map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"
        }
        guard let coding = Coding(accepted: request.headers[.acceptEncoding]) else { return response }
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = coding.tag(tag) }
        response.headers[.contentEncoding] = coding.rawValue
        response.headers[.contentLength] = nil
        let body = response.body
        response.body = ResponseBody { writer in
            try await body.write(
                DeflatingWriter(
                    writer, try Deflater(coding, level: (body.contentLength ?? 0) > Self.large ? 5 : 6), flushes: body.contentLength == nil)
            )
        }
        return response
    }

    /// A file that is sent many times, compressed once, as small as possible.
    package static func gzip(_ bytes: ByteBuffer) throws -> ByteBuffer { try Deflater(.gzip, level: 9).deflate(bytes, Z_FINISH) }

    private func isWorthIt(_ response: Response) -> Bool {
        guard response.status.code != 206, response.headers[.contentEncoding] == nil, response.body.contentLength ?? .max >= Self.smallest,
            let type = response.headers[.contentType]?.prefix(while: { $0 != ";" }).lowercased(), type != "text/event-stream"
        else { return false }
        return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml") || type == "application/javascript"
    }

    enum Coding: String, CaseIterable, Sendable {
        case gzip, deflate

        /// The ETag of the response in this encoding, from that of the plain one.
        func tag(_ tag: String) -> String { #"\#(tag.dropLast())-\#(rawValue)""# }

        /// Our first encoding that the client accepts; nil if it accepts none or has no such header.
        init?(accepted: String?) {
            let offers = (accepted ?? "").lowercased().filter { $0 != " " }.split(separator: ",")
            let names = offers.compactMap { offer -> Substring? in
                let parts = offer.split(separator: ";")
                let isRefused = parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
                return isRefused ? nil : parts.first
            }
            guard let coding = Self.allCases.first(where: { names.contains($0.rawValue[...]) }) else { return nil }
            self = coding
        }
    }
}

/// Compresses everything written, and passes it on to the next writer.
private struct DeflatingWriter: ResponseBodyWriter {
    private var parent: any ResponseBodyWriter
    private let deflater: Deflater
    /// Whether each chunk is flushed at once, for streamed responses.
    private let flushes: Bool

    init(_ parent: any ResponseBodyWriter, _ deflater: Deflater, flushes: Bool) {
        self.parent = parent
        self.deflater = deflater
        self.flushes = flushes
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        // An empty write waits for the client to catch up (`send`).
        guard buffer.readableBytes > 0 else { return try await parent.write(buffer) }
        let bytes = try deflater.deflate(buffer, flushes ? Z_SYNC_FLUSH : Z_NO_FLUSH)
        if bytes.readableBytes > 0 { try await parent.write(bytes) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        let bytes = try deflater.deflate(ByteBuffer(), Z_FINISH)
        try await parent.write(bytes)
        try await parent.finish(trailingHeaders)
    }
}

/// One stream of zlib.
///
/// `@unchecked Sendable`: only the task that writes the response uses it, one call at a time.
private final class Deflater: @unchecked Sendable {
    /// At a fixed address, because zlib requires the same one in every call. Freed in `deinit`.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init(_ coding: Compression.Coding, level: CInt) throws {
        stream.initialize(to: z_stream())
        let bits: CInt = coding == .gzip ? 15 + 16 : 15
        guard deflateInit2_(stream, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else {
            stream.deallocate()
            throw NoMemory()
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    private struct NoMemory: Error {}

    /// The whole chunk, in a buffer of the size that zlib says is enough.
    func deflate(_ buffer: ByteBuffer, _ flush: CInt) throws -> ByteBuffer {
        var input = Array(buffer.readableBytesView)
        var output = ByteBuffer()
        // zlib reads `input` and writes `output` only during these calls, and no further than the counts that it gets.
        input.withUnsafeMutableBufferPointer { bytes in
            stream.pointee.next_in = bytes.baseAddress
            stream.pointee.avail_in = UInt32(bytes.count)
            var isFull = true
            while isFull {
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: 16 << 10) { room in
                    stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    stream.pointee.avail_out = UInt32(room.count)
                    _ = CZlib.deflate(stream, flush)
                    isFull = stream.pointee.avail_out == 0
                    return room.count - Int(stream.pointee.avail_out)
                }
            }
        }
        return output
    }
}
