package import Foundation
package import Records

/// The boards of an installation: those that come with Tidings and those in the data folder's `boards`, which take precedence.
package struct BoardLibrary: Sendable {
    /// Sorted by name.
    package private(set) var boards: [Board] = []
    /// The same as their files have them, and those that can't have the address they are to have.
    package private(set) var declared: [Board] = []
    /// Boards with queues instead of a source, sorted by name.
    package private(set) var queueBoards: [QueueBoard] = []
    /// The errors of board files with mistakes. Their boards are left out.
    package private(set) var problems: [DeclarationError] = []

    /// The boards that a server runs.
    package var enabled: [Board] { boards.filter(\.isEnabled) }
    package var enabledQueueBoards: [QueueBoard] { queueBoards.filter(\.isEnabled) }

    /// `sources` replaces declared addresses, with holes for their parameters: by board, by joined document (`fuel-it.stations`, without
    /// holes), or by service method (`contacts.detail`). `enabling` names boards to turn on although their files say `enabled: false`.
    /// `views` are those that there are; nil: any.
    package init(data: URL?, sources: [String: String] = [:], enabling: Set<String> = [], views: [ViewForm]? = nil) {
        let folders = [Self.definitions, data?.appendingPathComponent("boards")]
        var (found, asDeclared): ([String: DeclaredBoard], [String: Board]) = ([:], [:])
        for folder in folders.compactMap({ $0 }).flatMap(Self.boardFolders) {
            do throws(DeclarationError) {
                var declared = try DeclaredBoard(folder: folder, views: views)
                if case .records(let board) = declared { asDeclared[board.name] = board }
                try declared.move(to: sources)
                if enabling.contains(declared.name) { declared.enable() }
                found[declared.name] = declared
            } catch {
                problems.append(error)
            }
        }
        for name in asDeclared.keys.sorted() {
            guard let other = Self.prefixes(of: name).first(where: { asDeclared[$0] != nil && Self.isTaken(name, by: $0) }) else {
                continue
            }
            let error = DeclarationError(
                line: 1, "the database keeps something of the board '\(other)' under this name; name the folder otherwise")
            (asDeclared[name]?.folder).map { problems.append(error.inFile($0.appendingPathComponent(BoardFile.name))) }
            (asDeclared[name], found[name]) = (nil, nil)
        }
        declared = asDeclared.values.sorted { $0.name < $1.name }
        for declared in found.values.sorted(by: { $0.name < $1.name }) {
            switch declared {
            case .records(let board): boards.append(board)
            case .queues(let board): add(board)
            }
        }
    }

    /// What the database keeps beside a board's table, whose name it begins with: indexes, and the tables of its words.
    package static let namesBesideTable = ["in-order", "sought", "slots", "channels", "lanes", "words", "terms"]

    /// What stands before each of its hyphens: only boards of such names can take it.
    private static func prefixes(of name: String) -> [String] { name.indices.filter { name[$0] == "-" }.map { String(name[..<$0]) } }

    static func isTaken(_ name: String, by other: String) -> Bool {
        guard name.hasPrefix("\(other)-") else { return false }
        let rest = name.dropFirst(other.count + 1)
        return namesBesideTable.contains { rest == $0 || rest.hasPrefix("\($0)-") } || rest.hasPrefix("until-")
    }

    /// A queue's name is part of its address and has to be unique: a board that repeats one is left out.
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

    private static let definitions = Installation.folder("Definitions", of: "Boards")
    private static let ownFolder = definitions?.standardizedFileURL.path

    fileprivate static func comesAlong(_ folder: URL) -> Bool {
        ownFolder == folder.deletingLastPathComponent().standardizedFileURL.path
    }

    private static func boardFolders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }.filter {
            FileManager.default.fileExists(atPath: $0.appendingPathComponent(BoardFile.name).path)
        }
    }
}

extension Board {
    /// Whether the board comes with Tidings and isn't from the data folder.
    package var comesAlong: Bool { BoardLibrary.comesAlong(folder) }
}

extension QueueBoard {
    package var comesAlong: Bool { BoardLibrary.comesAlong(folder) }
}

/// What a board file declares: records to fetch, or queues.
package enum DeclaredBoard: Sendable {
    case records(Board)
    case queues(QueueBoard)

    package init(folder: URL, views: [ViewForm]? = nil) throws(DeclarationError) {
        self = try BoardFile.board(in: folder) { declaration, name throws(DeclarationError) in
            guard !QueueBoard.isDeclared(in: declaration) else {
                return .queues(try QueueBoard(declaration, name: name, folder: folder))
            }
            return .records(try Board(declaration, name: name, folder: folder, views: views))
        }
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
