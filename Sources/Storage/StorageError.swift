/// An operation that the store couldn't do, and the database's message. Never contains stored values.
package struct StorageError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// The folder can't be created, read or written.
        case folder
        /// The database refused or failed.
        case database
        /// A server is using the folder.
        case inUse
        /// The limit on the number of entries is reached.
        case full
        /// Other users of the machine can write the stored files.
        case exposed
        /// The file isn't a backup, is incomplete, or was made by a later version; or making or restoring it would overwrite something.
        case backup
        /// The store can't be moved to another engine until a problem is fixed.
        case moving
        /// The disk is full.
        case noRoom
        /// The database can't be reached, or doesn't answer in time. A retry may succeed.
        case away
        /// The PostgreSQL database can't hold the store in its current state.
        case unfit
        /// The board belongs to another person who hasn't shared it.
        case hidden
    }

    package let code: Code
    package let doing: String
    package let detail: String

    init(_ code: Code, doing: String, detail: String) {
        self.code = code
        self.doing = doing
        self.detail = detail
    }

    static func hidden(_ doing: String) -> StorageError { StorageError(.hidden, doing: doing, detail: "There is no such board.") }

    package var description: String { "the store failed at \(doing): \(detail)" }
}

/// Stored data is invalid: a row is missing, or a column holds an impossible value.
struct StoredFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
