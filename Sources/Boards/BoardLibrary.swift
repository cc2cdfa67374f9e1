package import Foundation
package import Records

/// The boards of an installation: those that come along, and those in the data directory's `boards` folder, which win.
package struct BoardLibrary: Sendable {
    /// By name.
    package private(set) var boards: [Board] = []
    /// Those with queues in place of a source, by name.
    package private(set) var queueBoards: [QueueBoard] = []
    /// Folders that hold a board file with a mistake in it: said, and left out.
    package private(set) var problems: [DeclarationError] = []

    /// The boards that a server runs.
    package var enabled: [Board] { boards.filter(\.isEnabled) }
    package var enabledQueueBoards: [QueueBoard] { queueBoards.filter(\.isEnabled) }

    /// `sources` puts other addresses in the place of declared ones, with holes for their parameters: by board, by joined document
    /// (`fuel-it.stations`, without holes), or by service method (`contacts.detail`). `enabling` names boards that are on although
    /// their files say `enabled: false`.
    package init(data: URL?, sources: [String: String] = [:], enabling: Set<String> = []) {
        let folders = [Installation.folder("Definitions", of: "Boards"), data?.appendingPathComponent("boards")]
        var found: [String: DeclaredBoard] = [:]
        for folder in folders.compactMap({ $0 }).flatMap(Self.boardFolders) {
            do throws(DeclarationError) {
                var declared = try DeclaredBoard(folder: folder)
                try declared.move(to: sources)
                if enabling.contains(declared.name) { declared.enable() }
                found[declared.name] = declared
            } catch {
                problems.append(error)
            }
        }
        for declared in found.values.sorted(by: { $0.name < $1.name }) {
            switch declared {
            case .records(let board): boards.append(board)
            case .queues(let board): add(board)
            }
        }
    }

    /// A queue's name is its address, so that no two have the same: a board that repeats one is left out.
    private mutating func add(_ board: QueueBoard) {
        if board.isEnabled {
            for queue in board.queues {
                guard let other = enabledQueueBoards.first(where: { $0.queues.contains { $0.name == queue.name } }) else { continue }
                let error = DeclarationError(line: 1, "queues: the board '\(other.name)' has a queue '\(queue.name)' already")
                problems.append(error.inFile(board.folder.appendingPathComponent(BoardFile.name)))
                return
            }
        }
        queueBoards.append(board)
    }

    package subscript(name: String) -> Board? { boards.first { $0.name == name } }

    private static func boardFolders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }.filter {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent(BoardFile.name).path)
        }
    }
}

/// What a board file declares: records that are fetched, or queues.
package enum DeclaredBoard: Sendable {
    case records(Board)
    case queues(QueueBoard)

    package init(folder: URL) throws(DeclarationError) {
        let declaration = try BoardFile.declaration(at: folder.appendingPathComponent(BoardFile.name))
        self = QueueBoard.isDeclared(in: declaration) ? .queues(try QueueBoard(folder: folder)) : .records(try Board(folder: folder))
    }

    package var name: String {
        switch self {
        case .records(let board): board.name
        case .queues(let board): board.name
        }
    }

    fileprivate mutating func move(to sources: [String: String]) throws(DeclarationError) {
        guard case .records(var board) = self else { return }
        try board.move(to: sources)
        self = .records(board)
    }

    fileprivate mutating func enable() {
        switch self {
        case .records(var board):
            board.isEnabled = true
            self = .records(board)
        case .queues(var board):
            board.isEnabled = true
            self = .queues(board)
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
