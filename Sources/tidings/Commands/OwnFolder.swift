import BoardPages
import Boards
import Foundation
import Web

/// The folder of an installation's own boards, to which commands add.
struct OwnFolder {
    private let data: URL
    /// The boards that are there, those that come along included.
    let library: BoardLibrary

    init(_ folder: DataOption, _ settings: Settings) throws {
        data = settings.folder(folder.data)
        library = BoardLibrary(data: data, sources: try settings.sources([]), views: Views.forms)
    }

    /// Writes a board's file. Returns its name.
    func add(_ file: String, titled title: String) throws -> String {
        let taken = Set(library.boards.map(\.name) + library.queueBoards.map(\.name))
        do {
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return try OwnBoards(in: data.appendingPathComponent("boards")).add(file, titled: title, besides: taken)
        } catch OwnBoards.Refusal.full {
            throw Failure(.badUse, "there are \(OwnBoards.limit) boards in \(data.path)/boards already; remove one first")
        } catch OwnBoards.Refusal.unwritable(let reason) {
            throw Failure(.badUse, "the board can't be written: \(reason)")
        }
    }

    func path(of name: String) -> String { "\(data.path)/boards/\(name)/\(BoardFile.name)" }
}
