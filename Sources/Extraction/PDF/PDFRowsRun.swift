import PDFText
import Records

/// One PDF while it arrives: pages of text in, rows out, each page's as soon as the page is known.
///
/// Damage that a reader of text could tolerate (a truncated stream, a missing end) is an error here: with an incomplete list, "not found"
/// could be wrong. Limited by `PDFLimits` for the text and by `RowLimits` here.
final class PDFRowsRun: ExtractionRun {
    private let plan: PDFRows
    private var stream: PDFTextStream
    private var reader: RowReader

    init(plan: PDFRows) {
        self.plan = plan
        // The drawn lines of a table delimit its cells.
        if case .table = plan.reading { stream = PDFTextStream(includesRules: true) } else { stream = PDFTextStream() }
        reader = RowReader(plan: plan)
    }

    var notes: ReadingNotes { reader.notes }

    func foresee(_ bytes: [UInt8], at offset: Int) throws {
        do { try stream.foresee(bytes, at: offset) } catch let error as PDFError { throw ExtractionError(error) }
    }

    func partsWorthForeseeing(size: Int) -> [Range<Int>] { stream.rangesWorthFetching(size: size) }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        do {
            try stream.append(bytes) { try reader.take($0, receive) }
        } catch let error as PDFError {
            throw ExtractionError(error)
        }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        do {
            try stream.finish { try reader.take($0, receive) }
        } catch let error as PDFError {
            throw ExtractionError(error)
        }
        for row in reader.provisional.values.joined() { try receive(.withdrawn(row: row.number)) }
        guard reader.rows > 0 else {
            throw ExtractionError(.noRows, "no row was found: nothing in the text of \(reader.pages) pages matches \(plan.starts)")
        }
    }
}

/// Limits of the rows of one document.
enum RowLimits {
    static let rows = 1_000_000
    static let textBytes = 64 << 20
}

/// Converts pages of text to numbered rows. A provisional page is read again when it is final, and each of its rows is confirmed or
/// withdrawn; the same applies to a final page that an update at the end of the file replaces or removes.
private struct RowReader {
    let plan: PDFRows
    private(set) var notes = ReadingNotes()
    /// By page: its rows while it was provisional.
    var provisional: [Int: [(number: Int, record: Record)]] = [:]
    /// By page: its rows when it was final.
    private var final: [Int: [(number: Int, record: Record)]] = [:]
    /// The number of final pages and rows.
    private(set) var pages = 0
    private(set) var rows = 0
    private var nextRow = 0
    private var texts = HeldTexts()
    private var tables = TablesOverPages()

    init(plan: PDFRows) { self.plan = plan }

    mutating func take(_ event: PDFTextEvent, _ receive: (Extracted) throws -> Void) throws {
        switch event {
        case .warning(let warning) where warning.code == .unreadableFont:
            // Its characters became U+FFFD: they don't match the start of a row, and inside a row they don't fit their field or are
            // visible.
            break
        case .warning(let warning) where !warning.losesText && warning.code != .truncated: break
        case .warning(let warning):
            throw ExtractionError(warning)
        case .provisional(let page):
            // Text that is unreadable now may be readable later, so errors wait for the final page.
            guard let records = try? records(of: page) else { return }
            let rows = records.map { record in
                defer { nextRow += 1 }
                return (number: nextRow, record: record)
            }
            provisional[page.id] = rows
            for row in rows { try receive(.provisional(row: row.number, row.record)) }
        case .final(let page):
            let records = try records(of: page, isFinal: true)
            if let earlier = final.removeValue(forKey: page.id) {
                try replace(earlier, on: page.id, by: records, receive)
            } else {
                pages += 1
                try confirm(provisional.removeValue(forKey: page.id) ?? [], on: page.id, by: records, receive)
            }
            guard nextRow <= RowLimits.rows else { throw ExtractionError(.limit, "more than \(RowLimits.rows) rows") }
        case .withdrawn(let id):
            guard let rows = final.removeValue(forKey: id) else { return }
            pages -= 1
            self.rows -= rows.count
            for row in rows { try receive(.withdrawn(row: row.number)) }
        case .pages: break
        }
    }

    private mutating func confirm(
        _ shown: [(number: Int, record: Record)], on page: Int, by records: [Record], _ receive: (Extracted) throws -> Void
    ) throws {
        rows += records.count
        var shown = ShownRows(shown)
        var rows: [(number: Int, record: Record)] = []
        rows.reserveCapacity(records.count)
        for record in records {
            if let number = shown.take(record) {
                rows.append((number, record))
            } else {
                rows.append((nextRow, record))
                nextRow += 1
            }
        }
        for number in shown.left { try receive(.withdrawn(row: number)) }
        for row in rows { try receive(.final(row: row.number, row.record)) }
        final[page] = rows
    }

