import Foundation
import Synchronization

/// Whether the data folder's disk is full: the free space is less than a reserve, or the last write found no room.
///
/// The errors that mean so are `StorageError.Code.noRoom`. Isolated by a mutex.
final class DiskRoom: Sendable {
    /// Reserved for people's actions (numbers, watches, settings) when fetching has filled the rest.
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

    /// nil if a write succeeded.
    func note(_ error: (any Error)?) {
        if error == nil { refused.withLock { $0 = false } }
        if let error = error as? StorageError, error.code == .noRoom { refused.withLock { $0 = true } }
    }

    /// By statvfs(3): the space available to unprivileged programs.
    var isTight: Bool {
        var system = statvfs()
        guard statvfs(folder, &system) == 0 else { return false }
        let (free, overflow) = UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        return !overflow && free < UInt64(reserve)
    }
}
