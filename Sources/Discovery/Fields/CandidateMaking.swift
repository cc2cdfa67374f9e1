import Records

/// Makes a candidate from columns: types, names, a key; columns that repeat another field are dropped.
struct CandidateMaking {
    let reading: ColumnReading
    let bounds: DiscoveryBounds
    let steps: Steps

    /// The result; nil if no field is left.
    struct Made {
        var candidate: Candidate
        var columns: [Column]
        /// Whether the first row has column headings: words above columns of numbers.
        var beginsWithHeads = false
    }

    /// Parsing a text as each type takes as long as visiting this many elements.
    private static let valueSteps = 6

    func made(of columns: [Column], rowCount: Int) -> Made? {
        guard steps.take(Self.valueSteps * columns.count * rowCount) else { return nil }
        let cleaned = ColumnCleaning(rowCount: rowCount, reading: reading, bounds: bounds, steps: steps).cleaned(columns)
        var pairs = cleaned.filter { !reading.isRelative($0) }.map { (column: $0, typed: reading.typed($0)) }
        pairs = withoutRepeats(pairs)
        if pairs.count > bounds.fields {
            pairs = Array(pairs.prefix(bounds.fields))
            steps.note(.fields)
        }
        guard !pairs.isEmpty else { return nil }
        let names = FieldNames.names(of: pairs.map(\.column), pairs.map(\.typed.kind), units: pairs.map(\.typed.unit))
        let fields = zip(pairs, names).map { pair, name in
            Candidate.Field(
                name: name, kind: pair.typed.kind, unit: pair.typed.unit, currency: pair.typed.currency,
                isOptional: pair.typed.values.contains { $0 == nil }, nothings: pair.typed.nothings, numbers: pair.typed.numbers,
                isOrdinal: pair.typed.isOrdinal, dates: pair.typed.dates, words: pair.typed.words,
                around: ([pair.column.prefix, pair.column.suffix] + pair.typed.around).filter { !$0.isEmpty },
                paths: pair.column.places.filter { $0.count == 1 }.map { $0[0] }, parts: pair.column.places.filter { $0.count > 1 })
        }
        let rows = (0..<rowCount).map { row in pairs.map { $0.typed.values[row] } }
        let key = KeyChoice.key(of: fields, pairs.map(\.column), rows: rows)
        let texts = (0..<rowCount).map { row in pairs.map { $0.column.cells[row]?.text ?? "" } }
        let candidate = Candidate(fields: fields, rows: rows, texts: texts, rowCount: rowCount, key: key, score: 0)
        return Made(candidate: candidate, columns: pairs.map(\.column), beginsWithHeads: rowCount > 3 && Self.beginsWithHeads(pairs))
    }

    /// Whether the first row has a word in every typed column.
    private static func beginsWithHeads(_ pairs: [Pair]) -> Bool {
        let typed = pairs.filter { ![.text, .url, .image, .list].contains($0.typed.kind) }
        guard !typed.isEmpty, pairs.allSatisfy({ ![.url, .image].contains($0.typed.kind) || $0.typed.values[0] == nil }) else {
            return false
        }
        return typed.allSatisfy { pair in pair.typed.values[0] == nil && pair.column.cells[0]?.text.contains(where: \.isLetter) == true }
    }

    private typealias Pair = (column: Column, typed: ColumnReading.Typed)

    /// Drops fields whose values another field has: a mail address as link and text, a date as text and attribute.
    private func withoutRepeats(_ pairs: [Pair]) -> [Pair] {
        var kept: [Pair] = []
        for pair in pairs {
            guard steps.take(pairs.count) else { break }
            if let place = kept.firstIndex(where: { says($0, pair) }) {
                // The attribute is machine-readable, so it is preferred.
                if pair.column.attribute != nil, kept[place].column.attribute == nil,
                    kept[place].typed.kind != .phone || pair.typed.kind != .phone
                {
                    let names = kept[place].column.names + pair.column.names
                    kept[place] = pair
                    kept[place].column.names = names
                }
            } else {
                kept.append(pair)
            }
        }
        return kept
    }

    private func says(_ one: Pair, _ other: Pair) -> Bool {
        let moments: Set<Field.Kind> = [.date, .timestamp]
        switch (one.typed.kind, other.typed.kind) {
        case (.phone, .phone), (.email, .email):
            return zip(one.typed.values, other.typed.values).allSatisfy { Self.bare($0.0) == Self.bare($0.1) }
        case (let kind, let same) where kind == same && kind != .text: return one.typed.values == other.typed.values
        case (let kind, .text) where moments.contains(kind): return one.column.attribute != nil && isBeside(one.column, other.column)
        case (.text, let kind) where moments.contains(kind): return other.column.attribute != nil && isBeside(one.column, other.column)
        case (let kind, let another) where moments.contains(kind) && moments.contains(another): return isBeside(one.column, other.column)
        default: return false
        }
    }

    private static func bare(_ value: Value?) -> String { (value?.text ?? "").filter { $0.isLetter || $0.isNumber || $0 == "@" } }

    /// Whether both are in the same element in all rows.
    private func isBeside(_ one: Column, _ other: Column) -> Bool {
        zip(one.cells, other.cells).allSatisfy { $0.0?.node == $0.1?.node && ($0.0?.node ?? -1) >= 0 }
    }
}
