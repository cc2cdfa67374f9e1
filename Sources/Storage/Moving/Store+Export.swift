import Foundation
import Records

/// The extent of an export.
package enum ExportSelection: Sendable {
    case everything
    /// The feeds of these boards, with everything that belongs to them.
    case boards([String])
    /// Everything stored about one person.
    case person(String)
}

extension Store {
    /// Exports all stored data as lines of JSON (`Docs/Using/Operating.md`): table by table, rows in the order of their keys, members in
    /// the order of their columns. The same data always gives the same lines. Secrets are left out (`TableShape`).
    ///
    /// Reads one snapshot: later writes aren't part of it. Lines are passed on as they are read, so memory use is constant.
    package func export(_ selection: ExportSelection = .everything, _ line: @escaping @Sendable (String) throws -> Void) async throws {
        try await database.read("exporting") { database in
            let tables = try TableShape.all(in: database)
            for table in tables where !table.exported.isEmpty {
                guard let condition = try Self.condition(selection, table, among: tables, in: database) else { continue }
                let columns = table.exported.map { "\"\($0)\"" }.joined(separator: ", ")
                let order = (table.key.isEmpty ? table.columns : table.key).map { "\"\($0)\"" }.joined(separator: ", ")
                let rows = try Row.fetchCursor(
                    database, sql: "SELECT \(columns) FROM \"\(table.name)\" WHERE \(condition.sql) ORDER BY \(order)",
                    arguments: condition.arguments)
                while let row = try rows.next() { try line(Self.line(of: row, table)) }
            }
        }
    }

    private static func line(of row: Row, _ table: TableShape) -> String {
        var line = JSONLine()
        line.add("table", table.name)
        for (column, value) in zip(table.exported, row.values) {
            switch value {
            case .null: line.add(column, json: "null")
            case .integer(let number): line.add(column, json: "\(number)")
            // A number too large for JSON is parsed as infinity.
            case .number(let number): line.add(column, json: number.isFinite ? "\(number)" : number < 0 ? "-1e999" : "1e999")
            case .text(let text): line.add(column, text)
            case .bytes(let data): line.add(column, String(hexadecimal: data))
            }
        }
        return line.closed
    }

    /// A condition that selects the table's rows; nil if none belongs to the export.
    private static func condition(
        _ selection: ExportSelection, _ table: TableShape, among tables: [TableShape], in database: Connection
    ) throws -> (sql: String, arguments: Arguments)? {
        switch selection {
        case .everything: return ("true", [])
        case .boards(let boards):
            let places = Array(repeating: "?", count: boards.count).joined(separator: ", ")
            if table.name == "feeds" { return ("board IN (\(places))", Arguments(boards)) }
            if table.name == "boards" { return ("name IN (\(places))", Arguments(boards)) }
            // Watches belong to people, and so do their notices.
            guard !table.references.values.contains("people"),
                let column = table.references.first(where: { $0.value == "feeds" })?.key
            else { return nil }
            return ("\"\(column)\" IN (SELECT id FROM feeds WHERE board IN (\(places)))", Arguments(boards))
        case .person(let name):
            if table.name == "people" { return ("name = ?", [name]) }
            guard let column = table.references.first(where: { $0.value == "people" })?.key else { return nil }
            return ("\"\(column)\" = (SELECT id FROM people WHERE name = ?)", [name])
        }
    }
}
