/// The objects received that text may need: resources, fonts, encodings, arrays. Other objects are only marked as seen, as are objects
/// beyond the storage limit. Throws if even that is too much.
struct ObjectStore {
    private var values: [Int: PDFObject] = [:]
    private var seen: [UInt64] = []
    /// Seen objects whose numbers are too large for `seen`.
    private var seenBeyond: Set<Int> = []
    private var cost = 0
    private var count = 0
    private let limits: PDFLimits
    /// The file offset of the first object dropped for lack of space.
    private(set) var leftOutAt: Int?
    /// Whether limits throw; false while pages are composed from what is known.
    var isBounded = true
    /// The largest object number (ISO 32000-1, annex C). Some writers exceed it.
    private static let largestNumber = 8_388_607

    init(limits: PDFLimits) {
        self.limits = limits
    }

    func isSeen(_ number: Int) -> Bool {
        guard number <= ObjectStore.largestNumber else { return seenBeyond.contains(number) }
        return number >= 0 && number / 64 < seen.count && seen[number / 64] & (1 << UInt64(number % 64)) != 0
    }

    /// The object with that number: null if it isn't needed, nil if it hasn't arrived.
    subscript(_ number: Int) -> PDFObject? { values[number] ?? (isSeen(number) ? .null : nil) }

    /// Stores an object, replacing an earlier one of its number.
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
        // The page tree is always kept, within its own limit.
        if cost + more > limits.objectBytes, !ObjectStore.isOfTree(kept) {
            leftOutAt = leftOutAt ?? offset
        } else {
            values[number] = kept
            cost += more
        }
        try check(at: offset)
    }

    /// Adds to the size of all kept objects.
    mutating func count(bytes: Int, at offset: Int) throws(PDFError) {
        cost += bytes
        try check(at: offset)
    }

    /// Even when objects are dropped, some space is reserved for pages.
    private func check(at offset: Int) throws(PDFError) {
        if cost > limits.objectBytes + (leftOutAt != nil ? limits.objectBytes / 4 : 0), isBounded {
            throw .limit("bytes of all objects that are kept", limits.objectBytes, at: offset)
        }
    }

    private static func isOfTree(_ object: PDFObject) -> Bool {
        guard case .dictionary(let dictionary) = object, let type = dictionary.name("Type") else { return false }
        return type == "Pages" || type == "Catalog"
    }

    // Relevant parts of objects

    private static let uselessTypes: Set<String> = [
        "Action", "Annot", "Border", "ExtGState", "F", "Filespec", "Group", "MCR", "Mask", "OBJR", "ObjStm",
        "Outlines", "Pattern", "Sig", "SigRef", "StructElem", "StructTreeRoot", "Thread", "Trans", "Bead", "XRef", "Page",
    ]
    private static let uselessKeys: [String] = [
        "Rect", "Producer", "Creator", "CreationDate", "ModDate", "Nums", "Limits", "URI", "ShadingType", "FunctionType", "PatternType",
    ]
    private static let treeKeys: Set<String> = ["Type", "Parent", "Resources", "Kids", "Count", "Pages", "OCProperties"]
    private static let descriptorKeys: Set<String> = ["MissingWidth", "Flags", "FontFile", "FontFile2", "FontFile3"]
    /// Keys of layers, of groups of layers, and of their configuration.
    private static let layerKeys: Set<String> = ["Type", "Usage", "OCGs", "P", "VE", "D", "BaseState", "ON", "OFF", "AS", "Event"]
    private static let layerMarks = ["OCGs", "BaseState", "ON", "OFF"]
    private static let resourceKeys: Set<String> = ["Font", "XObject", "Properties"]

    /// The part of an object that text may need; nil if there is none.
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

    private static let annotationKeys: Set<String> = ["AP", "AS", "F", "Ff", "MaxLen", "OC", "Parent", "Rect", "Subtype"]
    private static let widgetKeys: Set<String> = ["F", "FT", "Ff", "OC", "Parent", "Rect", "Subtype"]

    private static func reduced(_ dictionary: PDFDictionary) -> PDFDictionary? {
        let type = dictionary.name("Type")
        // An annotation with an appearance may show text (12.5.5).
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

    /// Whether it contains no references and no entry that a font or filter needs.
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
