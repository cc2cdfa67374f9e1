import PDFText

/// The rows of a PDF's pages for inspection: as `pdf: { table: … }` splits them, including those outside tables.
package struct PDFTableDocument {
    /// The cells of each row, in document order.
    package private(set) var rows: [[String]] = []
    /// All pages were read.
    package private(set) var isWhole = true

    private struct Enough: Error {}

    /// Reads pages in file order, until there are `limit` rows. Throws `PDFError`.
    package init(_ document: [UInt8], limit: Int) throws {
        var stream = PDFTextStream(includesRules: true)
        var (tables, all) = (TablesOverPages(), [[String]]())
        func take(_ event: PDFTextEvent) throws {
            guard case .final(let page) = event else { return }
            all += tables.table(of: PDFPageLayout(page), isFinal: true).rows.map(\.cells)
            if all.count > limit { throw Enough() }
        }
        do {
            try stream.append(document, take)
            try stream.finish(take)
        } catch is Enough { isWhole = false }
        rows = all
    }
}
