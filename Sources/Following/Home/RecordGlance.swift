package import Localisation
package import Records
package import Serving

/// A record's most informative value, then up to two more, for places with little room.
///
/// First come the fields that the reader's condition tests, or without one the price, then the others in declared order. Names, keys,
/// pictures, positions and addresses aren't shown.
package struct RecordGlance: Sendable {
    package let headline: HTML
    package let notes: [HTML]

    private static let notesShown = 2
    private static let noteLength = 40

    /// nil if the record has only its name.
    package init?(_ record: Record, _ schema: Schema, testing tested: [String] = [], _ words: Words) {
        let telling = schema.fields.indices.filter { Self.tells(schema, $0) && record.values[at: $0].map { !$0.text.isEmpty } ?? false }
        func rank(_ place: Int) -> Int {
            let field = schema.fields[place]
            if let test = tested.firstIndex(of: field.name) { return test }
            return tested.count + (field.kind == .money ? 0 : 1)
        }
        let shown = telling.map { (rank: rank($0), place: $0) }.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.place)
        guard let first = shown.first else { return nil }
        let short = shown.dropFirst().filter { (record.values[$0]?.text.count ?? 0) <= Self.noteLength }
        headline = Self.html(record.values[first]?.shortened(to: Value.inTitle), schema.fields[first], words)
        notes = short.prefix(Self.notesShown).map { Self.html(record.values[$0], schema.fields[$0], words) }
    }

    private static func tells(_ schema: Schema, _ place: Int) -> Bool {
        let field = schema.fields[place]
        switch field.kind {
        case .image, .position, .url: return false
        default: return !field.isKey && !field.isAsked && !field.isQuiet && !schema.headingFields.contains(place)
        }
    }

    /// Yes, no and bare numbers mean nothing without the field's label.
    private static func html(_ value: Value?, _ field: Field, _ words: Words) -> HTML {
        guard let value else { return ValueView.absent }
        let html = ValueView(words).plain(value, of: field)
        return switch value {
        case .flag, .duration: words.html("\(field.label): \(html)")
        case .number where field.unit == nil: words.html("\(field.label): \(html)")
        default: html
        }
    }
}

extension Condition {
    /// The fields that it tests, in order, without duplicates.
    package var testedFields: [String] {
        switch self {
        case .all(let parts), .any(let parts):
            parts.flatMap(\.testedFields).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        case .begins(let part): part.testedFields
        case .field(let name, _): [name]
        case .appeared, .gone, .new: []
        }
    }

    /// The values that limit it to one record, or to the rows of one asked number; nil if it may match several records.
    package func subject(_ schema: Schema) -> [(field: String, value: Value)]? {
        if case .begins(let part) = self { return part.subject(schema) }
        let tests = if case .all(let tests) = self { tests } else { [self] }
        var values: [(field: String, value: Value)] = []
        for test in tests {
            guard case .field(let name, .equals(let text)) = test, let field = schema[name], field.isKey || field.isAsked,
                let value = Self.value(text, field.kind)
            else { continue }
            values.append((name, value))
        }
        let named = Set(values.map(\.field))
        let keys = schema.keyFields.map { schema.fields[$0].name }
        let isWhole = !keys.isEmpty && named.isSuperset(of: keys)
        return schema.asked.map { named.contains($0.name) } ?? false || isWhole ? values : nil
    }

    private static func value(_ text: String, _ kind: Field.Kind) -> Value? {
        switch kind {
        case .text: .text(text)
        case .url: .url(text)
        case .number: Double(text).flatMap { Value(number: $0) }
        default: nil
        }
    }
}
