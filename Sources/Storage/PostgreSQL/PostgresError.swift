/// PostgreSQL's error for a statement, or the reason for a lost connection.
struct PostgresError: Error, CustomStringConvertible {
    /// SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    let state: String
    /// A code of ours, for errors without one from the server.
    static let unknown = "XX000"
    let message: String

    var description: String { "\(message) (PostgreSQL \(state))" }

    /// The statement was cancelled on request.
    var isCancelled: Bool { state == "57014" }
    /// It was aborted because of a collision with another transaction, and may succeed on a retry.
    var isCollision: Bool { ["40001", "40P01"].contains(state) }
    /// The server has no more disk space or memory.
    var isOutOfRoom: Bool { ["53100", "53200"].contains(state) }
    /// The database isn't available, is starting or stopping, has no free connection, or exceeded the time for a lock or a statement.
    var isOfAbsence: Bool { endsConnection || ["53300", "55P03", "57014"].contains(state) }
    /// The connection is unusable: it is broken, the server is stopping, or has become a replica.
    var endsConnection: Bool { state.hasPrefix("08") || ["57P01", "57P02", "57P03", "57P05", "25006", "25P03"].contains(state) }
}

extension StorageError {
    init(_ error: PostgresError, doing: String) {
        self.init(error.isOutOfRoom ? .noRoom : error.isOfAbsence ? .away : .database, doing: doing, detail: error.description)
    }
}
