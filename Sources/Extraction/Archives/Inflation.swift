import CZlib

/// Decompresses bytes in chunks of any size with zlib: a bare deflate stream (RFC 1951) or a gzip member (RFC 1952), whose checksum is
/// verified. At most `pieceBytes` per call, so memory does not grow with the ratio.
final class Inflation: Unpacking {
    enum Format: Int32 {
        case deflate = -15
        case gzip = 31
    }

    static let pieceBytes = 64 << 10

    // zlib stores the address of its state between calls, so the state has a fixed place on the heap until `deinit`.
    private let state: UnsafeMutablePointer<z_stream>
    private let isReady: Bool

    init(_ format: Format) {
        state = .allocate(capacity: 1)
        state.initialize(to: z_stream())
        isReady = inflateInit2_(state, format.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(state) }
        state.deinitialize(count: 1)
        state.deallocate()
    }

    func step(_ packed: [UInt8], _ range: Range<Int>) -> UnpackingStep {
        var step = UnpackingStep(isDamaged: !isReady)
        guard isReady else { return step }
        step.bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { output, count in
            // zlib reads `packed` and writes `output` only during this call and within the given counts.
            packed.withUnsafeBufferPointer { packed in
                state.pointee.next_in = packed.baseAddress.map { UnsafeMutablePointer(mutating: $0 + range.lowerBound) }
                state.pointee.avail_in = UInt32(clamping: range.count)
                let given = Int(state.pointee.avail_in)
                state.pointee.next_out = output.baseAddress
                state.pointee.avail_out = UInt32(output.count)
                let code = inflate(state, Z_NO_FLUSH)
                step.used = given - Int(state.pointee.avail_in)
                count = output.count - Int(state.pointee.avail_out)
                step.isAtEnd = code == Z_STREAM_END
                step.isDamaged = ![Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code)
                state.pointee.next_in = nil
                state.pointee.avail_in = 0
            }
        }
        return step
    }

    /// The CRC-32 of bytes that follow those with the checksum `crc`, which is 0 at the start.
    static func checksum(_ bytes: [UInt8], after crc: UInt32) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32(UInt(crc), $0.baseAddress, UInt32(clamping: $0.count))) }
    }
}

/// Counts unpacked bytes and checks their limits.
struct UnpackedCount {
    private(set) var bytes = 0

    /// Records the output of `packed` bytes so far. Throws the exceeded limit.
    mutating func add(_ count: Int, of packed: Int) throws(ExtractionError) {
        bytes += count
        guard bytes <= ArchiveLimits.bytes else {
            throw ExtractionError(.limit, "unpacks to more than \(ArchiveLimits.bytes >> 20) MB")
        }
        guard bytes <= ArchiveLimits.freeBytes || bytes / ArchiveLimits.ratio <= packed else {
            throw ExtractionError(.limit, "unpacks to more than \(ArchiveLimits.ratio) times its \(packed) bytes")
        }
    }
}

/// Limits of packed documents from a source.
enum ArchiveLimits {
    static let bytes = 1 << 30
    /// Checked after the first megabyte.
    static let ratio = 200
    static let freeBytes = 1 << 20
    static let files = 10_000
}
