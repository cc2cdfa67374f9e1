import Foundation
import Markup
package import Records

/// Rows of an XML document, each as soon as its end tag has arrived: `xml: { rows: '//item', fields: { price: price, when: '@date' } }`.
///
/// `rows` is a path of elements from the root (`RowPath`), `fields` has an XPath for each field, from its row; an unnamed field is read
/// from the child element of its own name. `namespaces` defines the prefixes in the paths. `empty: true` allows a document without rows.
/// See Docs/Formats/xml.md.
package struct XMLRows: Extractor {
    package static let name = "xml"
    package static let about = "rows of an XML document or feed, by XPath, read while it downloads"

    let rows: RowPath
    /// The rows, and an RSS channel's elements on its pacing.
    let elements: RowPath
    let fields: MarkupFields
    let mayBeEmpty: Bool
    /// XHTML is expected, so a page isn't an error.
    let expectsPages: Bool

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["rows", "fields", "namespaces", "empty"])
        guard let path = keys["rows"] else { throw options.error("'rows' is missing: which elements are rows; for example rows: '//item'") }
        let namespaces = try MarkupFields.namespaces(keys["namespaces"])
        let source = try path.text()
        do { rows = try RowPath(source, namespaces: namespaces) } catch { throw path.error("XPath, \(error)") }
        let isRSS = source.hasSuffix("/item") && !source.contains("|")
        elements = isRSS ? (try? RowPath("\(source) | \(Pacing.paths)", namespaces: namespaces)) ?? rows : rows
        fields = try MarkupFields(keys["fields"], of: options, schema: schema, namespaces: namespaces, fallsBack: true)
        mayBeEmpty = try keys["empty"]?.flag() ?? false
        expectsPages = namespaces.values.contains("http://www.w3.org/1999/xhtml")
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { XMLRowsRun(plan: self, hints) }
}

/// One document while it arrives: rows → records. Holds one row.
final class XMLRowsRun: ExtractionRun {
    private let plan: XMLRows
    private let values: RowPaths
    private let input: XMLInput
    private var rows = 0
    private var pace = Pacing()
    private var leftOut = ReadingNotes()
    private let address: URL?
    /// The base addresses of the last row that had any, and the resulting address.
    private var bases: (parts: [String], whole: URL?) = ([], nil)

    init(plan: XMLRows, _ hints: DocumentHints) {
        self.plan = plan
        address = hints.base
        values = RowPaths(plan.fields.paths)
        input = XMLInput(rows: plan.elements, charset: hints.charset, expectsPages: plan.expectsPages, isTolerant: true)
    }

    var notes: ReadingNotes {
        var notes = leftOut
        notes.mend("what XML doesn’t allow", times: input.mendedCount)
        return notes
    }

    var pacing: Pacing? { pace.isEmpty ? nil : pace }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws { try input.append(bytes) { try accept($0, receive) } }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try input.finish { try accept($0, receive) }
        // A list with missing rows would be wrong.
        if input.largeRows > 0 { throw ExtractionError(.limit, "\(input.largeRows) rows have more than 8 MB or 200000 elements") }
        if rows == 0, !plan.mayBeEmpty { throw ExtractionError(.noRows, noRow()) }
    }

    private func accept(_ row: Element, _ receive: (Extracted) throws -> Void) throws {
        if plan.elements != plan.rows, Pacing.elements.contains(row.name) {
            pace.take(row.name, row.text, row.elements.map(\.text))
            return
        }
        guard rows < RowLimits.rows else { throw ExtractionError.tooManyRows() }
        let all = plan.fields.lists.isEmpty ? [] : try values.allTexts(in: row, of: plan.fields.lists)
        values.findCells(in: row)
        let record = try plan.fields.record(
            all, row: rows, line: row.line, counting: &leftOut, text: { try values.text(of: $0, in: row) },
            plain: { path, reading in
                var value: Value?
                return values.withCell(of: path, in: row) { value = reading.value($0) } ? value : nil
            }, base: { try self.base(in: row, of: $0) })
        try receive(.final(row: rows, record))
        rows += 1
    }

    private func base(in row: Element, of path: Int) throws(MarkupError) -> URL? {
        let parts = try values.bases(in: row, of: path)
        if parts != bases.parts { bases = (parts, WholeAddress.base(parts, of: address)) }
        return bases.whole
    }

    private func noRow() -> String {
        let root = input.root.map { "; its root is <\($0.name)>" + ($0.namespace.map { " in the namespace \($0)" } ?? "") } ?? ""
        let hint = input.root?.namespace == nil ? "" : ": give it a prefix under 'namespaces' and write it in the paths"
        return "no row was found: nothing in the document is \(plan.rows)\(root)\(hint)"
    }
}
