import Foundation
package import Records

/// Formats amounts for a reader.
extension Words {
    /// `31,204`
    package func number(_ count: Int) -> String { Self.withMinus(count.formatted(.number.locale(locale))) }

    /// `1,234.5`, with at most `digits` fraction digits, without trailing zeros; `1234.5` if it isn't grouped.
    package func number(_ number: Double, digits: Int = 12, isGrouped: Bool = true) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return String(number) }
        return Self.withMinus(
            number.formatted(
                .number.precision(.fractionLength(0...digits)).grouping(isGrouped ? .automatic : .never).locale(locale)))
    }

    /// `2.5%`; `percent` is 2.5.
    package func percent(_ percent: Double, digits: Int = 1) -> String {
        guard percent.isFinite, abs(percent) < 1e12 else { return "\(percent)%" }
        return Self.withMinus((percent / 100).formatted(.percent.precision(.fractionLength(0...digits)).locale(locale)))
    }

    /// `€12.50`, and `AUD 12.50` if a sign would be ambiguous.
    package func money(_ money: Money) -> String {
        guard let amount = Decimal(string: money.amount, locale: Locale(identifier: "en_US_POSIX")) else { return money.description }
        return Self.withMinus(
            amount.formatted(.currency(code: money.currency).precision(.fractionLength(money.scale)).locale(locale)))
    }

    /// `812 bytes`, `640 kB`, `1.2 MB`, `100 MB`, `3.0 GB`: powers of ten.
    package func bytes(_ count: Int) -> String { count < 1000 ? self("\(max(0, count)) bytes") : large(count) }

    /// `410 kB/s`
    package func rate(bytesPerSecond: Int) -> String {
        let amount = bytesPerSecond < 1000 ? self("\(number(max(0, bytesPerSecond))) B") : large(bytesPerSecond)
        return self("\(amount)/s")
    }

    /// `850 m`, `1.1 km`
    package func distance(metres: Double) -> String {
        metres < 999.5 ? self("\(number(metres, digits: 0)) m") : self("\(number(metres / 1000, digits: metres < 99_950 ? 1 : 0)) km")
    }

    /// `52.52, 13.405`: the format of maps in any language.
    package func position(_ position: Position) -> String {
        "\(Value.number(position.latitude).text), \(Value.number(position.longitude).text)"
    }

    /// `a, b and c`
    package func list(_ texts: [String]) -> String { texts.formatted(.list(type: .and).locale(locale)) }

    /// `a, b or c`
    package func list(anyOf texts: [String]) -> String { texts.formatted(.list(type: .or).locale(locale)) }

    private func large(_ count: Int) -> String {
        switch count {
        case ..<999_500: self("\(number((count + 500) / 1000)) kB")
        case ..<999_950_000: self("\(tenths(of: count, in: 1_000_000)) MB")
        default: self("\(tenths(of: count, in: 1_000_000_000)) GB")
        }
    }

    private func tenths(of count: Int, in unit: Int) -> String {
        // Rounds half a tenth up: 1,250,000 bytes are 1.3 MB.
        let tenths = Double(count.addingSaturated(unit / 20) / (unit / 10))
        return (tenths / 10).formatted(.number.precision(.fractionLength(tenths < 1000 ? 1 : 0)).locale(locale))
    }

    /// Replaces the hyphen in some languages' data by a true minus sign.
    private static func withMinus(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: "-")) ? text.replacing("-", with: "−") : text
    }
}