    /// An update has changed a final page. Rows that differ are withdrawn and sent again with the same numbers, so that rows stay in
    /// document order.
    private mutating func replace(
        _ earlier: [(number: Int, record: Record)], on page: Int, by records: [Record], _ receive: (Extracted) throws -> Void
    ) throws {
        rows += records.count - earlier.count
        var rows: [(number: Int, record: Record)] = []
        for (index, record) in records.enumerated() {
            if index < earlier.count {
                rows.append((earlier[index].number, record))
                if earlier[index].record == record { continue }
                try receive(.withdrawn(row: earlier[index].number))
                try receive(.final(row: earlier[index].number, record))
            } else {
                rows.append((nextRow, record))
                try receive(.final(row: nextRow, record))
                nextRow += 1
            }
        }
        for row in earlier.dropFirst(records.count) { try receive(.withdrawn(row: row.number)) }
        final[page] = rows
    }

    private mutating func records(of page: PDFPageText, isFinal: Bool = false) throws -> [Record] {
        if case .table(let columns) = plan.reading {
            let layout = PDFPageLayout(page)
            let table = columns.map { PDFTable(layout, columns: $0) } ?? tables.table(of: layout, isFinal: isFinal)
            return try records(of: table, on: page)
        }
        var records: [Record] = []
        var row: [String] = []
        for line in PDFCells(page).lines {
            for cell in line {
                if try plan.starts.matches(cell) {
                    try refuseIncomplete(row, on: page)
                    row = [cell]
                } else if !row.isEmpty {
                    row.append(cell)
                } else if let words = try wholeRow(cell) {
                    row = words
                }
                if row.count == plan.order.count {
                    records.append(try record(from: row, on: page))
                    row.removeAll(keepingCapacity: true)
                }
            }
        }
        try refuseIncomplete(row, on: page)
        return records
    }

    private mutating func records(of table: PDFTable, on page: PDFPageText) throws -> [Record] {
        var records: [Record] = []
        for row in table.rows {
            guard let first = row.cells.first, try plan.starts.matches(first) else { continue }
            let cells = Array(row.cells.prefix(plan.order.count))
            try refuseIncomplete(cells, on: page)
            records.append(try record(from: cells, on: page))
        }
        return records
    }

    /// The fields of a row that is one string with single blanks; nil for any other cell.
    private func wholeRow(_ cell: String) throws -> [String]? {
        guard cell.utf8.contains(UInt8(ascii: " ")) else { return nil }
        let words = cell.split(separator: " ")
        guard words.count >= plan.order.count, try plan.starts.matches(words[0]) else { return nil }
        let surplus = words.count - plan.wordCounts.reduce(0) { $0 + ($1 ?? 0) }
        var at = 0
        var fields: [String] = []
        for count in plan.wordCounts {
            let count = count ?? surplus
            guard count > 0, at + count <= words.count else { return nil }
            fields.append(words[at..<at + count].joined(separator: " "))
            at += count
        }
        return at == words.count ? fields : nil
    }

    private func refuseIncomplete(_ row: [String], on page: PDFPageText) throws {
        guard let first = row.first, row.count < plan.order.count else { return }
        let missing = plan.order[row.count...].compactMap(\.self).map { plan.schema.fields[$0].name }.joined(separator: ", ")
        throw ExtractionError(.row, "row \(first) on \(name(of: page)) is incomplete: \(missing) missing")
    }

    private mutating func record(from row: [String], on page: PDFPageText) throws -> Record {
        var values = [Value?](repeating: nil, count: plan.schema.fields.count)
        for (place, text) in zip(plan.order.indices, row) {
            guard let index = plan.order[place] else { continue }
            // The first column of a field also reads those beside it.
            if place > 0, plan.order[place - 1] == index { continue }
            let text = plan.order.count > place + 1 && plan.order[place + 1] == index ? joined(row, from: place) : text
            do throws(FieldError) {
                values[index] = try plan.schema.fields[index].value(from: text, counting: &notes)
            } catch {
                throw ExtractionError(error, in: "row \(row[0]) on \(name(of: page))")
            }
            values[index] = try texts.hold(values[index])
        }
        return Record(values)
    }

    /// The text of a field with several columns, from the first one.
    private func joined(_ row: [String], from place: Int) -> String {
        let places = plan.order.indices[place...].prefix { plan.order[$0] == plan.order[place] }
        return places.compactMap { row.indices.contains($0) && !row[$0].isEmpty ? row[$0] : nil }.joined(separator: " ")
    }

    private func name(of page: PDFPageText) -> String { "page \(page.pageNumber ?? max(1, pages))" }
}

extension ExtractionError {
    fileprivate init(_ error: PDFError) {
        let code: Code =
            switch error.code {
            case .notPDF: .wrongFormat
            case .limit: .limit
            default: .unsupported
            }
        self.init(code, error.description)
    }

    fileprivate init(_ warning: PDFWarning) {
        self.init(warning.code == .truncated ? .truncated : .damaged, warning.description)
    }
}
