package import Records

/// Rows of a delimited text such as CSV: `delimited: { separator: ';', fields: { price: Prezzo } }`.
///
/// The first row, or `columns`, names the columns; a field uses the column of its own name, or the column that `fields` names or numbers
/// (base 1). A row with more or fewer cells than columns is an error with its line, unless `overflow` or `ragged` say otherwise. The format
/// has no end mark: a document truncated between two rows looks complete here; only its length reveals it.
package struct DelimitedRows: Extractor {
    package static let name = "delimited"
    package static let about = "rows of a delimited text: CSV, tabs, any separator"

    /// The handling of a row whose number of cells differs from the number of columns.
    enum Ragged: String, CaseIterable, Sendable {
        case refuse
        /// Missing cells at a short row's end are empty.
        case pad
        /// Such rows are skipped, if they are at most one in twenty.
        case skip
    }

    /// The place of a schema field in a row.
    struct Place: Sendable {
        let field: Int
        /// Names or numbers; several for a position or a list.
        let columns: [String]
        /// The board names it, so it must exist even if the field may be empty.
        let isNamed: Bool
        let line: Int
    }

    /// Limit of rows held back because they may be the last ones.
    private static let dropLimit = 100

    let dialect: DelimitedReader.Dialect
    /// The number of rows to skip at the end, such as a sum.
    let drop: Int
    let hasHeader: Bool
    let columns: [String]?
    let ragged: Ragged
    /// Columns, by name or number, that may receive a row's surplus cells, in the order they are tried.
    let overflow: [String]
    let encoding: TextInput.Encoding?
    let schema: Schema
    let places: [Place]

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let keys = try options.entries(knowing: [
            "separator", "quote", "escape", "comment", "skip", "drop", "header", "columns", "fields", "decimal", "trim", "ragged",
            "overflow",
            "encoding",
        ])
        var dialect = DelimitedReader.Dialect()
        dialect.separator = UInt8(ascii: ",")
        if let separator = keys["separator"] { try separator.readSeparator(into: &dialect) }
        if let quote = keys["quote"] { dialect.quote = try quote.text() == "none" ? nil : try quote.byte() }
        dialect.escape = try keys["escape"]?.byte()
        if let escape = keys["escape"], dialect.escape == dialect.quote || dialect.quote == nil {
            throw escape.error(
                "a sign other than that of quotes is expected, like '\\', in a source with quotes; doubled quotes need no such key")
        }
        dialect.comment = try keys["comment"]?.byte()
        dialect.skip = try keys["skip"]?.count() ?? 0
        dialect.trims = try keys["trim"]?.flag() ?? false
        self.dialect = dialect
        drop = try keys["drop"]?.count() ?? 0
        if let place = keys["drop"], drop > Self.dropLimit {
            throw place.error("\(Self.dropLimit) rows at most can be passed over at the end")
        }
        columns = try keys["columns"]?.texts()
        hasHeader = try keys["header"]?.flag() ?? (columns == nil)
        ragged = try keys["ragged"]?.choice(Ragged.self) ?? .refuse
        overflow = try keys["overflow"]?.textOrTexts() ?? []
        encoding = try keys["encoding"]?.encoding()

        var fields = schema.fields
        if let decimal = keys["decimal"] {
            let mark = try decimal.character()
            for index in fields.indices where fields[index].numbers == nil { fields[index].numbers = NumberFormat(decimal: mark) }
        }
        self.schema = Schema(fields: fields)

        var named: [Int: Place] = [:]
        for (index, entry) in try keys["fields"]?.fields(of: schema) ?? [] {
            named[index] = Place(field: index, columns: try entry.value.textOrTexts(), isNamed: true, line: entry.line)
        }
        let isByOrder = !hasHeader && columns == nil
        places = schema.fields.enumerated().map { index, field in
            named[index] ?? Place(field: index, columns: [isByOrder ? "\(index + 1)" : field.name], isNamed: false, line: options.line)
        }
        // Errors that don't depend on a document are reported now.
        if let columns {
            do {
                _ = try resolved(columns)
                _ = try resolvedOverflow(columns)
            } catch {
                throw options.error(error.detail)
            }
        }
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { DelimitedRowsRun(plan: self, hints) }

    /// The columns of each field, base 0; none for an optional field that doesn't exist.
    func resolved(_ columns: [String]) throws(ExtractionError) -> [(field: Int, columns: [Int])] {
        var resolved: [(field: Int, columns: [Int])] = []
        for place in places {
            var found: [Int] = []
            for wanted in place.columns {
                if let column = try Self.place(of: wanted, in: columns) {
                    found.append(column)
                } else if place.isNamed || !schema.fields[place.field].isOptional {
                    let shown = columns.prefix(40).map { "'\($0)'" }.joined(separator: ", ")
                    throw ExtractionError(
                        .wrongFormat,
                        "there is no column '\(wanted)' for the field '\(schema.fields[place.field].name)'; there are \(shown)")
                }
            }
            resolved.append((place.field, found))
        }
        return resolved
    }

    /// The columns of `overflow`, base 0.
    func resolvedOverflow(_ columns: [String]) throws(ExtractionError) -> [Int] {
        var resolved: [Int] = []
        for wanted in overflow {
            guard let column = try Self.place(of: wanted, in: columns) else {
                throw ExtractionError(.wrongFormat, "there is no column '\(wanted)', which 'overflow' names")
            }
            resolved.append(column)
        }
        return resolved
    }

    /// By name, otherwise by name ignoring case, otherwise by number.
    private static func place(of wanted: String, in columns: [String]) throws(ExtractionError) -> Int? {
        for isSame in [{ $0 == wanted }, { $0.lowercased() == wanted.lowercased() }] as [(String) -> Bool] {
            let places = columns.indices.filter { isSame(columns[$0]) }
            guard places.count <= 1 else {
                throw ExtractionError(.wrongFormat, "the column '\(wanted)' is there \(places.count) times; name it by its number")
            }
            if let place = places.first { return place }
        }
        guard let number = Int(wanted), columns.indices.contains(number - 1) else { return nil }
        return number - 1
    }
}

extension Declaration {
    /// A separator: one ASCII character, `tab`, `auto`, or a list of candidates.
    fileprivate func readSeparator(into dialect: inout DelimitedReader.Dialect) throws(DeclarationError) {
        if case .list(let list) = content {
            guard !list.isEmpty else { throw error("list the possible separators, like [';', '|']") }
            dialect.separator = nil
            dialect.candidates = []
            for piece in list { dialect.candidates.append(try piece.separator()) }
        } else {
            dialect.separator = try text() == "auto" ? nil : try separator()
        }
    }

    private func separator() throws(DeclarationError) -> UInt8 {
        switch try text() {
        case "tab", "\\t": UInt8(ascii: "\t")
        default: try byte()
        }
    }

    fileprivate func byte() throws(DeclarationError) -> UInt8 {
        let text = try text()
        guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x0A, byte != 0x0D else {
            throw error("one character is expected, like ';', found '\(text)'")
        }
        return byte
    }

    fileprivate func count() throws(DeclarationError) -> Int {
        let text = try text()
        guard let count = Int(text), (0...1000).contains(count) else { throw error("a number of lines is expected, found '\(text)'") }
        return count
    }
}
