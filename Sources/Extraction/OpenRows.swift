import JSONReading
import Markup
package import Records

/// Rows with any fields, without a schema: `xml: { rows: /contact }` or `json: { rows: '$' }`.
///
/// For answers that people read and that aren't stored: names may change without notice, and all fields are returned, in order. Nested
/// elements and members get names with dots (`address.street`); empty ones are left out. At most 10,000 rows of 500 fields.
package struct OpenRows: Sendable {
    private let format: Format

    private enum Format {
        case xml(RowPath)
        case json(JSONPath)
    }

    private static let fieldLimit = 500
    private static let rowLimit = 10_000

    package init(_ extract: Declaration) throws(DeclarationError) {
        let kinds = try extract.entries(knowing: Extractors.all.map { $0.name })
        guard kinds.count == 1, let (kind, options) = kinds.first else { throw extract.error("one format is expected here, xml or json") }
        switch kind {
        case "xml":
            let keys = try options.entries(knowing: ["rows", "namespaces"])
            guard let rows = keys["rows"] else {
                throw options.error("'rows' is missing: which elements are rows; for example rows: /contact")
            }
            let namespaces = try MarkupFields.namespaces(keys["namespaces"])
            let path = try rows.text()
            do { format = .xml(try RowPath(path, namespaces: namespaces)) } catch { throw rows.error("XPath, \(error)") }
        case "json":
            let keys = try options.entries(knowing: ["rows"])
            let path = try keys["rows"]?.text() ?? "$"
            do { format = .json(try JSONPath(path)) } catch { throw options.error("\(error)") }
        default:
            throw extract.error("'\(kind)' needs its fields: declare them under fields. Without, only xml and json can be read")
        }
    }

    package var name: String {
        switch format {
        case .xml: "xml"
        case .json: "json"
        }
    }

    /// Throws `ExtractionError`.
    package func rows(of document: [UInt8], _ hints: DocumentHints = DocumentHints()) throws -> [OpenRow] {
        switch format {
        case .xml(let path): try Self.xml(document, path, hints)
        case .json(let path): try Self.json(document, path)
        }
    }

    private static func xml(_ document: [UInt8], _ path: RowPath, _ hints: DocumentHints) throws -> [OpenRow] {
        if HTMLPage.begins(document, isWhole: true) == true {
            throw ExtractionError(.wrongFormat, HTMLPage.complaint(about: document, charset: hints.charset))
        }
        var rows: [OpenRow] = []
        do {
            let reader = try MarkupReader(rows: path, charset: hints.charset)
            let keep = { (element: Element) in
                guard rows.count < rowLimit else { throw ExtractionError(.limit, "more than \(rowLimit) rows") }
                var row = OpenRow()
                try add(element, to: &row, path: "")
                rows.append(row)
            }
            try reader.append(document, keep)
            try reader.finish(keep)
        } catch let error as MarkupError {
            throw ExtractionError(error)
        }
        return rows
    }

    private static func add(_ element: Element, to row: inout OpenRow, path: String) throws(ExtractionError) {
        for attribute in element.attributes { try add(attribute.name, attribute.value, to: &row, path: path) }
        let children = element.elements
        if path.isEmpty, children.isEmpty { try add(element.name, element.text, to: &row, path: path) }
        for child in children {
            let inner = path + child.name + "."
            if child.elements.isEmpty {
                try add(child.name, child.text, to: &row, path: path)
                for attribute in child.attributes { try add(attribute.name, attribute.value, to: &row, path: inner) }
            } else {
                try add(child, to: &row, path: inner)
            }
        }
    }

    private static func json(_ document: [UInt8], _ path: JSONPath) throws -> [OpenRow] {
        let nodes: [JSONNode]
        do { nodes = try path.nodes(in: try JSONDocument(document)) } catch let error as JSONPathError {
            throw ExtractionError(.limit, "\(error)")
        } catch let error as JSONError {
            throw ExtractionError(error)
        }
        guard nodes.count <= rowLimit else { throw ExtractionError(.limit, "more than \(rowLimit) rows") }
        return try nodes.map { node in
            var row = OpenRow()
            try add(node.value, to: &row, name: nil, path: "")
            return row
        }
    }

    /// `name` is nil for the row itself.
    private static func add(_ value: JSONValue, to row: inout OpenRow, name: String?, path: String) throws(ExtractionError) {
        switch value.kind {
        case .null: break
        case .flag, .number, .string: try add(name ?? "value", value.text, to: &row, path: path)
        case .object:
            let inner = name.map { path + $0 + "." } ?? path
            for member in value.members { try add(member.value, to: &row, name: member.name, path: inner) }
        case .array:
            for element in value.elements { try add(element, to: &row, name: name, path: path) }
        }
    }

    private static func add(_ name: String, _ text: String, to row: inout OpenRow, path: String) throws(ExtractionError) {
        let text = text.trimmingWhitespace()
        guard !text.isEmpty else { return }
        guard row.fields.count < fieldLimit else { throw ExtractionError(.limit, "a row has more than \(fieldLimit) fields") }
        row.fields.append(OpenRow.Field(name: path + name, text: text))
    }
}

/// One row with its fields in order; a name may occur more than once.
package struct OpenRow: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        /// The source's name, with dots between the levels.
        package let name: String
        package let text: String

        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }

        /// For display: `office_hours` → `Office hours`, `address.street` → `Address street`, `jobTitle` → `Job title`, `contactid` →
        /// `Contact ID`.
        package var label: String {
            var words = ""
            var previous: Character?
            for character in name {
                let isBreak = "._- ".contains(character)
                if isBreak || (character.isUppercase && previous?.isLowercase == true), words.last != " " { words += " " }
                if !isBreak { words += previous?.isLowercase == true || words.last == " " ? character.lowercased() : String(character) }
                previous = character
            }
            let text = words.split(separator: " ").map(Self.written).joined(separator: " ")
            return text.prefix(1).uppercased() + text.dropFirst()
        }

        private static func written(_ word: Substring) -> String {
            let plain = word.lowercased()
            if plain == "id" { return "ID" }
            return plain.hasSuffix("id") && identified.contains(String(plain.dropLast(2))) ? "\(plain.dropLast(2)) ID" : String(word)
        }

        /// Words before `id` in names without a separator: `contactid`.
        private static let identified: Set = [
            "account", "contact", "customer", "employee", "entry", "item", "member", "person", "record", "user",
        ]
    }

    package var fields: [Field] = []

    package init(fields: [Field] = []) { self.fields = fields }

    /// The first field of that name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.text }
}
