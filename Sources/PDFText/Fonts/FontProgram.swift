/// What an embedded font program reveals about its characters (ISO 32000-1, 9.9): parsed when the stream ends and stored instead of its
/// bytes. Outlines are not read.
///
/// Type 1 and CFF programs name their glyphs; TrueType has a `cmap` table and possibly names in `post`. Damaged parts are skipped; an
/// unreadable program reveals nothing.
struct FontProgram: Sendable {
    /// The UTF-8 of each of 256 codes by the program's own encoding; empty if unknown. The array may be empty.
    var codes: [[UInt8]] = []
    /// The character of each glyph, 0 if unknown. For CID-keyed CFF fonts, indexed by CID.
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

    /// The approximate size in memory, in bytes.
    var cost: Int { 128 + codes.count * 48 + glyphs.count * 4 }

    /// The encoding of a Type 1 program (Adobe Type 1 Font Format, 2.2): in plain text before `eexec`, the name `StandardEncoding` or an
    /// array filled by `dup 65 /A put`.
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

    /// The UTF-8 of a glyph name; empty if the name is unknown.
    static func text(ofGlyphNamed name: String) -> [UInt8] {
        GlyphNames.scalars(of: name).map { $0.flatMap { FontBuilder.text(of: $0.value) } } ?? []
    }
}
