/// Writes a visa list as a PDF like an embassy's, with the variations of real PDF producers.
///
/// Complete PDF 1.4 (ISO 32000-1): catalog, page tree and fonts, then each page's dictionary and contents, so a reader can decode each text
/// while the file is still arriving. Each page repeats the title and column headings, and ends with "Generated …" and "Page n of m". Rows
/// are distributed evenly over the pages; a page too full for A4 becomes higher. The same list and options give the same bytes.
///
///     let bytes = VisaListPDF(pages: 1_000).bytes(of: VisaList(rows: 40_000, seed: 7))
package struct VisaListPDF: Sendable {
    /// How a page's text is encoded.
    package enum Strings: String, CaseIterable, Sendable {
        /// One Tj per cell.
        case cells
        /// A TJ array per cell: one string per glyph, with kerning between most.
        case glyphs
        /// One Tj per cell, in hexadecimal.
        case hex
        /// One Tj per row, in Courier: columns padded with at least two spaces, as in a text report.
        case lines
    }

    /// The line ending of the file's structure, after `stream` and before `endstream`.
    package enum LineEnd: String, CaseIterable, Sendable {
        case lf, crlf
    }

    /// The /Length of contents.
    package enum Length: String, CaseIterable, Sendable {
        case direct
        /// A reference to an object after the stream.
        case indirectLater
        /// A number that is alternately eleven too high and too low.
        case wrong
    }

    /// Where fonts and page tree are: before all pages or after them.
    package enum Fonts: String, CaseIterable, Sendable {
        case first, last
    }

    package var pages: Int
    package var strings: Strings
    package var lineEnd: LineEnd
    /// The creation time, as a PDF date: "D:20260101000000Z".
    package var created: String
    package var length: Length
    package var fonts: Fonts
    package var compressed: Bool

    package init(
        pages: Int, strings: Strings = .cells, lineEnd: LineEnd = .lf, created: String = "D:20260101000000Z", length: Length = .direct,
        fonts: Fonts = .first, compressed: Bool = true
    ) {
        self.pages = max(1, pages)
        self.strings = strings
        self.lineEnd = lineEnd
        self.created = created
        self.length = length
        self.fonts = fonts
        self.compressed = compressed
    }

    package func bytes(of list: VisaList) -> [UInt8] {
        var file = PDFFile(objectCount: firstPage + pages * objectsPerPage, lineEnd: lineEnd)
        let layout = VisaListPage(rowsOnFullestPage: (list.rows.count + pages - 1) / pages, strings: strings, created: created)
        file.add(catalog, "<</Type/Catalog/Pages \(pageTree) 0 R>>")
        file.add(information, "<</Title(\(VisaListPage.title))/Producer(Tidings sample publisher)/CreationDate(\(created))>>")
        if fonts == .first { addFontsAndPageTree(to: &file, height: layout.height) }
        for page in 0..<pages {
            let rows = list.rows[page * list.rows.count / pages..<(page + 1) * list.rows.count / pages]
            add(page, layout.contents(rows: rows, page: page + 1, of: pages), to: &file)
        }
        if fonts == .last { addFontsAndPageTree(to: &file, height: layout.height) }
        return file.finished(catalog: catalog, information: information)
    }

    private func addFontsAndPageTree(to file: inout PDFFile, height: Int) {
        let family = strings == .lines ? "Courier" : "Helvetica"
        file.add(regularFont, "<</Type/Font/Subtype/Type1/BaseFont/\(family)/Encoding/WinAnsiEncoding>>")
        file.add(boldFont, "<</Type/Font/Subtype/Type1/BaseFont/\(family)-Bold/Encoding/WinAnsiEncoding>>")
        let kids = (0..<pages).map { "\(firstPage + $0 * objectsPerPage) 0 R" }.joined(separator: " ")
        file.add(pageTree, "<</Type/Pages/Count \(pages)/MediaBox[0 0 \(VisaListPage.width) \(height)]/Kids[\(kids)]>>")
    }

    private func add(_ page: Int, _ contents: [UInt8], to file: inout PDFFile) {
        let number = firstPage + page * objectsPerPage
        let resources = "<</ProcSet[/PDF/Text]/Font<</F1 \(regularFont) 0 R/F2 \(boldFont) 0 R>>>>"
        file.add(number, "<</Type/Page/Parent \(pageTree) 0 R/Rotate 0/Resources\(resources)/Contents \(number + 1) 0 R>>")
        let contents = compressed ? deflated(contents) : contents
        let entries = compressed ? "/Filter/FlateDecode" : ""
        switch length {
        case .direct:
            file.addStream(number + 1, entries: entries, length: "\(contents.count)", contents)
        case .indirectLater:
            file.addStream(number + 1, entries: entries, length: "\(number + 2) 0 R", contents)
            file.add(number + 2, "\(contents.count)")
        case .wrong:
            file.addStream(number + 1, entries: entries, length: "\(contents.count + (page % 2 == 0 ? 11 : -11))", contents)
        }
    }

    // MARK: Object numbers
    private var catalog: Int { 1 }
    private var pageTree: Int { 2 }
    private var regularFont: Int { 3 }
    private var boldFont: Int { 4 }
    private var information: Int { 5 }
    private var firstPage: Int { 6 }
    private var objectsPerPage: Int { length == .indirectLater ? 3 : 2 }
}
