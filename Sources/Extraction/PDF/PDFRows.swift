package import Records

/// Rows from the text of a PDF: `pdf: { rows: { starts: PATTERN, fields: [batch, status, date] } }`, or `table` instead of `rows`.
///
/// With `rows`: a text cell that matches `starts` begins a row and is its first field; the following cells are the other fields. All other
/// text (headings, page numbers) is skipped. If a whole row is one string with single blanks, its words are distributed: one to each field,
/// the surplus to the first text field after the key.
///
/// With `table`: the page is split into rows and columns by the positions of its words, at the left edges given as `columns` or detected by
/// white space; a cell that continues in the next line stays one cell. A row counts if its first cell matches `starts`. `-` in `fields`
/// stands for a column that isn't read. A field that is named for several adjacent columns has their texts, joined by a blank.
package struct PDFRows: Extractor {
    package static let name = "pdf"
    package static let about = "rows from the text of a PDF, read while it downloads"

    /// Fonts, and the key of an encrypted file, are often at the end.
    package static let looksAhead = true
    /// An update at the end of the file may replace or remove pages.
    package let withdrawsCertainRows = true

    enum Reading: Hashable {
        case flow
        /// Left edges of the columns in points; nil to detect them.
        case table(columns: [Double]?)
    }

    let reading: Reading
    let starts: Pattern
    let schema: Schema
    /// For each field of a row, in document order, its index in the schema; nil for a column that isn't read.
    let order: [Int?]
    /// The number of words of each field if a whole row is one string; nil for the field that receives the surplus.
    let wordCounts: [Int?]

    package init(options: Declaration, schema: Schema) throws(DeclarationError) {
        let ways = try options.entries(knowing: ["rows", "table"])
        guard ways.count == 1, let (way, rows) = ways.first else {
            throw options.error("'rows' or 'table' is expected: rows: { starts: '^2[0-9]{10}$', fields: [batch, status, date] }")
        }
        let keys = try rows.entries(knowing: way == "table" ? ["starts", "fields", "columns"] : ["starts", "fields"])
        reading = way == "table" ? .table(columns: try keys["columns"].map(Self.edges)) : .flow
        guard let starts = keys["starts"], let fields = keys["fields"] else {
            throw rows.error("'starts' (the pattern that begins a row) and 'fields' (their names in order) are both needed")
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

    /// Represents a column that isn't read.
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
