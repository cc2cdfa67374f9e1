import Boards
import Foundation
import Records
import Storage

/// What most commands start from: the settings, the boards, and the store in the data folder.
struct Workspace {
    let settings: Settings
    let library: BoardLibrary
    let store: Store

    init(data: String?) throws {
        settings = try Settings()
        let folder = settings.folder(data)
        library = BoardLibrary(data: folder, sources: try settings.sources([]))
        do { store = try Store(in: folder) } catch { throw Failure(error) }
    }

    static func board(_ name: String, in library: BoardLibrary) throws -> Board {
        if let board = library[name] { return board }
        if let problem = library.problems.first(where: { $0.file?.hasSuffix("/\(name)/\(BoardFile.name)") == true }) {
            throw Failure(problem)
        }
        let names = library.boards.map(\.name).joined(separator: ", ")
        throw Failure(.badUse, "there is no board '\(name)'; there are: \(names.isEmpty ? "none" : names)")
    }

    /// The feed that a command means: the board's own, or that of an address given by hand.
    func feed(of board: Board, url: String?) async throws -> Feed {
        try await store.prepare(board.name, board.schema)
        return try await store.feed(of: board.name, url: url.map { try Self.address($0).absoluteString } ?? board.source.url.absoluteString)
    }

    /// An address typed by hand: `https://…`, `file:list.pdf`, `file:///tmp/list.pdf`.
    static func address(_ text: String) throws -> URL {
        if text.hasPrefix("file:"), !text.hasPrefix("file://") { return URL(fileURLWithPath: String(text.dropFirst(5))).absoluteURL }
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https", "file"].contains(scheme),
            scheme == "file" || url.host?.isEmpty == false
        else {
            let mend = FileManager.default.fileExists(atPath: text) ? "; a file is written file:\(text)" : ""
            throw Failure(.badUse, "'\(text)' is not an address like https://example.org/list.pdf\(mend)")
        }
        return url
    }
}
