import JSONReading
package import Records

/// Rows of a JSON document: `json: { rows: '$.stations[*]', fields: { price: prices.e5, name: '$.name' } }`, or `lines: true`.
///
/// `rows` is a JSONPath that selects one node per row. A path of only names, indices and wildcards is followed during parsing, and memory
/// is one row; any other path needs the whole document (at most 64 MB). A field's path starts at its row; a field that `fields` doesn't
/// name uses the member of its own name.
package struct JSONRows: Extractor {
    package static let name = "json"
    package static let about = "rows of a JSON document or of JSON Lines, by JSONPath"

    /// The place of a schema field in a row.
    struct Place: Sendable {
        let field: Int
        let paths: [MemberPath]
    }

    let rows: JSONPath
    /// The steps of `rows` if they can be followed during parsing; nil if the whole document is held.
    let steps: [JSONReader.Step]?
    let isLines: Bool
    let encoding: TextInput.Encoding?
    let schema: Schema
    let places: [Place]
    /// The path to the names of the elements, for rows that are arrays; nil if they have none.
    let names: JSONPath?

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["rows", "lines", "fields", "encoding", "names"])
        isLines = try keys["lines"]?.flag() ?? false
        guard (keys["rows"] == nil) == isLines else {
            throw options.error(
                "'rows' (a JSONPath like '$.stations[*]') or 'lines: true' (one JSON value a line) is expected, one of them")
        }
        rows = try keys["rows"]?.jsonPath() ?? Self.root
        names = try keys["names"]?.jsonPath()
        if isLines, let place = keys["names"] {
            throw place.error("a line of JSON has no names of columns beside it; write fields: with places, like $[0]")
        }
        encoding = try keys["encoding"]?.encoding()
        self.schema = schema
        var places: [Int: [MemberPath]] = [:]
        for (index, entry) in try keys["fields"]?.fields(of: schema) ?? [] {
            var paths: [MemberPath] = []
            for text in try entry.value.textOrTexts() { paths.append(try MemberPath(text, at: entry.value)) }
            places[index] = paths
        }
        var all: [Place] = []
        for (index, field) in schema.fields.enumerated() {
            all.append(Place(field: index, paths: places[index] ?? [MemberPath(member: field.name)]))
        }
        self.places = all
        let needsAll = names != nil || all.contains { $0.paths.contains(where: \.isName) }
        if isLines, needsAll { throw options.error("'~' is the name that a row has in its object, and a line of JSON has none") }
        // Paths outside a row need the whole document.
        steps = isLines ? [] : needsAll ? nil : rows.steps
    }

    private static var root: JSONPath { JSONPath(source: "$", segments: []) }

    /// A path of names leads to one value. A place in a list doesn't count: another record may come to it.
    package var isSingle: Bool { !isLines && rows.segments.allSatisfy(\.isName) }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { JSONRowsRun(plan: self, hints) }
}

extension Declaration {
    func jsonPath() throws(DeclarationError) -> JSONPath {
        do { return try JSONPath(try text()) } catch let error as JSONPathError {
            throw self.error("\(error)")
        } catch let error as DeclarationError {
            throw error
        } catch {
            throw self.error("\(error)")
        }
    }

    /// A board's encoding of its source; `[utf-8, latin1]` if it may be either.
    func encoding() throws(DeclarationError) -> TextInput.Encoding {
        if case .list = content {
            var encodings: [TextInput.Encoding?] = []
            for name in try texts() { encodings.append(TextInput.Encoding(named: name)) }
            if encodings == [.utf8, .windows1252] { return .utf8OrWindows1252 }
            throw error("one encoding is expected, or [utf-8, latin1] where it may be either of these")
        }
        let name = try text()
        if let encoding = TextInput.Encoding(named: name) { return encoding }
        throw error("the encoding '\(name)' is not known; utf-8, windows-1252, shift_jis and all others of the web are")
    }

    /// One text, or a list of texts.
    func textOrTexts() throws(DeclarationError) -> [String] {
        if case .list = content { return try texts() }
        return [try text()]
    }
}
