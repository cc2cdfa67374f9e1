/// Resolves references of pages and fonts.
extension Document {
    /// Resolves an object, following references; nil, with its number in `missing`, if it hasn't arrived. At the end of the document,
    /// missing objects are null.
    func resolve(_ object: PDFObject, _ missing: inout [Int]) -> PDFObject? {
        var current = object
        for _ in 0..<16 {
            guard case .reference(let number) = current else { return current }
            uses.insert(number)
            guard let value = store[number] else {
                if isFinishing { return .null }
                missing.append(number)
                return nil
            }
            current = value
        }
        return .null
    }

    /// Which parts of a font are known.
    enum FontState {
        case ready(Font)
        /// The font's own object is missing.
        case unknown
        /// The font's object has arrived, but not all its parts.
        case pending
        /// The font's object isn't in the file, or isn't a font.
        case lost
    }

    /// The font for an entry of a font dictionary; missing objects are added to `missing`.
    func font(_ object: PDFObject, _ missing: inout [Int]) throws -> FontState {
        var number: Int?
        if case .reference(let direct) = object {
            number = direct
            if let known = fonts[direct] {
                uses.formUnion(known.uses)
                return .ready(known.font)
            }
        }
        guard let value = resolve(object, &missing) else { return .unknown }
        guard case .dictionary(let dictionary) = value else { return .lost }
        var used: [Int] = number.map { [$0] } ?? []
        var builder = FontBuilder(
            FontSources(
                resolve: { [self] object, missing in
                    if case .reference(let other) = object { used.append(other) }
                    return resolve(object, &missing)
                },
                map: { [self] object, missing in whole(object, maps, &used, &missing) },
                codeMap: { [self] object, missing in whole(object, codeMaps, &used, &missing) },
                program: { [self] object, missing in whole(object, programs, &used, &missing) },
                glyphMap: { [self] object, missing in whole(object, glyphMaps, &used, &missing) },
                collections: collections))
        let built = builder.font(dictionary)
        fontWork += builder.work
        if fontWork > limits.fontWork { throw PDFError.limit("values looked at for fonts", limits.fontWork) }
        guard let built else {
            missing += builder.missing
            return .pending
        }
        if let number, fonts.count < 2_000 {
            fonts[number] = (built, used)
            fontObjects.formUnion(used)
        }
        return .ready(built)
    }

    /// The parsed content of a stream; nil, with its number in `missing`, if it hasn't arrived.
    private func whole<Content>(_ object: PDFObject, _ read: [Int: Content], _ used: inout [Int], _ missing: inout [Int]) -> Content? {
        var number: Int?
        var current = object
        for _ in 0..<16 {
            guard case .reference(let next) = current else { break }
            (number, used) = (next, used + [next])
            uses.insert(next)
            guard let value = store[next] else { break }
            current = value
        }
        guard let number else { return nil }
        if let known = read[number] { return known }
        if !store.isSeen(number), !isFinishing { missing.append(number) }
        return nil
    }

    /// Records which streams an object needs before they arrive: maps, and font programs, unless the font has a map.
    func noteStreams(of dictionary: PDFDictionary, _ number: Int, at offset: Int) throws {
        func note(_ object: Int, in set: inout Set<Int>) throws {
            if set.insert(object).inserted { try store.count(bytes: 40, at: offset) }
        }
        var isSatisfied = satisfied.contains(number)
        if case .reference(let map)? = dictionary["ToUnicode"] {
            if !store.isSeen(map) { try note(map, in: &wantedMaps) }
            isSatisfied = true
        }
        // The named encoding of a simple font is sufficient.
        if let encoding = dictionary.name("Encoding"), dictionary["FirstChar"] != nil || dictionary["FontDescriptor"] != nil,
            Encodings.named(encoding) != nil
        {
            isSatisfied = true
        }
        if case .reference(let map)? = dictionary["Encoding"], dictionary.name("Subtype") == "Type0", !store.isSeen(map) {
            try note(map, in: &wantedMaps)
        }
        if case .reference(let map)? = dictionary["CIDToGIDMap"], !store.isSeen(map), !isSatisfied {
            try note(map, in: &wantedGlyphMaps)
        }
        for key in ["FontFile", "FontFile2", "FontFile3", "FontDescriptor"] {
            guard case .reference(let other)? = dictionary[key] else { continue }
            if !isSatisfied {
                try note(other, in: &needed)
                satisfied.remove(other)
            } else if !needed.contains(other) {
                try note(other, in: &satisfied)
            }
            if key == "FontDescriptor", isSatisfied, case .dictionary(let descriptor)? = store[other] {
                for program in programs(of: descriptor) where !needed.contains(program) { try note(program, in: &satisfied) }
            }
            if key != "FontDescriptor" { try note(other, in: &wantedPrograms) }
        }
        if isSatisfied, case .array(let descendants)? = dictionary["DescendantFonts"], case .reference(let other)? = descendants.first {
            try note(other, in: &satisfied)
        }
    }

    private func programs(of descriptor: PDFDictionary) -> [Int] {
        ["FontFile", "FontFile2", "FontFile3"].compactMap { if case .reference(let program)? = descriptor[$0] { program } else { nil } }
    }

    /// The resources of a page, its own or inherited from the nearest parent (7.7.3.4); nil if not known yet.
    func resources(of page: Page, _ missing: inout [Int]) -> PDFDictionary? {
        var resources = page.resources
        var parent = page.parent
        var hops = 0
        while resources == nil, let above = parent, hops < limits.nesting {
            guard let node = resolve(above, &missing) else { return nil }
            guard case .dictionary(let dictionary) = node else { break }
            resources = dictionary["Resources"]
            parent = dictionary["Parent"]
            hops += 1
        }
        guard let resources else { return PDFDictionary() }
        guard let value = resolve(resources, &missing) else { return nil }
        if case .dictionary(let dictionary) = value { return dictionary }
        return PDFDictionary()
    }
}
