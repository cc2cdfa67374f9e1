import Foundation

/// A file that stays readable while it is held, even if it is removed meanwhile. Closed with its last owner.
final class OpenFile: Sendable {
    private let descriptor: Int32

    /// nil if there is none, or none may be made.
    init?(_ path: String, creating: Bool = false) {
        descriptor = creating ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether it is ours alone until it is closed, also by a process that is killed.
    func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Fewer bytes than asked for only at its end; nil if it cannot be read.
    func read(_ count: Int, at offset: Int) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            // The system call writes into the array's own memory, and what it wrote is what is declared initialized.
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

    /// False if not all of them could be written.
    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            // The pointer is used only while the array is held.
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
