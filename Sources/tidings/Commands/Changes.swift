import ArgumentParser
import Boards
import Foundation
import Records
import Storage

/// `tidings changes visa`: the changes between fetches, newest first.
struct Changes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "changes", abstract: "Print the changes of a board, newest first.")

    @Argument(help: "The board.") var board: String
    @Argument(help: "Only those of this number.") var needle: String?
    @OptionGroup var feed: FeedOption
    @Option(parsing: .unconditional, help: "At most N.", transform: WholeNumber.atLeast(1)) var limit = 100
    @Flag(help: "Print one JSON object per line.") var json = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        let work = try Workspace(folder, about: board)
        let board = try Workspace.board(board, in: work.library)
        let output = Output()
        do {
            let wanted = try needle.map { try board.needle($0).text }
            var changes: [StoredChange] = []
            let feeds = try await self.feed.feeds(of: board, in: work)
            for feed in feeds {
                changes += try await work.store.feeds.changes(of: feed, board.schema, needle: wanted, limit: limit)
            }
            changes = Array(changes.sorted { $0.id > $1.id }.prefix(limit))
            if json {
                for change in changes { output.line(Self.json(change, board.schema)) }
            } else {
                output.columns(changes.map { Self.texts($0, board.schema) })
            }
            output.flush()
            guard changes.isEmpty else { return }
            let isUnread = feeds.allSatisfy { $0.lastSuccess == nil }
            throw Failure(.nothingFound, isUnread ? try await work.nothingStored(of: board, at: feeds) : "no changes yet")
        } catch {
            throw Failure(error)
        }
    }

    static func json(_ stored: StoredChange, _ schema: Schema) -> String {
        var line = JSONLine()
        line.add("seen", stored.seen.description)
        line.add("kind", stored.change.kind.rawValue)
        line.add("key", stored.key)
        if let before = stored.change.before { line.add("before", before.json(schema)) }
        if let after = stored.change.after { line.add("after", after.json(schema)) }
        line.add("fetch", Int(stored.fetch))
        return line.closed
    }

    /// The time, the kind of change, and the record, with its changed fields.
    private static func texts(_ stored: StoredChange, _ schema: Schema) -> [String] {
        func all(_ record: Record?) -> String { record?.values.map { $0?.text ?? "" }.joined(separator: ", ") ?? "" }
        let what =
            switch stored.change {
            case .appeared(let record), .gone(let record): all(record)
            case .altered(let before, let after):
                "\(stored.key): "
                    + stored.change.alteredFields.map { index in
                        """
                        \(schema.fields[index].name) \(before.values[index]?.text ?? "nothing") → \
                        \(after.values[index]?.text ?? "nothing")
                        """
                    }.joined(separator: ", ")
            }
        return ["\(stored.seen)", stored.change.kind.rawValue, what]
    }
}
