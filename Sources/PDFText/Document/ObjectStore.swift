/// The objects that have come, as far as text may need them: resources, fonts, encodings, arrays. What can't be of use is
/// only remembered as seen, and so are objects that come when too many are kept. Throws where even so too much is kept.
struct ObjectStore {
    private var values: [Int: PDFObject] = [:]
    private var seen: [UInt64] = []
    /// Those seen whose numbers are too large for `seen`.
    private var seenBeyond: Set<Int> = []
    private var cost = 0
    private var count = 0
    private let limits: PDFLimits
    /// Where in the file the first object stood that was left out for want of room.
    private(set) var leftOutAt: Int?
    /// Whether it throws where its bounds are hit; not where only what is known is put together.
    var isBounded = true
    /// The largest object number (ISO 32000-1, annex C). Some writers don't keep to it.
    private static let largestNumber = 8_388_607

    init(limits: PDFLimits) {
        self.limits = limits
    }

    func isSeen(_ number: Int) -> Bool {
        guard number <= ObjectStore.largestNumber else { return seenBeyond.contains(number) }
        return number >= 0 && number / 64 < seen.count && seen[number / 64] & (1 << UInt64(number % 64)) != 0
    }

    /// The object of that number: null where it is of no use, nil where it has not come.
    subscript(_ number: Int) -> PDFObject? { values[number] ?? (isSeen(number) ? .null : nil) }

    /// Keeps an object in place of an earlier one of its number, where there is one.
    mutating func define(_ number: Int, _ value: PDFObject, at offset: Int) throws(PDFError) {
        guard number >= 0 else { return }
        count += 1
        if count > limits.objects { throw .limit("objects", limits.objects, at: offset) }
        if number > ObjectStore.largestNumber {
            if seenBeyond.insert(number).inserted { cost += 48 }
        } else {
            if number / 64 >= seen.count { seen.append(contentsOf: repeatElement(0, count: number / 64 + 1 - seen.count)) }
            seen[number / 64] |= 1 << UInt64(number % 64)
        }
        if let earlier = values[number] { cost -= earlier.cost + 48 }
        values[number] = nil
        guard let kept = ObjectStore.reduced(value) else { return try check(at: offset) }
        let more = kept.cost + 48
        // The tree of pages is kept in any case, within a bound of its own.
        if cost + more > limits.objectBytes, !ObjectStore.isOfTree(kept) {
            leftOutAt = leftOutAt ?? offset
        } else {
            values[number] = kept
            cost += more
        }
        try check(at: offset)
    }

    /// Adds to what counts against the bound of all kept objects.
    mutating func count(bytes: Int, at offset: Int) throws(PDFError) {
        cost += bytes
        try check(at: offset)
    }

    /// Where objects are left out there is still some room for pages.
    private func check(at offset: Int) throws(PDFError) {
        if cost > limits.objectBytes + (leftOutAt != nil ? limits.objectBytes / 4 : 0), isBounded {
            throw .limit("bytes of all objects that are kept", limits.objectBytes, at: offset)
        }
    }

    private static func isOfTree(_ object: PDFObject) -> Bool {
        guard case .dictionary(let dictionary) = object, let type = dictionary.name("Type") else { return false }
        return type == "Pages" || type == "Catalog"
    }

    // What may be of use

    private static let uselessTypes: Set<String> = [
        "Action", "Annot", "Border", "ExtGState", "F", "Filespec", "Group", "MCR", "Mask", "OBJR", "ObjStm",
        "Outlines", "Pattern", "Sig", "SigRef", "StructElem", "StructTreeRoot", "Thread", "Trans", "Bead", "XRef", "Page",
    ]
    private static let uselessKeys: [String] = [
        "Rect", "Producer", "Creator", "CreationDate", "ModDate", "Nums", "Limits", "URI", "ShadingType", "FunctionType", "PatternType",
    ]
    private static let treeKeys: Set<String> = ["Type", "Parent", "Resources", "Kids", "Count", "Pages", "OCProperties"]
    private static let descriptorKeys: Set<String> = ["MissingWidth", "Flags", "FontFile", "FontFile2", "FontFile3"]
    /// Of a layer, of several, and of what says which are shown.
    private static let layerKeys: Set<String> = ["Type", "Usage", "OCGs", "P", "VE", "D", "BaseState", "ON", "OFF", "AS", "Event"]
    private static let layerMarks = ["OCGs", "BaseState", "ON", "OFF"]
    private static let resourceKeys: Set<String> = ["Font", "XObject", "Properties"]

