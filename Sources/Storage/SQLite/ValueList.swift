import Records

/// A list of values as one argument, so that a statement has the same text however long the list is.
///
/// SQLite takes it as a JSON array (https://www.sqlite.org/json1.html). SQL that asks for a list has its words from here, so that another
/// engine can have its own.
enum ValueList {
    /// The condition that a column has one of the values.
    static func has(_ column: String, _ parameter: String = "?") -> String { "\(column) IN (SELECT value FROM json_each(\(parameter)))" }

    /// For FROM: the rows of a table whose column has one of the values, in the order of the list.
    static func rows(of table: String, by column: String, _ parameter: String = "?") -> String {
        "(SELECT value AS _listed FROM json_each(\(parameter))) AS listed CROSS JOIN \(table) ON \(column) = _listed"
    }

    /// For FROM: the values of the list, as `listed._listed`.
    static func values(_ parameter: String = "?") -> String { "(SELECT value AS _listed FROM json_each(\(parameter))) AS listed" }

    /// For FROM: rows of numbers, with these names of columns; the parameter is a list of lists.
    static func table(_ columns: [String], _ parameter: String = "?") -> String {
        let read = columns.enumerated().map { "json_extract(value, '$[\($0)]') AS \($1)" }
        return "(SELECT \(read.joined(separator: ", ")) FROM json_each(\(parameter))) AS listed"
    }

    static func argument(_ numbers: some Sequence<Int64>) -> String { "[\(numbers.map(String.init).joined(separator: ","))]" }

    static func argument(_ rows: [[Int64?]]) -> String {
        "[\(rows.map { "[\($0.map { $0.map(String.init) ?? "null" }.joined(separator: ","))]" }.joined(separator: ","))]"
    }

    static func argument(_ texts: [String]) -> String { JSONLine.array(texts) }
}
