import Foundation
import Markup
package import Records

/// Rows of a web page: `html: { rows: '//table[@id="list"]//tr[td]', fields: { batch: 'td[1]', link: './/a/@href' } }`.
///
/// `rows` is any XPath over the page that gives nodes, `fields` an XPath for each field, from its row. The page is mended as browsers
/// would and read when it is whole. White space in a value counts as one blank. `empty: true` says that a page without a row is a
/// right answer; `spans: false` that cells of tables stand where they are written and nowhere else. See Docs/Formats/html.md.
package struct HTMLRows: Extractor {
    package static let name = "html"
    package static let about = "rows of a web page, by XPath"

    let rows: XPath
    let fields: MarkupFields
    let mayBeEmpty: Bool
    /// Whether a table's cell stands in every row and column that it covers.
    let fillsSpans: Bool

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["rows", "fields", "empty", "spans"])
        guard let path = keys["rows"] else { throw options.error("'rows' is missing: which nodes are rows; for example rows: '//tr[td]'") }
        let source = try path.text()
        do { rows = try XPath(source) } catch { throw path.error("XPath, \(error)") }
        fields = try MarkupFields(keys["fields"], of: options, schema: schema, namespaces: [:], fallsBack: false)
        mayBeEmpty = try keys["empty"]?.flag() ?? false
        fillsSpans = try keys["spans"]?.flag() ?? true
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { HTMLRowsRun(plan: self, hints) }
}

/// One page: held until it is whole, then read. At most `pageBytes`.
final class HTMLRowsRun: ExtractionRun {
    private let plan: HTMLRows
    private let charset: String?
    private let address: URL?
    private let isLengthKnown: Bool
    private var page: [UInt8] = []
    private(set) var notes = ReadingNotes()

    private static let pageBytes = 32 << 20

    init(plan: HTMLRows, _ hints: DocumentHints) {
        self.plan = plan
        (charset, address, isLengthKnown) = (hints.charset, hints.base, hints.isLengthKnown)
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        guard page.count + bytes.count <= Self.pageBytes else {
            throw ExtractionError(.limit, "the page has more than \(Self.pageBytes >> 20) MB")
        }
        page += bytes
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        do { try read(receive) } catch let error as MarkupError { throw ExtractionError(error) }
    }

    private func read(_ receive: (Extracted) throws -> Void) throws {
        guard page.contains(where: { $0 > 0x20 }) else { throw ExtractionError(.wrongFormat, "the page is empty") }
        guard page.contains(UInt8(ascii: "<")) else { throw ExtractionError(.wrongFormat, "is not an HTML page: there is no tag in it") }
        if HTMLPage.isCut(page, isLengthKnown: isLengthKnown) {
            throw ExtractionError(.truncated, "the page ends too early: its end tag </body> or </html> is missing")
        }
        let page = page
        self.page = []
        let rows = try readRows(of: page, receive)
        if rows == 0, !plan.mayBeEmpty {
            throw ExtractionError(.row, "no row was found: nothing on the page is \(plan.rows)")
        }
    }

    /// Returns how many rows there were.
    private func readRows(of page: [UInt8], _ receive: (Extracted) throws -> Void) throws -> Int {
        let document = try Document(html: page, charset: charset)
        guard case .nodes(let nodes) = try document.evaluate(plan.rows) else {
            throw ExtractionError(.row, "'rows' gives a text or a number and no nodes: \(plan.rows)")
        }
        guard nodes.count <= RowLimits.rows else { throw ExtractionError.tooManyRows() }
        let base = document.base.flatMap { WholeAddress.base([$0], of: address) }
        // Which nodes are rows is the page's to say as it is written; where their cells are, what it shows.
        let filled = plan.fillsSpans ? try document.fillingSpans() : nil
        for (row, written) in nodes.enumerated() {
            let node = filled?.place(written) ?? written
            let texts = try plan.fields.paths.map { try Self.withSingleBlanks(node.text(at: $0)) }
            let all = try plan.fields.lists.map { place in
                try node.texts(at: plan.fields.paths[place]).map(Self.withSingleBlanks)
            }
            try receive(.final(row: row, plan.fields.record(of: texts, all, row: row, line: node.line, counting: &notes) { _ in base }))
        }
        return nodes.count
    }

    /// The common case, printable ASCII with single blanks, is only looked at.
    private static func withSingleBlanks(_ text: String) -> String {
        var seen = text
        let isPlain = seen.withUTF8 { bytes in
            var last = UInt8(ascii: " ")
            for byte in bytes {
                guard byte > 0x20 ? byte < 0x7F : byte == 0x20 && last != 0x20 else { return false }
                last = byte
            }
            return last != 0x20
        }
        if isPlain { return text }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
