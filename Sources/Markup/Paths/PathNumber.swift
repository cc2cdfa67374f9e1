import CXml2

/// Numbers of XPath 1.0 and their texts (sections 4.2 and 4.4).
enum PathNumber {
    static func value(_ text: [UInt8]) -> Double {
        // libxml2 reads to the first zero byte, and no text has one.
        (text + [0]).withUnsafeBufferPointer { xmlXPathCastStringToNumber($0.baseAddress) }
    }

    /// Without exponent; as many digits as tell it from others, fifteen at most where it is no whole number.
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
        // Where the point goes among the digits.
        let point = (mantissa.first?.count ?? 0) + exponent
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if point >= digits.count { return sign + digits + String(repeating: "0", count: point - digits.count) }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }
}
