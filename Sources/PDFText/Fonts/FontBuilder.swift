/// Resolves what a font may refer to. Each closure returns nil and adds the object number to `missing` if the object hasn't arrived.
struct FontSources {
    /// Resolves an object, following references.
    let resolve: (PDFObject, _ missing: inout [Int]) -> PDFObject?
    /// The map of a ToUnicode stream.
    let map: (PDFObject, _ missing: inout [Int]) -> UnicodeMap?
    /// An embedded CMap.
    let codeMap: (PDFObject, _ missing: inout [Int]) -> CodeMap?
    /// The parsed embedded font program.
    let program: (PDFObject, _ missing: inout [Int]) -> FontProgram?
    /// The bytes of a CIDToGIDMap.
    let glyphMap: (PDFObject, _ missing: inout [Int]) -> [UInt8]?
    /// The predefined CMaps.
    let collections: CharacterCollections
}

/// Builds a `Font` from its objects (ISO 32000-1, 9.6 and 9.7), or lists those that haven't arrived. Characters come from the ToUnicode
/// map, otherwise from the encoding and its differences, otherwise from the embedded font program.
struct FontBuilder {
    let sources: FontSources
    /// Needed objects that haven't arrived.
    var missing: [Int] = []
    /// Values read, as a measure of work.
    var work = 256

    init(_ sources: FontSources) {
        self.sources = sources
    }

    /// The font; nil if something is missing.
    mutating func font(_ dictionary: PDFDictionary) -> Font? {
        let unicode = dictionary["ToUnicode"].flatMap { sources.map($0, &missing) }
        let built: Font
        if dictionary.name("Subtype") == "Type0" {
            built = composite(dictionary, unicode)
        } else if let chinese = namedInChinese(dictionary, unicode) {
            built = chinese
        } else {
            built = simple(dictionary, unicode)
        }
        built.name = dictionary.name("BaseFont") ?? ""
        return missing.isEmpty ? built : nil
    }

    mutating func value(_ object: PDFObject?) -> PDFObject {
        guard let object else { return .null }
        return sources.resolve(object, &missing) ?? .null
    }

    /// The embedded font program of a font or descendant font.
    mutating func program(of dictionary: PDFDictionary) -> FontProgram? {
        guard case .dictionary(let descriptor) = value(dictionary["FontDescriptor"]) else { return nil }
        for key in ["FontFile3", "FontFile2", "FontFile"] {
            if let file = descriptor[key], file != .null { return sources.program(file, &missing) }
        }
        return nil
    }

    // Simple fonts

    private mutating func simple(_ dictionary: PDFDictionary, _ unicode: UnicodeMap?) -> Font {
        let name = dictionary.name("BaseFont") ?? ""
        let subtype = dictionary.name("Subtype") ?? ""
        var texts = FontBuilder.texts(of: FontBuilder.builtIn(name, subtype))
        var base: [UInt32]?
        var differences: [PDFObject] = []
        switch value(dictionary["Encoding"]) {
        case .name(let encoding): base = Encodings.named(encoding)
        case .dictionary(let encoding):
            base = encoding.name("BaseEncoding").flatMap { Encodings.named($0) }
            if case .array(let list) = value(encoding["Differences"]) { differences = list }
        default: break
        }
        // An embedded TrueType font without an encoding uses its Macintosh map (9.6.6.4).
        if base == nil, subtype == "TrueType", hasProgram(dictionary, "FontFile2") { texts = FontBuilder.texts(of: Encodings.macRoman) }
        if let base {
            texts = FontBuilder.texts(of: base)
        } else if unicode == nil, subtype != "Type3", let program = program(of: dictionary) {
            for (code, text) in program.codes.enumerated() where !text.isEmpty { texts[code] = text }
        }
        apply(differences, to: &texts, dingbats: name.hasSuffix("Dingbats"))
        let shapes = texts
        if let unicode {
            for code in 0..<256 {
                if let text = unicode.characters(of: UInt32(code)), !text.isEmpty { texts[code] = text }
            }
        }
        let widths = simpleWidths(dictionary, name, shapes)
        // A glyph that shows nothing but advances the pen is a space.
        if texts[0x20].isEmpty, widths[0x20] > FontBuilder.narrowestBlank { texts[0x20] = [0x20] }
        let font = Font(texts: texts, widths: widths)
        font.isDrawn = subtype == "Type3"
        return font
    }

