/// The widths of the standard 14 fonts (ISO 32000-1, 9.6.2.2), for fonts without /Widths and for metrically compatible fonts with other
/// names.
struct StandardWidths {
    /// In em, by character.
    private let widths: [UInt32: Double]
    private let average: Double

    /// The standard font that viewers show instead of a font that isn't in the file, by the flags of its descriptor (9.8.2).
    init(standingIn name: String, flags: Int) {
        let isBold = name.contains("Bold") || name.contains("Black") || flags & 1 << 18 != 0
        let family = flags & 1 != 0 ? "Courier" : flags & 1 << 1 != 0 ? "Times" : "Helvetica"
        self = StandardWidths(ofFontNamed: family + (isBold ? "-Bold" : "")) ?? StandardWidths(widths: [:], average: 0.5)
    }

    private init(widths: [UInt32: Double], average: Double) { (self.widths, self.average) = (widths, average) }

    /// The widths of a standard font or one with the same metrics, by name; nil for others.
    init?(ofFontNamed name: String) {
        let plain = name.utf8.dropFirst(7).isEmpty || !name.dropFirst(6).hasPrefix("+") ? name : String(name.dropFirst(7))
        let isBold = plain.contains("Bold") || plain.contains("Demi") || plain.contains("Black")
        let isItalic = plain.contains("Italic") || plain.contains("Oblique")
        if plain.hasPrefix("Courier") {
            (widths, average) = ([:], 0.6)
        } else if plain.hasPrefix("Helvetica") || plain.hasPrefix("Arial") {
            (widths, average) = (isBold ? StandardWidths.helveticaBold : StandardWidths.helvetica, 0.556)
        } else if plain.hasPrefix("Times") {
            let upright = isBold ? StandardWidths.timesBold : StandardWidths.timesRoman
            (widths, average) = (isItalic ? (isBold ? StandardWidths.timesBoldItalic : StandardWidths.timesItalic) : upright, 0.5)
        } else if plain.hasPrefix("Symbol") {
            (widths, average) = (StandardWidths.symbol, 0.6)
        } else if plain.hasPrefix("ZapfDingbats") {
            (widths, average) = (StandardWidths.zapfDingbats, 0.788)
        } else {
            return nil
        }
    }

    /// The width of a code's text, in em.
    func width(of text: [UInt8]) -> Double {
        var sum = 0.0
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            sum += widths[scalar.value == 0xA0 ? 0x20 : scalar.value] ?? average
        }
        return text.isEmpty ? average : sum
    }

    private static let helvetica = read(StandardWidthTables.helvetica)
    private static let helveticaBold = read(StandardWidthTables.helveticaBold)
    private static let timesRoman = read(StandardWidthTables.timesRoman)
    private static let timesBold = read(StandardWidthTables.timesBold)
    private static let timesItalic = read(StandardWidthTables.timesItalic)
    private static let timesBoldItalic = read(StandardWidthTables.timesBoldItalic)
    private static let symbol = read(StandardWidthTables.symbol)
    private static let zapfDingbats = read(StandardWidthTables.zapfDingbats)

    private static func read(_ text: String) -> [UInt32: Double] {
        var result: [UInt32: Double] = [:]
        var width = 0.0
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if word.hasSuffix(":") {
                width = (Double(word.dropLast()) ?? 0) / 1000
                continue
            }
            let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            guard let first = ends.first, let last = ends.last, first <= last else { continue }
            for scalar in first...last { result[scalar] = width }
        }
        return result
    }
}
