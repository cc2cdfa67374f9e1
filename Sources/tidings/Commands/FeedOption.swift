import ArgumentParser
import Boards
import Records

/// Selects a board's feeds for a command: `--set product=2 --set suburb=Subiaco` sets parameters of the source (others keep the board's
/// defaults), or `--url` gives a whole address.
struct FeedOption: ParsableArguments {
    @Option(help: "Read from this address instead, stored as a separate feed; file:PATH reads a file.") var url: String?
    @Option(name: .customLong("set"), help: "A parameter of the board: NAME=VALUE. May be repeated.") var pairs: [String] = []

    func feeds(of board: Board, in work: Workspace) async throws -> [Feed] {
        try await work.feeds(of: board, url: url, set: try values())
    }

    func values() throws -> [String: String] { try Self.values(of: pairs) }

    /// Each `NAME=VALUE`, by name.
    static func values(of pairs: [String]) throws -> [String: String] {
        var values: [String: String] = [:]
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Failure(.badUse, "set: '\(pair)' is not NAME=VALUE") }
            guard values.updateValue(parts[1], forKey: parts[0]) == nil else { throw Failure(.badUse, "set: '\(parts[0])' is there twice") }
        }
        return values
    }
}
