/// Collects the remaining pages of a stream's events: the last text of each, in document order once that is known.
package struct KeptPages: Sendable {
    private var found: [Int: PDFPageText] = [:]
    private var ids: [Int] = []
    private var order: [Int]?

    package init() {}

    package init(_ events: some Sequence<PDFTextEvent>) {
        for event in events { take(event) }
    }

    package mutating func take(_ event: PDFTextEvent) {
        switch event {
        case .final(let page): if found.updateValue(page, forKey: page.id) == nil { ids.append(page.id) }
        case .withdrawn(let id): found[id] = nil
        case .pages(let ids): order = ids
        case .provisional, .warning: break
        }
    }

    package var inOrder: [PDFPageText] { (order ?? ids).compactMap { found[$0] } }
}
