import Foundation
import Glibc
package import Operating
package import Records

/// A library file that is open for reading; closed with its last reference.
///
/// The check that it is inside its folder uses the open descriptor, so replacing a link in between has no effect.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// In bytes.
    package let size: Int
    package let modified: Timestamp
    /// Protects the file's cache entry from eviction.
    private let hold: FileCache.Hold?
    private let calls: FolderCalls

    /// Opens a file in a folder that may not respond. Throws `StreamingError` (`missing`).
    package static func open(_ path: String, in folder: String) async throws -> OpenFile {
        try await FolderCalls.of(folder).answered { _ in try OpenFile(path, in: folder) }
    }

    /// Opens a cached file, which stays in the cache while it is open; nil if it isn't there.
    package convenience init?(_ name: String, in cache: FileCache) {
        guard let hold = cache.hold(name) else { return nil }
        do { try self.init(name, in: cache.folder.path, hold) } catch { return nil }
    }

    /// Throws `StreamingError` (`missing`) if the file doesn't exist, isn't regular, or isn't inside the folder.
    package convenience init(_ path: String, in folder: String) throws(StreamingError) { try self.init(path, in: folder, nil) }

    private init(_ path: String, in folder: String, _ hold: FileCache.Hold?) throws(StreamingError) {
        let whole = folder + "/" + path
        guard !whole.utf8.contains(0), let root = Self.realPath(folder) else { throw StreamingError(.missing, "the folder can’t be read") }
        let descriptor = Glibc.open(whole, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw StreamingError(.missing, "the file can’t be opened: \(String(cString: strerror(errno)))") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let real = Self.path(of: descriptor),
            real.hasPrefix(root == "/" ? "/" : root + "/")
        else {
            close(descriptor)
            throw StreamingError(.missing, "it isn’t a file inside the folder")
        }
        self.descriptor = descriptor
        size = Int(status.st_size)
        modified = Timestamp(status.st_mtim)
        (self.hold, calls) = (hold, .of(folder))
    }

    deinit { close(descriptor) }

    /// Reads bytes; fewer at the end of the file.
    package func bytes(_ range: Range<Int>) throws(StreamingError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < range.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: filled), range.count - filled, off_t(range.lowerBound + filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StreamingError(.missing, "the file can’t be read: \(String(cString: strerror(errno)))") }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }

    /// Reads without blocking the caller's thread. Throws `StreamingError` (`missing`).
    package func read(_ range: Range<Int>) async throws -> [UInt8] { try await calls.answered { _ in try self.bytes(range) } }

    /// The path without links and dots; nil if it doesn't exist.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    private static func path(of descriptor: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count - 1)
        guard count > 0, count < buffer.count - 1 else { return nil }
        return String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension FolderCalls {
    /// Like `run`, but throws `StreamingError` (`missing`) if the folder doesn't respond.
    func answered<Result: Sendable>(_ work: @escaping @Sendable (Steps) throws -> Result) async throws -> Result {
        do { return try await run(work) } catch is NoAnswer { throw StreamingError(.missing, "its folder doesn’t answer") }
    }
}

extension Timestamp {
    /// Some file systems store arbitrary timestamps, so overflow is allowed.
    init(_ time: timespec) {
        let seconds = Int64(time.tv_sec).clamped(to: -1_000_000_000_000...1_000_000_000_000)
        self.init(milliseconds: seconds * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
