/// Composite fonts (ISO 32000-1, 9.7).
extension FontBuilder {
    mutating func composite(_ dictionary: PDFDictionary, _ unicode: UnicodeMap?) -> Font {
        var parts = CompositeParts()
        parts.unicode = unicode
        var descendant = PDFDictionary()
        if case .array(let descendants) = value(dictionary["DescendantFonts"]), let first = descendants.first,
            case .dictionary(let found) = value(first)
        {
            descendant = found
        }
        var problem: String?
        readEncoding(dictionary, &parts, &problem)
        parts.widths = parts.isVertical ? glyphHeights(descendant) : glyphWidths(descendant)
        // ToUnicode may also be the name of a map.
        if unicode == nil, case .name(let name)? = dictionary["ToUnicode"], name.hasPrefix("Identity") { parts.codesAreUnicode = true }
        if unicode == nil, !parts.codesAreUnicode { findCharacters(descendant, dictionary, &parts, &problem) }
        let font = Font(parts)
        if !font.isReadable { font.problem = problem }
        return font
    }

    private mutating func glyphWidths(_ descendant: PDFDictionary) -> GlyphWidths {
        let standard = (value(descendant["DW"]).number ?? 1000) / 1000
        var list: [PDFObject] = []
        if case .array(let entries) = value(descendant["W"]) { list = entries.map { value($0) } }
        work += list.reduce(0) { if case .array(let inner) = $1 { $0 + inner.count + 1 } else { $0 + 1 } }
        return GlyphWidths(list, standard: standard)
    }

    /// The downward advances of glyphs in vertical writing, /W2 and /DW2 (9.7.4.3): the first of each three numbers, negative.
    private mutating func glyphHeights(_ descendant: PDFDictionary) -> GlyphWidths {
        var standard = 1.0
        if case .array(let pair) = value(descendant["DW2"]), pair.count == 2 { standard = -(value(pair[1]).number ?? -1000) / 1000 }
        guard case .array(let entries) = value(descendant["W2"]) else { return GlyphWidths(standard: standard) }
        work += entries.count
        var list: [PDFObject] = []
        var index = 0
        while index + 1 < entries.count {
            let second = value(entries[index + 1])
            list.append(entries[index])
            if case .array(let numbers) = second {
                work += numbers.count
                let heights = stride(from: 0, to: numbers.count, by: 3).map { PDFObject.real(-(value(numbers[$0]).number ?? -1000)) }
                list.append(.array(heights))
                index += 2
            } else {
                let height = index + 2 < entries.count ? value(entries[index + 2]).number : nil
                list += [second, .real(-(height ?? -1000))]
                index += 5
            }
        }
        return GlyphWidths(list, standard: standard)
    }

    /// The map from strings to CIDs (9.7.5).
    private mutating func readEncoding(_ dictionary: PDFDictionary, _ parts: inout CompositeParts, _ problem: inout String?) {
        switch value(dictionary["Encoding"]) {
        case .name(let name):
            parts.isVertical = name.hasSuffix("-V") || name == "V"
            parts.isIdentity = name.hasPrefix("Identity")
            if parts.isIdentity { return }
            parts.codesAreUnicode = name.hasPrefix("Uni") && (name.contains("UCS2") || name.contains("UTF16"))
            guard CharacterCollections.collection(ofMapNamed: name) != nil else { return }
            parts.codeMap = sources.collections.map(named: name)
            if parts.codeMap == nil { problem = "its predefined CMap \(name) isn't on this machine (Debian: poppler-data)" }
        default:
            // A stream, known here only by its number.
            if let object = dictionary["Encoding"], case .reference = object { parts.codeMap = sources.codeMap(object, &missing) }
            parts.isVertical = parts.codeMap?.isVertical ?? false
            parts.isIdentity = parts.codeMap == nil && parts.unicode?.hasSingleBytes != true
        }
    }

    /// Characters by the collection of the CIDs (9.7.3), otherwise by the embedded font program (9.7.4.2).
    private mutating func findCharacters(
        _ descendant: PDFDictionary, _ dictionary: PDFDictionary, _ parts: inout CompositeParts, _ problem: inout String?
    ) {
        var collection: String?
        if case .dictionary(let system) = value(descendant["CIDSystemInfo"]), case .string(let ordering) = value(system["Ordering"]) {
            collection = "Adobe-" + String(decoding: ordering.prefix(40), as: UTF8.self)
        }
        if collection == nil || collection == "Adobe-Identity", case .name(let name) = value(dictionary["Encoding"]) {
            collection = CharacterCollections.collection(ofMapNamed: name) ?? collection
        }
        if let collection, ["Adobe-Japan1", "Adobe-GB1", "Adobe-CNS1", "Adobe-Korea1", "Adobe-KR"].contains(collection) {
            parts.collection = sources.collections.characters(of: collection) ?? []
            if parts.collection.isEmpty { problem = "the characters of \(collection) aren't on this machine (Debian: poppler-data)" }
        }
        guard parts.collection.isEmpty, let program = program(of: descendant) else { return }
        parts.glyphs = program.glyphs
        if let map = descendant["CIDToGIDMap"], case .reference = map {
            if let found = sources.glyphMap(map, &missing) {
                parts.glyphMap = found
            } else {
                // Nothing identifies such a stream, so it is skipped if it arrives before its font. No characters are better than wrong
                // ones.
                parts.glyphs = []
                problem = "its CIDToGIDMap is missing, or stands before it in the file"
            }
        }
    }

    /// A simple TrueType font that isn't embedded, declares WinAnsi, and has a name in a Chinese encoding (`#CB#CE#CC#E5`): its strings are
    /// GBK. Chinese word processors write such files.
    mutating func namedInChinese(_ dictionary: PDFDictionary, _ unicode: UnicodeMap?) -> Font? {
        guard unicode == nil, dictionary.name("Subtype") == "TrueType", let name = dictionary.name("BaseFont"),
            name.unicodeScalars.filter({ $0.value == 0xFFFD }).count >= 2, dictionary.name("Encoding") == "WinAnsiEncoding",
            !hasProgram(dictionary, "FontFile2"), let map = sources.collections.map(named: "GBK-EUC-H"),
            let characters = sources.collections.characters(of: "Adobe-GB1")
        else { return nil }
        var parts = CompositeParts()
        parts.codeMap = map
        parts.collection = characters
        parts.simpleWidths = [Double](repeating: 0.5, count: 256)
        return Font(parts)
    }
}
