import Foundation
import Records

/// Counts of an import, per table.
package struct ImportReport: Sendable {
    package private(set) var added: [String: Int] = [:]
    /// Rows that already exist here, or belong to a feed that has already been read here.
    package private(set) var known: [String: Int] = [:]
    /// Rows that the import skips.
    package private(set) var leftOut: [String: Int] = [:]

    mutating func add(_ table: String) { added[table, default: 0] += 1 }
    mutating func know(_ table: String) { known[table, default: 0] += 1 }
    mutating func leaveOut(_ table: String) { leftOut[table, default: 0] += 1 }
}

/// A line that can't be imported.
package struct ImportError: Error, CustomStringConvertible {
    package let line: Int
    package let detail: String

    package var description: String { "line \(line): \(detail)" }
}

extension Store {
    /// Adds the contents of an export: feeds with their records and changes, people with their watches, price alerts and reminders. If it
    /// throws, nothing is added.
    ///
    /// Feeds are matched by board and address, people by name, alerts and reminders by person, board and settings, watches by everything
    /// except their creation time. Existing data stays: nothing is imported for a feed that has already been read here. Notices, channels
    /// and sessions aren't imported either. Every imported person is a member, unless accounts are imported too. Texts that people wrote
    /// are checked by the app's rules (`ImportedText`). Boards must be prepared before. `next` returns the lines. Throws `ImportError`, and
    /// any error of `next`.
    package func importLines(withAccounts: Bool = false, _ next: @escaping @Sendable () throws -> String?) async throws -> ImportReport {
        do {
            return try await database.pool.write(.everything.once) { database in
                var importing = Importing(tables: try TableShape.all(in: database), withAccounts: withAccounts)
                func line() throws(UnreadLine) -> String? { do { return try next() } catch { throw UnreadLine(reason: error) } }
                while let line = try line() { try importing.take(line, in: database) }
                if database.dialect == .postgres { try WordColumn.fillAll(in: database) }
                return importing.report
            }
        } catch let error as ImportError {
            throw error
        } catch let error as UnreadLine {
            throw error.reason
        } catch {
            throw StorageError.mapped(error, doing: "importing")
        }
    }
}

/// Reading the lines failed.
private struct UnreadLine: Error { let reason: any Error }

private struct Importing {
    private static let byteLimit = 16 << 20
    private static let taken: Set = ["feeds", "fetches", "changes", "people", "watches", "price_alerts", "reminders", "own_boards"]
    private static let natural = [
        "feeds": ["board", "url"], "people": ["name"], "price_alerts": ["person", "board", "settings"],
        "reminders": ["person", "board", "settings"], "own_boards": ["board"],
    ]

    let tables: [String: TableShape]
    let withAccounts: Bool
    private(set) var report = ImportReport()
    private var lineNumber = 0
    /// Per table: ids in the export → ids here.
    private var ids: [String: [Int64: Int64]] = [:]
    /// Ids in the export of feeds that have already been read here.
    private var settled: Set<Int64> = []

    init(tables: [TableShape], withAccounts: Bool) {
        self.tables = Dictionary(tables.map { ($0.name, $0) }) { first, _ in first }
        self.withAccounts = withAccounts
    }

