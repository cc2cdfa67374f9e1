import Records

/// Consecutive records in a file, each preceded by its length in four bytes.
///
/// Memory: eight bytes per `stride` records. The next record is found at once, any other by skipping over at most that many lengths.
struct PackedRecords {
    private static let stride = 32
    private static let head = 4

    private(set) var count = 0
    private let file: SpoolFile
    /// The offset of every record whose number is a multiple of `stride`.
    private var marks: [Int] = []
    /// The number and the offset of a record.
    private var (next, nextStart) = (0, 0)

    /// The number of offsets held in memory.
    var markCount: Int { marks.count }

    init(in file: SpoolFile) { self.file = file }

    /// Throws `SpoolError`.
    mutating func append(_ record: Record) throws {
        if count.isMultiple(of: Self.stride) { marks.append(file.count) }
        try file.append { bytes in
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: Self.head))
            record.pack(into: &bytes)
            let length = UInt32(truncatingIfNeeded: bytes.count - start - Self.head)
            for place in 0..<Self.head { bytes[start + place] = UInt8(truncatingIfNeeded: length >> UInt32(8 * place)) }
        }
        count += 1
    }

    /// Calls `read` with the bytes of a record (`Record.pack`). Throws `SpoolError`.
    mutating func withBytes<Result>(of number: Int, _ read: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        if number < next || number / Self.stride != next / Self.stride {
            (next, nextStart) = (number / Self.stride * Self.stride, marks[number / Self.stride])
        }
        while next < number { (next, nextStart) = (next + 1, try range(at: nextStart).upperBound) }
        let range = try range(at: nextStart)
        (next, nextStart) = (number + 1, range.upperBound)
        return try file.withBytes(range, read)
    }

    /// The range of the record whose length is at this offset.
    private func range(at start: Int) throws -> Range<Int> {
        let length = try file.withBytes(start..<start + Self.head) { $0.loadUnaligned(as: UInt32.self) }
        let first = start + Self.head
        return first..<first + Int(UInt32(littleEndian: length))
    }
}
