import Crypto
package import Foundation
import Glibc
import Records
import Synchronization

/// A file that is being uploaded, written to the disk as it arrives: only a piece of it is in memory. Removed with its last reference,
/// unless it was moved to its final place.
package final class IncomingFile: Sendable {
    package struct Written: Hashable, Sendable {
        package var bytes = 0
        /// SHA-256 of the contents, in hexadecimal digits, after `finish`.
        package var digest = ""
        /// The first kilobyte.
        package var head: [UInt8] = []
    }

    /// A write failed: the disk is full, or the folder isn't writable.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The error number (errno(3)).
        package let code = errno

        fileprivate init() {}

        package var description: String { String(cString: strerror(code)) }
    }

    /// Its place was needed for another upload (`giveUp`).
    package struct GivenUp: Error {}

    fileprivate struct State {
        var written = Written()
        var hash = SHA256()
        var isMoved = false
        /// Bytes received but not written yet.
        var pending: [UInt8] = []
        var pace = Pace(at: .now)
        var isGivenUp = false
    }

    package static let prefix = ".incoming-"
    /// Bytes buffered before they are written.
    private static let piece = 256 << 10

    private let url: URL
    private let descriptor: Int32
    private let state = Mutex(State())

    /// `mark`: whose file it is, in a folder that several servers see.
    package init(in folder: URL, mark: String = "") throws(Failure) {
        url = folder.appendingPathComponent(Self.prefix + mark + UUID().uuidString)
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure() }
    }

    deinit {
        close(descriptor)
        if !state.withLock({ $0.isMoved }) { unlink(url.path) }
    }

    /// The recent transfer rate.
    package var pace: Pace { state.withLock { $0.pace } }

    /// Deletes the received data. Later pieces are rejected.
    package func giveUp() {
        state.withLock { state in
            state.isGivenUp = true
            state.pending = []
        }
        _ = ftruncate(descriptor, 0)
    }

    /// Blocks its thread. Throws `Failure`.
    private func append(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
        state.withLock { state in
            state.hash.update(data: bytes)
            state.written.bytes += bytes.count
            if state.written.head.count < 1024 { state.written.head += bytes.prefix(1024 - state.written.head.count) }
        }
    }

    /// The properties of the complete file, after all of it was written (`flush`).
    package func finish() -> Written {
        state.withLock { state in
            if state.written.digest.isEmpty { state.written.digest = String(hexadecimal: state.hash.finalize()) }
            return state.written
        }
    }

    /// Returns the written data in pieces, in order. Blocks its thread. Throws `Failure`, and the errors of `take`.
    package func read(_ take: ([UInt8]) throws -> Void) throws {
        let reading = open(url.path, O_RDONLY | O_CLOEXEC)
        guard reading >= 0 else { throw Failure() }
        defer { close(reading) }
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = piece.withUnsafeMutableBytes { Glibc.read(reading, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure() }
            guard count > 0 else { return }
            try take(Array(piece[..<count]))
        }
    }

    /// Syncs it to the disk and renames it. Blocks its thread. Throws `Failure`.
    package func move(to file: URL) throws {
        guard fsync(descriptor) == 0, rename(url.path, file.path) == 0 else { throw Failure() }
        state.withLock { $0.isMoved = true }
    }
}

extension IncomingFile {
    private static let threads = DispatchQueue(label: "tidings.incoming-files", qos: .userInitiated, attributes: .concurrent)

    /// Accepts the next bytes. They are on the disk after `flush`. Throws `Failure` and `GivenUp`.
    package func take(_ bytes: [UInt8]) async throws {
        let full = try state.withLock { state throws -> [UInt8]? in
            guard !state.isGivenUp else { throw GivenUp() }
            state.pace.add(bytes.count, at: .now)
            if state.pending.isEmpty { state.pending = bytes } else { state.pending += bytes }
            return state.pending.count >= Self.piece ? state.takePending() : nil
        }
        if let full { try await write(full) }
    }

    /// Writes the buffered bytes. Throws `Failure` and `GivenUp`.
    package func flush() async throws {
        let rest = try state.withLock { state throws -> [UInt8] in
            guard !state.isGivenUp else { throw GivenUp() }
            return state.takePending()
        }
        if !rest.isEmpty { try await write(rest) }
    }

    /// Doesn't block its caller's thread.
    private func write(_ bytes: [UInt8]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            Self.threads.async { continuation.resume(with: Swift.Result { try self.append(bytes) }) }
        }
    }
}

extension IncomingFile.State {
    fileprivate mutating func takePending() -> [UInt8] {
        defer { pending = [] }
        return pending
    }
}