    /// In em.
    private static let narrowestBlank = 0.1

    /// Whether the font has an embedded program of that kind.
    func hasProgram(_ dictionary: PDFDictionary, _ key: String) -> Bool {
        var unused: [Int] = []
        guard let object = dictionary["FontDescriptor"], case .dictionary(let descriptor)? = sources.resolve(object, &unused) else {
            return false
        }
        return descriptor[key] != nil
    }

    /// The default for a font without an encoding.
    private static func builtIn(_ name: String, _ subtype: String) -> [UInt32] {
        if name.hasSuffix("Symbol") || name.contains("Symbol,") || name.hasSuffix("SymbolMT") { return SpecialEncodings.symbol }
        if name.hasSuffix("Dingbats") { return SpecialEncodings.zapfDingbats }
        return subtype == "TrueType" ? Encodings.winAnsi : Encodings.standard
    }

    private mutating func apply(_ differences: [PDFObject], to texts: inout [[UInt8]], dingbats: Bool) {
        var code = 0
        for entry in differences {
            work += 1
            switch value(entry) {
            case .name(let name):
                if texts.indices.contains(code) {
                    let scalars = GlyphNames.scalars(of: name, dingbats: dingbats)
                    texts[code] = scalars.map { $0.flatMap { FontBuilder.text(of: $0.value) } } ?? FontBuilder.unknown(name, code)
                }
                code += 1
            case .integer(let number): code = max(0, min(number, 1_000))
            default: break
            }
        }
    }

    /// The text for an unknown name: none for `.notdef`; the character for a number in it; otherwise U+FFFD.
    private static func unknown(_ name: String, _ code: Int) -> [UInt8] {
        if name == ".notdef" { return [] }
        if let number = GlyphNames.number(in: name), let scalar = UInt32(exactly: number), (0x20..<0x7F).contains(scalar) || scalar > 0xA0 {
            return text(of: scalar)
        }
        return [0xEF, 0xBF, 0xBD]
    }

    private mutating func simpleWidths(_ dictionary: PDFDictionary, _ name: String, _ texts: [[UInt8]]) -> [Double] {
        var unused: [Int] = []
        var descriptor = PDFDictionary()
        if let object = dictionary["FontDescriptor"], case .dictionary(let found)? = sources.resolve(object, &unused) { descriptor = found }
        guard case .array(let list) = value(dictionary["Widths"]) else {
            let standard =
                StandardWidths(ofFontNamed: name) ?? StandardWidths(standingIn: name, flags: descriptor["Flags"]?.integer ?? 0)
            return texts.map { standard.width(of: $0) }
        }
        var other = 0.5
        if let width = descriptor["MissingWidth"]?.number, width > 0 { other = width / 1000 }
        var scale = 0.001
        if dictionary.name("Subtype") == "Type3", case .array(let matrix) = value(dictionary["FontMatrix"]),
            let horizontal = matrix.first?.number, horizontal.isFinite
        {
            scale = abs(horizontal)
        }
        var widths = [Double](repeating: other, count: 256)
        let first = value(dictionary["FirstChar"]).integer ?? 0
        for (distance, width) in list.prefix(256).enumerated() {
            let (code, overflow) = first.addingReportingOverflow(distance)
            guard !overflow, widths.indices.contains(code) else { continue }
            if let number = value(width).number, number.isFinite { widths[code] = number * scale }
        }
        work += list.count
        return widths
    }

    /// The UTF-8 of each code of an encoding. Codes below 32 show nothing, except line breaks and tabs, which become a space.
    static func texts(of encoding: [UInt32]) -> [[UInt8]] {
        encoding.enumerated().map { code, scalar in
            if scalar != 0 { return text(of: scalar) }
            if code == 0x09 || code == 0x0A || code == 0x0D { return [0x20] }
            return code < 0x20 ? [] : [0xEF, 0xBF, 0xBD]
        }
    }

    static func text(of scalar: UInt32) -> [UInt8] {
        if scalar < 0x80 { return [UInt8(truncatingIfNeeded: scalar)] }
        if let letters = Ligatures.expanded(scalar) { return letters }
        return Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
    }
}
