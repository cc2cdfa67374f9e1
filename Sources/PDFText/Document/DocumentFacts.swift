/// What a `PDFDocument` tells beside text: all objects that may hold metadata, outline or labels, as they are stored.
struct DocumentFacts {
    struct Entry {
        let value: PDFObject
        /// nil: of an object stream, whose strings are not encrypted by themselves.
        let generation: Int?
    }

    /// The trailer's /Info.
    var info: PDFObject?
    private(set) var entries: [Int: Entry] = [:]
    private var cost = 0

    mutating func keep(_ number: Int, _ value: PDFObject, generation: Int?, at offset: Int, _ limits: PDFLimits) throws {
        switch value {
        case .dictionary(let dictionary):
            // Fonts and annotations are many, and of no use here.
            if let type = dictionary.name("Type"), ["Font", "FontDescriptor", "Annot", "StructElem", "Page"].contains(type) { return }
        case .array, .string: break
        default: return
        }
        cost += value.cost
        if cost > limits.objectBytes { throw PDFError.limit("bytes of all objects that are kept", limits.objectBytes, at: offset) }
        entries[number] = Entry(value: value, generation: generation)
    }
}
