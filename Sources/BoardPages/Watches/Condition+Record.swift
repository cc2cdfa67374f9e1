package import Records
import Serving

// The conditions that pages offer with one tap.
extension Condition {
    /// A condition on exactly this record, by its key. If no part of the key can be tested, no board accepts the condition. The only
    /// record of one value needs no condition.
    package static func isRecord(_ record: Record, _ schema: Schema) -> Condition {
        if schema.keyFields.isEmpty { return .everything }
        let tests = schema.keyFields.flatMap { index in
            record.values[at: index].map { has($0, in: schema.fields[index].name) } ?? []
        }
        guard !tests.isEmpty else { return .any([]) }
        return tests.count == 1 ? tests[0] : .all(Array(tests.prefix(Limits.tests)))
    }

    /// Pictures and very long texts can't be tested; a position is tested by distance.
    private static func has(_ value: Value, in field: String) -> [Condition] {
        let texts: [String]
        switch value {
        case .image: return []
        case .position(let position): return [.field(field, .within(metres: 1, of: position))]
        case .list(let list): texts = list
        default: texts = [value.text]
        }
        return texts.filter { !$0.isEmpty && $0.utf8.count <= Limits.operandBytes }.map { .field(field, .equals($0)) }
    }

    /// The key of the single record that the condition is about; nil if it may match several, or if the key is the record's heading.
    package func recordKey(_ schema: Schema) -> [(field: String, value: Value)]? {
        guard !schema.keyFields.isEmpty, schema.headingFields != schema.keyFields else { return nil }
        let tests = if case .all(let tests) = self { tests } else { [self] }
        var key: [(field: String, value: Value)] = []
        for test in tests {
            guard case .field(let name, .equals(let text)) = test, let place = schema.index(of: name), schema.keyFields.contains(place)
            else { return nil }
            switch schema.fields[place].kind {
            case .text: key.append((name, .text(text)))
            case .number:
                guard let number = Double(text) else { return nil }
                key.append((name, .number(number)))
            default: return nil
            }
        }
        return Set(key.map(\.field)).count == schema.keyFields.count ? key : nil
    }

    /// A record matches a search if its name contains each word; a single word may also be in any other text.
    package static func finds(_ search: String, _ schema: Schema) -> Condition {
        let wanted = search.split(whereSeparator: \.isWhitespace).map(String.init)
        let fields = schema.fields.filter { Condition.Test.names(for: $0.kind).contains("contains") && !$0.isKey }
        guard !wanted.isEmpty, let first = fields.first else { return .everything }
        let tests =
            wanted.count == 1
            ? fields.map { Condition.field($0.name, .contains(wanted[0])) } : wanted.map { .field(first.name, .contains($0)) }
        if tests.count == 1 { return tests[0] }
        return wanted.count == 1 ? .any(tests) : .all(tests)
    }
}
