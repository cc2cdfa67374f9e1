import Foundation

/// The ASCII form of one label of an international host name: `münchen` → `xn--mnchen-3ya`.
///
/// Source: RFC 3492, and the part of UTS #46 that needs no tables. A label is accepted only if case folding, composition and compatibility
/// normalization change nothing but capitals, and if it consists of letters, digits and marks. All other labels must be entered in ASCII.
enum Punycode {
    /// Returns nil if the label is ambiguous.
    static func label(_ text: String) -> String? {
        let folded = text.lowercased().precomposedStringWithCanonicalMapping
        let scalars = Array(folded.unicodeScalars)
        guard scalars.contains(where: { !$0.isASCII }) else { return folded }
        guard scalars.count <= 63, scalars.elementsEqual(folded.precomposedStringWithCompatibilityMapping.unicodeScalars),
            scalars.allSatisfy(isWritable), !folded.hasPrefix("xn--"), let first = scalars.first,
            first.properties.generalCategory != .nonspacingMark
        else { return nil }
        let written = "xn--" + encoded(scalars.map(\.value))
        return written.utf8.count <= 63 ? written : nil
    }

    /// Joiners and the Greek final sigma are ambiguous.
    private static func isWritable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter: scalar != "\u{3C2}"
        case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: !scalar.properties.isDefaultIgnorableCodePoint
        case .decimalNumber: scalar.isASCII
        default: scalar == "-"
        }
    }

    /// RFC 3492, section 6.3, with the parameters of section 5.
    private static func encoded(_ points: [UInt32]) -> String {
        let basic = points.filter { $0 < 0x80 }
        var output = String(String.UnicodeScalarView(basic.compactMap(Unicode.Scalar.init)))
        if !basic.isEmpty { output += "-" }
        var threshold: UInt32 = 0x80
        var delta = 0
        var bias = 72
        var handled = basic.count
        while handled < points.count, let next = points.filter({ $0 >= threshold }).min() {
            delta += Int(next - threshold) * (handled + 1)
            threshold = next
            for point in points {
                if point < threshold { delta += 1 }
                guard point == threshold else { continue }
                var rest = delta
                var step = 36
                while true {
                    let limit = min(max(step - bias, 1), 26)
                    guard rest >= limit else { break }
                    output.append(digit(limit + (rest - limit) % (36 - limit)))
                    rest = (rest - limit) / (36 - limit)
                    step += 36
                }
                output.append(digit(rest))
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
                delta = 0
                handled += 1
            }
            delta += 1
            threshold += 1
        }
        return output
    }

    private static func digit(_ value: Int) -> Character {
        Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value - 26 + 48)))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var step = 0
        while delta > 455 {
            delta /= 35
            step += 36
        }
        return step + 36 * delta / (delta + 38)
    }
}
