package import Records

/// All extractors. A test compares this list with the fixtures and the pages in `Docs/Formats`.
package enum Extractors {
    package static let all: [any Extractor.Type] = [
        CalendarRows.self,
        DelimitedRows.self,
        FrameRows.self,
        GuideRows.self,
        GzipRows.self,
        HTMLRows.self,
        JSONRows.self,
        PDFRows.self,
        PlaylistRows.self,
        RadioTimesRows.self,
        ScriptRows.self,
        TextRows.self,
        XMLRows.self,
        XMLTVRows.self,
        ZipRows.self,
    ]

    /// Reads a board's `extract`: one key that names the extractor, with its options below.
    package static func extractor(_ extract: Declaration, schema: Schema) throws(DeclarationError) -> any Extractor {
        let names = all.map { $0.name }
        let options = try extract.entries(knowing: names)
        guard options.count == 1, let (name, declaration) = options.first, let type = all.first(where: { $0.name == name }) else {
            throw extract.error("one extractor is expected here, one of: \(names.joined(separator: ", "))")
        }
        return try type.init(options: declaration, schema: schema)
    }

    /// The extractors that an unpacking extractor may contain: all others.
    static func names(inside outer: String) -> [String] { all.map { $0.name }.filter { $0 != outer } }

    /// The only extractor among the options of an unpacking extractor.
    static func inner(_ options: [String: Declaration], of outer: Declaration, _ schema: Schema) throws(DeclarationError) -> any Extractor {
        let entries = options.map { Declaration.Entry(key: $0.key, line: $0.value.line, value: $0.value) }
        return try extractor(Declaration(.map(entries), line: outer.line, path: outer.path), schema: schema)
    }
}