    /// The part of an object that text may need, nil where there is none.
    static func reduced(_ value: PDFObject) -> PDFObject? {
        switch value {
        case .dictionary(let dictionary): reduced(dictionary).map { .dictionary($0) }
        case .array(let values): reduced(values)
        case .string, .null, .boolean, .stream: nil
        case .integer, .real, .name, .reference: value
        }
    }

    private static func reduced(_ values: [PDFObject]) -> PDFObject? {
        // Destinations: [page /XYZ left top zoom].
        if values.count >= 2, case .reference = values[0], case .name = values[1] { return nil }
        if case .string? = values.first { return nil }
        return .array(values)
    }

    private static let annotationKeys: Set<String> = ["AP", "AS", "F", "OC", "Rect", "Subtype"]
    private static let widgetKeys: Set<String> = ["F", "FT", "Ff", "OC", "Parent", "Rect", "Subtype"]

    private static func reduced(_ dictionary: PDFDictionary) -> PDFDictionary? {
        let type = dictionary.name("Type")
        // An annotation with an appearance shows text (12.5.5).
        if dictionary["AP"] != nil, dictionary["Rect"] != nil { return kept(dictionary, annotationKeys) }
        if dictionary.name("Subtype") == "Widget", dictionary["Rect"] != nil { return kept(dictionary, widgetKeys) }
        if let type, uselessTypes.contains(type) { return nil }
        switch type {
        case "Pages", "Catalog": return kept(dictionary, treeKeys)
        case "FontDescriptor": return kept(dictionary, descriptorKeys)
        case "OCG", "OCMD": return kept(dictionary, layerKeys)
        case nil where layerMarks.contains { dictionary[$0] != nil }: return kept(dictionary, layerKeys)
        case "Font", "Encoding": break
        case nil where dictionary["Ordering"] != nil: return dictionary  // a CIDSystemInfo
        case nil where isScalar(dictionary): return nil
        default:
            for key in uselessKeys where dictionary[key] != nil { return nil }
            if dictionary["Title"] != nil, dictionary["Parent"] != nil { return nil }
            if dictionary["S"] != nil, dictionary["P"] != nil || dictionary["D"] != nil { return nil }
            if dictionary["ProcSet"] != nil || dictionary["XObject"] != nil || dictionary["ExtGState"] != nil {
                return kept(dictionary, resourceKeys)
            }
        }
        var result = PDFDictionary()
        result.entries = dictionary.entries.filter { entry in
            if case .string = entry.value { false } else { true }
        }
        return result
    }

    private static let scalarKeys: Set<String> = [
        "BaseEncoding", "Colors", "Columns", "EarlyChange", "FontName", "Flags", "Length", "MissingWidth", "Predictor", "Subtype",
        "ViewState",
    ]

    /// Whether it refers to nothing, and has no entry that a font or a filter needs.
    private static func isScalar(_ dictionary: PDFDictionary) -> Bool {
        dictionary.entries.allSatisfy { entry in
            switch entry.value {
            case .array, .dictionary, .reference: false
            default: !scalarKeys.contains(entry.key)
            }
        }
    }

    private static func kept(_ dictionary: PDFDictionary, _ keys: Set<String>) -> PDFDictionary {
        var result = PDFDictionary()
        result.entries = dictionary.entries.filter { keys.contains($0.key) }
        return result
    }
}
