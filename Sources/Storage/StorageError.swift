/// What the store couldn't do, and what SQLite said. Never contains stored values.
package struct StorageError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        /// Can't make, read or write the folder.
        case folder
        /// The database refused or failed.
        case database
        /// A server holds the folder.
        case inUse
        /// The limit on the number of entries is reached.
        case full
        /// Other users of the machine can write the stored files.
        case exposed
        /// The file isn't a backup, is incomplete, or comes from a later version; or a backup or its restoring would replace something.
        case backup
        /// The store can't be moved to another engine before something is mended.
        case moving
        /// The disk is full.
        case noRoom
        /// The database can't be reached, or doesn't answer in time: it may later.
        case away
        /// A database of PostgreSQL can't have the store as it is.
        case unfit
        /// The board is another person's, who hasn't shared it.
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

/// What is stored isn't as it has to be: a row is missing, or a column holds what it can't.
struct StoredFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
