import CXml2

/// Converts between XPath 1.0 numbers and texts (sections 4.2 and 4.4).
enum PathNumber {
    static func value(_ text: [UInt8]) -> Double {
        // libxml2 reads up to the first zero byte, which no text contains.
        (text + [0]).withUnsafeBufferPointer { xmlXPathCastStringToNumber($0.baseAddress) }
    }

    /// Without an exponent; the fewest digits that identify the number, at most fifteen for fractions.
    static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if let whole = Int64(exactly: number) { return String(whole) }
        guard let cast = xmlXPathCastNumberToString(number) else { return "" }
        defer { free(cast) }
        return withoutExponent(String(cString: cast))
    }

    /// `1.5e-07` → `0.00000015`.
    private static func withoutExponent(_ text: String) -> String {
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
        let sign = parts[0].hasPrefix("-") ? "-" : ""
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
        let digits = mantissa.joined()
        // The position of the decimal point among the digits.
        let point = (mantissa.first?.count ?? 0) + exponent
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.count { return sign + digits + String(repeating: "0", count: point - digits.count) }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }
}
