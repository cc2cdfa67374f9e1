/// What a composite font is made of (ISO 32000-1, 9.7): the way from codes to CIDs, and from either to characters.
struct CompositeParts: Sendable {
    /// Codes → characters, where the document says so.
    var unicode: UnicodeMap?
    /// Strings → codes → CIDs; nil where both are two bytes and the same.
    var codeMap: CodeMap?
    var isIdentity = false
    var isVertical = false
    /// The CMap's codes are UTF-16 themselves.
    var codesAreUnicode = false
    /// The characters of the CIDs of the font's collection.
    var collection: [UInt32] = []
    /// The characters of the glyphs of the embedded font program.
    var glyphs: [UInt32] = []
    /// CIDToGIDMap: two bytes a CID; none where both are the same.
    var glyphMap: [UInt8] = []
    /// What CIDs move the pen by, downwards in vertical writing.
    var widths = GlyphWidths()
    /// The widths of a single-byte font whose codes are read as Chinese, by code; a code of two bytes is an em wide.
    var simpleWidths: [Double] = []

    func cid(of code: UInt32) -> UInt32 {
        guard let codeMap, !codeMap.isEmpty else { return code }
        return codeMap.cid(of: code) ?? 0
    }

    func width(of cid: UInt32, _ code: UInt32) -> Double {
        if simpleWidths.isEmpty { return widths.width(of: cid) }
        return code < 256 ? simpleWidths[Int(code)] : 1
    }

    /// The UTF-8 of a code, ligatures expanded; nil where nothing tells.
    func text(of code: UInt32, _ cid: UInt32) -> [UInt8]? {
        if let text = unicode?.characters(of: code), !text.isEmpty || glyphs.isEmpty { return text }
        if codesAreUnicode {
            // A code of four bytes is a pair of surrogates.
            if code > 0xFFFF {
                let units = [UInt16(truncatingIfNeeded: code >> 16), UInt16(truncatingIfNeeded: code)]
                return Array(String(decoding: units, as: UTF16.self).utf8)
            }
            return Unicode.Scalar(code).map { Array(String(Character($0)).utf8) }
        }
        if !simpleWidths.isEmpty, (0x20..<0x7F).contains(code) { return [UInt8(truncatingIfNeeded: code)] }
        if cid < collection.count, collection[Int(cid)] != 0 { return FontBuilder.text(of: collection[Int(cid)]) }
        var glyph = Int(cid)
        if !glyphMap.isEmpty {
            guard glyph * 2 + 1 < glyphMap.count else { return nil }
            glyph = Int(glyphMap[glyph * 2]) << 8 | Int(glyphMap[glyph * 2 + 1])
        }
        return glyph < glyphs.count && glyphs[glyph] != 0 ? FontBuilder.text(of: glyphs[glyph]) : nil
    }
}
