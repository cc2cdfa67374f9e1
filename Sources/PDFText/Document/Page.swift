/// A page: its contents and resources (ISO 32000-1, 7.7.3.3), and what it waits for until its text is final.
struct Page {
    /// The number of its page object.
    let number: Int
    /// The byte of the file where that begins.
    let offset: Int
    /// The numbers of its content streams, in order.
    var parts: [Int]
    /// The number of the array that lists them, where that is an object of its own.
    var list: Int?
    /// Its own resources, else those of its parent count.
    var resources: PDFObject?
    let parent: PDFObject?
    /// Its medium, where it says so itself (14.11.2). What lies between this and the /CropBox is hidden, but meant to be there.
    let bounds: Box?
    /// Its annotations (12.5.2).
    let annotations: PDFObject?
    /// Tells this definition of the page from an earlier one that it replaces.
    let definition: Int

    /// The same in the provisional and the final text; given when it is first needed.
    var id: Int?
    /// When its last content stream ended, in the order of all content streams; nil while one is missing.
    var sequence: Int?
    /// Objects that must come before it is worth another look.
    var missing = 0
    var wasProvisional = false
    /// Its contents are damaged, or the document encrypted: not final before the end.
    var isDoubtful = false

    /// The page of a dictionary, nil where that is none: /Type /Page, or a dictionary that has a page's keys.
    init?(_ dictionary: PDFDictionary, number: Int, offset: Int, definition: Int) {
        if let type = dictionary.name("Type") {
            guard type == "Page" else { return nil }
        } else {
            guard dictionary["MediaBox"] != nil || dictionary["Resources"] != nil else { return nil }
            switch dictionary["Contents"] {
            case .reference, .array: break
            default: return nil
            }
            if dictionary["Subtype"] != nil { return nil }
        }
        self.number = number
        self.offset = offset
        self.definition = definition
        switch dictionary["Contents"] {
        case .reference(let part): parts = [part]
        case .array(let list): parts = Page.references(list)
        default: parts = []
        }
        resources = dictionary["Resources"].map { Page.reduced($0) }
        parent = dictionary["Parent"]
        bounds = Box(dictionary["MediaBox"]).flatMap { $0.right - $0.left > 1 && $0.top - $0.bottom > 1 ? $0 : nil }
        annotations = dictionary["Annots"].map { Page.reducedList($0) }
    }

    /// Whether the other is the same page with the same contents and resources.
    func isMadeOf(_ other: Page) -> Bool {
        number == other.number && parts == other.parts && resources == other.resources && parent == other.parent
            && annotations == other.annotations && bounds == other.bounds
    }

    /// The objects that tell what it shows: its content streams, and the array that lists them.
    var contentObjects: [Int] { parts + (list.map { [$0] } ?? []) }

    static func references(_ list: [PDFObject]) -> [Int] {
        list.compactMap { if case .reference(let part) = $0 { part } else { nil } }
    }

    /// The part of a resource dictionary that text needs.
    static func reduced(_ resources: PDFObject) -> PDFObject {
        guard case .dictionary(let dictionary) = resources else { return resources }
        var result = PDFDictionary()
        for key in ["Font", "XObject", "Properties"] {
            if let value = dictionary[key] { result.entries.append(.init(key: key, value: value)) }
        }
        return .dictionary(result)
    }

    /// Annotations as a list of references and of what text needs of those that stand in the list.
    private static func reducedList(_ list: PDFObject) -> PDFObject {
        guard case .array(let values) = list else { return list }
        return .array(values.compactMap { if case .reference = $0 { $0 } else { ObjectStore.reduced($0) } })
    }

    /// Bytes in memory, roughly.
    var cost: Int { 500 + parts.count * 8 + (resources?.cost ?? 0) + (annotations?.cost ?? 0) }
}
