/// An exact amount of money: a whole number of the currency's smallest units, or of decimal fractions of them.
///
/// "1.5", "1.50" and "1.500" US dollars are the same amount and the same value: the scale is the currency's own (two digits for most) or as
/// many digits as the amount needs. Amounts beyond 64 bits are rejected.
package struct Money: Hashable, Sendable, CustomStringConvertible {
    /// The amount times ten to the power of `scale`.
    package let units: Int64
    /// The scale and the three letters of the currency, one byte each. Compact, since rows have many values.
    private let unit: UInt32

    /// Digits after the decimal mark.
    package var scale: Int { Int(unit >> 24) }
    /// ISO 4217: `AUD`.
    package var currency: String {
        String(decoding: [unit >> 16, unit >> 8, unit].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }

    package init?(units: Int64, scale: Int, currency: String) {
        guard Self.isCurrency(currency), (0...12).contains(scale) else { return nil }
        let own = Self.digits(of: currency)
        var (units, scale) = (units, scale)
        while scale > own, units.isMultiple(of: 10) { (units, scale) = (units / 10, scale - 1) }
        while scale < own {
            let (more, isTooMuch) = units.multipliedReportingOverflow(by: 10)
            guard !isTooMuch else { return nil }
            (units, scale) = (more, scale + 1)
        }
        self.units = units
        unit = currency.utf8.reduce(UInt32(scale)) { $0 << 8 | UInt32($1) }
    }

    /// Parses "12.50", "$12.50", "AUD 12.50", "12,50 €", "ab CHF 1’234.–", "12.50 zł" with the marks of `format`.
    ///
    /// - Parameters:
    ///   - currency: The only currency that the text may name, by code, sign or word (`CurrencyNames`): "£12.50" isn't an amount in euros.
    ///     If nil, the text must name a currency unambiguously, as "€" does and "$" doesn't.
    ///   - format: nil if the source's marks are unknown: then the text itself must show which mark is which. Three digits after a single
    ///     mark are a fraction only in a currency with such parts, so "1.099" euros are over a thousand.
    package init?(_ text: some StringProtocol, currency: String?, format: NumberFormat? = NumberFormat()) {
        guard text.utf8.count <= Self.textLimit else { return nil }
        let text = text.trimmingWhitespace()
        if let bare = Self.bare(text, currency: currency, format: format) {
            self = bare
        } else if let simple = Self.simple(text, currency: currency, format: format) {
            self = simple
        } else if let written = Self.written(text, currency: currency, format: format) {
            self = written
        } else {
            return nil
        }
    }

    /// ASCII digits with at most a decimal point, byte by byte: the output of programs.
    private static func bare(_ text: String, currency: String?, format: NumberFormat?) -> Money? {
        guard let currency, text.utf8.count <= 18, format == nil || format?.decimal == "." else { return nil }
        var (units, scale, digits): (Int64, Int, Int) = (0, -1, 0)
        for byte in text.utf8 {
            if let digit = byte.digit {
                units = units * 10 + Int64(digit)
                digits += 1
                if scale >= 0 { scale += 1 }
            } else {
                guard byte == UInt8(ascii: "."), scale < 0, digits > 0 else { return nil }
                scale = 0
            }
        }
        guard digits > 0, scale <= digitLimit, scale != 3 || format != nil || !isOpen(text[...], currency) else { return nil }
        return Money(units: units, scale: max(0, scale), currency: currency)
    }

    /// A number with at most a code or signs at its ends: nearly all amounts.
    private static func simple(_ text: String, currency: String?, format: NumberFormat?) -> Money? {
        var amount = text
        var found: String?
        for isAtEnd in [false, true] {
            let end = isAtEnd ? String(amount.suffix(3)) : String(amount.prefix(3))
            // After an amount any code is accepted, since `description` writes any; before it only a known one.
            if isCurrency(end), isAtEnd || end == currency || CurrencyNames.isCode(end) {
                guard found == nil else { return nil }
                found = end
                amount = (isAtEnd ? amount.dropLast(3) : amount.dropFirst(3)).trimmingWhitespace()
            }
        }
        var rest = amount[...]
        var signs: [Character] = []
        while let first = rest.first, first.isCurrencySign { signs.append(rest.removeFirst()) }
        // A minus may stand before the sign or after it.
        let isNegative = rest.first == "-" || rest.first == "\u{2212}"
        if isNegative { rest.removeFirst() }
        while let first = rest.first, first.isCurrencySign || first.isWhitespace {
            if first.isCurrencySign { signs.append(first) }
            rest.removeFirst()
        }
        while let last = rest.last, last.isCurrencySign || last.isWhitespace {
            if last.isCurrencySign { signs.append(last) }
            rest.removeLast()
        }
        guard let code = found ?? currency, currency == nil || code == currency, signs.allSatisfy({ mayBe($0, code) }),
            format != nil || !isOpen(rest, code), let plain = (format ?? NumberFormat()).plain(rest), !plain.hasPrefix("-"),
            !plain.hasPrefix("+")
        else { return nil }
        return Money(plain: plain, isNegative: isNegative, currency: code)
    }

    /// Whether three digits follow the only mark and may be a group. Not so in "0.439" and "1234.500", nor in dinars,
    /// which have three decimal places.
    private static func isOpen(_ amount: Substring, _ currency: String) -> Bool {
        guard let mark = amount.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let (head, tail) = (amount.utf8[..<mark], amount.utf8[mark...].dropFirst())
        return tail.count == 3 && (1...3).contains(head.count) && head.first != UInt8(ascii: "0") && digits(of: currency) != 3
    }

    private static func mayBe(_ sign: Character, _ code: String) -> Bool {
        sign == "€" ? code == "EUR" : sign == "¤" || CurrencyNames.codes(of: String(sign))?.contains(code) == true
    }

    /// Amounts in any other form.
    private static func written(_ text: String, currency: String?, format: NumberFormat?) -> Money? {
        if let currency, CurrencyNames.isFree(text) { return Money(units: 0, scale: 0, currency: currency) }
        guard let number = WrittenNumber(text), let code = Self.currency(of: number, currency) else { return nil }
        let known: NumberFormat
        if let format {
            known = format
        } else {
            guard case .decided(let format) = NumberStyle.decide(for: [number], currency: code) else { return nil }
            known = format
        }
        guard let plain = number.plain(known), !plain.hasPrefix("--") else { return nil }
        return Money(plain: plain.drop { $0 == "-" }, isNegative: number.isNegative, currency: code)
    }

    /// The code of the amount's currency: `wanted` if the text may mean it; if nil, the single currency that the text can mean.
    private static func currency(of number: WrittenNumber, _ wanted: String?) -> String? {
        guard let named = named(around: number) else { return nil }
        guard let wanted else { return named.count == 1 ? named[0] : nil }
        return named.isEmpty || named.contains(wanted) ? wanted : nil
    }

    /// The codes of all currencies that the text may mean, matching both before and after the number; empty if it names none.
    /// nil if it contains other words.
    private static func named(around number: WrittenNumber) -> [String]? {
        guard let before = CurrencyNames.codes(around: number.before), let after = CurrencyNames.codes(around: number.after) else {
            return nil
        }
        guard let first = before.codes else { return after.codes ?? [] }
        guard let second = after.codes else { return first }
        let both = first.filter(second.contains)
        return both.isEmpty ? nil : both
    }

    /// The codes of the currencies that a written amount may be in; empty if it names none. nil if it isn't an amount.
    package static func currencies(of text: String) -> [String]? { WrittenNumber(text).flatMap { named(around: $0) } }

    /// From a number in the form of `NumberFormat.plain`, without its sign.
    private init?(plain: some StringProtocol, isNegative: Bool, currency: String) {
        guard let (units, scale) = Self.exact(String(plain)) else { return nil }
        self.init(units: isNegative ? -units : units, scale: scale, currency: currency)
    }

    /// Bytes of the longest text read as an amount, including the words around it.
    private static let textLimit = 400
    /// Limit of digits after the decimal mark.
    private static let digitLimit = 12

    /// Parses `1234.5` and `1.5e2`. An amount with too many digits is rounded. nil beyond 64 bits.
    private static func exact(_ plain: String) -> (units: Int64, scale: Int)? {
        let parts = plain.split(separator: "e")
        guard let exponent = parts.count == 2 ? Int(parts[1]) : 0, (-400...400).contains(exponent) else { return nil }
        let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let scale = (number.count == 2 ? number[1].count : 0) - exponent
        let digits = number.joined() + String(repeating: "0", count: max(0, -scale))
        let excess = max(0, scale - digitLimit)
        guard let units = Int64("0" + digits.dropLast(excess)) else { return nil }
        let isUp = excess > 0 && excess <= digits.count && digits.suffix(excess).first.map { $0 >= "5" } == true
        return (units.addingSaturated(isUp ? 1 : 0), min(max(0, scale), digitLimit))
    }

    /// `12.50 AUD`
    package var description: String { "\(amount) \(currency)" }

    /// `12.50`
    package var amount: String {
        let digits = String(units.magnitude)
        guard scale > 0 else { return (units < 0 ? "-" : "") + digits }
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        return (units < 0 ? "-" : "") + padded.dropLast(scale) + "." + padded.suffix(scale)
    }

    /// nil for two currencies, and beyond 64 bits.
    package func minus(_ other: Money) -> Money? {
        guard currency == other.currency else { return nil }
        let wide = max(scale, other.scale)
        let units = units(atScale: wide) - other.units(atScale: wide)
        return Int64(exactly: units).flatMap { Money(units: $0, scale: wide, currency: currency) }
    }

    /// With the precision of a `Double`, preserving the order of amounts.
    package var value: Double { Double(units(atScale: 12)) / 1e12 }

    /// Exact. `wanted` is at least the amount's own scale and at most 12; 2⁶³ · 10¹² fits.
    func units(atScale wanted: Int) -> Int128 { (scale..<wanted).reduce(Int128(units)) { units, _ in units * 10 } }

    package static func isCurrency(_ text: String) -> Bool { text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }

    /// Decimal places of a currency, if not two (ISO 4217, list one).
    static func digits(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF": 0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }
}
