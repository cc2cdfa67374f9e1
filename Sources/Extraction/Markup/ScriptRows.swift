import Foundation
import Markup
package import Records

/// Rows of the data that a web page has in a script: `script: { where: '//script[@type="application/ld+json"]', rows: '$[*]' }`, or
/// `script: { variable: __INITIAL_STATE__, rows: '$.offers[*]' }`.
///
/// `where` is an XPath to scripts, or to attributes that hold JSON. `variable` is the name that a script assigns JSON to. Everything else
/// is as for `json`. The whole page is kept in memory. Rows of several scripts are joined in the page's order, and a script without rows is
/// skipped. Scripts are never run: only literal JSON is read. See Docs/Formats/script.md.
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

    /// Scripts that are data, by their type.
    private static let data = "//script[contains(translate(@type, 'JSON', 'json'), 'json')]"

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { ScriptRowsRun(plan: self, hints) }
}

/// One page: held until it is whole, then read.
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

    /// Relative addresses are read by the page's own base, if it has one.
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
        for node in nodes {
            guard let json = ScriptText.json(in: Array(try node.text(at: plan.itself).utf8), variable: plan.variable) else { continue }
            texts += 1
            let document: JSONDocument
            do { document = try JSONDocument(json) } catch {
                // One of several scripts may be broken.
                failure = failure ?? error.inside("the script on line \(node.line)")
                continue
            }
            try take(document, receive)
        }
        guard rows.count == 0 else { return }
        if let failure { throw failure }
        let place = plan.variable.map { "a variable \($0)" } ?? "JSON"
        throw ExtractionError(
            .row,
            texts == 0
                ? "no script on the page (of \(nodes.count) that are \(plan.path)) has \(place)"
                : "there is nothing at \(plan.json.rows) in the \(texts == 1 ? "script" : "\(texts) scripts") with \(place)")
    }

    private func take(_ document: JSONDocument, _ receive: (Extracted) throws -> Void) throws {
        do {
            try rows.begin(document)
            var search = JSONPathSearch(document: document, query: plan.json.rows.source)
            for node in try search.nodes(plan.json.rows.segments, from: 0) { try receive(try rows.row(node, of: document, line: nil)) }
        } catch let error as JSONPathError {
            throw ExtractionError(.limit, "\(error)")
        }
    }
}

/// The JSON in a script's text, as pages write it.
enum ScriptText {
    /// From its first `{` or `[`, behind `variable =` if one is named, to the bracket that closes it; nil if there is none. What pages do
    /// besides is mended: comments around it, commas before a closing bracket, control characters in strings, and `JSON.parse("…")`, whose
    /// text is unescaped.
    static func json(in text: [UInt8], variable: String?) -> [UInt8]? {
        var text = text[...]
        if let variable {
            guard let value = value(of: Array(variable.utf8), in: text) else { return nil }
            text = value
            if let parsed = parsed(text) { text = parsed[...] }
        }
        text = withoutComments(text)
        guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        return balanced(text)
    }

    static func isOfName(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$")
    }

    /// What follows `name =` where the name is a whole one: also `window.name`, `window["name"]`.
    private static func value(of name: [UInt8], in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = text
        while let at = rest.firstIndex(of: name[0]) {
            rest = rest[at...]
            guard rest.starts(with: name) else {
                rest = rest.dropFirst()
                continue
            }
            let isWhole = at == text.startIndex || !isOfName(text[at - 1])
            rest = rest.dropFirst(name.count)
            guard isWhole else { continue }
            var behind = rest.drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "]") || $0 <= 0x20 }
            guard behind.first == UInt8(ascii: "="), behind.dropFirst().first != UInt8(ascii: "=") else { continue }
            behind = behind.dropFirst().drop { $0 <= 0x20 }
            return behind
        }
        return nil
    }

    /// The text of `JSON.parse("…")`; nil if it is something else.
    private static func parsed(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let call = Array("JSON.parse(".utf8)
        guard text.starts(with: call) else { return nil }
        let rest = text.dropFirst(call.count).drop { $0 <= 0x20 }
        guard let quote = rest.first, [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`")].contains(quote) else { return nil }
        var end = rest.startIndex + 1
        while end < rest.endIndex, rest[end] != quote { end += rest[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < rest.endIndex else { return nil }
        return JSONEscapes.text(of: withoutHexadecimal(rest[(rest.startIndex + 1)..<end]))
    }

    /// `\x22` as `\u0022`, which JSON has too.
    private static func withoutHexadecimal(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var plain: [UInt8] = []
        var at = text.startIndex
        while at < text.endIndex {
            if text[at] == UInt8(ascii: "\\"), at + 1 < text.endIndex {
                plain += text[at + 1] == UInt8(ascii: "x") ? Array("\\u00".utf8) : [text[at], text[at + 1]]
                at += 2
            } else {
                plain.append(text[at])
                at += 1
            }
        }
        return plain[...]
    }

    /// Without comments of HTML and of scripts, and marks of CDATA, at the beginning.
    private static func withoutComments(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while true {
            text = text.drop { $0 <= 0x20 }
            if text.starts(with: "<!--".utf8) {
                text = text.dropFirst(4)
            } else if text.starts(with: "<![CDATA[".utf8) {
                text = text.dropFirst(9)
            } else if text.starts(with: "//".utf8) {
                // `//<![CDATA[` may have its JSON in the same line.
                let line = text.prefix { $0 != 0x0A }
                text =
                    line.starts(with: "//<![CDATA[".utf8) || line.starts(with: "// <![CDATA[".utf8)
                    ? text.drop { $0 != UInt8(ascii: "A") }.drop { $0 != UInt8(ascii: "[") }.dropFirst() : text.dropFirst(line.count)
            } else if text.starts(with: "/*".utf8), let end = end(of: text) {
                text = text[end...]
            } else {
                return text
            }
        }
    }

    /// Behind the next `*/`.
    private static func end(of comment: ArraySlice<UInt8>) -> Int? {
        var at = comment.startIndex + 2
        while at + 1 < comment.endIndex {
            if comment[at] == UInt8(ascii: "*"), comment[at + 1] == UInt8(ascii: "/") { return at + 2 }
            at += 1
        }
        return nil
    }

    /// To the bracket that closes the first; all of it if none does, so that the reader says what is wrong.
    private static func balanced(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var json: [UInt8] = []
        var (depth, isString, isEscaped) = (0, false, false)
        for byte in text {
            if isString {
                // A line break in a string is no JSON, but a space is.
                json.append(byte < 0x20 ? 0x20 : byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if let last = json.lastIndex(where: { $0 > 0x20 }), json[last] == UInt8(ascii: ",") { json.remove(at: last) }
            default: break
            }
            json.append(byte)
            if depth == 0 { break }
        }
        return json
    }
}
