/// Converts digits of any script and number punctuation to ASCII.
enum DigitForm {
    /// nil for invisible characters.
    static func plain(_ character: Character) -> Character? {
        // Nearly all characters are ASCII; comparing with each of the others takes a hundred times as long.
        if character.isASCII { return character == "`" ? "'" : character }
        return switch character {
        case "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}", "\u{3000}": " "
        case "٫": "."
        case "٬": ","
        case "’", "‘", "´", "\u{2BC}": "'"
        case "\u{2212}", "\u{FF0D}", "\u{2010}", "\u{2011}": "-"
        case "\u{200E}", "\u{200F}", "\u{61C}", "\u{200B}", "\u{2066}", "\u{2067}", "\u{2069}": nil
        default:
            if character.isWholeNumber, let number = character.wholeNumberValue, (0...9).contains(number),
                character.isDecimalDigit
            {
                Character(String(number))
            } else {
                character
            }
        }
    }
}

extension Character {
    /// Not a superscript, a fraction or a numeral word.
    fileprivate var isDecimalDigit: Bool { unicodeScalars.first?.properties.numericType == .decimal }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
