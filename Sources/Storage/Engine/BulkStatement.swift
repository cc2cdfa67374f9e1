import Records

/// A prepared statement that runs once for each of many rows, or returns many. Used inside a transaction of `Store`, on its thread.
enum BulkStatement {
    case sqlite(SQLiteBulkStatement)
    case postgres(PostgresBulkStatement)

    init(_ statement: Statement) {
        switch statement {
        case .sqlite(let statement): self = .sqlite(SQLiteBulkStatement(statement))
        case .postgres(let statement): self = .postgres(PostgresBulkStatement(statement))
        }
    }

    /// Binds the integers, then the values of a packed record, and runs the statement to completion.
    func run(_ integers: [Int64], packed record: UnsafeRawBufferPointer) throws {
        switch self {
        case .sqlite(let statement): try statement.run(integers, packed: record)
        case .postgres(let statement): try statement.run(integers, packed: record)
        }
    }

    /// Binds the integers, then the values, to the parameters in order, and runs the statement to completion.
    func run(_ integers: [Int64], _ values: [Value?] = []) throws {
        switch self {
        case .sqlite(let statement): try statement.run(integers, values)
        case .postgres(let statement): try statement.run(integers, values)
        }
    }

    /// Binds the integers and returns the rows one after the other. `read` may access the columns only of the row it is called for.
    func rows<Row>(_ integers: [Int64], _ read: @escaping (BulkStatement) -> Row) -> () throws -> Row? {
        begin(integers)
        return { try step() ? read(self) : nil }
    }

    /// Releases the resources of a statement that didn't run to completion.
    func end() {
        switch self {
        case .sqlite(let statement): statement.end()
        case .postgres(let statement): statement.end()
        }
    }

    /// The length in bytes of the text in a column; 0 if it isn't a text.
    func byteCount(_ column: Int) -> Int {
        switch self {
        case .sqlite(let statement): statement.byteCount(column)
        case .postgres(let statement): statement.byteCount(column)
        }
    }

    /// nil if the column is NULL.
    func text(_ column: Int) -> String? {
        switch self {
        case .sqlite(let statement): statement.text(column)
        case .postgres(let statement): statement.text(column)
        }
    }

    /// 0 if the column is NULL.
    func integer(_ column: Int) -> Int64 {
        switch self {
        case .sqlite(let statement): statement.integer(column)
        case .postgres(let statement): statement.integer(column)
        }
    }

    /// nil if the stored value isn't valid for this kind of field.
    func value(_ column: Int, _ kind: Field.Kind) -> Value? {
        switch self {
        case .sqlite(let statement): statement.value(column, kind)
        case .postgres(let statement): statement.value(column, kind)
        }
    }

    /// Whether the column holds this value of a field of this kind. Also false if only `value` can decide.
    func surelyHolds(_ value: Value?, _ column: Int, _ kind: Field.Kind) -> Bool {
        switch self {
        case .sqlite(let statement): statement.surelyHolds(value, column, kind)
        case .postgres: false
        }
    }

    /// The same for a value of a packed record.
    func surelyHolds(packed value: PackedValue, _ column: Int, _ kind: Field.Kind) -> Bool {
        switch self {
        case .sqlite(let statement): statement.surelyHolds(packed: value, column, kind)
        case .postgres: false
        }
    }

    /// Moves before the first row. Without integers, the bound arguments stay.
    func begin(_ integers: [Int64] = []) {
        switch self {
        case .sqlite(let statement): statement.begin(integers)
        case .postgres(let statement): statement.begin(integers, texts: [])
        }
    }

    /// The same, with texts for the parameters that follow.
    func begin(_ integers: [Int64], texts: [String]) {
        switch self {
        case .sqlite(let statement): statement.begin(integers, texts: texts)
        case .postgres(let statement): statement.begin(integers, texts: texts)
        }
    }

    /// Moves to the next row. Returns false at the end.
    func step() throws -> Bool {
        switch self {
        case .sqlite(let statement): try statement.step()
        case .postgres(let statement): try statement.step()
        }
    }

    /// The first column of the next rows. Fewer than `limit` rows are the last ones; it must not be called again after them.
    func integers(upTo limit: Int) throws -> [Int64] {
        var integers: [Int64] = []
        while integers.count < limit, try step() { integers.append(integer(0)) }
        return integers
    }
}
