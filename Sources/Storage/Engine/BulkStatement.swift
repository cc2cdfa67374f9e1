import Records

/// A prepared statement that is run once for each of many rows, or gives many. Used inside a transaction of `Store`, on its thread.
enum BulkStatement {
    case sqlite(SQLiteBulkStatement)
    case postgres(PostgresBulkStatement)

    init(_ statement: Statement) {
        switch statement {
        case .sqlite(let statement): self = .sqlite(SQLiteBulkStatement(statement))
        case .postgres(let statement): self = .postgres(PostgresBulkStatement(statement))
        }
    }

    /// Binds the integers, then the values of a packed record, and runs the statement to its end.
    func run(_ integers: [Int64], packed record: UnsafeRawBufferPointer) throws {
        switch self {
        case .sqlite(let statement): try statement.run(integers, packed: record)
        case .postgres(let statement): try statement.run(integers, packed: record)
        }
    }

    /// Binds the integers, then the values, to the parameters in order, and runs the statement to its end.
    func run(_ integers: [Int64], _ values: [Value?] = []) throws {
        switch self {
        case .sqlite(let statement): try statement.run(integers, values)
        case .postgres(let statement): try statement.run(integers, values)
        }
    }

    /// Binds the integers and gives the rows one after the other; `read` may ask for the columns of the row that it is called for.
    func rows<Row>(_ integers: [Int64], _ read: @escaping (BulkStatement) -> Row) -> () throws -> Row? {
        begin(integers)
        return { try step() ? read(self) : nil }
    }

    /// Gives back what a statement that was not run to its end holds.
    func end() {
        switch self {
        case .sqlite(let statement): statement.end()
        case .postgres(let statement): statement.end()
        }
    }

    /// The bytes of the text in a column of the row; 0 if it is none.
    func byteCount(_ column: Int) -> Int {
        switch self {
        case .sqlite(let statement): statement.byteCount(column)
        case .postgres(let statement): statement.byteCount(column)
        }
    }

    /// nil if the column holds nothing.
    func text(_ column: Int) -> String? {
        switch self {
        case .sqlite(let statement): statement.text(column)
        case .postgres(let statement): statement.text(column)
        }
    }

    /// 0 if it holds nothing.
    func integer(_ column: Int) -> Int64 {
        switch self {
        case .sqlite(let statement): statement.integer(column)
        case .postgres(let statement): statement.integer(column)
        }
    }

    /// nil for what no field of this kind is stored as.
    func value(_ column: Int, _ kind: Field.Kind) -> Value? {
        switch self {
        case .sqlite(let statement): statement.value(column, kind)
        case .postgres(let statement): statement.value(column, kind)
        }
    }

    /// Whether the column holds this value of a field of this kind: false also where only `value` can tell.
    func surelyHolds(_ value: Value?, _ column: Int, _ kind: Field.Kind) -> Bool {
        switch self {
        case .sqlite(let statement): statement.surelyHolds(value, column, kind)
        case .postgres: false
        }
    }

    /// The same of a value of a packed record.
    func surelyHolds(packed value: PackedValue, _ column: Int, _ kind: Field.Kind) -> Bool {
        switch self {
        case .sqlite(let statement): statement.surelyHolds(packed: value, column, kind)
        case .postgres: false
        }
    }

    /// Goes before the first row. The arguments that are bound stay where no integers are given.
    func begin(_ integers: [Int64] = []) {
        switch self {
        case .sqlite(let statement): statement.begin(integers)
        case .postgres(let statement): statement.begin(integers, texts: [])
        }
    }

    /// The same, with texts for the parameters after them.
    func begin(_ integers: [Int64], texts: [String]) {
        switch self {
        case .sqlite(let statement): statement.begin(integers, texts: texts)
        case .postgres(let statement): statement.begin(integers, texts: texts)
        }
    }

    /// Goes to the next row. Returns false if there is none.
    func step() throws -> Bool {
        switch self {
        case .sqlite(let statement): try statement.step()
        case .postgres(let statement): try statement.step()
        }
    }

    /// The first column of the next rows; fewer than `limit` are the last, behind which it must not be asked again.
    func integers(upTo limit: Int) throws -> [Int64] {
        var integers: [Int64] = []
        while integers.count < limit, try step() { integers.append(integer(0)) }
        return integers
    }
}
