/// What a `PDFDocument` tells beside text: all objects that may hold metadata, outline or labels, as they are stored. Objects beyond the
/// bound are left out: no text is lost for them.
struct DocumentFacts {
    struct Entry {
        let value: PDFObject
        /// nil: of an object stream, whose strings are not encrypted by themselves.
        let generation: Int?
    }

    /// The trailer's /Info.
    var info: PDFObject?
    private(set) var entries: [Int: Entry] = [:]
    /// Where in the file the first object is that was left out.
    private(set) var leftOutAt: Int?
    private var cost = 0

    mutating func keep(_ number: Int, _ value: PDFObject, generation: Int?, at offset: Int, _ limits: PDFLimits) {
        switch value {
        case .dictionary(let dictionary):
            // Fonts and annotations are many, and of no use here.
            if let type = dictionary.name("Type"), ["Font", "FontDescriptor", "Annot", "StructElem", "Page"].contains(type) { return }
        case .array, .string: break
        default: return
        }
        guard cost + value.cost <= limits.objectBytes else {
            leftOutAt = leftOutAt ?? offset
            entries[number] = nil
            return
        }
        cost += value.cost
        entries[number] = Entry(value: value, generation: generation)
    }
}
