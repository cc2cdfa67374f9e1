package import Extraction
import Records

extension Board {
    /// Starts reading a document of the source, with the tables of `joins` in order. Its records have the whole `schema`.
    package func begin(_ hints: DocumentHints = DocumentHints(), joining tables: [JoinTable] = []) -> any ExtractionRun {
        var hints = hints
        hints.source = source.url
        let playlists = tables.filter(\.join.findsChannels)
        if !playlists.isEmpty { hints.channelName = { id, names in playlists.lazy.compactMap { $0.name(of: id, among: names) }.first } }
        let run = extractor.begin(hints).resolving(schema.without(joins), against: hints.address ?? source.url, of: hints.feed)
        let joined: any ExtractionRun = joins.isEmpty ? run : JoiningRun(run, schema, tables)
        return joined.checked(by: stations, schema, only: only)
    }
}

/// Completes the records of the board's own document with values from the joined tables.
final class JoiningRun: ExtractionRun {
    private var run: any ExtractionRun
    private let schema: Schema
    private var tables: [JoinTable]
    /// The indices of the own document's values in the whole record.
    private let own: [Int]
    /// A time slot whose shift comes from a table.
    private let shifted: (start: Int, stop: Int, by: Int)?
    private var filledBytes = 0
    private var foundCount = 0
    private var missingCount = 0
    private var isFinished = false

    /// The limit on bytes of filled-in text for the whole document: one row may be copied into a million records.
    static let filledLimit = 512 << 20

    init(_ run: any ExtractionRun, _ schema: Schema, _ tables: [JoinTable]) {
        (self.run, self.schema, self.tables) = (run, schema, tables)
        let filled = Set(tables.flatMap(\.join.filled))
        own = schema.fields.indices.filter { !filled.contains($0) }
        if let slot = schema.slot, let shift = schema.slotShift, filled.contains(shift) {
            shifted = (slot.start, slot.stop, shift)
        } else {
            shifted = nil
        }
    }

    var pacing: Pacing? { run.pacing }
    var notes: ReadingNotes { isFinished ? run.notes.adding(silent: tables.filter { !$0.isEmpty }.flatMap(\.unused)) : run.notes }

    func foresee(_ bytes: [UInt8], at offset: Int) throws { try run.foresee(bytes, at: offset) }

    func partsWorthForeseeing(size: Int) -> [Range<Int>] { run.partsWorthForeseeing(size: size) }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        try run.append(bytes) { if let whole = try joined($0) { try receive(whole) } }
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try run.finish { if let whole = try joined($0) { try receive(whole) } }
        isFinished = true
        let isChosen = tables.contains { $0.join.missing == .choose }
        guard isChosen ? foundCount > 0 || missingCount == 0 : missingCount <= foundCount else {
            throw ExtractionError(
                .row,
                "\(missingCount) of \(missingCount + foundCount) records have no row in a joined document; do they belong together?")
        }
    }

    /// nil for a skipped record.
    private func joined(_ extracted: Extracted) throws(ExtractionError) -> Extracted? {
        switch extracted {
        case .final(let row, let record):
            let whole = try joined(record, row, isCertain: true)
            if whole == nil { missingCount += 1 } else { foundCount += 1 }
            return whole.map { .final(row: row, $0) }
        case .provisional(let row, let record): return try joined(record, row, isCertain: false).map { .provisional(row: row, $0) }
        case .withdrawn: return extracted
        }
    }

    private func joined(_ record: Record, _ row: Int, isCertain: Bool) throws(ExtractionError) -> Record? {
        var whole = Record([Value?](repeating: nil, count: schema.fields.count))
        for (place, value) in zip(own, record.values) { whole.values[place] = value }
        for index in tables.indices {
            let table = tables[index].join
            if let bytes = tables[index].fill(&whole) {
                filledBytes += bytes
                guard filledBytes <= Self.filledLimit else {
                    throw ExtractionError(.limit, "joined documents fill in more than \(Self.filledLimit >> 20) MB of text")
                }
                continue
            }
            switch table.missing {
            case .keep: continue
            case .skip, .choose: return nil
            case .refuse:
                // A provisional record without a row may have one once it is certain.
                guard isCertain else { return nil }
                let key = table.on.map { "\(schema.fields[$0].name) “\(whole.values[$0]?.text ?? "")”" }.joined(separator: ", ")
                throw ExtractionError(.row, "row \(row + 1): there is no row for \(key) in the joined document '\(table.name)'")
            }
        }
        if let shifted, case .duration(let shift)? = whole.values[shifted.by] {
            for place in [shifted.start, shifted.stop] {
                if case .timestamp(let time)? = whole.values[place] { whole.values[place] = .timestamp(time + shift) }
            }
        }
        return whole
    }
}
