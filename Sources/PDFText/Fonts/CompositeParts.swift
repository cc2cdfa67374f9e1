/// The parts of a composite font (ISO 32000-1, 9.7): the maps from codes to CIDs, and from either to characters.
struct CompositeParts: Sendable {
    /// The map from codes to characters, if the document defines it.
    var unicode: UnicodeMap?
    /// The map from strings to codes and CIDs; nil if both are the same two bytes.
    var codeMap: CodeMap?
    var isIdentity = false
    var isVertical = false
    /// Whether the CMap's codes are UTF-16.
    var codesAreUnicode = false
    /// The characters of the CIDs in the font's collection.
    var collection: [UInt32] = []
    /// The characters of the embedded font program's glyphs.
    var glyphs: [UInt32] = []
    /// CIDToGIDMap: two bytes per CID; empty if both are the same.
    var glyphMap: [UInt8] = []
    /// The advances of CIDs, downwards in vertical writing.
    var widths = GlyphWidths()
    /// The widths by code of a single-byte font whose codes are read as Chinese; a two-byte code is an em wide.
    var simpleWidths: [Double] = []

    func cid(of code: UInt32) -> UInt32 {
        guard let codeMap, !codeMap.isEmpty else { return code }
        return codeMap.cid(of: code) ?? 0
    }

    func width(of cid: UInt32, _ code: UInt32) -> Double {
        if simpleWidths.isEmpty { return widths.width(of: cid) }
        return code < 256 ? simpleWidths[Int(code)] : 1
    }

    /// The UTF-8 of a code, with ligatures expanded; nil if unknown.
    func text(of code: UInt32, _ cid: UInt32) -> [UInt8]? {
        if let text = unicode?.characters(of: code), !text.isEmpty || glyphs.isEmpty { return text }
        if codesAreUnicode {
            // A four-byte code is a surrogate pair.
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
