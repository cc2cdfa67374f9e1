package import Foundation
package import Records

/// The boards of an installation: those that come along, and those in the data directory's `boards` folder, which win.
package struct BoardLibrary: Sendable {
    /// By name.
    package private(set) var boards: [Board] = []
    /// Folders that hold a board file with a mistake in it: said, and left out.
    package private(set) var problems: [DeclarationError] = []

    /// The boards that a server runs.
    package var enabled: [Board] { boards.filter(\.isEnabled) }

    /// `sources` puts other addresses in the place of declared ones, with holes for their parameters: by board, by joined document
    /// (`fuel-it.stations`, without holes), or by service method (`contacts.detail`). `enabling` names boards that are on although
    /// their files say `enabled: false`.
    package init(data: URL?, sources: [String: String] = [:], enabling: Set<String> = []) {
        let folders = [Installation.folder("Definitions", of: "Boards"), data?.appendingPathComponent("boards")]
        var found: [String: Board] = [:]
        for folder in folders.compactMap({ $0 }).flatMap(Self.boardFolders) {
            do throws(DeclarationError) {
                var board = try Board(folder: folder)
                try board.move(to: sources)
                if enabling.contains(board.name) { board.isEnabled = true }
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

extension Board {
    fileprivate mutating func move(to sources: [String: String]) throws(DeclarationError) {
        if let text = sources[name] {
            try source.move(to: Declaration(.scalar(text), line: 1, path: "source \(name)"), parameters)
        }
        for index in joins.indices {
            if let url = sources["\(name).\(joins[index].name)"].flatMap({ URL(string: $0) }) { joins[index].url = url }
        }
        for index in services.indices {
            guard let address = sources[services[index].name] else { continue }
            let declaration = Declaration(.scalar(address), line: 1, path: "source \(services[index].name)")
            services[index].address = try AddressTemplate(declaration, knowing: services[index].parameters)
        }
    }
}
