/// What an embedded font program tells of its characters (ISO 32000-1, 9.9): read from the stream's bytes when it ends, and
/// kept instead of them. Nothing is read of the outlines.
///
/// Type 1 programs and CFF name their glyphs; TrueType has a `cmap` table and perhaps names in `post`. Whatever is damaged
/// is left out: a program that can't be read tells nothing.
struct FontProgram: Sendable {
    /// What each of 256 codes shows by the program's own encoding, in UTF-8; empty where nothing tells. Perhaps no entries.
    var codes: [[UInt8]] = []
    /// The character of each glyph, 0 where nothing tells. For CFF fonts keyed by CID the place is the CID.
    var glyphs: [UInt32] = []

    init(_ bytes: [UInt8]) {
        guard bytes.count > 4 else { return }
        let first = UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8 | UInt32(bytes[3])
        switch first {
        case 0x0001_0000, 0x7472_7565, 0x4F54_544F, 0x7474_6366: self = TrueTypeReader(bytes).program()
        default:
            if bytes[0] == 1, bytes[1] <= 1, bytes[2] >= 4, bytes[2] < 32, (1...4).contains(bytes[3]) {
                self = CFFReader(bytes).program()
            } else {
                readType1(bytes.span)
            }
        }
    }

    init() {}

    /// Bytes in memory, roughly.
    var cost: Int { 128 + codes.count * 48 + glyphs.count * 4 }

    /// The encoding of a Type 1 program (Adobe Type 1 Font Format, 2.2): in clear text before `eexec`, the name
    /// `StandardEncoding` or an array that `dup 65 /A put` fills.
    private mutating func readType1(_ bytes: Span<UInt8>) {
        var index = 0
        let end = min(bytes.count, 200_000)
        while index < end, !bytes.holds("/Encoding", at: index) { index += 1 }
        guard index < end else { return }
        index += 9
        var codes = [[UInt8]](repeating: [], count: 256)
        var found = false
        var words = 0
        var number: Int?
        while index < end, words < 4_000 {
            if Bytes.isWhiteSpace(bytes[index]) {
                index += 1
                continue
            }
            let start = index
            index += 1
            while index < end, !Bytes.isWhiteSpace(bytes[index]), bytes[index] != 0x2F { index += 1 }
            words += 1
            let word = bytes.extracting(start..<index)
            if word[0] == 0x2F {
                if let code = number, codes.indices.contains(code) {
                    let name = String(decoding: (1..<word.count).map { word[$0] }, as: UTF8.self)
                    codes[code] = FontProgram.text(ofGlyphNamed: name)
                    found = true
                }
                number = nil
            } else if word[0] &- 0x30 < 10 {
                number = FontProgram.number(word)
            } else if word.holds("StandardEncoding", at: 0), words == 1 {
                self.codes = FontBuilder.texts(of: Encodings.standard)
                return
            } else if word.holds("def", at: 0), found || words > 8 {
                break
            } else if word.holds("eexec", at: 0) || word.holds("currentdict", at: 0) {
                break
            }
        }
        if found { self.codes = codes }
    }

    /// A decimal number, or one with a radix: `8#101`.
    private static func number(_ word: Span<UInt8>) -> Int? {
        var value = 0
        var radix = 10
        for index in word.indices.prefix(8) {
            if word[index] == 0x23, radix == 10, value >= 2, value <= 16 {
                (radix, value) = (value, 0)
                continue
            }
            guard let digit = Bytes.hexadecimal(word[index]), digit < radix else { return nil }
            value = value * radix + Int(digit)
        }
        return value
    }

    /// The UTF-8 of a glyph's name, empty where the name says nothing.
    static func text(ofGlyphNamed name: String) -> [UInt8] {
        GlyphNames.scalars(of: name).map { $0.flatMap { FontBuilder.text(of: $0.value) } } ?? []
    }
}
