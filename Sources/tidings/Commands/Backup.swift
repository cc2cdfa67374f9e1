import ArgumentParser
import Foundation
import Records
import Storage

/// `tidings backup tidings-2026-03-07.backup`: everything in one file, while the server runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy all data into one file, while the server runs.")

    @Argument(help: "The file to make.") var file: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        let data = try Settings.folder(folder.data)
        do {
            let made = try Backup.make(of: data, to: URL(fileURLWithPath: file), version: Version.number, at: .system())
            var line = JSONLine()
            line.add("file", file)
            line.add("bytes", made.bytes)
            line.add("files", made.files)
            Output.print(json ? line.closed : "\(file): \(made.bytes) bytes, checked; the database and \(made.files) files beside it")
        } catch {
            throw Failure(error)
        }
    }
}
