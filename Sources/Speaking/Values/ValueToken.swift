/// A word of a sentence split from its surrounding punctuation, with normalized characters: − and ‑ become -, ’ becomes '.
struct ValueToken {
    let lead: String
    let core: String
    let tail: String
    /// Whether it has no space before it.
    let isJoined: Bool
    /// Whether a person's own rule replaces it, so it is ignored.
    let isTaken: Bool

    private static let opening = Set("([{\"“‘«„‚¿¡»›‹*_")
    private static let closing = Set(".,;:!?…)]}\"”’»«“›‹*_")
    private static let plain: [Character: Character] = ["−": "-", "‑": "-", "‐": "-", "’": "'", "ʼ": "'"]

    init(_ word: String, isJoined: Bool, isTaken: Bool) {
        (self.isJoined, self.isTaken) = (isJoined, isTaken)
        let characters = Array(word)
        var (start, end) = (0, characters.count)
        while start < end, Self.opening.contains(characters[start]) { start += 1 }
        while end > start, Self.closing.contains(characters[end - 1]) { end -= 1 }
        lead = String(characters[..<start])
        core = String(characters[start..<end].map { Self.plain[$0] ?? $0 })
        tail = String(characters[end...])
    }

    /// The punctuation after it without the first full stop.
    var tailBehindPoint: String { tail.first == "." ? String(tail.dropFirst()) : tail }
    var hasPoint: Bool { tail.first == "." }
    var lower: String { core.lowercased() }
    var isCapitalised: Bool { core.first?.isUppercase == true }
    var isLowercase: Bool { core.first?.isLowercase == true }
    var isAllCapitals: Bool { core.count > 1 && core.allSatisfy { $0.isUppercase } }
    var hasDigit: Bool { core.contains { $0.isNumber } }
    /// The number if it is digits only, without a sign and within bounds.
    var digits: Int? { core.utf8.count <= 9 && !core.isEmpty && core.utf8.allSatisfy { (48...57).contains($0) } ? Int(core) : nil }
    /// Only letters.
    var isWord: Bool { core.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0 == "-" || $0 == "'" } }
}

/// A number as written: `-1,234.56`.
struct ValueAmount: Hashable, Sendable {
    var isNegative = false
    var whole: Int
    /// The digits after the decimal separator.
    var decimals = ""
    var isGrouped = false

    var isWhole: Bool { decimals.isEmpty }

    /// The maximum number of digits.
    private static let longest = 15

    init(whole: Int) { self.whole = whole }

    /// Returns nil if the text isn't a number in the language or is ambiguous.
    init?(_ text: some StringProtocol, decimalSign: Character, groupSigns: Set<Character>) {
        var rest = text[...]
        if let sign = rest.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            rest = rest.dropFirst()
        }
        guard rest.utf8.count <= Self.longest + 6, let first = rest.first, first.isASCIIDigit, rest.last?.isASCIIDigit == true,
            rest.allSatisfy({ $0.isASCIIDigit || ".,'".contains($0) })
        else { return nil }
        let signs = rest.filter { !$0.isASCIIDigit }
        let kinds = Set(signs)
        var decimal: Character?
        switch kinds.count {
        case 0: break
        case 1:
            guard let sign = signs.first else { return nil }
            if sign == decimalSign, signs.count == 1 {
                decimal = sign
            } else if !(groupSigns.contains(sign) || signs.count > 1) || sign == decimalSign {
                return nil
            }
        case 2:
            // The last separator is the decimal one, in any language.
            guard let last = signs.last, signs.filter({ $0 == last }).count == 1 else { return nil }
            decimal = last
        default: return nil
        }
        var body = rest
        if let decimal, let place = rest.firstIndex(of: decimal) {
            decimals = String(rest[rest.index(after: place)...])
            body = rest[..<place]
        }
        let groups = body.split(omittingEmptySubsequences: false) { !$0.isASCIIDigit }
        guard let head = groups.first, (1...Self.longest).contains(head.count), groups.count == 1 || head.count <= 3,
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        isGrouped = groups.count > 1
        let joined = groups.joined()
        // 007 is read digit by digit.
        guard joined.count <= Self.longest, joined == "0" || joined.first != "0", let number = Int(joined) else { return nil }
        whole = number
    }

    /// With another digit group after a space: `10 000`.
    func appending(_ group: String) -> ValueAmount? {
        guard decimals.isEmpty, whole < 1_000_000_000, let number = Int(group) else { return nil }
        var longer = self
        (longer.whole, longer.isGrouped) = (whole * 1000 + number, true)
        return longer
    }
}

/// Well-formed Roman numerals in capitals.
enum RomanNumber {
    private static let values: [Character: Int] = ["I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000]

    static func value(_ text: some StringProtocol) -> Int? {
        guard (1...9).contains(text.count) else { return nil }
        let digits = text.compactMap { values[$0] }
        guard digits.count == text.count else { return nil }
        let number = zip(digits, digits.dropFirst() + [0]).reduce(0) { $0 + ($1.0 < $1.1 ? -$1.0 : $1.0) }
        return number > 0 && written(number) == text ? number : nil
    }

    private static func written(_ number: Int) -> String {
        let parts = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"),
            (5, "V"), (4, "IV"), (1, "I"),
        ]
        var (text, rest) = ("", number)
        for (value, letters) in parts {
            while rest >= value {
                text += letters
                rest -= value
            }
        }
        return text
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}
