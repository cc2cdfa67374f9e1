package import Records

/// Rows from the text of a PDF: `pdf: { rows: { starts: PATTERN, fields: [batch, status, date] } }`, or `table` in place of `rows`.
///
/// As `rows`: a cell of text that matches `starts` begins a row and is its first field; the cells that follow are the other fields. All
/// other text (heads, page numbers) is passed over. Where a whole row is one string with single blanks, its words are dealt
/// out: one to each field, the surplus to the first field of type text after the key.
///
/// As `table`: the page is cut into rows and columns by where its words stand, at the left edges given as `columns` or found by
/// the whitespace between them; a cell that goes on in the next line stays one cell. A row counts if its first cell matches
/// `starts`. A column that isn't read is `-` among the fields. A field that is there for several columns side by side has their
/// texts, with a blank between them.
package struct PDFRows: Extractor {
    package static let name = "pdf"
    package static let about = "rows from the text of a PDF, read while it downloads"

    /// Fonts, and the key of an encrypted file, often stand last.
    package static let looksAhead = true
    /// An update at the end of the file may replace pages or take them out.
    package let withdrawsCertainRows = true

    enum Reading: Hashable {
        case flow
        /// Left edges of the columns in points; nil: found.
        case table(columns: [Double]?)
    }

    let reading: Reading
    let starts: Pattern
    let schema: Schema
    /// For each field of a row, in the document's order, its place in the schema; nil for a column that isn't read.
    let order: [Int?]
    /// How many words each field has if a whole row is one string; nil for the field that takes the surplus.
    let wordCounts: [Int?]

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let ways = try options.entries(knowing: ["rows", "table"])
        guard ways.count == 1, let (way, rows) = ways.first else {
            throw options.error("'rows' or 'table' is expected: rows: { starts: '^2[0-9]{10}$', fields: [batch, status, date] }")
        }
        let keys = try rows.entries(knowing: way == "table" ? ["starts", "fields", "columns"] : ["starts", "fields"])
        reading = way == "table" ? .table(columns: try keys["columns"].map(Self.edges)) : .flow
        guard let starts = keys["starts"], let fields = keys["fields"] else {
            throw rows.error("'starts' (the pattern that begins a row) and 'fields' (their names in order) are both wanted")
        }
        self.starts = try starts.pattern()
        self.schema = schema
        var order: [Int?] = []
        for name in try fields.texts() {
            if name == Self.unread {
                guard way == "table" else { throw fields.error("'\(Self.unread)', a column that isn't read, is for 'table'") }
                order.append(nil)
                continue
            }
            guard let index = schema.index(of: name) else {
                let known = schema.fields.map(\.name).joined(separator: ", ")
                throw fields.error("there is no field '\(name)' under 'fields'; there are \(known)")
            }
            guard !order.contains(index) || way == "table" && order.last == Optional(index) else {
                throw fields.error(
                    "the field '\(name)' is there twice" + (way == "table" ? "; columns that are one field are side by side" : ""))
            }
            order.append(index)
        }
        guard order.contains(where: { $0 != nil }) else { throw fields.error("at least one field is expected") }
        for (index, field) in schema.fields.enumerated() where !field.isOptional && !order.contains(index) {
            throw fields.error("the field '\(field.name)' is never read; name it here or make it optional")
        }
        if case .table(let edges?) = reading, edges.count < order.count {
            throw rows.error("there are \(order.count) fields and only \(edges.count) columns")
        }
        self.order = order
        let read = order.compactMap(\.self)
        let surplus = read.dropFirst().first { schema.fields[$0].kind == .text }
        wordCounts = read.map { index in
            index == surplus ? nil : 1 + (schema.fields[index].timePattern?.source.utf8.count { $0 == UInt8(ascii: " ") } ?? 0)
        }
    }

    /// Stands for a column that isn't read.
    private static let unread = "-"

    private static func edges(_ columns: Declaration) throws(DeclarationError) -> [Double] {
        var edges: [Double] = []
        for text in try columns.texts() {
            guard let edge = Double(text), edge.isFinite, edge > edges.last ?? -.infinity else {
                throw columns.error("the left edges of the columns are numbers of points, ascending, like [50, 220, 430]")
            }
            edges.append(edge)
        }
        return edges
    }

    package func begin(_ hints: DocumentHints) -> any ExtractionRun { PDFRowsRun(plan: self) }
}
