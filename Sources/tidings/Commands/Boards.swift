import ArgumentParser
import BoardPages
import Boards
import Extraction
import Foundation
import Records
import Serving
import Web

/// `tidings boards`: the available boards, and errors in people's own boards.
struct Boards: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "boards", abstract: "List the boards.")

    @Flag(help: "Print one JSON object per line.") var json = false
    @Flag(help: "List the ready-made boards that can be turned on, with what they ask for.") var ready = false
    @OptionGroup var folder: DataOption

    func run() throws {
        guard !ready else { return ReadyBoardList.show(json: json) }
        let settings = try Settings(flags: folder.flags)
        let library = BoardLibrary(
            data: settings.folder, sources: try settings.sources(), enabling: settings.enabledBoards, views: Views.forms)
        var lines: [(name: String, texts: [String])] = []
        for board in library.boards {
            guard json else {
                lines.append((board.name, [board.name, board.title, "\(board.source.url)", board.isEnabled ? "" : "off"]))
                continue
            }
            var line = JSONLine()
            line.add("name", board.name)
            line.add("title", board.title)
            line.add("about", board.about)
            line.add("view", board.view.rawValue)
            line.add("url", board.source.url.absoluteString)
            line.add("asks", board.schema.asked?.name)
            line.add("enabled", board.isEnabled)
            lines.append((board.name, [line.closed]))
        }
        for board in library.queueBoards {
            guard json else {
                let queues = board.queues.map(\.name).joined(separator: ", ")
                lines.append((board.name, [board.name, board.title, "queues: \(queues)", board.isEnabled ? "" : "off"]))
                continue
            }
            var line = JSONLine()
            line.add("name", board.name)
            line.add("title", board.title)
            line.add("about", board.about)
            line.add("view", QueueBoard.view)
            line.add("queues", board.queues.map(\.name))
            line.add("enabled", board.isEnabled)
            lines.append((board.name, [line.closed]))
        }
        Output.columns(lines.sorted { $0.name < $1.name }.map(\.texts))
        for problem in library.problems { Output.complain("\(problem)") }
        if !library.problems.isEmpty { throw Failure(.badUse) }
        if library.boards.isEmpty { throw Failure(.nothingFound, "there are no boards") }
    }
}

/// `tidings board check PATH`.
struct BoardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Work with one board.",
        subcommands: [BoardNewCommand.self, BoardImportCommand.self, BoardExportCommand.self, BoardCheckCommand.self])
}

/// Validates a board, runs it on its sample and, with `--url`, on a document from the web.
struct BoardCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validate a board's file and run it on its sample, or on a document from the web.",
        discussion: """
            PATH is the board's folder, its board.yaml, or the name of an installed or ready-made board or one in the data folder. \
            With --url Tidings also fetches that address, reads it as a server does, and prints the first three records. It stores nothing.
            Exit status: 0 OK, 1 a sample differs or the document has no records, 2 usage error, 3 the source failed, 4 internal error.
            """)

    @Argument(help: "The board.") var path: String
    @Option(help: "Fetch this address and print its first three records; file:PATH is a file.") var url: String?
    @Option(
        name: .customLong("allow-host"),
        help: "Another host, or HOST:PORT, on a private network that a redirect may lead to; may be repeated.")
    var allowedHosts: [String] = []
    @Flag(help: "Print the sample's records, or with --url the first three of the document, one JSON object a line.") var json = false
    @OptionGroup var folder: DataOption

    func run() async throws {
        do {
            let address = try url.map(Workspace.address)
            guard address != nil || allowedHosts.isEmpty else { throw Failure(.badUse, "--allow-host needs --url") }
            let settings = try Settings(flags: folder.flags)
            switch try board(in: settings.folder) {
            case .records(let board):
                try checkSamples(of: board, printsRecords: json && address == nil)
                if let address {
                    try await DocumentCheck(board: board, address: address, allowedHosts: allowedHosts, json: json, settings: settings)
                        .run()
                }
            case .queues(let board):
                guard address == nil else {
                    throw Failure(.badUse, "\(board.name) is a board of queues and reads no document; leave out --url")
                }
                let queues = board.queues.map { "\($0.name) (counters \($0.counters.joined(separator: ", ")))" }
                if !json {
                    Output.print("\(board.name) is well-formed: queues \(queues.joined(separator: ", ")); it has no source to run")
                }
            }
        } catch {
            throw Failure(error)
        }
    }

    private func checkSamples(of board: Board, printsRecords: Bool) throws {
        let check = try BoardCheck.run(board)
        let methods = try BoardCheck.methods(of: board)
        guard !json else {
            for record in printsRecords ? check?.records ?? [] : [] { Output.print(record.json(board.schema).closed) }
            return
        }
        let names = board.schema.fields.map(\.name).joined(separator: ", ")
        let sample = check.map { "its sample gives \(Self.expected($0.records.count, "record"))" } ?? "it has no sample to run"
        Output.print("\(board.name) is well-formed: \(type(of: board.extractor).name), fields \(names); \(sample)")
        for method in methods {
            let sample = method.rowCount.map { "its sample gives \(Self.expected($0, "row"))" } ?? "untested, it has no sample"
            Output.print("\(method.name): \(sample)")
        }
    }

    private static func expected(_ count: Int, _ noun: String) -> String { "the \(count) \(noun)\(count == 1 ? "" : "s") expected" }

    private func board(in data: URL) throws -> DeclaredBoard {
        var url = URL(fileURLWithPath: path)
        if url.lastPathComponent == BoardFile.name { url.deleteLastPathComponent() }
        if FileManager.default.fileExists(atPath: url.appendingPathComponent(BoardFile.name).path) {
            let problems = DeclaredBoard.problems(in: url.absoluteURL, views: Views.forms)
            guard problems.isEmpty else { throw Failure(.badUse, problems.map { "\($0)" }.joined(separator: "\n")) }
            return try DeclaredBoard(folder: url.absoluteURL, views: Views.forms)
        }
        let library = BoardLibrary(data: data, views: Views.forms)
        if let installed = library[path] { return .records(installed) }
        if let installed = library.queueBoards.first(where: { $0.name == path }) { return .queues(installed) }
        if let ready = ReadyBoards.installed[path] { return .records(ready.board) }
        throw Failure(.badUse, "there is no \(BoardFile.name) in '\(path)', and no installed board of that name")
    }
}
