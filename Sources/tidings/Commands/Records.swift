import ArgumentParser
import Boards
import Foundation
import Records
import Storage

/// `tidings records visa --where batch=20121456171`: the stored records, without querying the source.
struct Records: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "records", abstract: "Print the stored records of a board.")

    @Argument(help: "The board.") var board: String
    @Option(name: .customLong("where"), help: "Only records whose field has this value: NAME=VALUE. May be repeated.") var conditions:
        [String] = []
    @OptionGroup var feed: FeedOption
    @Option(parsing: .unconditional, help: "At most N (default: all).", transform: WholeNumber.atLeast(1)) var limit: Int?
    @Flag(help: "Print one JSON object per line.") var json = false
    @OptionGroup var folder: StoreOption

    func run() async throws {
        var equals: [(field: String, value: Value)] = []
        let work = try Workspace(folder, about: board) { board in
            equals = try conditions.map { try condition($0, board.schema) }
        }
        let board = try Workspace.board(board, in: work.library)
        let output = Output()
        do {
            let feeds = try await feed.feeds(of: board, in: work)
            var records: [StoredRecord] = []
            let limit = limit ?? .max
            for feed in feeds where records.count < limit {
                records += try await work.store.feeds.records(of: feed, board.schema, where: equals, limit: limit - records.count)
            }
            if json {
                for stored in records { output.line(stored.record.json(board.schema).closed) }
            } else {
                output.columns(records.map(\.record.texts))
            }
            output.flush()
            guard records.isEmpty else { return }
            let isUnread = feeds.allSatisfy { $0.lastSuccess == nil }
            throw Failure(.nothingFound, isUnread ? try await work.nothingStored(of: board, at: feeds) : "no matches")
        } catch {
            throw Failure(error)
        }
    }

    /// Values are accepted in the printed form, or in the source's.
    private func condition(_ text: String, _ schema: Schema) throws -> (field: String, value: Value) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Failure(.badUse, "where: '\(text)' is not NAME=VALUE") }
        guard let field = schema[parts[0]] else {
            throw Failure(.badUse, "where: there is no field '\(parts[0])'; there are \(schema.fields.map(\.name).joined(separator: ", "))")
        }
        if let value = try? field.plain.value(from: parts[1]) { return (field.name, value) }
        guard let value = try field.value(from: parts[1]) else { throw Failure(.badUse, "where: '\(text)' has no value") }
        return (field.name, value)
    }
}

extension Record {
    /// The texts for a row of columns.
    var texts: [String] { values.map { $0?.text ?? "" } }
}
