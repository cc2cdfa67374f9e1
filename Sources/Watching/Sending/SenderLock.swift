import Foundation

/// Ensures that one process sends from a data folder: a lock on a file in it, which the system releases when its process ends in any way.
/// `flock(2)`.
///
/// While it is held, every claimed notice was claimed by a process that has ended.
final class SenderLock: Sendable {
    private let descriptor: Int32

    /// nil if another process holds it.
    init?(in folder: URL) throws {
        let file = folder.appendingPathComponent("sender.lock")
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path]) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
