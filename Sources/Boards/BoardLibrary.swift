package import Foundation
package import Records

/// The boards of an installation: those that come along, and those in the data directory's `boards` folder, which win.
package struct BoardLibrary: Sendable {
    /// By name.
    package private(set) var boards: [Board] = []
    /// Folders that hold a board file with a mistake in it: said, and left out.
    package private(set) var problems: [DeclarationError] = []

    /// `sources` puts other addresses in the place of declared ones, by board.
    package init(data: URL?, sources: [String: URL] = [:]) {
        let folders = [Installation.folder("Definitions", of: "Boards"), data?.appendingPathComponent("boards")]
        var found: [String: Board] = [:]
        for folder in folders.compactMap({ $0 }).flatMap(Self.boardFolders) {
            do throws(DeclarationError) {
                var board = try Board(folder: folder)
                if let url = sources[board.name] { board.source.url = url }
                found[board.name] = board
            } catch {
                problems.append(error)
            }
        }
        boards = found.values.sorted { $0.name < $1.name }
    }

    package subscript(name: String) -> Board? { boards.first { $0.name == name } }

    private static func boardFolders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }.filter {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent(BoardFile.name).path)
        }
    }
}
