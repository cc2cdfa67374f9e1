import Foundation

/// That nobody else sends from a data folder: a lock on a file in it, which the system takes back when its holder dies, however it dies.
///
/// Whoever holds it knows that every notice that is claimed was claimed by somebody who is no more. `flock(2)`.
final class SenderLock: Sendable {
    private let descriptor: Int32

    /// nil if somebody else holds it.
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
