import CZlib
import Foundation
import Glibc
import Synchronization

/// Files → a ZIP archive that keeps them as they are, so that a piece of the archive is the file. Blocks its thread.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.4: method 0, names in UTF-8 (bit 11), no Zip64. Written under a temporary name; `finish` gives
/// it its own. Throws `SpeechError` (`storage`).
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
    /// What a file, its line in the directory, and the end begin with.
    private static let (local, listed, end): ([UInt8], [UInt8], [UInt8]) = ([0x50, 0x4B, 3, 4], [0x50, 0x4B, 1, 2], [0x50, 0x4B, 5, 6])
    /// UTF-8; and 1 January 1980, since a file of ours has no time of its own.
    private static let (flags, version, date) = (1 << 11, 20, 0x21)

    private let file: PendingFile
    private let state = Mutex(State())

    init(_ url: URL) throws { file = try PendingFile(url) }

    /// Takes a file in, under a name without slashes. Returns where its bytes are.
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

    /// Writes the directory. Returns how long the archive is.
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

    /// What the header of a file and its line in the directory have in common: version, flags, method, time, date, checksum, both lengths, length of the name.
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
        SpeechError(.storage, "the archive can’t be written: \(String(cString: strerror(errno)))")
    }
}

/// The lowest byte first.
private func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
