package import Foundation
package import Records

/// The boards of an installation: the bundled ones and those in the data folder's `boards`, which take precedence.
package struct BoardLibrary: Sendable {
    /// Sorted by name.
    package private(set) var boards: [Board] = []
    /// The boards as their files declare them, including those whose replacement address is invalid.
    package private(set) var declared: [Board] = []
    /// Boards with queues instead of a source, sorted by name.
    package private(set) var queueBoards: [QueueBoard] = []
    /// The errors in board files. These boards are left out.
    package private(set) var problems: [DeclarationError] = []

    private let places: [URL]
    private let sources: [String: String]
    private let enabling: Set<String>
    private let views: [ViewForm]?
    /// The parsed boards by folder name.
    private var found: [String: DeclaredBoard] = [:]
    private var asDeclared: [String: Board] = [:]
    private var faults: [String: [DeclarationError]] = [:]
    private var byName: [String: Board] = [:]

    /// The boards that a server runs.
    package var enabled: [Board] { boards.filter(\.isEnabled) }
    package var enabledQueueBoards: [QueueBoard] { queueBoards.filter(\.isEnabled) }
    /// A hash of what all files declare, to tell libraries apart.
    package var edition: String {
        let lines = declared.map { "\($0.name) \($0.edition)" } + queueBoards.map { "\($0.name) \($0.edition)" }
        return "\(Fingerprint(lines.sorted().joined(separator: "\n")))"
    }

    /// `sources` replaces declared addresses, with placeholders for parameters: by board, by joined document (`fuel-it.stations`, without
    /// placeholders), or by service method (`contacts.detail`). `enabling` names boards to enable although their files say `enabled:
    /// false`. `views` are the existing views; nil: any is accepted.
    package init(data: URL?, sources: [String: String] = [:], enabling: Set<String> = [], views: [ViewForm]? = nil) {
        (self.sources, self.enabling, self.views) = (sources, enabling, views)
        places = [Self.definitions, data?.appendingPathComponent("boards")].compactMap { $0 }
        for folder in places.flatMap(Self.boardFolders) { read(folder) }
        arrange()
    }

    /// The result of reading some folders again.
    package struct Rereading: Sendable {
        package fileprivate(set) var library: BoardLibrary
        /// New errors in files: the boards keep their previous declarations.
        package fileprivate(set) var mistakes: [DeclarationError] = []
        /// Boards that are left out because they conflict with others.
        package fileprivate(set) var clashes: [DeclarationError] = []
    }

    /// Reads the folders of only some boards again, which may be new, or gone.
    package func rereading(_ names: Set<String>) -> Rereading {
        var result = Rereading(library: self)
        for name in names {
            result.library.forget(name)
            for folder in places.map({ $0.appendingPathComponent(name) }) where Self.isBoard(folder) { result.library.read(folder) }
            let mistakes = (result.library.faults[name] ?? []).filter { !(faults[name] ?? []).contains($0) }
            guard !mistakes.isEmpty else { continue }
            result.mistakes += mistakes
            result.library.forget(name)
            (result.library.found[name], result.library.asDeclared[name], result.library.faults[name]) =
                (found[name], asDeclared[name], faults[name])
        }
        result.library.arrange()
        let known = Set(problems).union(result.library.faults.values.joined())
        result.clashes = result.library.problems.filter { !known.contains($0) }
        return result
    }

    private mutating func forget(_ name: String) { (found[name], asDeclared[name], faults[name]) = (nil, nil, nil) }

    /// The names of boards with a source that differ from those in another library, or are only in one of them.
    package func changes(since other: BoardLibrary) -> [String] {
        Set(found.keys).union(other.found.keys).filter { name in
            let (now, before) = (self[name], other[name])
            return now?.edition != before?.edition || now?.folder != before?.folder
        }.sorted()
    }

    /// Whether both libraries have the same enabled boards with queues.
    package func hasQueues(of other: BoardLibrary) -> Bool {
        func known(_ library: BoardLibrary) -> [[String]] { library.enabledQueueBoards.map { [$0.name, "\($0.edition)", $0.folder.path] } }
        return known(self) == known(other)
    }

    /// A board from a later location replaces an earlier one of the same name.
    private mutating func read(_ folder: URL) {
        do throws(DeclarationError) {
            var declared = try DeclaredBoard(folder: folder, views: views)
            if case .records(let board) = declared { asDeclared[board.name] = board }
            try declared.move(to: sources)
            if enabling.contains(declared.name) { declared.enable() }
            found[declared.name] = declared
        } catch {
            faults[folder.lastPathComponent, default: []].append(error)
        }
    }

    /// Builds the lists of boards, without those that conflict with others.
    private mutating func arrange() {
        var (found, asDeclared) = (found, asDeclared)
        problems = faults.sorted { $0.key < $1.key }.flatMap(\.value)
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
        (boards, queueBoards) = ([], [])
        for declared in found.values.sorted(by: { $0.name < $1.name }) {
            switch declared {
            case .records(let board): boards.append(board)
            case .queues(let board): add(board)
            }
        }
        byName = Dictionary(boards.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The suffixes of a board's other tables in the database: indexes, and the tables of its words.
    package static let namesBesideTable = ["in-order", "sought", "slots", "channels", "lanes", "words", "terms"]

    /// The parts before each hyphen: only boards with such names can conflict with it.
    private static func prefixes(of name: String) -> [String] { name.indices.filter { name[$0] == "-" }.map { String(name[..<$0]) } }

    static func isTaken(_ name: String, by other: String) -> Bool {
        guard name.hasPrefix("\(other)-") else { return false }
        let rest = name.dropFirst(other.count + 1)
        return namesBesideTable.contains { rest == $0 || rest.hasPrefix("\($0)-") } || rest.hasPrefix("until-")
    }

    /// A queue's name is part of its address and must be unique: a board that repeats one is left out.
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

    package subscript(name: String) -> Board? { byName[name] }

    private static let definitions = Installation.folder("Definitions", of: "Boards")
    private static let ownFolder = definitions?.standardizedFileURL.path

    fileprivate static func comesAlong(_ folder: URL) -> Bool {
        ownFolder == folder.deletingLastPathComponent().standardizedFileURL.path
    }

    private static func boardFolders(in folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }.filter(isBoard)
    }

    private static func isBoard(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(BoardFile.name).path)
    }
}

extension Board {
    /// Whether the board is bundled with Tidings and not from the data folder.
    package var comesAlong: Bool { BoardLibrary.comesAlong(folder) }
}

extension QueueBoard {
    package var comesAlong: Bool { BoardLibrary.comesAlong(folder) }
}

/// A board file's content: a source of records, or queues.
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
