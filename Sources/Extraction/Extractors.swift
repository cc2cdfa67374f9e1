package import Records

/// Every extractor there is. A test holds this list against the fixtures and the format pages.
package enum Extractors {
    package static let all: [any Extractor.Type] = [
        DelimitedRows.self,
        GzipRows.self,
        HTMLRows.self,
        JSONRows.self,
        PDFRows.self,
        TextRows.self,
        XMLRows.self,
        ZipRows.self,
    ]

    /// Reads a board's `extract`: one key that names the extractor, with its options below.
    package static func extractor(_ extract: Declaration, schema: Schema) throws(DeclarationError) -> any Extractor {
        let names = all.map { $0.name }
        let options = try extract.entries(knowing: names)
        guard options.count == 1, let (name, declaration) = options.first, let type = all.first(where: { $0.name == name }) else {
            throw extract.error("one extractor is wanted here, one of: \(names.joined(separator: ", "))")
        }
        return try type.init(options: declaration, schema: schema)
    }

    /// What may stand inside an extractor that unpacks: any other.
    static func names(inside outer: String) -> [String] { all.map { $0.name }.filter { $0 != outer } }

    /// The one extractor among the options of one that unpacks.
    static func inner(_ options: [String: Declaration], of outer: Declaration, _ schema: Schema) throws(DeclarationError) -> any Extractor {
        let entries = options.map { Declaration.Entry(key: $0.key, line: $0.value.line, value: $0.value) }
        return try extractor(Declaration(.map(entries), line: outer.line, path: outer.path), schema: schema)
    }
}
