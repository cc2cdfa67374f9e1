/// Extracts the wanted files of a ZIP archive from chunks of any size, each file in pieces as it is unpacked.
///
/// Read sequentially by the local headers while it arrives; the directory at the end is compared with the files found. Supports stored and
/// deflated files, with their lengths before or after them, and Zip64. Lengths and checksums must match. Source: PKWARE's APPNOTE.TXT
/// 6.3.10, sections 4.3 to 4.5. Throws `ExtractionError`: `wrongFormat`, `truncated`, `damaged`, `unsupported` (encrypted, another method,
/// stored without its length), `limit` from `ArchiveLimits`.
package struct ZipReader {
    package enum Event {
        case began(name: String)
        case bytes([UInt8])
        case ended
    }

    /// Names of the first hundred files, wanted or not.
    private(set) var names: [String] = []

    private let isWanted: (String) -> Bool
    private var buffer: [UInt8] = []
    private var at = 0
    /// Bytes of the archive before the buffer.
    private var offset = 0
    private var state = State.header
    private var entry = Entry()
    private var unpacked = UnpackedCount()
    private var localCount = 0
    private var directoryCount = 0
    private var countInZip64: UInt64?

    private enum State {
        case header
        /// This many bytes are skipped.
        case skipping(UInt64)
        case stored(UInt64)
        case deflated(Inflation)
        case descriptor
        case done
    }

    private struct Entry {
        var name = ""
        var isWanted = false
        /// Its lengths and its checksum follow it.
        var hasDescriptor = false
        var checksum: UInt32 = 0
        var packedCount: UInt64 = 0
        var unpackedCount: UInt64 = 0
        // The computed checksum.
        var foundChecksum: UInt32 = 0
        var foundPacked: UInt64 = 0
        var foundUnpacked: UInt64 = 0
    }

    package init(isWanted: @escaping (String) -> Bool) { self.isWanted = isWanted }

    package mutating func append(_ bytes: [UInt8], _ receive: (Event) throws -> Void) throws {
        buffer.removeFirst(at)
        (offset, at) = (offset + at, 0)
        buffer += bytes
        while try step(receive) {}
    }

    package func finish() throws(ExtractionError) {
        if case .done = state { return }
        throw ExtractionError(.truncated, "the archive ends too early, after \(offset + buffer.count) bytes")
    }

    private var available: Int { buffer.count - at }

    /// Reads the next element; false if that requires more bytes.
    private mutating func step(_ receive: (Event) throws -> Void) throws -> Bool {
        switch state {
        case .header: return try header(receive)
        case .skipping(let count):
            let skipped = min(count, UInt64(available))
            at += Int(skipped)
            state = count == skipped ? .header : .skipping(count - skipped)
            return count == skipped
        case .stored(let count):
            let taken = Int(min(count, UInt64(available)))
            try pass(Array(buffer[at..<at + taken]), packed: taken, receive)
            guard UInt64(taken) == count else {
                state = .stored(count - UInt64(taken))
                return false
            }
            try packedEnded(receive)
            return true
        case .deflated(let inflation): return try inflate(inflation, receive)
        case .descriptor: return try descriptor(receive)
        case .done:
            at = buffer.count
            return false
        }
    }

    // MARK: Headers

    private mutating func header(_ receive: (Event) throws -> Void) throws -> Bool {
        guard available >= 4 else { return false }
        switch number(0, 4) {
        case Signature.local: return try local(receive)
        case Signature.directory:
            guard let length = length(46, 28, 30, 32) else { return false }
            directoryCount += 1
            at += length
        case Signature.zip64End:
            guard available >= 12 else { return false }
            let rest = number(4, 8)
            guard (44...1 << 16).contains(rest) else { throw damaged() }
            guard available >= 12 + Int(rest) else { return false }
            countInZip64 = number(32, 8)
            at += 12 + Int(rest)
        case Signature.zip64Locator:
            guard available >= 20 else { return false }
            at += 20
        case Signature.end:
            guard let length = length(22, 20) else { return false }
            let count = number(10, 2) == 0xFFFF ? countInZip64 ?? 0xFFFF : number(10, 2)
            guard directoryCount == localCount, count == UInt64(localCount) else {
                throw ExtractionError(.damaged, "the archive's directory has other files than there are in it")
            }
            at += length
            state = .done
        default:
            if offset + at == 0 { throw strange() }
            throw damaged()
        }
        return true
    }

    private mutating func local(_ receive: (Event) throws -> Void) throws -> Bool {
        guard let length = length(30, 26, 28) else { return false }
        guard directoryCount == 0 else { throw damaged() }
        localCount += 1
        guard localCount <= ArchiveLimits.files else {
            throw ExtractionError(.limit, "more than \(ArchiveLimits.files) files in the archive")
        }
        let (flags, method, nameCount) = (number(6, 2), number(8, 2), Int(number(26, 2)))
        entry = Entry()
        entry.name = String(decoding: buffer[at + 30..<at + 30 + nameCount], as: UTF8.self)
        entry.hasDescriptor = flags & 1 << 3 != 0
        entry.checksum = UInt32(number(14, 4))
        (entry.packedCount, entry.unpackedCount) = (number(18, 4), number(22, 4))
        readZip64(at + 30 + nameCount..<at + length)
        let isFolder = entry.name.hasSuffix("/")
        entry.isWanted = !isFolder && isWanted(entry.name)
        if names.count < 100, !isFolder { names.append(entry.name) }
        at += length

        let isLengthKnown = !entry.hasDescriptor || entry.packedCount > 0 || isFolder
        if !entry.isWanted, isLengthKnown, !entry.hasDescriptor {
            state = .skipping(entry.packedCount)
            return true
        }
        guard flags & 1 == 0 else { throw unsupported("is encrypted") }
        switch method {
        case 0 where isLengthKnown: state = .stored(entry.packedCount)
        case 0: throw unsupported("is stored without its length, so its end is unknown")
        case 8: state = .deflated(Inflation(.deflate))
        default: throw unsupported("is packed by method \(method); stored and deflated ones are read")
        }
        if entry.isWanted { try receive(.began(name: entry.name)) }
        return true
    }

    /// The extra field of Zip64 (4.5.3): the lengths that don't fit the header, in order.
    private mutating func readZip64(_ range: Range<Int>) {
        var place = range.lowerBound
        while place + 4 <= range.upperBound {
            let end = place + 4 + Int(number(place - at + 2, 2))
            guard end <= range.upperBound else { return }
            if number(place - at, 2) == 1 {
                var next = place + 4
                func taken() -> UInt64? {
                    guard next + 8 <= end else { return nil }
                    defer { next += 8 }
                    return number(next - at, 8)
                }
                if entry.unpackedCount == 0xFFFF_FFFF, let count = taken() { entry.unpackedCount = count }
                if entry.packedCount == 0xFFFF_FFFF, let count = taken() { entry.packedCount = count }
            }
            place = end
        }
    }

    // MARK: Contents

    private mutating func inflate(_ inflation: Inflation, _ receive: (Event) throws -> Void) throws -> Bool {
        var end = buffer.count
        if !entry.hasDescriptor { end = at + Int(min(entry.packedCount - entry.foundPacked, UInt64(available))) }
        let step = inflation.step(buffer, at..<end)
        try pass(step.bytes, packed: step.used, receive)
        if step.isDamaged { throw damagedFile("cannot be unpacked") }
        if step.isAtEnd {
            try packedEnded(receive)
            return true
        }
        guard step.used == 0, step.bytes.isEmpty else { return true }
        if !entry.hasDescriptor, entry.foundPacked == entry.packedCount { throw damagedFile("goes on behind its end") }
        return false
    }

    private mutating func pass(_ bytes: [UInt8], packed: Int, _ receive: (Event) throws -> Void) throws {
        at += packed
        entry.foundPacked += UInt64(packed)
        entry.foundUnpacked += UInt64(bytes.count)
        entry.foundChecksum = Inflation.checksum(bytes, after: entry.foundChecksum)
        try unpacked.add(bytes.count, of: offset + at)
        if entry.isWanted, !bytes.isEmpty { try receive(.bytes(bytes)) }
    }

    private mutating func packedEnded(_ receive: (Event) throws -> Void) throws {
        if entry.hasDescriptor {
            state = .descriptor
        } else {
            try end(
                isRight: entry.foundChecksum == entry.checksum && entry.foundUnpacked == entry.unpackedCount
                    && entry.foundPacked == entry.packedCount, receive)
        }
    }

    /// Checksum and lengths after a file (4.3.9): with or without a signature, lengths of four bytes or of eight. The file itself, and the
    /// header that follows, determine which.
    private mutating func descriptor(_ receive: (Event) throws -> Void) throws -> Bool {
        guard available >= 26 else { return false }
        for (start, width) in [(4, 4), (4, 8), (0, 4), (0, 8)] {
            let end = start + 4 + 2 * width
            guard start == 0 || number(0, 4) == Signature.descriptor, number(start, 4) == UInt64(entry.foundChecksum),
                number(start + 4, width) == entry.foundPacked, number(start + 4 + width, width) == entry.foundUnpacked,
                number(end, 2) == Signature.letters
            else { continue }
            at += end
            try self.end(isRight: true, receive)
            return true
        }
        throw damagedFile("is not what its checksum says")
    }

    private mutating func end(isRight: Bool, _ receive: (Event) throws -> Void) throws {
        guard isRight else { throw damagedFile("is not what its checksum says") }
        state = .header
        if entry.isWanted { try receive(.ended) }
    }

    // MARK: Bytes

    private enum Signature {
        static let local: UInt64 = 0x0403_4B50
        static let directory: UInt64 = 0x0201_4B50
        static let descriptor: UInt64 = 0x0807_4B50
        static let zip64End: UInt64 = 0x0606_4B50
        static let zip64Locator: UInt64 = 0x0706_4B50
        static let end: UInt64 = 0x0605_4B50
        /// "PK"
        static let letters: UInt64 = 0x4B50
    }

    /// A little-endian number of `count` bytes at offset `place` from here. They must be available.
    private func number(_ place: Int, _ count: Int) -> UInt64 {
        buffer[at + place..<at + place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The total length of a header of `fixed` bytes with parts whose lengths are at `places`; nil if it is incomplete.
    private func length(_ fixed: Int, _ places: Int...) -> Int? {
        guard available >= fixed else { return nil }
        let length = places.reduce(fixed) { $0 + Int(number($1, 2)) }
        return available >= length ? length : nil
    }

    // MARK: Errors

    private func strange() -> ExtractionError {
        let beginning = String(decoding: buffer.prefix(4), as: UTF8.self)
        let detail = beginning.hasPrefix("<") ? "a web page or XML came where a ZIP archive was expected" : "isn't a ZIP archive"
        return ExtractionError(.wrongFormat, "\(detail): it begins with “\(beginning)”")
    }

    private func damaged() -> ExtractionError { ExtractionError(.damaged, "the archive is damaged at byte \(offset + at + 1)") }

    private func damagedFile(_ detail: String) -> ExtractionError { ExtractionError(.damaged, "file '\(entry.name)' \(detail)") }

    private func unsupported(_ detail: String) -> ExtractionError { ExtractionError(.unsupported, "file '\(entry.name)' \(detail)") }
}
