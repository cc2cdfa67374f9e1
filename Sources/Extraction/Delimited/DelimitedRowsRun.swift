import Records

/// One delimited text while it arrives: bytes in, records out, each as soon as its line has ended.
final class DelimitedRowsRun: ExtractionRun {
    private let plan: DelimitedRows
    private var input: TextInput
    private var opening = DocumentOpening(wanted: "delimited text", refusesMarkup: false)
    private var reader: DelimitedReader
    private var rows: RowMaker
    /// The last rows, of which `drop` are skipped; without the row of column names.
    private var waiting: [DelimitedReader.Row] = []
    private var areNamesRead: Bool

    init(plan: DelimitedRows, _ hints: DocumentHints) {
        self.plan = plan
        input = TextInput(plan.encoding, hints)
        reader = DelimitedReader(plan.dialect)
        rows = RowMaker(plan: plan)
        areNamesRead = !plan.hasHeader
    }

    var notes: ReadingNotes { rows.notes }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        let text = try opening.pass(try input.decode(bytes))
        try reader.append(text) { try take($0, receive) }
    }

    private func take(_ row: DelimitedReader.Row, _ receive: (Extracted) throws -> Void) throws {
        guard plan.drop > 0, areNamesRead else {
            areNamesRead = true
            return try rows.take(row, receive)
        }
        waiting.append(row)
        if waiting.count > plan.drop { try rows.take(waiting.removeFirst(), receive) }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        let text = try opening.pass(try input.finish(), isLast: true)
        try reader.append(text) { try take($0, receive) }
        try reader.finish { try take($0, receive) }
        try rows.finish()
    }
}

/// Converts rows of cells to numbered records.
private struct RowMaker {
    /// The place of a field, and the reader of its plain texts if it has one column.
    private struct Place {
        let field: Int
        let columns: [Int]
        let column: Int
        let reading: PlainReading?

        init(_ field: Int, _ columns: [Int], _ schema: Schema) {
            (self.field, self.columns, column) = (field, columns, columns.first ?? 0)
            reading = columns.count == 1 ? PlainReading(schema.fields[field]) : nil
        }
    }

    private let plan: DelimitedRows
    private var texts = HeldTexts()
    /// The place of each field, once the columns are known.
    private var places: [Place]?
    private var columns = 0
    private var overflow: [Int] = []
    private var isHeaderRead: Bool
    private var count = 0
    private(set) var notes = ReadingNotes()
    private var passedOver = (count: 0, firstLine: 0)

    init(plan: DelimitedRows) {
        self.plan = plan
        isHeaderRead = !plan.hasHeader
    }

    mutating func take(_ row: DelimitedReader.Row, _ receive: (Extracted) throws -> Void) throws {
        guard isHeaderRead, let places else {
            let isHeader = !isHeaderRead
            isHeaderRead = true
            let names = (0..<row.cells.count).map { row.text($0).trimmingWhitespace() }
            let columns = plan.columns ?? (isHeader ? names : names.indices.map { "\($0 + 1)" })
            self.columns = columns.count
            self.places = try plan.resolved(columns).map { Place($0.field, $0.columns, plan.schema) }
            overflow = try plan.resolvedOverflow(columns)
            if !isHeader { try take(row, receive) }
            return
        }
        let extra = row.cells.count - columns
        var record: Record?
        if extra > 0, !overflow.isEmpty {
            record = try overflown(row, by: extra, places)
        } else if try isWhole(row) {
            do { record = try self.record(of: row, places) } catch let error as FieldError {
                throw ExtractionError(error, in: name(of: row))
            }
        }
        guard let record else { return }
        guard count < RowLimits.rows else { throw ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
        count += 1
        try receive(.final(row: count - 1, record))
    }

    /// Joins the surplus cells with the first of the `overflow` columns for which the other values fit their fields.
    private mutating func overflown(_ row: DelimitedReader.Row, by extra: Int, _ places: [Place]) throws -> Record {
        var failure: FieldError?
        for column in overflow {
            do { return try record(of: row, places, Overflow(column: column, extra: extra)) } catch let error as FieldError {
                failure = failure ?? error
            }
        }
        throw ExtractionError(
            .row,
            "\(name(of: row)): \(row.cells.count) cells where there are \(columns) columns, and however they are put together: "
                + "\(failure.map { "\($0)" } ?? "")")
    }

    /// With an overflow it is a trial: a value that doesn't fit its field counts against it, even if such values are otherwise left empty.
    ///
    /// Throws `FieldError`, and `ExtractionError` if there is too much text.
    private mutating func record(of row: DelimitedReader.Row, _ places: [Place], _ overflow: Overflow? = nil) throws -> Record {
        var values = [Value?](repeating: nil, count: plan.schema.fields.count)
        for place in places {
            if overflow == nil, let reading = place.reading, place.column < row.cells.count,
                let value = try row.withBytes(place.column, { try texts.value(of: $0, by: reading) })
            {
                values[place.field] = value
            } else {
                values[place.field] = try value(at: place, in: row, overflow)
            }
        }
        // A failed trial holds no texts.
        if overflow != nil { for index in values.indices { values[index] = try texts.hold(values[index]) } }
        return Record(values)
    }

    /// By the general path. The text is held, except in a trial.
    private mutating func value(at place: Place, in row: DelimitedReader.Row, _ overflow: Overflow?) throws -> Value? {
        var field = plan.schema.fields[place.field]
        if overflow != nil { field.leavesUnreadableEmpty = false }
        let value: Value? =
            switch place.columns.count {
            case 0: nil
            case 1: try field.value(from: text(of: place.column, in: row, overflow), counting: &notes)
            default: try field.value(from: place.columns.map { text(of: $0, in: row, overflow) }, counting: &notes)
            }
        return overflow == nil ? try texts.hold(value) : value
    }

    /// The number of surplus cells, and the column that receives them.
    private struct Overflow {
        let column: Int
        let extra: Int
    }

    func finish() throws {
        guard places != nil else {
            throw ExtractionError(.truncated, "the document is empty" + (plan.hasHeader ? ": not even the names of the columns" : ""))
        }
        if passedOver.count * 20 > count + passedOver.count {
            let rows = "\(passedOver.count) of \(count + passedOver.count) rows"
            throw ExtractionError(
                .row, "\(rows) have another number of cells than \(columns), the first on line \(passedOver.firstLine)")
        }
    }

    /// Whether the row has as many cells as there are columns, or may have fewer; false if it must be skipped.
    private mutating func isWhole(_ row: DelimitedReader.Row) throws -> Bool {
        let found = row.cells.count
        if found == columns { return true }
        let told = "\(name(of: row)): \(found) cells where there are \(columns) columns"
        if found < columns, !row.isEnded { throw ExtractionError(.truncated, told + ", and no end of the line") }
        switch plan.ragged {
        case .pad where found < columns: return true
        case .skip:
            if passedOver.count == 0 { passedOver.firstLine = row.line }
            passedOver.count += 1
            return false
        case .pad, .refuse: throw ExtractionError(.row, told)
        }
    }

    private func name(of row: DelimitedReader.Row) -> String { "row \(count + 1) (line \(row.line))" }

    private func text(of column: Int, in row: DelimitedReader.Row, _ overflow: Overflow?) -> String {
        guard let overflow, column >= overflow.column else { return column < row.cells.count ? row.text(column) : "" }
        if column > overflow.column { return row.text(column + overflow.extra) }
        return row.text(column...column + overflow.extra)
    }
}
