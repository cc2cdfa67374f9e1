import Foundation
import GRDB
import Synchronization

/// Whether the disk under the data folder has room: fewer bytes than a reserve are free, or the last write found none.
///
/// What of a write says that is in `StorageError.Code.noRoom`. Isolated by a mutex.
final class DiskRoom: Sendable {
    /// Kept for what people do (numbers, watches, settings) when fetching has filled the rest.
    static let usualReserve = 32 << 20

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

extension Store {
    /// Whether nothing more should be stored. Where a write was refused, it is tried again, so that this ends by itself.
    package func isOutOfRoom() async -> Bool {
        if room.isTight { return true }
        guard room.wasRefused else { return false }
        // A row written as it was is a page of the log all the same.
        try? await write("looking for room") { try $0.execute(sql: "UPDATE geocode_traffic SET failures = failures WHERE id = 1") }
        return room.wasRefused
    }

    /// For what is noted beside what somebody has asked for: a full disk is no reason to refuse them that.
    func writeIfRoom(_ doing: String, _ body: @Sendable @escaping (Database) throws -> Void) async throws {
        do { try await write(doing, body) } catch let error as StorageError where error.code == .noRoom {}
    }
}
