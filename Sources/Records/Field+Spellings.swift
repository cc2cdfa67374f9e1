// Ways in which people enter a number that they copy from a letter or type on their own keyboard.
extension Field {
    /// The possible meanings of `text`, the likeliest first: unchanged; with the digits of any script as ASCII (Unicode, `Nd`); and without
    /// the blanks, dashes and marks of direction between them ("2012 1456 171", "٢٠١٢-١٤٥٦-١٧١").
    ///
    /// The last two apply only if the text has nothing but digits and such marks, so that no name or address is changed.
    package func spellings(of text: String) -> [String] {
        guard text.utf8.count <= 1000 else { return [text] }
        var (plain, digits) = ("", "")
        for character in text.trimmingWhitespace() {
            if let digit = character.asciiDigit {
                plain.append(digit)
                digits.append(digit)
            } else if kind == .number || kind == .money {
                // The field itself handles a sign, a decimal mark and a currency.
                plain.append(character)
                if !character.isWhitespace, !character.isUnseen { digits.append(character) }
            } else if character.standsBetweenDigits {
                plain.append(character)
            } else {
                return [text]
            }
        }
        return [text, plain, digits].reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Character {
    /// All kinds of blanks, dashes, and invisible marks.
    fileprivate var standsBetweenDigits: Bool {
        isWhitespace || isUnseen || self == "\u{2212}" || unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation }
    }

    fileprivate var isUnseen: Bool { unicodeScalars.allSatisfy { $0.properties.generalCategory == .format } }
}
