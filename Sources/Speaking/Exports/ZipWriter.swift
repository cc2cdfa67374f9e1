import CZlib
import Foundation
import Glibc
import Synchronization

/// Writes a ZIP archive of uncompressed files, so that a range of the archive is the file itself. Blocks its thread.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.4: method 0, names in UTF-8 (bit 11), no Zip64. Written under a temporary name,
/// which `finish` replaces. Throws `SpeechError` (`storage`).
final class ZipWriter: Sendable {
    private struct Entry {
        let name: [UInt8]
        let checksum: UInt32
        let size: Int
        let offset: Int
    }

    private struct State {
        var entries: [Entry] = []
        var size = 0
    }

    /// Lengths and offsets have four bytes.
    static let limit = Int(UInt32.max)
    private static let piece = 256 << 10
    /// Signatures of a local header, a directory entry and the end record.
    private static let (local, listed, end): ([UInt8], [UInt8], [UInt8]) = ([0x50, 0x4B, 3, 4], [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6])
    /// UTF-8 flag, version, and the date 1 January 1980, because our files have no time.
    private static let (flags, version, date) = (1 << 11, 20, 0x21)

    private let file: PendingFile
    private let state = Mutex(State())

    init(_ url: URL) throws { file = try PendingFile(url) }

    /// Adds a file under a name without slashes. Returns the range of its bytes.
    @discardableResult
    func append(_ url: URL, named name: String) throws -> Range<Int> {
        let source = open(url.path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw Self.failure() }
        defer { close(source) }
        let name = Array(name.utf8)
        let start = state.withLock { $0.size }
        let begin = start + 30 + name.count
        var (size, checksum): (Int, UInt) = (0, 0)
        var buffer = [UInt8](repeating: 0, count: Self.piece)
        while true {
            let count = buffer.withUnsafeMutableBytes { read(source, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure() }
            if count == 0 { break }
            checksum = buffer.withUnsafeBufferPointer { crc32(checksum, $0.baseAddress, UInt32(count)) }
            try write(buffer[..<count], at: begin + size)
            size += count
        }
        let entry = Entry(name: name, checksum: UInt32(truncatingIfNeeded: checksum), size: size, offset: start)
        try write((Self.local + Self.fields(of: entry) + number(0, 2) + name)[...], at: start)
        state.withLock { state in
            state.entries.append(entry)
            state.size = begin + size
        }
        return begin..<begin + size
    }

    /// Writes the directory. Returns the archive's length.
    func finish() throws -> Int {
        let (entries, start) = state.withLock { ($0.entries, $0.size) }
        var directory: [UInt8] = []
        for entry in entries {
            directory += Self.listed + number(Self.version, 2) + Self.fields(of: entry)
            // No extra field, no comment, the first disk, no attributes.
            directory += number(0, 2) + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(entry.offset, 4) + entry.name
        }
        let end =
            Self.end + number(0, 4) + number(entries.count, 2) + number(entries.count, 2) + number(directory.count, 4)
            + number(start, 4) + number(0, 2)
        try write((directory + end)[...], at: start)
        guard fsync(file.descriptor) == 0 else { throw Self.failure() }
        try file.keep()
        return start + directory.count + end.count
    }

    func cancel() { file.remove() }

    /// The fields shared by a local header and a directory entry: version, flags, method, time, date, checksum, both lengths, length of the
    /// name.
    private static func fields(of entry: Entry) -> [UInt8] {
        number(version, 2) + number(flags, 2) + number(0, 2) + number(0, 2) + number(date, 2) + number(Int(entry.checksum), 4)
            + number(entry.size, 4) + number(entry.size, 4) + number(entry.name.count, 2)
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws {
        guard offset + bytes.count <= Self.limit else { throw SpeechError(.storage, "an archive has 4 GB at most") }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file.descriptor, $0.baseAddress?.advanced(by: written), $0.count - written, off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure() }
            written += count
        }
    }

    private static func failure() -> SpeechError {
        SpeechError(writing: "the archive can’t be written", errno)
    }
}

/// Little-endian.
private func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
