/// The factor for a source's numbers: `0.00001` if it writes degrees times 100,000.
///
/// Powers of ten shift the decimal mark, so that 4867800 times 0.00001 is 48.678 and not 48.678000000000004.
package struct Scale: Hashable, Sendable {
    private let factor: Double
    private let exponent: Int

    /// Parses `0.00001`, `100`, `-2.5` or `1e-5`; nil for anything else, for 0, and beyond 10⁻³⁰…10³⁰.
    package init?(_ text: String) {
        guard let plain = NumberFormat().plain(text), let (digits, exponent) = Self.split(plain) else { return nil }
        var (mantissa, shift) = (digits.filter { $0 != "." }, exponent)
        if let mark = digits.firstIndex(of: ".") { shift -= digits.distance(from: mark, to: digits.endIndex) - 1 }
        while mantissa.hasSuffix("0"), mantissa.count > 1 {
            mantissa.removeLast()
            shift += 1
        }
        guard let factor = Double(mantissa), factor != 0, abs(factor) < 1e15, (-30...30).contains(shift) else { return nil }
        (self.factor, self.exponent) = (factor, shift)
    }

    /// The scaled number of `plain` (as `NumberFormat.plain` returns it); nil if it is too large.
    func number(_ plain: String) -> Double? {
        guard let (digits, exponent) = Self.split(plain), (-400...400).contains(exponent),
            let number = Double("\(digits)e\(exponent + self.exponent)")
        else { return nil }
        let scaled = number * factor
        return scaled.isFinite ? scaled : nil
    }

    private static func split(_ plain: String) -> (digits: String, exponent: Int)? {
        guard let mark = plain.firstIndex(of: "e") else { return (plain, 0) }
        return Int(plain[plain.index(after: mark)...]).map { (String(plain[..<mark]), $0) }
    }
}
