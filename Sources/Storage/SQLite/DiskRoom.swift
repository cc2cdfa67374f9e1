import Foundation
import Synchronization

/// Whether the disk under the data folder has room: fewer bytes than a reserve are free, or the last write found none.
///
/// What of a write says that is in `StorageError.Code.noRoom`. Isolated by a mutex.
final class DiskRoom: Sendable {
    /// Kept for what people do (numbers, watches, settings) when fetching has filled the rest.
    static let defaultReserve = 32 << 20

    private let folder: String
    private let reserve: Int
    private let refused = Mutex(false)

    init(_ folder: URL, reserve: Int) {
        self.folder = folder.path
        self.reserve = reserve
    }

    /// Whether the last write found no room.
    var wasRefused: Bool { refused.withLock { $0 } }

    /// nil: a write went through.
    func note(_ error: (any Error)?) {
        if error == nil { refused.withLock { $0 = false } }
        if let error = error as? StorageError, error.code == .noRoom { refused.withLock { $0 = true } }
    }

    /// By statvfs(3): what programs without privileges may use.
    var isTight: Bool {
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else { return false }
        let (free, overflow) = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        return !overflow && free < UInt64(reserve)
    }
}
