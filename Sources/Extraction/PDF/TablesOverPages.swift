import PDFText

/// Detected tables that continue across pages: layouts of pages in any order → each page's table, with the columns of the preceding final
/// page. A page whose number is known and isn't the next gets its own columns. A page that replaces an earlier version keeps the columns of
/// that version.
struct TablesOverPages {
    /// By page: the table of the page before it; nil if the page began a table.
    private var given: [Int: PDFTable?] = [:]
    private var last: (number: Int?, columns: PDFTable)?

    /// The table of a page. The next page continues a page only if that was final.
    mutating func table(of layout: PDFPageLayout, isFinal: Bool) -> PDFTable {
        let known = given[layout.id]
        let before = known ?? columns(before: layout)
        let table = before.map { PDFTable(layout, continuing: $0) } ?? PDFTable(layout)
        if isFinal, known == nil {
            given[layout.id] = .some(before)
            last = (layout.pageNumber, table.withoutRows)
        }
        return table
    }

    private func columns(before layout: PDFPageLayout) -> PDFTable? {
        if let number = layout.pageNumber, let before = last?.number, number != before + 1 { return nil }
        return last?.columns
    }
}
