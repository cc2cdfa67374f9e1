/// A number from a page, split into the text before it, its digits and marks, and the text after it. "ab CHF 1’234.–" is “ab CHF”, `1'234`
/// without cents, and nothing.
///
/// Digits of any script become ASCII (Unicode, `Nd`), blanks of any kind become one blank, and both apostrophes become `'`. The Arabic
/// marks ٫ and ٬ stay, since their meaning is unambiguous. `NumberFormat` and `NumberStyle` decide which mark is the decimal mark.
package struct WrittenNumber: Hashable, Sendable {
    /// Without surrounding white space, and without a minus or plus.
    package let before: String
    package let isNegative: Bool
    /// Digits with single marks between them; a mark may come first, as in `,89`.
    package let digits: String
    /// The mark before a dash that means no cents, as in `5,–`; nil if there is no such dash.
    package let markOfNoCents: Character?
    package let after: String

    private static let textLimit = 200

    /// nil if `text` has no digit, digits in two places ("2 x 5") or of two scripts, or more than 200 bytes.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.textLimit else { return nil }
        let text = String(text).withoutUnseen(orMarksOfDirection: true)
        guard !text.hasDigitsOfSeveralScripts else { return nil }
        let signs = text.map(\.plainSign)
        guard var start = signs.firstIndex(where: { $0.isPlainDigit }) else { return nil }
        var end = start
        // A mark belongs to the number if a digit follows it.
        while end < signs.count,
            signs[end].isPlainDigit || (signs[end].isNumberMark && end + 1 < signs.count && signs[end + 1].isPlainDigit)
        {
            end += 1
        }
        // `,89`, but not `Rs.500` or `S/.12`.
        if start > 0, ".,٫".contains(signs[start - 1]),
            start == 1 || signs[start - 2] == " " || signs[start - 2].isMinus || signs[start - 2].isCurrencySign
        {
            start -= 1
        }
        digits = String(signs[start..<end])
        var rest = signs[end...]
        markOfNoCents = rest.first.flatMap { mark in
            ".,٫".contains(mark) && rest.dropFirst().first?.isDash == true ? mark : nil
        }
        if markOfNoCents != nil { rest = rest.dropFirst().drop { $0.isDash } }
        guard !rest.contains(where: \.isPlainDigit) else { return nil }
        after = String(rest).trimmingWhitespace()
        // `€-5`, `-€5`, `+5`.
        var (head, isNegative) = (String(signs[..<start]).trimmingWhitespace(), false)
        if start > 0, let sign = head.last, sign == signs[start - 1], sign.isMinus || sign == "+" {
            head.removeLast()
            isNegative = sign.isMinus
        } else if let sign = head.first, sign.isMinus || sign == "+" {
            head.removeFirst()
            isNegative = sign.isMinus
        }
        self.isNegative = isNegative
        before = head.trimmingWhitespace()
    }

    /// The number in `format`, as `NumberFormat.plain` returns it, with its minus.
    package func plain(_ format: NumberFormat) -> String? {
        if let mark = markOfNoCents {
            guard mark == "٫" || mark == format.decimal, !digits.contains(format.decimal), !digits.contains("٫") else { return nil }
        }
        return format.plain(digits).map { isNegative ? "-" + $0 : $0 }
    }
}

extension String {
    /// Such a number is meant to be mistaken for another.
    var hasDigitsOfSeveralScripts: Bool {
        var zero: UInt32?
        for scalar in unicodeScalars where scalar.properties.generalCategory == .decimalNumber {
            guard let value = scalar.properties.numericValue else { continue }
            let own = scalar.value - UInt32(value)
            if zero != nil, zero != own { return true }
            zero = own
        }
        return false
    }
}

extension Character {
    /// The digit in ASCII, a plain blank or apostrophe, or the ASCII form of the mark.
    fileprivate var plainSign: Character {
        if isASCII { return self }
        if let digit = asciiDigit { return digit }
        switch self {
        case "’", "‘", "ʼ", "＇": return "'"
        case "．": return "."
        case "，": return ","
        default: return isWhitespace && !isNewline && self != "\t" ? " " : self
        }
    }

    fileprivate var isPlainDigit: Bool { isASCII && isNumber }

    fileprivate var isNumberMark: Bool { ".,' ٫٬".contains(self) }

    fileprivate var isMinus: Bool { self == "-" || self == "\u{2212}" || self == "–" }

    fileprivate var isDash: Bool { isMinus || self == "—" || self == "‒" }

    /// In Unicode's category `Sc`: $, €, ﷼.
    var isCurrencySign: Bool { isASCII ? self == "$" : unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol } }

    /// "7" for "7", "٧", "७" and "７"; nil for anything but a decimal digit.
    var asciiDigit: Character? {
        guard let scalar = unicodeScalars.first, unicodeScalars.count == 1, scalar.properties.generalCategory == .decimalNumber,
            let value = wholeNumberValue, (0...9).contains(value)
        else { return nil }
        return Character("\(value)")
    }
}
