package import Records

/// Rows of a plain text by a regular expression: `text: { rows: '^(?<batch>\d+)\s+(?<status>\w+)$' }`.
///
/// The named groups are the fields; a pattern without groups assigns the whole match to a schema's only field. It is matched against each
/// line, or with `over: document` repeatedly against the whole text (at most 16 MB). Text that doesn't match is skipped, unless `strict`
/// makes it an error. A text has no end mark: a document truncated between two lines looks complete here.
package struct TextRows: Extractor {
    package static let name = "text"
    package static let about = "rows of a plain text, by a regular expression"

    enum Span: String, CaseIterable, Sendable { case line, document }

    let rows: Pattern
    let span: Span
    let isStrict: Bool
    let encoding: TextInput.Encoding?
    let schema: Schema
    /// For each field, its groups in the pattern; empty for an optional field without one.
    let groups: [[Int]]

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: ["rows", "over", "strict", "encoding"])
        guard let rows = keys["rows"] else {
            throw options.error("'rows', a pattern with named groups, is expected: rows: '^(?<name>\\w+) (?<price>[0-9.]+)$'")
        }
        self.rows = try rows.pattern()
        span = try keys["over"]?.choice(Span.self) ?? .line
        isStrict = try keys["strict"]?.flag() ?? false
        if isStrict, span == .document, let strict = keys["strict"] { throw strict.error("'strict' is for lines; here 'over' is document") }
        encoding = try keys["encoding"]?.encoding()
        self.schema = schema
        let names = self.rows.groupNames
        for (name, _) in names where schema.index(of: name) == nil {
            throw rows.error(
                "there is no field '\(name)' under 'fields' of the board; there are \(schema.fields.map(\.name).joined(separator: ", "))")
        }
        if names.isEmpty, schema.fields.count == 1 {
            groups = [[0]]
            return
        }
        var groups: [[Int]] = []
        for field in schema.fields {
            groups.append(names.filter { $0.name == field.name }.map(\.number))
            guard groups[groups.count - 1].count > 0 || field.isOptional else {
                throw rows.error("the field '\(field.name)' is never read; give it a group (?<\(field.name)>…) or make it optional")
            }
        }
        self.groups = groups
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { TextRowsRun(plan: self, hints) }
}
