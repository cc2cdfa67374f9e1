import CZlib
import Foundation

/// Decodes a gzip or deflate body, 256 KB at a time.
///
/// Each piece from the network is decoded only as far as the next call needs, so memory doesn't grow with the compression ratio. The ratio
/// is limited: beyond the first megabyte, a body may be at most 200 times as long as its compressed bytes.
/// Source: RFC 9110, section 8.4.1; RFC 1952 (gzip, including several members in a row), RFC 1950 (deflate; also without its wrapper, which
/// many servers omit).
///
/// `@unchecked Sendable`: one task uses it, one call at a time, like the body it reads.
final class ContentDecoder: @unchecked Sendable {
    static let pieceSize = 256 << 10
    static let ratioLimit = 200
    private static let freeBytes = 1 << 20

    private let url: String
    private let source: @Sendable () async throws -> [UInt8]?
    /// A stable address for zlib's state, which zlib requires in every call. Freed in `deinit`.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var input: [UInt8] = []
    private var used = 0
    private var isOpen = false
    private var sourceHasEnded = false
    private var wireCount = 0
    private var decodedCount = 0
    /// Bytes of the wire that no piece has reported yet.
    private var untold = 0

    /// Whether a `Content-Encoding` is supported.
    static func knows(_ coding: String) -> Bool { ["gzip", "x-gzip", "deflate"].contains(coding.lowercased()) }

    /// Whether the header names no coding: it is empty, or a charset, which some servers write there and browsers ignore.
    static func isNone(_ coding: String) -> Bool {
        let name = coding.trimmingCharacters(in: .whitespaces).lowercased()
        return ["", "identity", "none", "7bit", "8bit", "binary", "utf8", "us-ascii", "ascii"].contains(name)
            || ["utf-", "iso-8859-", "windows-"].contains { name.hasPrefix($0) }
    }

    init(url: String, _ source: @escaping @Sendable () async throws -> [UInt8]?) {
        self.url = url
        self.source = source
        stream.initialize(to: z_stream())
    }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deallocate()
    }

    @Sendable func next() async throws -> BodyPiece? {
        while true {
            if used == input.count {
                guard !sourceHasEnded, let piece = try await source() else {
                    sourceHasEnded = true
                    guard !isOpen else {
                        throw FetchError(.truncated, at: url, "ended in the middle of its coded content, after \(wireCount) bytes")
                    }
                    return nil
                }
                input = piece
                used = 0
                wireCount += piece.count
                untold += piece.count
            }
            let bytes = try inflatePiece()
            guard !bytes.isEmpty else { continue }
            decodedCount += bytes.count
            guard decodedCount <= Self.freeBytes || decodedCount / Self.ratioLimit <= wireCount else {
                throw FetchError(.tooLarge, at: url, "unpacks to more than \(Self.ratioLimit) times its \(wireCount) bytes")
            }
            defer { untold = 0 }
            return BodyPiece(bytes: bytes, wireCount: untold)
        }
    }

    /// Decodes as much as the buffer can hold. Opens the stream at the start of each member.
    private func inflatePiece() throws -> [UInt8] {
        if !isOpen { try open() }
        var outcome = Z_OK
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { output, count in
            // zlib reads `input` and writes `output` only during this call and within the given counts.
            input.withUnsafeMutableBufferPointer { bytes in
                stream.pointee.next_in = bytes.baseAddress.map { $0 + used }
                stream.pointee.avail_in = UInt32(bytes.count - used)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                outcome = inflate(stream, Z_NO_FLUSH)
                used = bytes.count - Int(stream.pointee.avail_in)
                count = output.count - Int(stream.pointee.avail_out)
            }
        }
        switch outcome {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            inflateEnd(stream)
            isOpen = false
            // Padding may follow the last member.
            if used < input.count, input[used...].allSatisfy({ $0 == 0 }) { used = input.count }
        default: throw FetchError(.truncated, at: url, "sends content that is not what its coding says, after \(wireCount) bytes")
        }
        return bytes
    }

    private func open() throws {
        stream.pointee = z_stream()
        // 32: detect gzip or zlib from the header; negative: raw deflate without a header.
        let isBare = used + 1 < input.count && !Self.hasHead(input[used], input[used + 1])
        guard inflateInit2_(stream, isBare ? -15 : 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw FetchError(.tooLarge, at: url, "cannot be unpacked: no memory")
        }
        isOpen = true
    }

    private static func hasHead(_ first: UInt8, _ second: UInt8) -> Bool {
        (first == 0x1F && second == 0x8B) || (first & 0x0F == 8 && (Int(first) << 8 + Int(second)) % 31 == 0)
    }
}
