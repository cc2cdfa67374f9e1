/// What PostgreSQL said when it refused a statement, or why the connection is lost.
struct PostgresError: Error, CustomStringConvertible {
    /// SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    let state: String
    /// Not the server's words.
    static let unknown = "XX000"
    let message: String

    var description: String { "\(message) (PostgreSQL \(state))" }

    /// The statement was ended on request.
    var isCancelled: Bool { state == "57014" }
    /// It was ended for another transaction with which it collides: it may succeed when it begins again.
    var isCollision: Bool { ["40001", "40P01"].contains(state) }
    /// No more room on the disk, or in the memory of the server.
    var isOutOfRoom: Bool { ["53100", "53200"].contains(state) }
    /// The database isn't there, is ending or beginning, has no connection free, or kept a lock or a statement for too long.
    var isOfAbsence: Bool { endsConnection || ["53300", "55P03", "57014"].contains(state) }
    /// The connection can't be used any more: it is broken, the server is ending, or it is a replica now.
    var endsConnection: Bool { state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25006", "25P03"].contains(state) }
}

extension StorageError {
    init(_ error: PostgresError, doing: String) {
        self.init(error.isOutOfRoom ? .noRoom : error.isOfAbsence ? .away : .database, doing: doing, detail: error.description)
    }
}
