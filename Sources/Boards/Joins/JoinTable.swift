package import Extraction
import Records

/// The rows of a joined document by key, held in memory while the board's own document is read. At most 500,000 rows with 64 MB of text; if
/// keys are equal, the last row counts.
package struct JoinTable: Sendable {
    let join: Join
    private var rows: [[Value]: [Value?]] = [:]
    /// By the field of `or`; if values are equal, the first row counts.
    private var named: [String: (key: [Value], row: [Value?])] = [:]
    /// Keys by their lower-case form; empty if two keys share it.
    private var folded: [[String]: [Value]] = [:]
    /// For channels of a playlist: their names, and the keys that records have matched.
    private var names: [[Value]: String] = [:]
    private var used: Set<[Value]> = []
    private var count = 0
    private var textBytes = 0

    package static let rowLimit = 500_000
    package static let textLimit = 64 << 20

    package init(_ join: Join) { self.join = join }

    package var isEmpty: Bool { rows.isEmpty }

    /// Adds a row from the join's own extractor.
    package mutating func take(_ extracted: Extracted) throws(ExtractionError) {
        // A provisional row is repeated once it is certain, and only provisional rows are withdrawn.
        guard case .final(_, let record) = extracted else { return }
        count += 1
        guard count <= Self.rowLimit else { throw ExtractionError(.limit, "more than \(Self.rowLimit) rows to join") }
        textBytes += record.values.reduce(0) { $0 + ($1?.textBytes ?? 0) }
        guard textBytes <= Self.textLimit else { throw ExtractionError(.limit, "more than \(Self.textLimit >> 20) MB of text to join") }
        let filled = Array(record.values.suffix(join.filled.count))
        // The fields of `on` are never empty.
        let key = record.values.prefix(join.on.count).compactMap { $0 }
        if join.foldsKeys {
            let lower = key.map { $0.text.lowercased() }
            folded[lower] = folded[lower].map { $0 == key ? key : [] } ?? key
            if names[key] == nil { names[key] = (join.or == nil ? key.first : record.values[join.on.count])?.text ?? "" }
        }
        rows[key] = filled
        if join.or != nil, let name = record.values[join.on.count].map({ Self.folded($0.text) }), named[name] == nil {
            named[name] = (key, filled)
        }
    }

    /// The names of the playlist's channels that no record has matched.
    var unused: [String] { names.filter { !used.contains($0.key) }.map(\.value).sorted() }

    /// The channel's first name that this table has, if it has neither the channel's id nor its usual name.
    func name(of id: String, among names: [String]) -> String? {
        guard found([.text(id)], names.first) == nil else { return nil }
        return names.first { named[Self.folded($0)] != nil }
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().split { $0.isWhitespace || $0 == "_" }.joined(separator: " ")
    }

    /// Fills in the fields and returns the bytes of text added; nil if there is no row for the record.
    mutating func fill(_ record: inout Record) -> Int? {
        let own = join.on.compactMap { record.values[$0] }
        guard let (key, row) = found(own, join.or.flatMap { record.values[$0]?.text }) else { return nil }
        if join.foldsKeys { used.insert(key) }
        for (place, value) in zip(join.filled, row) { record.values[place] = value }
        return row.reduce(0) { $0 + ($1?.textBytes ?? 0) }
    }

    private func found(_ own: [Value], _ name: String?) -> (key: [Value], row: [Value?])? {
        if let row = rows[own] { return (own, row) }
        if join.foldsKeys, let key = folded[own.map { $0.text.lowercased() }], let row = rows[key] { return (key, row) }
        return name.flatMap { named[Self.folded($0)] }
    }
}
