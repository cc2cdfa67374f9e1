import Boards
import Extraction
import Fetching
import Foundation
import Records

/// `tidings board new --ready NAME --set key=value`: turns on a board of the gallery.
struct ReadyBoardStart {
    let name: String
    /// The board's parameters, as `key=value`.
    let values: [String]
    let title: String
    let allowedHosts: [String]
    let folder: StoreOption

    /// Fetches the document once, so that a board whose source can't be read isn't stored.
    func run() async throws {
        guard let ready = ReadyBoards.installed[name] else {
            throw Failure(.badUse, "there is no ready-made board '\(name)'; list them with: tidings boards --ready")
        }
        let settings = try Settings(flags: folder.flags)
        let made: ReadyBoard.Made
        do { made = try ready.made(with: try FeedOption.values(of: values), titled: title) } catch let error as ParameterError {
            throw Failure(.badUse, "\(error). Give it with --set \(error.parameter)=VALUE")
        }
        let own = try OwnFolder(settings)
        if let twin = ReadyBoard.twin(of: made.board, in: own.library.boards) {
            throw Failure(.badUse, "the board '\(twin.name)' (\(twin.title)) does the same already")
        }
        let count = try await records(of: made.board, settings).count
        let stored = try await own.add(made.yaml, titled: made.board.title)
        Output.print("\(stored): \(count) rows, in \(own.path(of: stored))")
        Output.note("Read it with: tidings check \(stored)")
    }

    private func records(of board: Board, _ settings: Settings) async throws -> [Record] {
        let fetcher = Fetcher(try settings.fetching(allowed: allowedHosts))
        let trial: Result<BoardTrial, any Error>
        do { trial = .success(try await BoardTrial(board, by: fetcher)) } catch { trial = .failure(error) }
        try? await fetcher.shutdown()
        let reading = try trial.get()
        do { return try reading.records() } catch let error as ExtractionError {
            throw Failure(.source, "\(board.source.url) answered, but not in the form this board reads: \(error)")
        }
    }
}

/// `tidings boards --ready`.
enum ReadyBoardList {
    static func show(json: Bool) {
        let all = ReadyBoards.installed.all
        guard json else {
            return Output.columns(all.map { [$0.name, $0.board.title, $0.parameters.map(\.name).joined(separator: ", ")] })
        }
        for ready in all {
            let (board, names) = (ready.board, ready.parameters.map(\.name))
            var line = JSONLine()
            line.add("name", ready.name)
            line.add("title", board.title)
            line.add("about", board.about)
            line.add("group", ready.group.rawValue)
            line.add("parameters", names)
            line.add("url", board.source.address.source)
            Output.print(line.closed)
        }
    }
}
