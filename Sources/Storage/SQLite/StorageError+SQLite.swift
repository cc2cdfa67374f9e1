import Foundation
import GRDB
import Records

extension StorageError {
    init(_ error: any Error, doing: String) {
        switch error {
        case let error as DatabaseError:
            // SQLite has a separate code for lack of room for the log's index.
            let isFull = error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
            let isOfFolder = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_NOTADB].contains(error.resultCode)
            self.init(
                isFull ? .noRoom : isOfFolder ? .folder : .database, doing: doing,
                detail: "\(error.message ?? "error") (SQLite \(error.extendedResultCode.rawValue))")
        case let error as PostgresError: self.init(error, doing: doing)
        case let error as CocoaError:
            self.init(.folder, doing: doing, detail: "the folder cannot be made or written to: \(error.localizedDescription)")
        default: self.init(.database, doing: doing, detail: "\(error)")
        }
    }

    static func mapped(_ error: any Error, doing: String) -> any Error {
        switch error {
        // Cancelling a task interrupts its SQLite statement.
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT: CancellationError()
        case is CancellationError, is StorageError, is EffortSpent, is Withdrawn, is LeaseLost, is DocumentShareSpent: error
        default: StorageError(error, doing: doing)
        }
    }

    /// The database's message when it refused a statement; nil for any other error.
    static func refusal(_ error: any Error) -> String? {
        (error as? DatabaseError).map { $0.message ?? "error" } ?? (error as? PostgresError)?.message
    }

    /// SQLite's message for a file that isn't a database, or is damaged; nil for any other error.
    static func damage(_ error: any Error) -> String? {
        guard let error = error as? DatabaseError, [.SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) else {
            return nil
        }
        return error.message ?? "the backup is damaged"
    }
}
