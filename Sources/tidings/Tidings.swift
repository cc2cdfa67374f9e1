import ArgumentParser
import Foundation

/// The command line. Each command is a file in `Commands/` and a line below.
@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "Reads what others publish and tells you when your line changes.",
        version: Version.number,
        subcommands: [
            Serve.self, Check.self, Boards.self, BoardCommand.self, Get.self, Call.self, Geocode.self, Text.self, Records.self,
            Changes.self,
            WatchCommand.self, AlertCommand.self, ChannelCommand.self, PersonCommand.self, Demo.self, Doctor.self, BackupCommand.self,
            RestoreCommand.self,
            ExportCommand.self, ImportCommand.self, PlacesCommand.self, QueueGroup.self,
        ])

    /// Runs the command and ends with its exit status: 0 done, 1 nothing found, 2 bad use, 3 the source failed, 4 ours.
    static func main() async {
        // A reader that went away shows as an error of the write, see `Output`.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            if let message = failure.message { Output.complain(message) }
            Foundation.exit(failure.status.rawValue)
        } catch {
            // Help and version are asked for and no mistake; everything else the parser throws is bad use.
            if exitCode(for: error) == .success {
                Output.print(fullMessage(for: error))
                Foundation.exit(0)
            }
            if "\(type(of: error))".hasPrefix("CommandError") || error is ValidationError {
                Output.complain(fullMessage(for: error))
                Foundation.exit(Failure.Status.badUse.rawValue)
            }
            Output.complain("internal error: \(error)")
            Foundation.exit(Failure.Status.ours.rawValue)
        }
    }
}

enum Version {
    static let number = "0.1.0"
}
