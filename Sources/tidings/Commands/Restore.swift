import ArgumentParser
import Foundation
import Records
import Storage

/// `tidings restore tidings-2026-03-07.backup`: replaces the data folder by a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup over the data folder, all or nothing.")

    @Argument(help: "The backup.") var file: String
    @Flag(help: "Move existing data aside, next to the folder.") var replace = false
    @Flag(help: "Only check whether the backup is intact. Nothing is restored.") var check = false
    @OptionGroup var folder: DataOption

    func validate() throws {
        guard !check || !replace else { throw ValidationError("either --check or --replace") }
    }

    func run() async throws {
        let source = URL(fileURLWithPath: file)
        do {
            guard !check else {
                let label = try Backup.check(source)
                warn(label)
                return Output.print("\(file) is intact: made at \(label.created) by version \(label.version)")
            }
            let restored = try Restore(source, into: try Settings.folder(folder.flags), replacing: replace, at: .system())
            warn(restored.backup)
            Output.print("\(restored.folder.path) is as it was on \(restored.backup.created), version \(restored.backup.version)")
            if let aside = restored.aside { Output.print("the former data are in \(aside.path)") }
            if let database = restored.backup.database {
                let command = "pg_restore --clean --if-exists --dbname='\(database.openText)' tidings.dump"
                Output.complain("The database isn't in the backup. Restore it too: \(command)")
            }
        } catch {
            throw Failure(error)
        }
    }

    private func warn(_ label: Backup.Label) {
        guard !label.hasChecksum else { return }
        Output.complain("\(file) has no checksum, because an older version made it. Its database is sound, but other damage can't be seen.")
    }
}
