/// The rows of a statement. Rows that haven't arrived yet are read on demand, or when the connection is needed for something else.
final class PostgresRows {
    private let connection: PostgresConnection
    private var results: [PostgresResult] = []
    private var place = (result: 0, row: 0)
    private var isEnded = false
    var isComing = false

    init(_ connection: PostgresConnection) { self.connection = connection }

    func add(_ result: PostgresResult) { if !isEnded, result.rowCount > 0 { results.append(result) } }

    /// Buffers a row, unless the result is at its end.
    func advance() throws { while isComing, place.result == results.count { try take() } }

    func take() throws {
        guard let result = try connection.nextResult() else {
            isComing = false
            return connection.ended(self)
        }
        if let error = result.error {
            // Only the end of the results follows.
            while try connection.nextResult() != nil {}
            isComing = false
            connection.ended(self)
            throw connection.noted(error)
        }
        connection.note(result)
        add(result)
    }

    func next() throws -> PostgresRow? {
        // The server may have sent all rows before it received the cancellation.
        if connection.isGivenUp?() == true { throw PostgresError(state: "57014", message: "given up") }
        try advance()
        guard place.result < results.count else { return nil }
        let row = PostgresRow(result: results[place.result], index: CInt(place.row))
        place.row += 1
        if place.row == results[place.result].rowCount {
            place = (place.result + 1, 0)
            // Rows that were read are released.
            if place.result == results.count {
                results = []
                place = (0, 0)
            }
        }
        return row
    }

    /// All rows that weren't read yet.
    func all() throws -> [PostgresRow] {
        var all: [PostgresRow] = []
        while let row = try next() { all.append(row) }
        return all
    }

    /// Discards the remaining rows.
    func end() {
        isEnded = true
        results = []
        place = (0, 0)
        while isComing { do { try take() } catch { isComing = false } }
    }
}
