/// The parts of a font that text needs: codes → characters and widths (ISO 32000-1, 9.6, 9.7 and 9.10). Built by `FontBuilder`.
final class Font {
    /// Bytes per code: 1 for simple fonts, 2 for composite ones (possibly mixed with 1, see `mixesLengths`).
    let codeBytes: Int
    /// Simple fonts: the character of each of 256 codes, and its width in em.
    let characters: [Character7]
    let widths: [Double]
    /// Whether its codes can be mapped to characters.
    let isReadable: Bool

    /// Whether text runs downwards (9.7.4.3).
    let isVertical: Bool
    /// Whether its glyphs are drawings in the file (Type 3, 9.6.5), which may be mirrored themselves.
    var isDrawn = false
    /// Why the font isn't readable.
    var problem: String?
    /// Its /BaseFont.
    var name = ""

    private var longTexts: [[UInt8]]
    /// Composite fonts: the indexes of long texts, by code.
    private var longPlaces: [UInt32: Int] = [:]
    private let parts: CompositeParts
    private let mixesLengths: Bool
    private let hasSingleBytes: Bool
    // Composite fonts: recently used codes, by their low byte.
    private var cachedCodes: [UInt32]
    private var cachedCharacters: [Character7]
    private var cachedWidths: [Double]

    /// A simple font. `texts` has the UTF-8 of each of 256 codes.
    init(texts: [[UInt8]], widths: [Double]) {
        codeBytes = 1
        var long: [[UInt8]] = []
        characters = texts.map { text in
            if text.count <= 7 { return Character7(text) }
            long.append(text)
            return Character7(longTextAt: long.count - 1)
        }
        longTexts = long
        self.widths = widths
        isReadable = true
        (isVertical, parts, mixesLengths, hasSingleBytes) = (false, CompositeParts(), false, true)
        (cachedCodes, cachedCharacters, cachedWidths) = ([], [], [])
    }

    /// A composite font. Without a CMap codes have two bytes: always for an Identity encoding, otherwise unless its map specifies another
    /// length.
    init(_ parts: CompositeParts) {
        codeBytes = 2
        (characters, self.widths, longTexts) = ([], [], [])
        self.parts = parts
        isVertical = parts.isVertical
        let mayBeSingle = !parts.isIdentity && parts.codeMap == nil && parts.unicode?.hasSingleBytes == true
        mixesLengths = mayBeSingle && parts.unicode?.hasDoubleBytes == true
        hasSingleBytes = mayBeSingle && parts.unicode?.hasDoubleBytes == false
        isReadable = parts.unicode != nil || parts.codesAreUnicode || !parts.collection.isEmpty || parts.glyphs.contains { $0 != 0 }
        cachedCodes = [UInt32](repeating: .max, count: 256)
        cachedCharacters = [Character7](repeating: .none, count: 256)
        cachedWidths = [Double](repeating: 0, count: 256)
    }

    /// The font for text in an unknown font: WinAnsi with Helvetica's widths.
    static func plain() -> Font {
        let texts = FontBuilder.texts(of: Encodings.winAnsi)
        let standard = StandardWidths(ofFontNamed: "Helvetica")
        return Font(texts: texts, widths: texts.map { standard?.width(of: $0) ?? 0.5 })
    }

    func longText(_ character: Character7) -> [UInt8] {
        character.longIndex < longTexts.count ? longTexts[character.longIndex] : []
    }

    /// The code at `index`, and its length in bytes.
    @inline(__always)
    func nextCode(_ string: Span<UInt8>, _ index: Int) -> (code: UInt32, length: Int) {
        if let map = parts.codeMap { return map.next(string, index) }
        let first = UInt32(string[index])
        guard !hasSingleBytes, index + 1 < string.count else { return (first, 1) }
        if mixesLengths, first < 0x80, parts.unicode?.characters(of: first) != nil { return (first, 1) }
        return (first << 8 | UInt32(string[index + 1]), 2)
    }

    /// Whether the code at `index` is a space, regardless of its number.
    func beginsWithBlank(_ string: Span<UInt8>, _ index: Int) -> Bool {
        codeBytes == 1 ? characters[Int(string[index])] == .blank : composite(nextCode(string, index).code).0 == .blank
    }

    /// The character of a composite font's code, and its width in em.
    func composite(_ code: UInt32) -> (Character7, Double) {
        let slot = Int(code & 0xFF)
        if cachedCodes[slot] == code { return (cachedCharacters[slot], cachedWidths[slot]) }
        let cid = parts.cid(of: code)
        let width = parts.width(of: cid, code)
        let character: Character7
        if let text = parts.text(of: code, cid) {
            if text.count <= 7 {
                character = Character7(text)
            } else if let place = longPlaces[code] {
                character = Character7(longTextAt: place)
            } else if longTexts.count < 10_000 {
                longTexts.append(text)
                longPlaces[code] = longTexts.count - 1
                character = Character7(longTextAt: longTexts.count - 1)
            } else {
                character = .unknown
            }
        } else {
            character = .unknown
        }
        cachedCodes[slot] = code
        cachedCharacters[slot] = character
        cachedWidths[slot] = width
        return (character, width)
    }
}

/// The glyph widths of a CID font, /W and /DW (9.7.4.3), in em. A range is one entry, regardless of its size.
struct GlyphWidths {
    private var entries: [(low: UInt32, high: UInt32, width: Double)] = []
    private let standard: Double

    init(_ array: [PDFObject] = [], standard: Double = 1) {
        self.standard = standard
        var index = 0
        while index + 1 < array.count {
            guard let first = GlyphWidths.code(array[index]) else {
                index += 1
                continue
            }
            if case .array(let list) = array[index + 1] {
                for (distance, width) in list.enumerated() {
                    let code = first &+ UInt32(truncatingIfNeeded: distance)
                    entries.append((code, code, (width.number ?? 1000) / 1000))
                }
                index += 2
            } else if index + 2 < array.count, let last = GlyphWidths.code(array[index + 1]) {
                entries.append((first, max(first, last), (array[index + 2].number ?? 1000) / 1000))
                index += 3
            } else {
                index += 1
            }
        }
        if !zip(entries, entries.dropFirst()).allSatisfy({ $0.low <= $1.low }) { entries.sort { $0.low < $1.low } }
    }

    private static func code(_ object: PDFObject) -> UInt32? { object.integer.flatMap { UInt32(exactly: $0) } }

    func width(of code: UInt32) -> Double {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].low <= code { low = middle + 1 } else { high = middle }
        }
        return low > 0 && entries[low - 1].high >= code ? entries[low - 1].width : standard
    }
}
