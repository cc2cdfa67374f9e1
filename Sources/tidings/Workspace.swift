import BoardPages
import Boards
import Fetching
import Foundation
import Records
import Serving
import Storage
import Watching
import Web

/// The parts that most commands need: the settings, the boards, and the store in the data folder.
struct Workspace {
    let settings: Settings
    let library: BoardLibrary
    let store: Store

    /// A command that adds something creates the data folder (`isMaking`). Any other command in the wrong folder would leave an empty
    /// folder behind and answer from it. `board` is the board that a command concerns. A wrong name is reported before a missing folder,
    /// and so is an error that `check` finds in the rest of the command.
    init(_ option: StoreOption, isMaking: Bool = false, about board: String? = nil, check: (Board) throws -> Void = { _ in }) throws {
        settings = try Settings(flags: option.flags)
        let folder = settings.folder
        library = BoardLibrary(data: folder, sources: try settings.sources(), views: Views.forms)
        if let board {
            let found = try Self.board(board, in: library)
            do { try check(found) } catch { throw Failure(error) }
        }
        guard isMaking || Store.isThere(in: folder) else { throw Self.isMissing(folder, board) }
        store = try settings.store()
    }

    static func isMissing(_ folder: URL, _ board: String? = nil) -> Failure {
        let check = board.map { "tidings check \($0)" } ?? "tidings check"
        let mend = "name its folder with --data, or begin with tidings serve or \(check)"
        return Failure(.nothingFound, "there is no data in \(folder.path): \(mend)")
    }

    static func board(_ name: String, in library: BoardLibrary) throws -> Board {
        if let board = library[name] { return board }
        if let problem = library.problems.first(where: { $0.file?.hasSuffix("/\(name)/\(BoardFile.name)") == true }) {
            throw Failure(problem)
        }
        let names = library.boards.map(\.name).joined(separator: ", ")
        throw Failure(.badUse, "there is no board '\(name)'; there are: \(names.isEmpty ? "none" : names)")
    }

    /// The feeds that a command concerns: the board's own, those that `--set` chooses, or that of an address typed by hand.
    func feeds(of board: Board, url: String?, set: [String: String] = [:]) async throws -> [Feed] {
        try await store.feeds.prepare(board.name, board.schema)
        if let url {
            guard set.isEmpty else { throw Failure(.badUse, "--url is a whole address, and takes no --set") }
            return [try await store.feeds.feed(of: board.name, url: try Self.address(url).absoluteString)]
        }
        let standard = try board.bindings()
        var feeds: [Feed] = []
        for binding in try board.bindings(set) {
            let feed = try await store.feeds.feed(
                of: board.name, url: try board.url(binding).absoluteString, binding: binding.values,
                limit: standard.contains(binding) ? .max : Watcher.feedLimit)
            if !standard.contains(binding) {
                try await store.feeds.noteAsked(feed, at: .system(), due: board.source.isScheduled ? .system() : nil)
            }
            feeds.append(feed)
        }
        if board.source.each != nil { try await store.feeds.join(feeds) }
        return feeds
    }

    /// Why a command has nothing of feeds that were never read. Records of another address, read with `--url`, are there with it only.
    func nothingStored(of board: Board, at feeds: [Feed]) async throws -> String {
        let known = Set(feeds.map(\.id))
        let all = try await store.feeds.all(of: board.name)
        guard let other = all.last(where: { $0.lastSuccess != nil && $0.binding.isEmpty && !known.contains($0.id) }) else {
            return "nothing is stored yet; run: tidings check \(board.name)"
        }
        let (own, elsewhere) = (feeds.first?.url ?? board.source.url.absoluteString, other.url)
        return """
            nothing is stored from \(FetchError.withoutSecrets(own)) yet; \
            for what was read from another address, add --url \(FetchError.withoutSecrets(elsewhere))
            """
    }

    /// An address typed by hand: `https://…`, `file:list.pdf`, `file:///tmp/list.pdf`.
    static func address(_ text: String) throws -> URL {
        if text.hasPrefix("file:"), !text.hasPrefix("file://") { return URL(fileURLWithPath: String(text.dropFirst(5))).absoluteURL }
        let kind = URL(string: text).flatMap { SourceKinds.kind(of: $0) }
        guard let url = kind?.address(text) else {
            let mend = FileManager.default.fileExists(atPath: text) ? "; a file is written file:\(text)" : ""
            throw Failure(.badUse, "'\(text)' is not an address like \((kind ?? WebDocument.self).example)\(mend)")
        }
        return url
    }
}
