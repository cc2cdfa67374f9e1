/// An amount of money, exact: a whole number of the currency's smallest parts or of tenths, hundredths … of them.
///
/// "1.5", "1.50" and "1.500" US dollars are the same amount and the same value: the scale is the currency's own (two digits for most) or
/// as many digits as the amount needs. Amounts beyond 64 bits are refused.
package struct Money: Hashable, Sendable, CustomStringConvertible {
    /// The amount times ten to the power of `scale`.
    package let units: Int64
    /// The scale and the three letters, a byte each: a value is as small as one of its texts, and rows have many.
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

    /// Reads "12.50", "$12.50", "AUD 12.50", "12,50 €" as `format` has its numbers. A code in the text has to be `currency`, if that is
    /// given; a sign ($, €) is passed over, and cannot stand alone for a currency.
    package init?(_ text: some StringProtocol, currency: String?, format: NumberFormat = NumberFormat()) {
        var amount = text.trimmingWhitespace()
        var found: String?
        for isAtEnd in [false, true] {
            let end = isAtEnd ? String(amount.suffix(3)) : String(amount.prefix(3))
            if Self.isCurrency(end) {
                guard found == nil else { return nil }
                found = end
                amount = (isAtEnd ? amount.dropLast(3) : amount.dropFirst(3)).trimmingWhitespace()
            }
        }
        amount = String(amount.drop { Self.isSign($0) })
        // A minus may stand before the sign or after it.
        let isNegative = amount.first == "-" || amount.first == "\u{2212}"
        if isNegative { amount = String(amount.dropFirst()) }
        amount = String(amount.drop { Self.isSign($0) || $0.isWhitespace })
        while let last = amount.last, Self.isSign(last) || last.isWhitespace { amount.removeLast() }
        guard let plain = format.plain(amount), !plain.hasPrefix("-"), !plain.hasPrefix("+"), let (units, scale) = Self.exact(plain),
            let code = found ?? currency, currency == nil || code == currency
        else { return nil }
        self.init(units: isNegative ? -units : units, scale: scale, currency: code)
    }

    /// After the mark.
    private static let mostDigits = 12

    /// `1234.5`, and `1.5e2`, as programs write numbers; what has more digits than an amount is rounded. nil beyond 64 bits.
    private static func exact(_ plain: String) -> (units: Int64, scale: Int)? {
        let parts = plain.split(separator: "e")
        guard let exponent = parts.count == 2 ? Int(parts[1]) : 0, (-400...400).contains(exponent) else { return nil }
        let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let scale = (number.count == 2 ? number[1].count : 0) - exponent
        let digits = number.joined() + String(repeating: "0", count: max(0, -scale))
        let excess = max(0, scale - mostDigits)
        guard let units = Int64("0" + digits.dropLast(excess)) else { return nil }
        let isUp = excess > 0 && excess <= digits.count && digits.suffix(excess).first.map { $0 >= "5" } == true
        return (units.addingSaturated(isUp ? 1 : 0), min(max(0, scale), mostDigits))
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

    /// nil between two currencies, and beyond 64 bits.
    package func minus(_ other: Money) -> Money? {
        guard currency == other.currency else { return nil }
        let wide = max(scale, other.scale)
        let units = units(atScale: wide) - other.units(atScale: wide)
        return Int64(exactly: units).flatMap { Money(units: $0, scale: wide, currency: currency) }
    }

    /// To the precision of a `Double`, and never out of order.
    package var value: Double { Double(units(atScale: 12)) / 1e12 }

    /// Exact, for a scale of at least its own: at most 12, and 2⁶³ · 10¹² fits.
    func units(atScale wanted: Int) -> Int128 { (scale..<wanted).reduce(Int128(units)) { units, _ in units * 10 } }

    package static func isCurrency(_ text: String) -> Bool { text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } }

    private static func isSign(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
    }

    /// Digits of the smallest part that is in use, where it is not the hundredth (ISO 4217, list one).
    private static func digits(of currency: String) -> Int {
        switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF": 0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }
}
