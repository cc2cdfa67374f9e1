import Foundation
import Markup
package import Records

/// Rows of a web page: `html: { rows: '//table[@id="list"]//tr[td]', fields: { batch: 'td[1]', link: './/a/@href' } }`.
///
/// `rows` is any XPath over the page that selects nodes, `fields` has an XPath for each field, from its row. The page is repaired like in
/// browsers and read when it is complete. White space in a value collapses to one blank. `empty: true` allows a page without rows; `single:
/// true` requires exactly one row; `spans: false` keeps table cells only where they are written.
///
/// With `lines` a row is a line of such a node's text, as `text` reads it; with `turned: true` it is a column of such a table, and the
/// field's path selects a line of it. See Docs/Formats/html.md.
package struct HTMLRows: Extractor {
    package static let name = "html"
    package static let about = "rows of a web page, by XPath"

    let rows: XPath
    let fields: MarkupFields
    let mayBeEmpty: Bool
    /// Several rows are an error, because the right one is unknown.
    package let isSingle: Bool
    /// Whether a table cell occurs in every row and column that it spans.
    let fillsSpans: Bool
    /// Reads the lines of the nodes that `rows` selects; nil if they are rows themselves.
    let lines: TextRows?
    /// A node itself, and the cells of a line.
    let (itself, cells): (XPath, XPath)
    /// Whether `rows` selects tables whose columns are the rows.
    let isTurned: Bool

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["rows", "fields", "empty", "single", "spans", "lines", "turned"])
        guard let path = keys["rows"] else { throw options.error("'rows' is missing: which nodes are rows; for example rows: '//tr[td]'") }
        let source = try path.text()
        do { (rows, itself, cells) = (try XPath(source), try XPath("."), try XPath("td | th")) } catch {
            throw path.error("XPath, \(error)")
        }
        if let pattern = keys["lines"] {
            for key in ["fields", "turned", "spans"] where keys[key] != nil {
                throw keys[key]?.error("with 'lines' the fields are the groups of its pattern; leave '\(key)' out") ?? pattern.error("")
            }
            let entry = Declaration.Entry(key: "rows", line: pattern.line, value: pattern)
            lines = try TextRows(options: Declaration(.map([entry]), line: pattern.line, path: pattern.path), schema: schema)
            fields = MarkupFields(none: schema)
        } else {
            lines = nil
            fields = try MarkupFields(keys["fields"], of: options, schema: schema, namespaces: [:], fallsBack: false)
        }
        isTurned = try keys["turned"]?.flag() ?? false
        mayBeEmpty = try keys["empty"]?.flag() ?? false
        isSingle = try keys["single"]?.flag() ?? false
        fillsSpans = try keys["spans"]?.flag() ?? true
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { HTMLRowsRun(plan: self, hints) }
}

/// One page: buffered until it is complete, then read. At most `HTMLPage.byteLimit`.
final class HTMLRowsRun: ExtractionRun {
    private let plan: HTMLRows
    private let charset: String?
    private let address: URL?
    private let isLengthKnown: Bool
    private var page: [UInt8] = []
    private(set) var notes = ReadingNotes()

    init(plan: HTMLRows, _ hints: DocumentHints) {
        self.plan = plan
        (charset, address, isLengthKnown) = (hints.charset, hints.base, hints.isLengthKnown)
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        guard page.count + bytes.count <= HTMLPage.byteLimit else {
            throw ExtractionError(.limit, "the page has more than \(HTMLPage.byteLimit >> 20) MB")
        }
        page += bytes
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        do { try read(receive) } catch let error as MarkupError { throw ExtractionError(error) }
    }

    private func read(_ receive: (Extracted) throws -> Void) throws {
        try HTMLPage.check(page, isLengthKnown: isLengthKnown)
        let page = page
        self.page = []
        let rows = try readRows(of: page, receive)
        if rows == 0, !plan.mayBeEmpty {
            throw ExtractionError(.noRows, "no row was found: nothing on the page is \(plan.rows)")
        }
    }

    /// Returns the number of rows.
    private func readRows(of page: [UInt8], _ receive: (Extracted) throws -> Void) throws -> Int {
        let document = try Document(html: page, charset: charset)
        guard case .nodes(let nodes) = try document.evaluate(plan.rows) else {
            throw ExtractionError(.row, "'rows' gives a text or a number and no nodes: \(plan.rows)")
        }
        guard nodes.count <= RowLimits.rows else { throw ExtractionError.tooManyRows() }
        if plan.isSingle, plan.lines == nil, !plan.isTurned { try checkSingle(nodes.count) }
        if let lines = plan.lines { return try readLines(of: nodes, lines, receive) }
        let base = document.base.flatMap { WholeAddress.base([$0], of: address) }
        // Rows are selected in the page as written; cells are located in the page as displayed.
        let filled = plan.fillsSpans ? try document.fillingSpans() : nil
        if plan.isTurned { return try readColumns(of: nodes.map { filled?.place($0) ?? $0 }, base, receive) }
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

    private func checkSingle(_ rows: Int) throws {
        guard plan.isSingle, rows > 1 else { return }
        throw ExtractionError(.severalRows, "one row is expected, and there are several: \(plan.rows)")
    }

    /// Rows are the lines of the nodes' texts that the pattern matches.
    private func readLines(of nodes: [Node], _ plan: TextRows, _ receive: (Extracted) throws -> Void) throws -> Int {
        var rows = 0
        let run = TextRowsRun(plan: plan, DocumentHints())
        defer { notes = run.notes }
        func count(_ extracted: Extracted) throws {
            rows += 1
            try checkSingle(rows)
            try receive(extracted)
        }
        for node in nodes {
            for line in try node.lines(at: self.plan.itself) { try run.append(Array("\(line)\n".utf8), count) }
        }
        if rows > 0 { try run.finish(count) }
        return rows
    }

    /// Rows are the columns of the tables except the first, which has the names of the lines. An empty column isn't a row.
    private func readColumns(of tables: [Node], _ base: URL?, _ receive: (Extracted) throws -> Void) throws -> Int {
        var rows = 0
        for table in tables {
            let lines = try plan.fields.paths.map { path -> [Node] in
                guard case .nodes(let found) = try table.document.evaluate(path, at: table) else {
                    throw ExtractionError(.row, "with 'turned' a field's path leads to a line of the table, and not to a text: \(path)")
                }
                guard let line = found.first, case .nodes(let cells) = try line.document.evaluate(plan.cells, at: line) else { return [] }
                return cells
            }
            for column in 1..<max(1, lines.map(\.count).max() ?? 0) {
                let texts = try lines.map { column < $0.count ? Self.withSingleBlanks(try $0[column].text(at: plan.itself)) : "" }
                if texts.allSatisfy(\.isEmpty) { continue }
                guard rows < RowLimits.rows else { throw ExtractionError.tooManyRows() }
                try checkSingle(rows + 1)
                let all = plan.fields.lists.map { [texts[$0]] }
                try receive(
                    .final(row: rows, plan.fields.record(of: texts, all, row: rows, line: table.line, counting: &notes) { _ in base }))
                rows += 1
            }
        }
        return rows
    }

    /// The common case, printable ASCII with single blanks, is only checked.
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
