import BoardPages
import Boards
import Foundation
import Storage
import Web

/// The folder of an installation's own boards, to which commands add.
struct OwnFolder {
    private let data: URL
    private let store: @Sendable () throws -> Store
    /// All boards, including the bundled ones.
    let library: BoardLibrary

    init(_ settings: Settings) throws {
        data = settings.folder
        store = { [data] in try Store.opened(in: data, database: try settings.database()) }
        library = BoardLibrary(data: data, sources: try settings.sources(), views: Views.forms)
    }

    /// Writes a board's file. Returns its name.
    func add(_ file: String, titled title: String) async throws -> String {
        var taken = Set(library.boards.map(\.name) + library.queueBoards.map(\.name))
        // The name of a removed board isn't reused, because its stored data belong to its former owner.
        if Store.isThere(in: data) { taken.formUnion(try await store().boards.own().keys) }
        do {
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try OwnBoards(in: data.appendingPathComponent("boards")).add(file, titled: title, besides: taken)
        } catch OwnBoards.Refusal.full {
            throw Failure(.badUse, "there are \(OwnBoards.limit) boards in \(data.path)/boards already; remove one first")
        } catch let refusal as OwnBoards.Refusal {
            throw Failure(.badUse, "the board can't be written: \(refusal)")
        }
    }

    func path(of name: String) -> String { "\(data.path)/boards/\(name)/\(BoardFile.name)" }
}
