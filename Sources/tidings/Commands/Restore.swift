import ArgumentParser
import Foundation
import Records
import Storage

/// `tidings restore tidings-2026-03-07.backup`: what a backup holds, in the place of the data folder.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the data folder, whole or not at all.")

    @Argument(help: "The backup.") var file: String
    @Flag(help: "Put data that are there aside; they stay beside the folder.") var replace = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        let data = try Settings().folder(folder.data)
        do {
            let restored = try Restore(URL(fileURLWithPath: file), into: data, replacing: replace, at: .system())
            Output.print("\(restored.folder.path) is as it was at \(restored.created), version \(restored.version)")
            if let aside = restored.aside { Output.print("what was there is in \(aside.path)") }
        } catch {
            throw Failure(error)
        }
    }
}
