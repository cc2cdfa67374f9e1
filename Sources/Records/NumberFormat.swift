/// A source's number format: its decimal mark, and the mark between groups of digits: "1.234,567" uses `,` and `.`.
package struct NumberFormat: Hashable, Sendable {
    package var decimal: Character
    /// nil if digits aren't grouped.
    package var group: Character?
    /// Two digits in each group except the last, as in India: "12,34,567".
    package var isIndian = false

    package init(decimal: Character = ".", group: Character? = nil, isIndian: Bool = false) {
        (self.decimal, self.group, self.isIndian) = (decimal, group, isIndian)
    }

    /// The number that `text` represents, times `scale`; nil if it doesn't match the format, or is too large.
    package func number(_ text: some StringProtocol, scale: Scale? = nil) -> Double? {
        if let scale { return plain(text).flatMap { scale.number($0) } }
        let isPlain = decimal == "." && group == nil && text.utf8.allSatisfy(Self.isPlain)
        let number = isPlain ? Double(text) : plain(text).flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A byte that can occur in Swift's own numbers, except names and hexadecimal digits.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
    }

    /// The number in the notation of Swift and JSON, `-1234.567`; nil if it doesn't match the format.
    ///
    /// Groups must be complete: one to three digits, not beginning with zero, before the first group mark, and three after each, so that
    /// "12,5", "0,125" and "1.2.3" are errors and not 125 and 123. A blank as the group mark matches any blank inside a line, an apostrophe
    /// matches either kind, and a minus sign may be U+2212. The Arabic marks ٫ and ٬ are accepted in any format, since their meaning is
    /// unambiguous.
    package func plain(_ text: some StringProtocol) -> String? {
        var plain = ""
        var (digits, hasDecimal, exponent) = (0, false, false)
        var groups = Groups(isIndian: isIndian)
        for character in text {
            switch character {
            case "0"..."9" where character.isASCII:
                plain.append(character)
                digits += 1
                groups.digit(character)
            case "-", "\u{2212}", "+":
                guard plain.isEmpty || plain.hasSuffix("e") else { return nil }
                plain.append(character == "+" ? "+" : "-")
            case decimal where !hasDecimal && !exponent, "٫" where !hasDecimal && !exponent:
                guard groups.end() else { return nil }
                // Swift doesn't parse a number that begins with its decimal mark.
                if digits == 0 { plain.append("0") }
                plain.append(".")
                hasDecimal = true
            case _ where isGroup(character) && !hasDecimal && !exponent:
                guard groups.mark() else { return nil }
            case "e", "E":
                guard digits > 0, !exponent, groups.end() else { return nil }
                plain.append("e")
                (exponent, digits) = (true, 0)
            default: return nil
            }
        }
        return digits > 0 && groups.end() ? plain : nil
    }

    private func isGroup(_ character: Character) -> Bool {
        if character == "٬" { return true }
        guard let group else { return false }
        if group.isWhitespace { return character.isWhitespace && !character.isNewline && character != "\t" }
        return character == group || (Self.apostrophes.contains(group) && Self.apostrophes.contains(character))
    }

    private static let apostrophes: [Character] = ["'", "’"]

    /// Checks the groups of the whole part so far.
    private struct Groups {
        let isIndian: Bool
        private var marks = 0
        /// Digits since the last mark.
        private var count = 0
        private var beginsWithZero = false
        private var isEnded = false

        init(isIndian: Bool) { self.isIndian = isIndian }

        mutating func digit(_ digit: Character) {
            guard !isEnded else { return }
            if marks == 0, count == 0 { beginsWithZero = digit == "0" }
            count += 1
        }

        /// Whether a group mark is allowed here.
        mutating func mark() -> Bool {
            let groupSize = isIndian ? 2 : 3
            guard marks == 0 ? (1...groupSize).contains(count) && !beginsWithZero : count == groupSize else { return false }
            (marks, count) = (marks + 1, 0)
            return true
        }

        /// Whether the whole part may end here.
        mutating func end() -> Bool {
            if isEnded { return true }
            isEnded = true
            return marks == 0 || count == 3
        }
    }
}
