import Foundation

/// Sending and receiving. The connection doesn't block: each wait has a timeout.
extension PostgresConnection {
    /// Receives the rest of the current result; rows that are still needed are buffered in memory.
    func settle() throws {
        guard let rows = current else { return }
        while rows.isComing { try rows.take() }
    }

    /// The next result of the running statement; nil after the last.
    func nextResult() throws -> PostgresResult? {
        while library.isBusy(handle) == 1 {
            try wait(POLLIN)
            guard library.consumeInput(handle) == 1 else { throw lost() }
        }
        guard let result = library.getResult(handle) else { return nil }
        return PostgresResult(result, library)
    }

    func ended(_ rows: PostgresRows) { if current === rows { current = nil } }

    /// Reads all results of the sent statements. Throws the first error among them.
    func finish(_ take: (PostgresResult) -> Void) throws {
        var failure: PostgresError?
        while let result = try nextResult() {
            if result.status == .copyIn { throw lost("COPY where none was asked for") }
            if let error = result.error {
                failure = failure ?? noted(error)
            } else {
                note(result)
                take(result)
            }
        }
        if let failure { throw failure }
    }

    /// Returns the error; if it ends the connection, marks the connection as lost.
    func noted(_ error: PostgresError) -> PostgresError {
        guard library.status(handle) != 0 else { return error }
        isLost = true
        return error.state == PostgresError.unknown ? PostgresError(state: "08006", message: error.message) : error
    }

    func note(_ result: PostgresResult) { if let count = result.changedRows { changesCount = count } }

    /// Returns when all output has been sent.
    func sent(_ result: CInt) throws {
        guard result == 1 else { throw lost() }
        while true {
            switch library.flush(handle) {
            case 0: return
            case 1:
                let ready = try wait(POLLIN | POLLOUT)
                if ready & Int16(POLLIN) != 0, library.consumeInput(handle) != 1 { throw lost() }
            default: throw lost()
            }
        }
    }

    @discardableResult
    private func wait(_ events: Int32) throws -> Int16 {
        let end = ContinuousClock.now + timeout
        var asked = pollfd(fd: library.socket(handle), events: Int16(events), revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw lost("no answer from the database for \(timeout.components.seconds) seconds") }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
            let count = poll(&asked, 1, Int32(clamping: milliseconds))
            if count > 0 { return asked.revents }
            guard count == 0 || errno == EINTR else { throw lost() }
        }
    }

    func lost(_ reason: String? = nil) -> PostgresError {
        isLost = true
        current?.isComing = false
        current = nil
        return PostgresError(state: "08006", message: reason ?? Self.words(library.errorMessage(handle)))
    }
}
