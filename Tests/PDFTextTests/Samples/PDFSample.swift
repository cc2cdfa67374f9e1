import Foundation
import Testing

@testable import PDFText

/// A fixture: a PDF of a few KB for one feature, and its text. `FixtureTests` writes `Fixtures/<name>.pdf` and `Fixtures/<name>.txt` from
/// these; a sample made by another program has no `bytes` here, and its file is the original.
struct PDFSample: Sendable, CustomTestStringConvertible {
    /// How to extract the expected text.
    enum Style: Sendable {
        /// `PDFPageText.lines`.
        case lines
        /// Without invisible text.
        case visible
        /// `PDFPageLayout` in a style; `reading` joins hyphenated words.
        case layout(PDFPageLayout.TextStyle)
        /// The cells of `PDFTable`, separated by ` | `.
        case table
        /// Without running heads and page numbers.
        case body
    }

    let name: String
    /// The feature, for the list in the README.
    let shows: String
    /// The text of its pages, separated by form feeds.
    let text: String
    let style: Style
    let password: String
    /// The expected kinds of warnings.
    let warnings: Set<PDFWarning.Code>
    /// Whether it requires the predefined CMaps (Debian: poppler-data).
    let needsCMaps: Bool
    let bytes: [UInt8]?

    init(
        _ name: String, _ shows: String, _ text: String, style: Style = .lines, password: String = "",
        warnings: Set<PDFWarning.Code> = [], needsCMaps: Bool = false, madeElsewhere: Bool = false,
        _ build: (inout SamplePDF) -> Void = { _ in }
    ) {
        self.name = name
        self.shows = shows
        self.text = text
        self.style = style
        self.password = password
        self.warnings = warnings
        self.needsCMaps = needsCMaps
        var file = SamplePDF()
        build(&file)
        bytes = madeElsewhere ? nil : file.bytes
    }

    var testDescription: String { name }

    static let all = structure + filters + encryption + simpleFonts + compositeFonts + state + places + extras + layout

    /// The text of these pages in the sample's style.
    func text(of pages: [PDFPageText]) -> String {
        let texts: [String]
        switch style {
        case .lines: texts = pages.map { $0.lines.joined(separator: "\n") }
        case .visible: texts = pages.map { $0.visible.lines.joined(separator: "\n") }
        case .layout(let style): texts = pages.map { PDFPageLayout($0).text(style, joiningHyphens: true) }
        case .table:
            texts = pages.map { page in
                PDFTable(PDFPageLayout(page)).rows.map { $0.cells.joined(separator: " | ") }.joined(separator: "\n")
            }
        case .body:
            let layouts = pages.map { PDFPageLayout($0) }
            var heads = PDFRunningHeads()
            for layout in layouts { heads.add(layout) }
            texts = layouts.map { heads.body(of: $0).map(\.text).joined(separator: "\n") }
        }
        return texts.joined(separator: "\n\u{C}\n")
    }
}

extension SamplePDF {
    /// A plain page with these contents and /F1; and the end.
    mutating func page(_ content: String, font: String = SamplePDF.helvetica, more: String = "") {
        start(font: font, more: more)
        addStream(5, content)
        finish()
    }

    /// A page without its contents (object 5) and the end. The names /X and /Y refer to forms in objects 6 and 7.
    mutating func start(
        contents: String = "5 0 R", font: String = SamplePDF.helvetica,
        resources: String = "/Font<</F1 4 0 R>>/XObject<</X 6 0 R/Y 7 0 R>>",
        more: String = ""
    ) {
        add(1, "<</Type/Catalog/Pages 2 0 R>>")
        add(2, "<</Type/Pages/Kids[3 0 R]/Count 1>>")
        add(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents \(contents)/Resources<<\(resources)>>\(more)>>")
        add(4, font)
    }

    /// The text of most samples.
    static let row = "BT /F1 9 Tf 50 700 Td (20110029648 Issued) Tj ET"

    /// Replaces occurrences of a word by the others in turn.
    mutating func mangle(_ word: String, _ others: [String]) {
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: word)
        bytes = Array(parts.dropFirst().enumerated().reduce(parts[0]) { $0 + others[$1.offset % others.count] + $1.element }.utf8)
    }

    /// Removes the last bytes of the file.
    mutating func cut(_ count: Int) { bytes.removeLast(count) }
}
