import Foundation
import JSONReading
import Markup
package import Records

/// Rows of the data in a web page's script: `script: { where: '//script[@type="application/ld+json"]', rows: '$[*]' }`, or `script: {
/// variable: __INITIAL_STATE__, rows: '$.offers[*]' }`.
///
/// `where` is an XPath to scripts, or to attributes that contain JSON; `variable` is the name of a variable that a script sets to JSON.
/// Everything else is as for `json`, with the whole text in memory. Several texts give their rows one after the other; a text without rows
/// is skipped. Scripts are not run: an expression that isn't JSON can't be read. See Docs/Formats/script.md.
package struct ScriptRows: Extractor {
    package static let name = "script"
    package static let about = "rows of JSON in a script of a web page"

    let path: XPath
    /// A node itself.
    let itself: XPath
    let variable: String?
    let json: JSONRows

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["where", "variable", "rows", "fields", "names"])
        guard keys["rows"] != nil else { throw options.error("'rows' is missing: which values are rows; for example rows: '$.items[*]'") }
        let source = try keys["where"]?.text() ?? (keys["variable"] == nil ? Self.data : "//script")
        do { (path, itself) = (try XPath(source), try XPath(".")) } catch { throw (keys["where"] ?? options).error("XPath, \(error)") }
        variable = try keys["variable"].map { variable throws(DeclarationError) in
            let name = try variable.text()
            guard name.utf8.count <= 200, name.utf8.allSatisfy({ ScriptText.isOfName($0) || $0 == UInt8(ascii: ".") }) else {
                throw variable.error("the name of a variable is expected, like __INITIAL_STATE__ or window.state, found '\(name)'")
            }
            return name
        }
        let inner = ["rows", "fields", "names"].compactMap { key in
            keys[key].map { Declaration.Entry(key: key, line: $0.line, value: $0) }
        }
        json = try JSONRows(options: Declaration(.map(inner), line: options.line, path: options.path), schema: schema)
    }

    /// Data scripts, by their type.
    private static let data = "//script[contains(translate(@type, 'JSON', 'json'), 'json')]"

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { ScriptRowsRun(plan: self, hints) }
}

/// One page: buffered until it is complete, then read.
final class ScriptRowsRun: ExtractionRun {
    private let plan: ScriptRows
    private let charset: String?
    private let isLengthKnown: Bool
    private let address: URL?
    private var page: [UInt8] = []
    private var rows: JSONRowMaker

    var notes: ReadingNotes { rows.notes }

    init(plan: ScriptRows, _ hints: DocumentHints) {
        self.plan = plan
        (charset, isLengthKnown, address) = (hints.charset, hints.isLengthKnown, hints.base)
        rows = JSONRowMaker(plan: plan.json)
    }

    func append(_ bytes: [UInt8], _ receive: (Extracted) throws -> Void) throws {
        guard page.count + bytes.count <= HTMLPage.byteLimit else {
            throw ExtractionError(.limit, "the page has more than \(HTMLPage.byteLimit >> 20) MB")
        }
        page += bytes
    }

    func finish(_ receive: (Extracted) throws -> Void) throws {
        try HTMLPage.check(page, isLengthKnown: isLengthKnown)
        let page = page
        self.page = []
        do {
            let document = try Document(html: page, charset: charset)
            guard case .nodes(let nodes) = try document.evaluate(plan.path) else {
                throw ExtractionError(.row, "'where' gives a text or a number and no nodes: \(plan.path)")
            }
            let base = document.base.flatMap { WholeAddress.base([$0], of: address) }
            try read(nodes) { try receive(Self.based($0, base)) }
        } catch let error as MarkupError {
            throw ExtractionError(error)
        }
    }

    /// Relative addresses use the page's own base, if it has one.
    private static func based(_ extracted: Extracted, _ base: URL?) -> Extracted {
        guard let base, case .final(let row, var record) = extracted else { return extracted }
        for (place, value) in record.values.enumerated() {
            if let value, let address = value.address { record.values[place] = value.with(address: WholeAddress.of(address, base)) }
        }
        return .final(row: row, record)
    }

    private func read(_ nodes: [Node], _ receive: (Extracted) throws -> Void) throws {
        var failure: ExtractionError?
        var texts = 0
        let scripts = try nodes.map { Array(try $0.text(at: plan.itself).utf8) }
        let found: [(line: Int, json: [UInt8]?)]
        if plan.variable == FlightText.variable {
            found = [(nodes.first?.line ?? 1, FlightText.json(in: scripts))]
        } else {
            found = zip(nodes, scripts).map { ($0.line, ScriptText.json(in: $1, variable: plan.variable)) }
        }
        for (line, json) in found {
            guard let json else { continue }
            texts += 1
            let document: JSONDocument
            do { document = try JSONDocument(json) } catch {
                // One of several scripts may be broken.
                failure = failure ?? ExtractionError(error).inside("the script on line \(line)")
                continue
            }
            try accept(document, receive)
        }
        guard rows.count == 0 else { return }
        if let failure { throw failure }
        let place = plan.variable.map { "a variable \($0)" } ?? "JSON"
        throw ExtractionError(
            .noRows,
            texts == 0
                ? "no script on the page (of \(nodes.count) that are \(plan.path)) has \(place)"
                : "there is nothing at \(plan.json.rows) in the \(texts == 1 ? "script" : "\(texts) scripts") with \(place)")
    }

    private func accept(_ document: JSONDocument, _ receive: (Extracted) throws -> Void) throws {
        do {
            try rows.begin(document)
            var search = JSONPathSearch(document: document, query: plan.json.rows.source)
            for node in try search.nodes(plan.json.rows.segments, from: 0) { try receive(try rows.row(node, of: document, line: nil)) }
        } catch let error as JSONPathError {
            throw ExtractionError(.limit, "\(error)")
        }
    }
}
