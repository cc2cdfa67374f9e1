/// One field of a board's records, as its board file declares it.
package struct Field: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case text, number, money, date, time, timestamp, duration, flag
        case url, image, position, list, phone, email
    }

    /// Lower-case letters, digits and underscores, beginning with a letter; a column's name in the store.
    package var name: String
    package var kind: Kind
    /// Part of what identifies a record across fetches.
    package var isKey = false
    /// The field a person is asked for: their number.
    package var isAsked = false
    /// May be empty in the source.
    package var isOptional = false
    /// What people see in place of the name.
    package var label: String
    /// One sentence for people: what the field looks like.
    package var hint: String?
    /// What a person's text has to match before anything is asked for it; the source's own texts are not held against it.
    package var pattern: Pattern?
    /// How the source writes dates; ISO 8601 if nil.
    package var format: DatePattern?
    /// How the source writes numbers, amounts and positions; with a point and no groups if nil.
    package var numbers: NumberFormat?
    /// What a number counts, for people: `ct/l`.
    package var unit: String?
    /// ISO 4217, for an amount that doesn't say its own.
    package var currency: String?
    /// What stands between the texts of a list.
    package var separator = ","
    /// What is put between several texts of the source that make one of ours.
    package var joint = ", "
    /// What a number, or both of a position, are multiplied by.
    package var scale: Scale?
    /// A text of digits has at least so many: the source has lost the zeros in front.
    package var digits: Int?
    /// Stored as it comes, but a difference in it alone is no change: when the source was last touched.
    package var isQuiet = false
    /// What the source writes where there is nothing: `--EMPTY--`. Then there is nothing, also where it must not be missing.
    package var nothings: Set<String> = []

    /// Whether a record may have no value in it.
    package var mayBeMissing: Bool { isOptional || !nothings.isEmpty }

    package init(name: String, kind: Kind, label: String? = nil) {
        self.name = name
        self.kind = kind
        self.label = label ?? name.prefix(1).uppercased() + name.dropFirst().replacing("_", with: " ")
    }

    /// The typed value that `text` stands for; nil if it is empty and may be, or says that there is nothing.
    package func value(from text: some StringProtocol) throws(FieldError) -> Value? {
        let text = text.trimmingWhitespace()
        if text.isEmpty {
            if isOptional { return nil }
            throw FieldError(field: name, found: "", wanted: "is empty; \(wanted)")
        }
        if nothings.contains(text) { return nil }
        if isOptional, isBlank(text) { return nil }
        if let value = parsed(text) { return value }
        throw FieldError(field: name, found: text, wanted: wanted)
    }
}

/// A text that does not fit its field: which field, what was found, what is wanted.
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
    /// Without white space, no-break spaces included, at either end. The common case, printable ASCII at both, costs two looks.
    package func trimmingWhitespace() -> String {
        func isPlain(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? false }
        let text = String(self)
        if isPlain(text.utf8.first), isPlain(text.utf8.last) { return text }
        guard let start = text.firstIndex(where: { !$0.isWhitespace }), let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
