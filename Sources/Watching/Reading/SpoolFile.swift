import Foundation
import Glibc

/// A temporary file that couldn't be written or read.
package struct SpoolError: Error, CustomStringConvertible {
    package let doing: String
    /// The error number (errno(3)).
    package let code: Int32

    package var description: String { "\(doing): \(String(cString: strerror(code)))" }
}

/// An unnamed file for data that doesn't fit into memory. It disappears with this object, however the process ends.
package final class SpoolFile {
    /// `TMPDIR`, otherwise `/var/tmp`, which is on a disk even if `/tmp` is in memory.
    package static let defaultFolder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"

    private let descriptor: Int32
    /// The bytes written, and those waiting to be written.
    private var written = 0
    private var waiting: [UInt8] = []
    /// The part of the file that was read last: this many bytes from here, in an array that may be longer.
    private var window: [UInt8] = []
    private var (windowStart, windowCount) = (0, 0)

    private static let block = 256 << 10
    /// The size of a read that doesn't continue the previous one.
    private static let smallBlock = 8 << 10

    /// Throws `SpoolError`.
    init(in folder: String) throws {
        let path = "\(folder)/tidings-\(UUID().uuidString)"
        descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SpoolError(doing: "making a temporary file in \(folder)", code: errno) }
        unlink(path)
    }

    deinit { close(descriptor) }

    /// The number of appended bytes.
    var count: Int { written + waiting.count }

    /// `write` appends to the buffer. Throws `SpoolError`.
    func append(_ write: (inout [UInt8]) -> Void) throws {
        write(&waiting)
        if waiting.count >= Self.block { try flush() }
    }

    /// Throws `SpoolError`.
    func withBytes<Result>(_ range: Range<Int>, _ read: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        if range.upperBound > written { try flush() }
        if range.lowerBound < windowStart || range.upperBound > windowStart + windowCount { try fill(range) }
        return try window.withUnsafeBytes { bytes in
            try read(UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound - windowStart..<range.upperBound - windowStart]))
        }
    }

    private func fill(_ range: Range<Int>) throws {
        let goesOn = (windowStart...windowStart + windowCount + Self.block).contains(range.lowerBound)
        let count = min(max(range.count, goesOn ? Self.block : Self.smallBlock), written - range.lowerBound)
        if window.count < count { window = [UInt8](repeating: 0, count: count) }
        (windowStart, windowCount) = (range.lowerBound, 0)
        while windowCount < count {
            let place = off_t(range.lowerBound + windowCount)
            let got = window.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress?.advanced(by: windowCount), count - windowCount, place)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw SpoolError(doing: "reading back a temporary file", code: got < 0 ? errno : EIO) }
            windowCount += got
        }
    }

    private func flush() throws {
        var sent = 0
        while sent < waiting.count {
            let count = waiting.withUnsafeBytes { write(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SpoolError(doing: "writing a temporary file", code: count < 0 ? errno : ENOSPC) }
            sent += count
        }
        written += sent
        waiting.removeAll(keepingCapacity: true)
    }
}
