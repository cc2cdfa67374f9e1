import CZlib

#if _endian(big)
    #error("The file of places is written as it is in memory, which must be little-endian.")
#endif

/// Writes values in sequence, in the format of `Gazetteer+File`.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) { withUnsafeBytes(of: value) { bytes += $0 } }

    mutating func append(_ values: [some BitwiseCopyable]) { values.withUnsafeBytes { bytes += $0 } }

    mutating func append(_ text: String) {
        append(UInt32(text.utf8.count))
        bytes += text.utf8
    }

    mutating func append(_ column: TextColumn) {
        append(UInt32(column.count))
        append(column.starts)
        append(column.bytes)
    }

    /// Writes the total length at the reserved position, and appends the checksum.
    mutating func close(lengthAt place: Int) {
        withUnsafeBytes(of: UInt64(bytes.count + 4)) { bytes.replaceSubrange(place..<place + 8, with: $0) }
        append(CheckSum.crc32(bytes[...]))
    }
}

/// Reads the same format; every access is bounds-checked.
struct ByteReader {
    static let damaged = PlacesError(.damaged, "is not as it was written: import its places again")

    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Verifies the checksum in the last four bytes.
    func checkSum() throws(PlacesError) {
        let end = bytes.count - 4
        guard end >= 0 else { throw Self.damaged }
        let sum = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: end, as: UInt32.self) }
        guard sum == CheckSum.crc32(bytes[..<end]) else { throw Self.damaged }
    }

    mutating func value<Value: FixedWidthInteger & BitwiseCopyable>(_: Value.Type) throws(PlacesError) -> Value {
        let size = MemoryLayout<Value>.size
        guard bytes.count - at >= size else { throw Self.damaged }
        defer { at += size }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: at, as: Value.self) }
    }

    /// Reads a count of elements with a minimum size each; throws if they don't fit in the remaining bytes.
    mutating func count(atLeast size: Int) throws(PlacesError) -> Int {
        let count = Int(try value(UInt32.self))
        guard count <= (bytes.count - at) / size else { throw Self.damaged }
        return count
    }

    mutating func array<Value: BitwiseCopyable>(_: Value.Type, _ count: Int) throws(PlacesError) -> [Value] {
        let size = count * MemoryLayout<Value>.stride
        guard bytes.count - at >= size else { throw Self.damaged }
        defer { at += size }
        // Every bit pattern is a valid value of the requested types, integers and floating point.
        return bytes.withUnsafeBytes { bytes in
            [Value](unsafeUninitializedCapacity: count) { values, filled in
                UnsafeMutableRawBufferPointer(values).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[at..<at + size]))
                filled = count
            }
        }
    }

    mutating func text() throws(PlacesError) -> String {
        let count = try count(atLeast: 1)
        return String(decoding: try array(UInt8.self, count), as: UTF8.self)
    }

    /// Reads a column with the given number of texts, if known.
    mutating func column(of expected: Int?) throws(PlacesError) -> TextColumn {
        let count = try count(atLeast: 4)
        guard expected == nil || count == expected else { throw Self.damaged }
        let starts = try array(UInt32.self, count + 1)
        guard let length = starts.last, let column = TextColumn(starts: starts, bytes: try array(UInt8.self, Int(length))) else {
            throw Self.damaged
        }
        return column
    }
}

private enum CheckSum {
    /// CRC-32 as in zlib and RFC 1952, section 8.
    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: CZlib.crc32_z(0, $0.baseAddress, $0.count)) }
    }
}
