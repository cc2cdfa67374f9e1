/// A page: its contents and resources (ISO 32000-1, 7.7.3.3), and how many objects its text waits for.
struct Page {
    /// The number of its page object.
    let number: Int
    /// The offset of the page object in the file.
    let offset: Int
    /// The numbers of its content streams, in order.
    var parts: [Int]
    /// The number of the array of content streams, if it is a separate object.
    var list: Int?
    /// Its own resources; nil if they are inherited.
    var resources: PDFObject?
    let parent: PDFObject?
    /// Its own /MediaBox (14.11.2). Text between this and the /CropBox is hidden, but intended.
    let bounds: Box?
    /// Its annotations (12.5.2).
    let annotations: PDFObject?
    /// Distinguishes this definition of the page from an earlier, replaced one.
    let definition: Int

    /// The same for the provisional and the final text; assigned on first use.
    var id: Int?
    /// The position of its last content stream to arrive among all content streams; nil while one is missing.
    var sequence: Int?
    /// The number of objects to arrive before it is checked again.
    var missing = 0
    var wasProvisional = false
    /// Whether its contents are damaged or the document is encrypted, so it isn't final before the end.
    var isDoubtful = false

    /// The page of a dictionary; nil if it isn't one: /Type /Page, or a dictionary with a page's keys.
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
        case .array(let list): parts = Page.contents(list)
        default: parts = []
        }
        resources = dictionary["Resources"].map { Page.reduced($0) }
        parent = dictionary["Parent"]
        bounds = Box(dictionary["MediaBox"]).flatMap { $0.right - $0.left > 1 && $0.top - $0.bottom > 1 ? $0 : nil }
        annotations = dictionary["Annots"].map { Page.reducedList($0) }
    }

    /// Whether the other is the same page, with the same contents and resources.
    func isMadeOf(_ other: Page) -> Bool {
        number == other.number && parts == other.parts && resources == other.resources && parent == other.parent
            && annotations == other.annotations && bounds == other.bounds
    }

    /// The objects that define its contents: the content streams, and the array that lists them.
    var contentObjects: [Int] { parts + (list.map { [$0] } ?? []) }

    /// Of an array of content streams. No page needs more, and each waits for its object.
    static let partLimit = 50_000

    static func contents(_ list: [PDFObject]) -> [Int] { Array(references(list).prefix(partLimit)) }

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

    /// Annotations as a list of references, and the needed parts of inline ones.
    private static func reducedList(_ list: PDFObject) -> PDFObject {
        guard case .array(let values) = list else { return list }
        return .array(values.compactMap { if case .reference = $0 { $0 } else { ObjectStore.reduced($0) } })
    }

    /// The approximate size in memory, in bytes.
    var cost: Int { 500 + parts.count * 8 + (resources?.cost ?? 0) + (annotations?.cost ?? 0) }
}
