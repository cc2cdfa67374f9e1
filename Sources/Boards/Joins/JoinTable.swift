package import Extraction
import Records

/// The rows of a joined document by their key, while the board's own document is read. At most 500,000 with 64 MB of text; of several with one
/// key the last counts.
package struct JoinTable: Sendable {
    let join: Join
    private var rows: [[Value]: [Value?]] = [:]
    /// By the field of `or`; the first counts.
    private var named: [String: (key: [Value], row: [Value?])] = [:]
    /// Keys by their lower case, where they may differ in it; none where two do.
    private var folded: [[String]: [Value]] = [:]
    /// Of channels of a playlist: what each is called, and which of them a record has belonged to.
    private var names: [[Value]: String] = [:]
    private var used: Set<[Value]> = []
    private var count = 0
    private var textBytes = 0

    package static let rowLimit = 500_000
    package static let textLimit = 64 << 20

    package init(_ join: Join) { self.join = join }

    package var isEmpty: Bool { rows.isEmpty }

    /// Takes what the join's own extractor tells.
    package mutating func take(_ extracted: Extracted) throws(ExtractionError) {
        // A row that is not certain comes again; one that is withdrawn at a document's end was never given out.
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

    /// The names of a playlist's channels that no record has belonged to.
    var unused: [String] { names.filter { !used.contains($0.key) }.map(\.value).sorted() }

    private static func folded(_ name: String) -> String {
        name.lowercased().split { $0.isWhitespace || $0 == "_" }.joined(separator: " ")
    }

    /// Fills the fields in and returns how many bytes of text that was; nil if there is no row for the record.
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
