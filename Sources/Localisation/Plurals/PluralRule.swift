import Foundation

/// The plural categories of languages. Every language has `other`.
package enum PluralCategory: String, CaseIterable, Hashable, Sendable, Codable {
    case zero, one, two, few, many, other
}

/// The properties of a formatted number that plural rules use (UTS #35, part 3, section 5.1.1).
package struct PluralOperands: Hashable, Sendable {
    /// The absolute value.
    let n: Double
    /// Its integer part.
    let i: Int
    /// The number of fraction digits, with and without trailing zeros.
    let v: Int
    let w: Int
    /// Those digits as a number, with and without the zeros.
    let f: Int
    let t: Int
    /// The power of ten of a compact number (`1.2c6`).
    let e: Int

    package init(_ count: Int) {
        i = Int(clamping: count.magnitude)
        n = Double(i)
        (v, w, f, t, e) = (0, 0, 0, 0, 0)
    }

    /// Parses `12`, `1.50`, `1c6`, of at most 15 digits; nil for anything else.
    package init?(written text: some StringProtocol) {
        let parts = text.split(separator: "c", maxSplits: 1)
        guard let power = parts.count == 2 ? Int(parts[1]) : 0, (0...12).contains(power), let number = parts.first else { return nil }
        let pieces = number.split(separator: ".", maxSplits: 1)
        var (whole, fraction) = (String(pieces.first ?? ""), pieces.count == 2 ? String(pieces[1]) : "")
        guard (whole + fraction).utf8.allSatisfy({ (0x30...0x39).contains($0) }), (whole + fraction).utf8.count <= 15 else { return nil }
        // A compact number is expanded: 1.2c3 is 1200.
        fraction = fraction.padding(toLength: max(fraction.count, power), withPad: "0", startingAt: 0)
        whole += fraction.prefix(power)
        fraction = String(fraction.dropFirst(power))
        let significant = String(fraction.reversed().drop { $0 == "0" }.reversed())
        guard let n = Double(fraction.isEmpty ? whole : "\(whole).\(fraction)"), let i = Int(whole) else { return nil }
        (self.n, self.i, v, w) = (n, i, fraction.count, significant.count)
        (f, t, e) = (Int(fraction) ?? 0, Int(significant) ?? 0, power)
    }
}

/// A CLDR rule such as `v = 0 and i % 10 = 2..4 and i % 100 != 12..14`: relations joined by `and`, groups joined by `or`.
struct PluralRule: Hashable, Sendable {
    private let alternatives: [[Relation]]

    private struct Relation: Hashable, Sendable {
        let operand: Substring
        let modulus: Int?
        let isEqual: Bool
        let ranges: [ClosedRange<Int>]

        init?(_ text: Substring) {
            let words = text.split(separator: " ")
            guard let mark = words.firstIndex(where: { $0 == "=" || $0 == "!=" }), mark + 2 == words.count else { return nil }
            operand = words[0]
            modulus = mark == 3 ? Int(words[2]) : nil
            isEqual = words[mark] == "="
            ranges = words[mark + 1].split(separator: ",").compactMap { piece in
                let ends = piece.split(separator: ".").compactMap { Int($0) }
                return ends.first.map { $0...max($0, ends.last ?? $0) }
            }
        }

        func holds(for operands: PluralOperands) -> Bool {
            var value: Double
            switch operand {
            case "n": value = operands.n
            case "i": value = Double(operands.i)
            case "v": value = Double(operands.v)
            case "w": value = Double(operands.w)
            case "f": value = Double(operands.f)
            case "t": value = Double(operands.t)
            default: value = Double(operands.e)
            }
            if let modulus { value.formTruncatingRemainder(dividingBy: Double(modulus)) }
            // A range contains only whole numbers: 1.5 is not in 1..2.
            return isEqual == (Int(exactly: value).map { whole in ranges.contains { $0.contains(whole) } } ?? false)
        }
    }

    /// `rule` comes from our own table.
    init(_ rule: String) {
        alternatives = rule.components(separatedBy: " or ").map { $0.components(separatedBy: " and ").compactMap { Relation($0[...]) } }
    }

    func holds(for operands: PluralOperands) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: operands) } }
    }
}
