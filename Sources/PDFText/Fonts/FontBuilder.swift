/// A font's objects → a `Font` (ISO 32000-1, 9.6 and 9.7), or the numbers of those that have not come yet.
struct FontBuilder {
    /// What an object stands for, references followed; nil and its number in `missing` where it has not come yet.
    let resolve: (PDFObject, _ missing: inout [Int]) -> PDFObject?
    /// The map of a ToUnicode stream; nil and its number in `missing` where it has not come yet.
    let map: (PDFObject, _ missing: inout [Int]) -> UnicodeMap?
    /// Objects that have not come yet and that the font needs.
    private(set) var missing: [Int] = []
    /// Values read: a measure of the work.
    private(set) var work = 256

    init(
        resolve: @escaping (PDFObject, inout [Int]) -> PDFObject?, map: @escaping (PDFObject, inout [Int]) -> UnicodeMap?
    ) {
        self.resolve = resolve
        self.map = map
    }

    /// The font, nil where something is missing.
    mutating func font(_ dictionary: PDFDictionary) -> Font? {
        let unicode = dictionary["ToUnicode"].flatMap { map($0, &missing) }
        let built = dictionary.name("Subtype") == "Type0" ? composite(dictionary, unicode) : simple(dictionary, unicode)
        return missing.isEmpty ? built : nil
    }

    private mutating func value(_ object: PDFObject?) -> PDFObject {
        guard let object else { return .null }
        return resolve(object, &missing) ?? .null
    }

    // Simple fonts

    private mutating func simple(_ dictionary: PDFDictionary, _ unicode: UnicodeMap?) -> Font {
        let name = dictionary.name("BaseFont") ?? ""
        var texts = FontBuilder.texts(of: FontBuilder.builtIn(name, dictionary.name("Subtype") ?? ""))
        switch value(dictionary["Encoding"]) {
        case .name(let encoding):
            if let table = Encodings.named(encoding) { texts = FontBuilder.texts(of: table) }
        case .dictionary(let encoding):
            if let base = encoding.name("BaseEncoding"), let table = Encodings.named(base) { texts = FontBuilder.texts(of: table) }
            if case .array(let differences) = value(encoding["Differences"]) { apply(differences, to: &texts) }
        default: break
        }
        if let unicode {
            for code in 0..<256 {
                if let text = unicode.characters(of: UInt32(code)) { texts[code] = text }
            }
        }
        return Font(texts: texts, widths: simpleWidths(dictionary, name))
    }

    /// Where a font says nothing of its encoding.
    private static func builtIn(_ name: String, _ subtype: String) -> [UInt32] {
        if name.hasSuffix("Symbol") { return Encodings.symbol }
        return subtype == "TrueType" ? Encodings.winAnsi : Encodings.standard
    }

    private mutating func apply(_ differences: [PDFObject], to texts: inout [[UInt8]]) {
        var code = 0
        for entry in differences {
            work += 1
            switch value(entry) {
            case .name(let name):
                if texts.indices.contains(code) {
                    let scalars = GlyphNames.scalars(of: name)
                    texts[code] = scalars.map { $0.flatMap { FontBuilder.text(of: $0.value) } } ?? FontBuilder.unknown(name)
                }
                code += 1
            case .integer(let number): code = max(0, min(number, 1_000))
            default: break
            }
        }
    }

    /// A name that says nothing: no text for `.notdef`, else U+FFFD.
    private static func unknown(_ name: String) -> [UInt8] { name == ".notdef" ? [] : [0xEF, 0xBF, 0xBD] }

    private mutating func simpleWidths(_ dictionary: PDFDictionary, _ name: String) -> [Double] {
        let standard = StandardWidths.widths(ofFontNamed: name)
        guard case .array(let list) = value(dictionary["Widths"]) else { return standard ?? [Double](repeating: 0.5, count: 256) }
        var unused: [Int] = []
        var other = 0.5
        if let object = dictionary["FontDescriptor"], case .dictionary(let descriptor)? = resolve(object, &unused),
            let width = descriptor["MissingWidth"]?.number, width > 0
        {
            other = width / 1000
        }
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

    /// The UTF-8 of each code of an encoding; codes below 32 show nothing, but line ends and tabs a blank.
    static func texts(of encoding: [UInt32]) -> [[UInt8]] {
        encoding.enumerated().map { code, scalar in
            if scalar != 0 { return text(of: scalar) }
            if code == 0x09 || code == 0x0A || code == 0x0D { return [0x20] }
            return code < 0x20 ? [] : [0xEF, 0xBF, 0xBD]
        }
    }

    private static func text(of scalar: UInt32) -> [UInt8] {
        if scalar < 0x80 { return [UInt8(truncatingIfNeeded: scalar)] }
        if let letters = Ligatures.expanded(scalar) { return letters }
        return Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
    }

    // Composite fonts

    private mutating func composite(_ dictionary: PDFDictionary, _ unicode: UnicodeMap?) -> Font {
        var encoding = ""
        if case .name(let name) = value(dictionary["Encoding"]) { encoding = name }
        var widths = GlyphWidths()
        if case .array(let descendants) = value(dictionary["DescendantFonts"]), let first = descendants.first,
            case .dictionary(let descendant) = value(first)
        {
            let standard = (value(descendant["DW"]).number ?? 1000) / 1000
            var list: [PDFObject] = []
            if case .array(let entries) = value(descendant["W"]) { list = entries.map { value($0) } }
            work += list.reduce(0) { if case .array(let inner) = $1 { $0 + inner.count + 1 } else { $0 + 1 } }
            widths = GlyphWidths(list, standard: standard)
        }
        let isIdentity = encoding.hasPrefix("Identity")
        return Font(
            map: unicode, isIdentity: isIdentity,
            codesAreUnicode: encoding.hasPrefix("Uni") && (encoding.contains("UCS2") || encoding.contains("UTF16")), widths: widths)
    }
}
