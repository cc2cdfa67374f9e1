package import Records

/// Detects the parts of a new board that change with each reading: counters, the offer of the hour, “3 hours ago”. Based on the changes
/// between its first two readings, which are minutes apart. A pure value.
package struct MovingParts: Hashable, Sendable {
    package enum Limits {
        /// The time between a new board's first and second reading.
        package static let pause = Duration.seconds(5 * 60)
        /// Readings further apart are ignored: the source may have changed.
        package static let window = Duration.seconds(15 * 60)
        /// The share of rows in which a field must differ, and the minimum number of rows, if there are that many.
        static let (share, rows) = (0.2, 2)
        /// Texts of paragraphs: their number, and limits of their characters.
        static let (texts, fewest, lengthLimit) = (6, 8, 60)
    }

    /// Names of fields, in the schema's order.
    package var fields: [String] = []
    /// For a board whose rows are paragraphs: the words at the beginning or end of the changing ones.
    package var texts: [String] = []

    package var isEmpty: Bool { fields.isEmpty && texts.isEmpty }

    /// - Parameter recordCount: The number of records.
    package init(_ changes: [Change], of schema: Schema, recordCount: Int) {
        if schema.fields.count == 1, schema.fields[0].kind == .text {
            texts = Self.texts(changes)
            return
        }
        var counts = [Int](repeating: 0, count: schema.fields.count)
        for change in changes { for field in change.alteredFields where field < counts.count { counts[field] += 1 } }
        let needed = max(min(Limits.rows, recordCount), Int(clamping: (Limits.share * Double(recordCount)).rounded(.up)))
        let moving = schema.fields.indices.filter { counts[$0] >= max(1, needed) && !schema.fields[$0].isKey && !schema.fields[$0].isQuiet }
        // A schema with only one field would become empty.
        let others = schema.fields.indices.filter { !schema.fields[$0].isKey && !moving.contains($0) }
        fields = recordCount == 1 && others.isEmpty ? [] : moving.map { schema.fields[$0].name }
    }

    /// A removed paragraph and a new one are the same moving one if they begin or end with the same words.
    private static func texts(_ changes: [Change]) -> [String] {
        func texts(_ kind: Change.Kind) -> [String] {
            changes.filter { $0.kind == kind }.compactMap { ($0.after ?? $0.before)?.values.first??.text }
        }
        var (found, new) = ([String](), texts(.appeared))
        for old in texts(.gone) where found.count < Limits.texts {
            guard let (place, words) = new.indices.lazy.compactMap({ place in shared(old, new[place]).map { (place, $0) } }).first else {
                continue
            }
            new.remove(at: place)
            if !found.contains(words) { found.append(words) }
        }
        return found
    }

    /// The words at the beginning of both, otherwise at the end of both, without digits; nil if they are too short to identify a
    /// paragraph.
    private static func shared(_ one: String, _ other: String) -> String? {
        let (left, right) = (one.split(separator: " "), other.split(separator: " "))
        func words(_ pairs: some Sequence<(Substring, Substring)>) -> [Substring] {
            var (words, length) = ([Substring](), 0)
            for (word, same) in pairs {
                guard word == same, !word.contains(where: \.isNumber), length + word.count < Limits.lengthLimit else { break }
                words.append(word)
                length += word.count + 1
            }
            return words
        }
        let texts = [
            words(zip(left, right)).joined(separator: " "),
            words(zip(left.reversed(), right.reversed())).reversed().joined(separator: " "),
        ]
        return texts.first { $0.count >= Limits.fewest && $0.contains(where: \.isLetter) }
    }
}
