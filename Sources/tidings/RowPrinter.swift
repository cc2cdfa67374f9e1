import Boards
import Extraction
import Fetching
import Records
import Synchronization
import Watching

/// Prints rows as they come, over the progress line.
///
/// Marks a row that isn't certain yet, and prints it again once it is. Also reports a row that is withdrawn.
final class RowPrinter: Sendable {
    let board: Board
    let wanted: Value?
    private let json: Bool
    private let asked: Int?
    private let stop: Int?
    private let lines: RecordLines
    private let output = Output()
    private let progress = ProgressLine()
    private let shown: Mutex<Shown>

    private struct Shown {
        /// How many certain rows were printed.
        var certain = 0
        /// When the last programme of a guide ends.
        var lastStop: Timestamp?
        var rows: PrintedRows
    }

    init(board: Board, wanted: Value?, json: Bool) {
        self.board = board
        self.wanted = wanted
        self.json = json
        asked = board.schema.fields.firstIndex { $0.isAsked }
        stop = board.schema.slotChannel == nil ? nil : board.schema.slot?.stop
        lines = RecordLines(board.schema)
        shown = Mutex(Shown(rows: PrintedRows(withdrawsCertain: board.extractor.withdrawsCertainRows)))
    }

    /// How many certain rows were printed.
    var count: Int { shown.withLock { $0.certain } }

    /// The end of the last printed programme; nil if it isn't a guide.
    var lastStop: Timestamp? { shown.withLock { $0.lastStop } }

    var condition: [(field: String, value: Value)] {
        guard let wanted, let asked else { return [] }
        return [(board.schema.fields[asked].name, wanted)]
    }

    /// Begins another document, whose rows have their own numbers.
    func beginDocument() {
        let rows = PrintedRows(withdrawsCertain: board.extractor.withdrawsCertainRows)
        shown.withLock { $0.rows = rows }
    }

    /// Throws `SpoolError`.
    func print(_ extracted: [Extracted], at state: JobProgress) throws {
        progress.clear()
        for event in extracted { try print(event) }
        output.flush()
        progress.show(state, matches: wanted == nil ? nil : count)
    }

    func print(_ record: Record) {
        shown.withLock { $0.certain += 1 }
        line(record, nil)
    }

    func finish() {
        progress.clear()
        output.flush()
    }

    private func print(_ event: Extracted) throws {
        switch event {
        case .final(let row, let record):
            guard matches(record) else { return }
            try shown.withLock {
                $0.certain += 1
                try $0.rows.printed(record, row: row, isCertain: true)
                if let stop, case .timestamp(let time)? = record.values[stop] { $0.lastStop = max($0.lastStop ?? time, time) }
            }
            line(record, nil)
        case .provisional(let row, let record):
            guard matches(record) else { return }
            try shown.withLock { try $0.rows.printed(record, row: row, isCertain: false) }
            line(record, "provisional")
        case .withdrawn(let row):
            let taken = try shown.withLock { shown in
                let taken = try shown.rows.withdraw(row)
                if taken?.isCertain == true { shown.certain -= 1 }
                return taken
            }
            if let taken { line(taken.record, "withdrawn") }
        }
    }

    private func matches(_ record: Record) -> Bool {
        guard let wanted, let asked else { return true }
        return record.values[asked] == wanted
    }

    private func line(_ record: Record, _ mark: String?) {
        output.line { bytes in
            guard json else {
                lines.appendText(of: record, without: without, to: &bytes)
                if let mark { bytes.append(contentsOf: " (\(mark))".utf8) }
                return
            }
            guard let mark else { return lines.appendJSON(of: record, to: &bytes) }
            var line = record.json(board.schema)
            line.add(mark, true)
            bytes.append(contentsOf: line.closed.utf8)
        }
    }

    /// The field that was searched, which isn't printed for people.
    private var without: Int? { wanted == nil ? nil : asked }

    /// "status, date", without the field that was searched.
    func text(of record: Record) -> String {
        var bytes: [UInt8] = []
        lines.appendText(of: record, without: without, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
