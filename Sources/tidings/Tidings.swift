import ArgumentParser
import Foundation
import Serving

/// The command line. Each command is a file in `Commands/` and a line below. It has an explicit name in its configuration, because the
/// parser asks every command for its name at each start, and deriving it from the type is slow.
@main
struct Tidings: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tidings",
        abstract: "Reads what others publish and tells you when your line changes.",
        version: Version.number,
        subcommands: [
            Serve.self, Check.self, Boards.self, BoardCommand.self, Get.self, Call.self, Geocode.self, Text.self, Speak.self, Discover.self,
            Records.self, Changes.self,
            WatchCommand.self, AlertCommand.self, ChannelCommand.self, JobsCommand.self, NodesCommand.self,
            PersonCommand.self, Demo.self, Doctor.self,
            BackupCommand.self,
            RestoreCommand.self, MigrateCommand.self,
            ExportCommand.self, ImportCommand.self, PlacesCommand.self, QueueGroup.self, ReadDocument.self,
        ])

    /// Commands that only write files named by the person, with permissions from the person's umask.
    private static let writingForPeople: [any ParsableCommand.Type] = [Get.self, Speak.self, DemoVisa.self, DemoDirectory.self]

    /// Runs the command and ends with its exit status: 0 done, 1 nothing found, 2 usage error, 3 the source failed, 4 internal error.
    static func main() async {
        // `Output` detects a closed pipe as a write error.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            // Only the owner may read stored data.
            if !writingForPeople.contains(where: { $0 == type(of: command) }) { umask(0o077) }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let failure as Failure {
            if let message = failure.message { Output.complain(message) }
            Foundation.exit(failure.status.rawValue)
        } catch {
            // Help and version aren't errors; any other error of the parser is a usage error.
            if exitCode(for: error) == .success {
                Output.print(fullMessage(for: error))
                Foundation.exit(0)
            }
            if "\(type(of: error))".hasPrefix("CommandError") || error is ValidationError {
                Output.complain(fullMessage(for: error))
                let nearest = NearestCommand(to: Array(CommandLine.arguments.dropFirst()), of: Tidings.self).path
                if let nearest { Output.note("Did you mean '\(nearest)'?") }
                Foundation.exit(Failure.Status.badUse.rawValue)
            }
            Output.complain("internal error: \(error)")
            Foundation.exit(Failure.Status.ours.rawValue)
        }
    }
}
