import Records

/// A list of values as one argument, a JSON array, so that the statement's text is the same for any length of the list
/// (https://www.sqlite.org/json1.html, https://www.postgresql.org/docs/15/functions-json.html).
struct ValueList {
    let dialect: Dialect

    /// The condition that a column has one of the numbers.
    func has(_ column: String, _ parameter: String = "?") -> String { has(column, parameter, as: "BIGINT") }

    /// The same for texts.
    func hasText(_ column: String, _ parameter: String = "?") -> String { has(column, parameter, as: "TEXT") }

    private func has(_ column: String, _ parameter: String, as type: String) -> String {
        dialect == .sqlite
            ? "\(column) IN (SELECT value FROM json_each(\(parameter)))"
            : "\(column) = ANY (ARRAY(SELECT CAST(value AS \(type)) FROM \(elements(parameter)) AS given (value)))"
    }

    /// For FROM: the rows of a table whose column has one of the numbers. `order`, at the end of the statement, sorts them in the list's
    /// order.
    func rows(of table: String, by column: String, _ parameter: String = "?") -> String {
        "\(values(parameter)) \(dialect.joinInOrder) \(table) ON \(column) = _listed"
    }

    /// SQLite returns them in the list's order anyway.
    var order: String { dialect == .sqlite ? "" : " ORDER BY listed._rank" }

    /// For FROM: the numbers of the list, as `listed._listed`.
    func values(_ parameter: String = "?") -> String { values(parameter, as: "BIGINT") }

    /// The same for texts.
    func texts(_ parameter: String = "?") -> String { values(parameter, as: "TEXT") }

    private func values(_ parameter: String, as type: String) -> String {
        dialect == .sqlite
            ? "(SELECT value AS _listed FROM json_each(\(parameter))) AS listed"
            : """
            (SELECT CAST(value AS \(type)) AS _listed, _rank FROM \(elements(parameter)) WITH ORDINALITY AS given (value, _rank)) AS listed
            """
    }

    /// For FROM: rows of numbers with these column names; the parameter is a list of lists.
    func table(_ columns: [String], _ parameter: String = "?") -> String { table(columns, parameter, as: "BIGINT") }

    /// The same for texts.
    func textTable(_ columns: [String], _ parameter: String = "?") -> String { table(columns, parameter, as: "TEXT") }

    private func table(_ columns: [String], _ parameter: String, as type: String) -> String {
        switch dialect {
        case .sqlite:
            let read = columns.enumerated().map { "json_extract(value, '$[\($0)]') AS \($1)" }
            return "(SELECT \(read.joined(separator: ", ")) FROM json_each(\(parameter))) AS listed"
        case .postgres:
            let read = columns.enumerated().map { "CAST(value ->> \($0) AS \(type)) AS \($1)" }
            let rows = "json_array_elements(CAST(\(parameter) AS JSON)) AS given (value)"
            return "(SELECT \(read.joined(separator: ", ")) FROM \(rows)) AS listed"
        }
    }

    private func elements(_ parameter: String) -> String { "json_array_elements_text(CAST(\(parameter) AS JSON))" }

    static func argument(_ numbers: some Sequence<Int64>) -> String { "[\(numbers.map(String.init).joined(separator: ","))]" }

    static func argument(_ rows: [[Int64?]]) -> String {
        "[\(rows.map { "[\($0.map { $0.map(String.init) ?? "null" }.joined(separator: ","))]" }.joined(separator: ","))]"
    }

    static func argument(_ rows: [[String]]) -> String { "[\(rows.map { argument($0) }.joined(separator: ","))]" }

    static func argument(_ texts: [String]) -> String { JSONLine.array(texts.map(\.withoutNulls)) }
}

extension Dialect {
    var list: ValueList { ValueList(dialect: self) }
}
