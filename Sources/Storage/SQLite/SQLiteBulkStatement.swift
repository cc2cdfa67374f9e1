import GRDB
import GRDBSQLite
import Records

/// `BulkStatement` for SQLite.
///
/// Values are bound and read directly: GRDB's list of arguments for each row costs more than SQLite's own work on it (half of the time of
/// storing 40,000 rows). Used inside a transaction of `Store`, on its thread.
struct SQLiteBulkStatement {
    private let statement: GRDB.Statement
    private let texts = Texts()

    /// The texts of a row that is written, in one buffer: SQLite gets pointers into it, and needn't copy each text.
    private final class Texts {
        var bytes: [UInt8] = []
        var places: [(parameter: CInt, start: Int, count: CInt)] = []

        func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            places.removeAll(keepingCapacity: true)
        }
    }

    init(_ statement: SQLiteStatement) { self.statement = statement.statement }

    /// Binds the integers, then the values of a packed record, whose texts SQLite reads in place, and runs the statement to completion.
    func run(_ integers: [Int64], packed record: UnsafeRawBufferPointer) throws {
        begin(integers)
        let isRecord = PackedValue.forEach(in: record) { place, value in
            let parameter = CInt(integers.count + place + 1)
            switch value {
            case .nothing: break
            case .text(let text):
                // No destructor, as in `finish`.
                let start = text.baseAddress?.assumingMemoryBound(to: CChar.self)
                sqlite3_bind_text(statement.sqliteStatement, parameter, start, CInt(clamping: text.count), nil)
            case .list(let list): bind(to: parameter) { list.appendJSON(to: &$0) }
            case .other(let value): bind(value, to: parameter)
            }
        }
        guard isRecord else {
            sqlite3_clear_bindings(statement.sqliteStatement)
            texts.removeAll()
            throw StoredFault("a packed record is damaged")
        }
        try finish()
    }

    /// Binds the integers, then the values, to the parameters in order, and runs the statement to completion.
    func run(_ integers: [Int64], _ values: [Value?] = []) throws {
        begin(integers)
        for (index, value) in values.enumerated() { bind(value, to: CInt(integers.count + index + 1)) }
        try finish()
    }

    /// Binds the collected texts, runs the statement to completion, and releases all bindings.
    private func finish() throws {
        let handle = statement.sqliteStatement
        defer { texts.removeAll() }
        // An empty text also needs an address.
        texts.bytes.append(0)
        try texts.bytes.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            for place in texts.places {
                // No destructor (SQLITE_STATIC): the bytes stay valid until the statement has run and its bindings are cleared.
                sqlite3_bind_text(handle, place.parameter, start?.advanced(by: place.start), place.count, nil)
            }
            defer {
                sqlite3_reset(handle)
                sqlite3_clear_bindings(handle)
            }
            _ = try step()
        }
    }

    /// Releases the resources of a statement that didn't run to completion.
    func end() { sqlite3_reset(statement.sqliteStatement) }

    /// The length in bytes of the text in a column; 0 if it isn't a text.
    func byteCount(_ column: Int) -> Int {
        let (handle, column) = (statement.sqliteStatement, CInt(column))
        return sqlite3_column_type(handle, column) == SQLITE_TEXT ? Int(sqlite3_column_bytes(handle, column)) : 0
    }

    /// nil for NULL.
    func text(_ column: Int) -> String? {
        let (handle, column) = (statement.sqliteStatement, CInt(column))
        // The text is valid until the next step. It must be requested before its length, so that the length is in UTF-8.
        guard let start = sqlite3_column_text(handle, column) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))), as: UTF8.self)
    }

    /// 0 for NULL.
    func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement.sqliteStatement, CInt(column)) }

    /// Whether the column holds this value of a field of this kind. Also false if only `value` can decide.
    func surelyHolds(_ value: Value?, _ column: Int, _ kind: Field.Kind) -> Bool {
        switch (value, kind) {
        case (nil, _): sqlite3_column_type(statement.sqliteStatement, CInt(column)) == SQLITE_NULL
        case (.text(var text)?, .text), (.url(var text)?, .url), (.image(var text)?, .image), (.phone(var text)?, .phone),
            (.email(var text)?, .email):
            text.withUTF8 { holds(UnsafeRawBufferPointer($0), column) }
        case (.list?, _): false
        default: self.value(column, kind) == value
        }
    }

    /// The same for a value of a packed record, whose kind is the field's.
    func surelyHolds(packed value: PackedValue, _ column: Int, _ kind: Field.Kind) -> Bool {
        switch value {
        case .nothing: sqlite3_column_type(statement.sqliteStatement, CInt(column)) == SQLITE_NULL
        case .text(let text): holds(text, column)
        case .list: false
        case .other(let value): self.value(column, kind) == value
        }
    }

    /// Whether the column holds exactly this text, bytewise.
    private func holds(_ text: UnsafeRawBufferPointer, _ column: Int) -> Bool {
        let (handle, column) = (statement.sqliteStatement, CInt(column))
        guard sqlite3_column_type(handle, column) == SQLITE_TEXT, let start = sqlite3_column_text(handle, column),
            Int(sqlite3_column_bytes(handle, column)) == text.count
        else { return false }
        return text.elementsEqual(UnsafeRawBufferPointer(start: start, count: text.count))
    }

    /// nil if the stored value isn't valid for this kind of field.
    func value(_ column: Int, _ kind: Field.Kind) -> Value? {
        let (handle, column) = (statement.sqliteStatement, CInt(column))
        switch (sqlite3_column_type(handle, column), kind) {
        case (SQLITE_TEXT, _):
            // The text is valid until the next step. It must be requested before its length, so that the length is in UTF-8.
            let start = sqlite3_column_text(handle, column)
            let text = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
            if kind == .date, let date = CalendarDate(isoBytes: text) { return .date(date) }
            return Value(stored: String(decoding: text, as: UTF8.self), kind)
        case (SQLITE_FLOAT, .number): return Value(number: sqlite3_column_double(handle, column))
        case (SQLITE_INTEGER, .timestamp):
            return .timestamp(Timestamp(milliseconds: sqlite3_column_int64(handle, column)))
        case (SQLITE_INTEGER, .flag): return .flag(sqlite3_column_int64(handle, column) != 0)
        default: return nil
        }
    }

    /// Moves before the first row. Without integers, GRDB's bindings stay.
    func begin(_ integers: [Int64] = []) {
        let handle = statement.sqliteStatement
        sqlite3_reset(handle)
        for (index, integer) in integers.enumerated() { sqlite3_bind_int64(handle, CInt(index + 1), integer) }
    }

    /// The same, with texts for the parameters that follow.
    func begin(_ integers: [Int64], texts: [String]) {
        begin(integers)
        for (index, text) in texts.enumerated() { bind(text, to: CInt(integers.count + index + 1)) }
    }

    /// Moves to the next row. Returns false at the end.
    func step() throws -> Bool {
        let handle = statement.sqliteStatement
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE || code == SQLITE_ROW else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
        }
        return code == SQLITE_ROW
    }

    private func bind(_ value: Value?, to index: CInt) {
        let handle = statement.sqliteStatement
        switch value {
        case nil: sqlite3_bind_null(handle, index)
        case .number(let number): sqlite3_bind_double(handle, index, number)
        case .timestamp(let timestamp): sqlite3_bind_int64(handle, index, timestamp.milliseconds)
        case .flag(let flag): sqlite3_bind_int64(handle, index, flag ? 1 : 0)
        case let value?: bind(to: index) { $0 += value.storedText.utf8 }
        }
    }

    /// Binds a text, which `add` appends to those of the row.
    private func bind(to index: CInt, _ add: (inout [UInt8]) -> Void) {
        let start = texts.bytes.count
        add(&texts.bytes)
        texts.places.append((index, start, CInt(clamping: texts.bytes.count - start)))
    }

    private func bind(_ text: String, to index: CInt) {
        // SQLITE_TRANSIENT, a macro that Swift does not import: SQLite takes its own copy before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement.sqliteStatement, index, text, CInt(clamping: text.utf8.count), transient)
    }
}
