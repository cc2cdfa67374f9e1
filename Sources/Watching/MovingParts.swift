package import Records

/// Detects the parts of a new board that change with each reading: counters, the offer of the hour, “3 hours ago”. Based on the changes
/// between its first two readings, which are minutes apart, and on the readings after them. A pure value.
package struct MovingParts: Hashable, Sendable {
    package enum Limits {
        /// The time between a new board's first and second reading.
        package static let pause = Duration.seconds(5 * 60)
        /// Readings further apart are ignored: the source may have changed.
        package static let window = Duration.seconds(15 * 60)
        /// The share of the rows of both readings in which a field must differ, and the minimum number of rows, if there are that many.
        static let (share, rows) = (0.5, 2)
        /// Texts of paragraphs: their number, and limits of their characters.
        static let (texts, fewest, lengthLimit) = (6, 8, 60)
    }

    /// A reading after the first.
    package struct Reading: Sendable {
        package let changes: [Change]
        /// Whether it was taken within the window after the one before it. Only then does a field that it leaves unchanged say anything.
        package let isSoon: Bool

        package init(_ changes: [Change], isSoon: Bool = true) { (self.changes, self.isSoon) = (changes, isSoon) }
    }

    /// Names of fields, in the schema's order.
    package var fields: [String] = []
    /// For a board whose rows are paragraphs: the words at the beginning or end of the changing ones.
    package var texts: [String] = []

    package var isEmpty: Bool { fields.isEmpty && texts.isEmpty }

    /// The parts that differ in the first of these readings, and in all that follow it soon.
    ///
    /// On a board of one row, any news looks like a part that moves. So the field must differ in the next reading, too.
    ///
    /// - Parameters:
    ///   - readings: Oldest first.
    ///   - recordCount: The number of records after the last of them.
    package init(_ readings: [Reading], of schema: Schema, recordCount: Int) {
        var (count, sharedCount) = (recordCount, 0)
        var moving: [Self] = []
        for reading in readings.reversed() {
            let newCount = reading.changes.count(where: { $0.kind == .appeared })
            sharedCount = max(0, count - newCount)
            count = sharedCount + reading.changes.count(where: { $0.kind == .gone })
            moving.append(Self(reading.changes, of: schema, sharedCount: sharedCount))
        }
        moving.reverse()
        guard let first = moving.first else { return }
        self = first
        for (reading, parts) in zip(readings, moving).dropFirst() where reading.isSoon { keep(parts) }
        guard sharedCount == 1 else { return }
        fields.removeAll { moving.count < 2 || !moving[1].fields.contains($0) }
    }

    private mutating func keep(_ others: Self) {
        fields.removeAll { !others.fields.contains($0) }
        texts.removeAll { !others.texts.contains($0) }
    }

    /// The parts that differ in one reading.
    ///
    /// - Parameter sharedCount: The number of records that are in this reading and in the one before it.
    private init(_ changes: [Change], of schema: Schema, sharedCount: Int) {
        if schema.fields.count == 1, schema.fields[0].kind == .text {
            texts = Self.texts(changes)
            return
        }
        var counts = [Int](repeating: 0, count: schema.fields.count)
        for change in changes { for field in change.alteredFields where field < counts.count { counts[field] += 1 } }
        let needed = max(min(Limits.rows, sharedCount), Int(clamping: (Limits.share * Double(sharedCount)).rounded(.up)))
        let moving = schema.fields.indices.filter { counts[$0] >= max(1, needed) && !schema.fields[$0].isKey && !schema.fields[$0].isQuiet }
        // A schema with only one field would become empty.
        let others = schema.fields.indices.filter { !schema.fields[$0].isKey && !moving.contains($0) }
        fields = sharedCount == 1 && others.isEmpty ? [] : moving.map { schema.fields[$0].name }
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
