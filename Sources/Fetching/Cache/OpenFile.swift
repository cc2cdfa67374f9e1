import Foundation

/// A file that stays readable while it is open, even if it is deleted. Closed with its last reference.
final class OpenFile: Sendable {
    private let descriptor: Int32

    /// Returns nil if the file doesn't exist or can't be opened or created.
    init?(_ path: String, creating: Bool = false) {
        descriptor = creating ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Locks the file until it is closed or the process is killed. False if another process holds the lock.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Returns fewer bytes than requested only at the end of the file; nil if reading fails.
    func read(_ count: Int, at offset: Int) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // The system call writes into the array's memory, and only the bytes written are declared initialized.
            while initialized < count {
                let got = pread(descriptor, buffer.baseAddress?.advanced(by: initialized), count - initialized, off_t(offset + initialized))
                if got < 0, errno == EINTR { continue }
                failed = got < 0
                guard got > 0 else { break }
                initialized += got
            }
        }
        return failed ? nil : bytes
    }

    /// False if not all bytes could be written.
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            // The pointer is used only while the array is alive.
            var written = 0
            while written < buffer.count {
                let count = Foundation.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }
}
