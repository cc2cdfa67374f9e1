import ArgumentParser
import Foundation
import QueueClient
import Records

/// `tidings queue listen HOST:PORT`: prints the numbers of a raw feed, one per line as they change.
struct QueueListen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Print the next available number of a queue, and each that follows.",
        discussion: """
            Exits with status 3, and the reason, if the connection can't be made or is lost. With --reconnect it keeps trying.
            """)

    @Argument(help: ArgumentHelp("Where the raw feed is (port 7201 if left out).", valueName: "host:port")) var address: String
    @Option(parsing: .unconditional, help: "Exit after N numbers.", transform: WholeNumber.atLeast(1)) var count: Int?
    @Flag(help: "Connect again when the connection is lost, or cannot be made.") var reconnect = false
    @Flag(help: "Print one JSON object per line.") var json = false

    func run() async throws {
        guard var client = QueueClient(address) else { throw Failure(.badUse, "'\(address)' is not HOST:PORT") }
        if reconnect { client.reconnection = .init() }
        var rest = count ?? .max
        do {
            for try await number in client.numbers() {
                Output.print(json ? Self.line(number) : "\(number)")
                rest -= 1
                if rest == 0 { return }
            }
        } catch let error as QueueClientError {
            throw Failure(.source, error.wasConnected ? "connection lost: \(error)" : "cannot connect: \(error)")
        }
    }

    private static func line(_ number: Int32) -> String {
        var line = JSONLine()
        line.add("number", Int(number))
        return line.closed
    }
}
