package import Foundation

/// Reserves a data folder for one server, or for a restore: an advisory lock (flock(2)) on a file in it, which is released when the process
/// ends for any reason. Commands don't take it: they work beside a server.
package final class DataLock: Sendable {
    private static let fileName = "tidings.lock"
    private let descriptor: Int32

    /// Throws `StorageError` if another process holds the lock.
    package init(_ folder: URL) throws {
        do { try DataFolder.make(folder) } catch {
            throw StorageError(error, doing: "locking \(folder.path)")
        }
        // Not inherited by programs that this process starts.
        let file = folder.appendingPathComponent(Self.fileName)
        DataFolder.make(file: file)
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError(.folder, doing: "locking \(folder.path)", detail: String(cString: strerror(errno)))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StorageError(.inUse, doing: "locking \(folder.path)", detail: "a server is running on this data; stop it first")
        }
    }

    deinit { close(descriptor) }

    /// Whether a file belongs to the holder of the folder rather than to the data.
    static func isLock(_ name: String) -> Bool { name.hasSuffix(".lock") }
}
