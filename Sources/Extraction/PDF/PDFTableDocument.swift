import PDFText

/// The rows of a PDF's pages, to be looked at: as `pdf: { table: … }` cuts them, those outside of tables included.
package struct PDFTableDocument {
    /// The cells of each row, in the document's order.
    package private(set) var rows: [[String]] = []
    /// All pages were read.
    package private(set) var isWhole = true

    private struct Enough: Error {}

    /// Pages, in the order in which they stand in the file, until there are `limit` rows. Throws `PDFError`.
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
