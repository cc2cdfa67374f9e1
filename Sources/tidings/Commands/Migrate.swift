import ArgumentParser
import Foundation
import Records
import Storage

/// `tidings migrate --from /var/lib/tidings-data --to postgres://tidings@/tidings`: copies a store to the other database engine.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Move the store of a data folder into a PostgreSQL database, or back, all or nothing.")

    @Option(help: ArgumentHelp("The data folder, or the database that its store is in.", valueName: "place"))
    var from: String
    @Option(help: ArgumentHelp("An empty database, like postgres://user@host/name, or the data folder.", valueName: "place"))
    var to: String
    @Flag(help: "Only report what would be moved and what prevents it. Nothing is moved.") var check = false
    @Flag(help: "Print one JSON object.") var json = false

    func validate() throws {
        // The texts aren't printed, because they may contain a password.
        guard (DatabaseAddress(from) == nil) != (DatabaseAddress(to) == nil) else {
            throw ValidationError("name a data folder and a database: --from FOLDER --to postgres://user@host/name, or the reverse")
        }
    }

    func run() async throws {
        do {
            let move = try self.move()
            let report = try check ? move.check() : move.run(at: .system())
            say(report)
            if !report.hindrances.isEmpty { throw Failure(.badUse) }
        } catch {
            throw Failure(error)
        }
    }

    private func move() throws -> StoreMove {
        func folder(_ path: String) -> URL { URL(fileURLWithPath: path) }
        if let address = DatabaseAddress(to) {
            guard Store.isThere(in: folder(from)) else {
                throw Failure(.nothingFound, "there is no store in \(folder(from).path): name a data folder with --from")
            }
            return StoreMove(.intoDatabase, folder: folder(from), address: address)
        }
        guard let address = DatabaseAddress(from) else { throw Failure(.badUse, "there is no database in --from and --to") }
        return StoreMove(.outOfDatabase, folder: folder(to), address: address)
    }

    private var target: String { DatabaseAddress(to).map { "\($0)" } ?? to }

    private func say(_ report: StoreMove.Report) {
        let tables = report.tables.filter { $0.sum.rows > 0 }
        let (rows, bytes) = (tables.reduce(0) { $0 + $1.sum.rows }, tables.reduce(0) { $0 + $1.sum.bytes })
        guard !json else { return Output.print(line(of: report, tables).closed) }
        if check { Output.columns(tables.map { [$0.name, "\($0.sum.rows) rows", "\($0.sum.bytes) bytes"] }) }
        let extent = "\(rows) rows of \(tables.count) tables, \(bytes) bytes"
        guard check else {
            Output.print("\(target) has the store now: \(extent), compared with what they were")
            if let aside = report.aside { Output.print("The former file is \(aside.path). Remove it when you no longer need it.") }
            return
        }
        Output.print(report.hindrances.isEmpty ? "\(extent) can be moved to \(target)" : "\(extent) can't be moved to \(target) yet")
        for hindrance in report.hindrances { Output.complain(hindrance) }
    }

    private func line(of report: StoreMove.Report, _ tables: [(name: String, sum: TableSum)]) -> JSONLine {
        var line = JSONLine()
        line.add("to", target)
        line.add("moved", !check)
        line.add(
            "tables",
            tables.map { table in
                var line = JSONLine()
                line.add("name", table.name)
                line.add("rows", table.sum.rows)
                line.add("bytes", table.sum.bytes)
                return line
            })
        line.add("hindrances", report.hindrances)
        line.add("aside", report.aside?.path)
        return line
    }
}
