/// The objects for a `PDFDocument`'s metadata, outline and labels, as stored. Objects beyond the limit are dropped; that loses no text.
struct DocumentFacts {
    struct Entry {
        let value: PDFObject
        /// nil for an object of an object stream, whose strings are not encrypted separately.
        let generation: Int?
    }

    /// The trailer's /Info.
    var info: PDFObject?
    private(set) var entries: [Int: Entry] = [:]
    /// The file offset of the first dropped object.
    private(set) var leftOutAt: Int?
    private var cost = 0

    mutating func keep(_ number: Int, _ value: PDFObject, generation: Int?, at offset: Int, _ limits: PDFLimits) {
        switch value {
        case .dictionary(let dictionary):
            // Fonts and annotations are numerous and not needed here.
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
