import ArgumentParser
import Foundation
import Records
import Storage

/// `tidings backup tidings-2026-03-07.backup`: everything in one file, while the server runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy all data into one file, even while the server runs.")

    @Argument(help: "The file to make.") var file: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        let data = try Settings.folder(folder.flags)
        guard Store.isThere(in: data) else { throw Workspace.isMissing(data) }
        do {
            let made = try Backup.make(of: data, to: URL(fileURLWithPath: file), version: Version.number, at: .system())
            var line = JSONLine()
            line.add("file", file)
            line.add("bytes", made.bytes)
            line.add("files", made.files)
            if let database = made.database { line.add("database", "\(database)") }
            guard !json else { return Output.print(line.closed) }
            guard let database = made.database else {
                return Output.print("\(file): \(made.bytes) bytes, checked; the database and \(made.files) files beside it")
            }
            Output.print("\(file): \(made.bytes) bytes, checked; the keys and files of the folder, \(made.files) in all")
            Output.complain("The database isn't in it. Copy it too: pg_dump --format=custom --file=tidings.dump '\(database.openText)'")
        } catch {
            throw Failure(error)
        }
    }
}
