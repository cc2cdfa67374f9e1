/// Distinguishes superscript powers from footnote marks.
///
/// A footnote mark follows a word or a full stop. After a number, a single letter, a unit or a function name, a superscript is a power:
/// `10⁹`, `x²`, `km²`, `sin²`.
enum Exponent {
    private static let forms: [Unicode.Scalar: Unicode.Scalar] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹", "+": "⁺", "-": "⁻", "−": "⁻",
        "–": "⁻", "n": "ⁿ", "i": "ⁱ",
    ]
    /// Units, except those of two letters.
    private static let units: Set<String> = [
        "bar", "deg", "ghz", "hpa", "khz", "kmol", "kpa", "kwh", "mhz", "min", "mmol", "mol", "mpa", "rad", "sec",
    ]
    private static let functions: Set<String> = [
        "arccos", "arcsin", "arctan", "cos", "cosh", "cot", "csc", "det", "exp", "lim", "log", "max", "sin", "sinh", "tan", "tanh",
    ]
    private static let longest = 6
    /// How many scalars before a superscript are examined.
    static let reach = longest + 2

    static func raised(_ scalar: Unicode.Scalar) -> Unicode.Scalar? { forms[scalar] }

    /// Converts `−3` to `⁻³`; nil if a character has no superscript form, such as the letters of `1st`.
    static func raised(_ text: String) -> String? {
        let scalars = text.unicodeScalars.filter { !$0.properties.isWhitespace }
        let raised = scalars.compactMap { forms[$0] }
        guard !raised.isEmpty, raised.count == scalars.count, raised.count <= longest else { return nil }
        return String(String.UnicodeScalarView(raised))
    }

    /// Whether a superscript after this text is a power.
    static func follows(_ text: some BidirectionalCollection<Unicode.Scalar>) -> Bool {
        guard let last = text.last else { return false }
        return last.properties.isAlphabetic || last.properties.numericType != nil || last == ")" || last == "]"
    }

    /// Whether a superscript after this text may be a footnote mark.
    static func mayBeMark(behind text: some BidirectionalCollection<Unicode.Scalar>) -> Bool {
        guard let last = text.last, !last.properties.isWhitespace, last.properties.numericType == nil else { return false }
        // `f(x)²` is a power, "(as they say)²" isn't.
        let word = last == ")" ? letters(before: text.dropLast()) : letters(before: text)
        guard last == ")" || last.properties.isAlphabetic else { return last.properties.generalCategory != .mathSymbol }
        if last.properties.isIdeographic || (0x3040...0x30FF).contains(last.value) { return true }
        return word.count > 2 && !units.contains(word) && !functions.contains(word)
    }

    /// The letters of the last word in lower case, truncated at its start if the word is long.
    private static func letters(before end: some BidirectionalCollection<Unicode.Scalar>) -> String {
        let letters = end.reversed().prefix(longest + 1).prefix { $0.properties.isAlphabetic }
        return String(String.UnicodeScalarView(letters.reversed())).lowercased()
    }
}