    mutating func take(_ line: String, in database: Connection) throws {
        lineNumber += 1
        guard line.utf8.count <= Self.byteLimit else { throw failure("is longer than \(Self.byteLimit >> 20) MB") }
        guard let row = try? JSONDecoder().decode([String: Member].self, from: Data(line.utf8)), case .text(let name) = row["table"] else {
            throw failure("is not a line of an export")
        }
        guard Self.taken.contains(name) || name.hasPrefix("board_"), let table = tables[name] else { return report.leaveOut(name) }
        let isKeyed = table.key.count == 1
        let old = isKeyed ? row[table.key[0]]?.integer : nil
        var values: [(column: String, value: ColumnValue)] = []
        for column in table.columns where !(isKeyed && column == table.key[0]) {
            guard let member = row[column] else { continue }
            guard let goal = table.references[column], let id = member.integer else {
                values.append((column, member.stored(isKey: name == "changes" && ["key", "asked"].contains(column))))
                continue
            }
            if goal == "feeds", settled.contains(id), name != "watches" { return report.know(name) }
            if let new = ids[goal]?[id] {
                values.append((column, .integer(new)))
            } else if goal == "fetches" {
                // The log of fetches has a shorter retention than changes, so a change's fetch may be missing.
                values.append((column, .integer(0)))
            } else {
                return report.know(name)
            }
        }
        if let problem = ImportedText.problem(of: values, in: name) { throw failure("\(name): \(problem)") }
        if name == "people", !withAccounts, let role = values.firstIndex(where: { $0.column == "role" }) {
            values[role].value = .text(Person.Role.member.rawValue)
        }
        if name == "people" {
            // A separate column derived from the settings; exports of earlier versions don't have it.
            values.removeAll { $0.column == "zone" }
            if case .text(let settings)? = values.first(where: { $0.column == "settings" })?.value,
                let zone = PersonSettings(json: settings).zone
            {
                values.append(("zone", .text(zone)))
            }
        }
        let unknown = Set(row.keys).subtracting(table.columns + ["table"])
        guard unknown.isEmpty || !name.hasPrefix("board_") else {
            throw failure("the board of \(name) has no field '\(unknown.sorted()[0])' here")
        }
        try put(values, of: table, old, in: database)
    }

    private mutating func put(
        _ values: [(column: String, value: ColumnValue)], of table: TableShape, _ old: Int64?, in database: Connection
    ) throws {
        let name = table.name
        if let here = try same(values, table, in: database) {
            if let old { ids[name, default: [:]][old] = here }
            // A feed that has never been read here is filled from the export.
            if name == "feeds" {
                guard try Bool.fetchOne(database, sql: "SELECT last_success IS NULL FROM feeds WHERE id = ?", arguments: [here]) == true
                else {
                    if let old { settled.insert(old) }
                    return report.know(name)
                }
                let settings = values.map { "\"\($0.column)\" = ?" }.joined(separator: ", ")
                try database.execute(
                    sql: "UPDATE feeds SET \(settings) WHERE id = ?",
                    arguments: Arguments(values.map(\.value) + [.integer(here)]))
            }
            return report.know(name)
        }
        let columns = values.map { "\"\($0.column)\"" }.joined(separator: ", ")
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        do {
            let key = table.key.count == 1 ? " RETURNING \"\(table.key[0])\"" : ""
            let statement = try database.cachedStatement(sql: "INSERT INTO \"\(name)\" (\(columns)) VALUES (\(places))\(key)")
            let made = try Row.fetchOne(statement, arguments: Arguments(values.map(\.value)))
            if let old, let made { ids[name, default: [:]][old] = made[0] }
        } catch {
            guard let reason = StorageError.refusal(error) else { throw error }
            throw failure("\(name): \(reason)")
        }
        report.add(name)
    }

    /// The matching row here.
    private func same(_ values: [(column: String, value: ColumnValue)], _ table: TableShape, in database: Connection) throws -> Int64? {
        let telling: [(column: String, value: ColumnValue)]
        if let natural = Self.natural[table.name] {
            telling = values.filter { natural.contains($0.column) }
            guard telling.count == natural.count else { throw failure("\(table.name): \(natural.joined(separator: " or ")) is missing") }
        } else if table.name == "watches" {
            telling = values.filter { $0.column != "created" }
        } else {
            return nil
        }
        let condition = telling.map { "\"\($0.column)\" IS NOT DISTINCT FROM ?" }.joined(separator: " AND ")
        return try Int64.fetchOne(
            database, sql: "SELECT \"\(table.key[0])\" FROM \"\(table.name)\" WHERE \(condition)",
            arguments: Arguments(telling.map(\.value)))
    }

    private func failure(_ detail: String) -> ImportError { ImportError(line: lineNumber, detail: detail) }

    private enum Member: Decodable {
        case null, integer(Int64), number(Double), text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

        /// A long key is shortened, like those that an earlier version stored.
        func stored(isKey: Bool) -> ColumnValue {
            switch self {
            case .null: .null
            case .integer(let integer): .integer(integer)
            case .number(let number): .number(number)
            case .text(let text): .text(isKey ? KeptKey.of(text) : text)
            }
        }
    }
}
