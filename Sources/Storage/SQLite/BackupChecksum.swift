import Crypto
import Foundation
import Records

/// How a backup proves that it is complete: a line at its end with the SHA-256 of everything before it, and a mark in its header.
///
/// The line isn't a page of the database, and SQLite reads the size from the header, so any tool can still open the file. The mark is the
/// database's application id (https://www.sqlite.org/fileformat2.html, 1.3.18): a file that has lost one of the two isn't mistaken for a
/// backup of a version that wrote neither.
enum BackupChecksum {
    /// "TdgB".
    static let applicationID = 0x5464_6742

    private static let applicationIDBytes = 68..<72
    private static let opening = Data("\ntidings backup, SHA-256 ".utf8)
    private static let lineLength = opening.count + 2 * SHA256.byteCount + 1
    private static let step = 1 << 20

    /// Appends the checksum line. Called once, after all other writes.
    static func append(to file: URL) throws {
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        var hash = SHA256()
        while let piece = try handle.read(upToCount: step), !piece.isEmpty { hash.update(data: piece) }
        try handle.write(contentsOf: line(hash.finalize()))
    }

    /// Reads a backup completely, and copies its database at the same time, so the bytes that were verified are the bytes that are used.
    /// False for a backup of a version that wrote no checksum. Throws `DamagedBackup`.
    static func verify(_ file: URL, copyingTo copy: URL?) throws -> Bool {
        let source = try FileHandle(forReadingFrom: file)
        defer { try? source.close() }
        let length = try source.seekToEnd()
        try source.seek(toOffset: 0)
        let copied = try copy.map { try FileHandle(forWritingTo: $0) }
        defer { try? copied?.close() }

        var (hash, head) = (SHA256(), Data())
        var left = Int(length) - lineLength
        while left > 0, let piece = try source.read(upToCount: min(step, left)), !piece.isEmpty {
            if head.isEmpty { head = piece.prefix(applicationIDBytes.upperBound) }
            hash.update(data: piece)
            try copied?.write(contentsOf: piece)
            left -= piece.count
        }
        let end = try source.readToEnd() ?? Data()
        let isMarked =
            head.count == applicationIDBytes.upperBound && head[applicationIDBytes].reduce(0) { $0 << 8 | Int($1) } == applicationID
        guard isMarked || end.starts(with: opening) else {
            try copied?.write(contentsOf: end)
            return false
        }
        guard end == line(hash.finalize()) else { throw DamagedBackup() }
        return true
    }

    private static func line(_ digest: SHA256.Digest) -> Data { opening + Data("\(String(hexadecimal: digest))\n".utf8) }
}

/// A backup's contents don't match its checksum.
struct DamagedBackup: Error, CustomStringConvertible {
    let description = "the backup is damaged: its checksum doesn't match"
}
