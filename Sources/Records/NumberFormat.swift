/// How a source writes numbers: its decimal mark, and what stands between groups of digits: "1.234,567" is `,` and `.`.
package struct NumberFormat: Hashable, Sendable {
    package var decimal: Character
    /// nil: digits are not grouped.
    package var group: Character?

    package init(decimal: Character = ".", group: Character? = nil) {
        self.decimal = decimal
        self.group = group
    }

    /// The number that `text` writes, times `scale`; nil if it is not written so, or too large.
    package func number(_ text: some StringProtocol, scale: Scale? = nil) -> Double? {
        if let scale { return plain(text).flatMap { scale.number($0) } }
        let isUsual = decimal == "." && group == nil && text.utf8.allSatisfy(Self.isUsual)
        let number = isUsual ? Double(text) : plain(text).flatMap { Double($0) }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A byte of which Swift's own numbers are made, but for those in words or of sixteen digits.
    private static func isUsual(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte == 0x2E || byte == 0x2D || byte == 0x2B || byte | 0x20 == 0x65
    }

    /// The number as Swift and JSON write it, `-1234.567`; nil if it is not written so.
    ///
    /// A group mark stands between digits of the whole part. A blank as the group mark is any blank, and a minus sign may be U+2212.
    package func plain(_ text: some StringProtocol) -> String? {
        var plain = ""
        var (digits, hasDecimal, exponent, isAfterGroup) = (0, false, false, false)
        for character in text {
            switch character {
            case "0"..."9" where character.isASCII:
                plain.append(character)
                digits += 1
                isAfterGroup = false
                continue
            case _ where isAfterGroup: return nil
            case "-", "\u{2212}", "+":
                guard plain.isEmpty || plain.hasSuffix("e") else { return nil }
                plain.append(character == "+" ? "+" : "-")
            case decimal where !hasDecimal && !exponent:
                // Swift reads no number that begins with its mark.
                if digits == 0 { plain.append("0") }
                plain.append(".")
                hasDecimal = true
            case _ where isGroup(character) && digits > 0 && !hasDecimal && !exponent:
                isAfterGroup = true
            case "e", "E":
                guard digits > 0, !exponent else { return nil }
                plain.append("e")
                (exponent, digits) = (true, 0)
            default: return nil
            }
        }
        return digits > 0 && !isAfterGroup ? plain : nil
    }

    private func isGroup(_ character: Character) -> Bool {
        guard let group else { return false }
        return character == group || (group.isWhitespace && character.isWhitespace)
    }
}
