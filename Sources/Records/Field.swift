/// One field of a board's records, as its board file declares it.
package struct Field: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case text, number, money, date, time, timestamp, duration, flag
        case url, image, position, list, phone, email
    }

    /// Lower-case letters, digits and underscores, beginning with a letter. Also the name of the store's column.
    package var name: String
    package var kind: Kind
    /// Part of the record's identity across fetches.
    package var isKey = false
    /// The field that people search by, such as their number.
    package var isAsked = false
    /// Part of the record's heading. By default the heading is the asked field or the key; see `Schema.headingFields`.
    package var isHeading = false
    /// May be empty in the source.
    package var isOptional = false
    /// The name shown to people.
    package var label: String
    /// One sentence for people that describes the field's form.
    package var hint: String?
    /// Must match a text that a person enters. The source's own texts needn't match.
    package var pattern: Pattern?
    /// The source's date format; nil for ISO 8601.
    package var format: DatePattern?
    /// The source's format of moments; nil for ISO 8601 or RFC 5322, with a zone.
    package var moments: MomentFormat?
    /// The source's format of numbers, amounts and positions; nil for a decimal point without grouping. An amount without a format is read
    /// by its own marks.
    package var numbers: NumberFormat?
    /// The unit of a number, for people: `ct/l`.
    package var unit: String?
    /// The number is a name and not an amount: a year, the number of an episode. It is shown without separators between digits, and its
    /// changes without a difference.
    package var isOrdinal = false
    /// The ISO 4217 code for amounts that don't name their currency.
    package var currency: String?
    /// Separates the texts of a list.
    package var separator = ","
    /// Joins several texts of the source into one value.
    package var joint = ", "
    /// Multiplies a number, or both numbers of a position.
    package var scale: Scale?
    /// The minimum number of digits. Adds leading zeros that the source has lost.
    package var digits: Int?
    /// The value is stored, but a difference in only this field isn't a change. Example: when the source last updated the record.
    package var isQuiet = false
    /// Texts that mean "no value" in this source, like `--EMPTY--`. They count as empty even if the field isn't optional.
    package var nothings: Set<String> = []

    /// Texts that may precede or follow a value and aren't part of it, the longest first: units, labels.
    package var surroundings: [String] = []
    /// The source's words for true and false, in lower case, in addition to the built-in ones.
    package var flagWords: [String: Bool] = [:]
    /// The language of the source's words: yes and no, "3 hours ago". Month names use the language of their pattern.
    package var language: String?
    /// A relative time leaves the field empty; otherwise it is an error like any other text that doesn't fit.
    package var leavesRelativeEmpty = false
    /// The parts of a web address that aren't stored.
    package var dropped = DroppedParts()

    /// The pattern by which the source writes dates or moments.
    package var timePattern: DatePattern? {
        if case .pattern(let pattern)? = moments?.writing { return pattern }
        return format
    }

    /// A text that doesn't fit leaves the field empty, and is counted; otherwise it is an error, and the document is rejected.
    package var leavesUnreadableEmpty = false

    /// Whether a record may have no value in this field.
    package var mayBeMissing: Bool { isOptional || !nothings.isEmpty || leavesUnreadableEmpty || leavesRelativeEmpty }

    package init(name: String, kind: Kind, label: String? = nil) {
        self.name = name
        self.kind = kind
        self.label = label ?? name.prefix(1).uppercased() + name.dropFirst().replacing("_", with: " ")
    }

    /// For a place where the unit is shown beside the value.
    package var withoutUnit: Field {
        var field = self
        field.unit = nil
        return field
    }

    /// The field as Tidings itself writes values (`Value.text`), independent of the source's format and never empty.
    package var plain: Field {
        var plain = self
        (plain.format, plain.moments, plain.numbers, plain.scale) = (nil, nil, NumberFormat(), nil)
        (plain.nothings, plain.separator, plain.isOptional) = ([], ",", false)
        (plain.surroundings, plain.flagWords, plain.language, plain.leavesRelativeEmpty) = ([], [:], nil, false)
        plain.dropped = DroppedParts()
        return plain
    }

    /// The significant part of a source's text: without invisible characters and surrounding white space. U+0000, which can't be stored, is
    /// replaced here, so that a record equals its stored form.
    func seen(_ text: some StringProtocol) -> String {
        String(text).withoutNulls.withoutUnseen(orMarksOfDirection: kind != .text && kind != .list).trimmingWhitespace()
    }

    /// Parses `text` as a value of this field's type. Returns nil for empty text if the field is optional, and for a text in `nothings`.
    ///
    /// Invisible characters aren't part of a value (`String.withoutUnseen`).
    package func value(from text: some StringProtocol) throws(FieldError) -> Value? {
        let text = seen(text)
        if text.isEmpty {
            if isOptional { return nil }
            throw FieldError(field: name, found: "", wanted: "is empty; \(wanted)")
        }
        if nothings.contains(text) { return nil }
        if isOptional, isBlank(text) { return nil }
        if let value = parsed(bare(text)) { return value }
        if leavesRelativeEmpty, RelativeTime.isOne(text, language: language) { return nil }
        throw FieldError(field: name, found: text, wanted: [wanted, mend(for: text)].compactMap { $0 }.joined(separator: "; "))
    }
}

/// A text that doesn't fit its field: the field, the text, and the expected form.
package struct FieldError: Error, Hashable, CustomStringConvertible {
    package let field: String
    package let found: String
    package let wanted: String

    package init(field: String, found: String, wanted: String) {
        self.field = field
        self.found = found
        self.wanted = wanted
    }

    package var description: String {
        let shown = found.count > 60 ? found.prefix(60) + "…" : found[...]
        return "field '\(field)': " + (shown.isEmpty ? wanted : "found “\(shown)”, \(wanted)")
    }
}

extension StringProtocol {
    /// Without white space, including no-break spaces, at either end. Text with printable ASCII at both ends takes a fast path.
    package func trimmingWhitespace() -> String {
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? false }
        let text = String(self)
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
        guard let start = text.firstIndex(where: { !$0.isWhitespace }), let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
