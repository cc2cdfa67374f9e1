import BoardPages
import Boards
import Fetching
import Logging
import Records
import Serving
import Web

extension Server {
    /// Boards that are enabled even if their files say `enabled: false`, including those that a demo has sources for.
    private var enabling: Set<String> { demoRate == nil ? enabledBoards : enabledBoards.union(["fuel", "guide"]) }

    /// All boards with files. A demo's sources are read from its own port.
    func library() throws -> BoardLibrary {
        BoardLibrary(data: data, sources: try sources.merging(demoSources()) { $1 }, enabling: enabling, views: Views.forms)
    }

    /// What decides which documents are read and where, which hosts channels may reach, and where this server is found, under the names of
    /// the settings.
    func given() throws -> [String: String] {
        let read = port == 0 ? sources : try sources.merging(demoSources()) { $1 }
        return [
            "source": ServerSettings.source(read.filter { !$0.key.contains(".") }),
            "boards": enabling.sorted().joined(separator: ","),
            "allow-hosts": fetching.allowedHosts.union(demoHosts).sorted().joined(separator: ","),
            "allow-hosts-for-channels": sending.allowedHosts.sorted().joined(separator: ","),
            "port": port == 0 ? "" : String(port),
        ]
    }

    /// Writes down a port that the system chose, for commands in the data folder. Without it they ask the usual one.
    func keepListening(at chosen: Int) {
        guard port == 0 else { return }
        var served = served
        served.set(String(chosen), for: "port")
        do { try served.write(in: data, named: KeptSettings.servedName) } catch {
            Logger(label: "tidings.serving").warning("the port couldn't be written down for commands", metadata: ["error": "\(error)"])
        }
    }

    /// This machine, where a demo publishes.
    var demoHosts: Set<String> { demoRate == nil ? [] : ["127.0.0.1:\(port)"] }

    private func demoSources() throws -> [String: String] {
        guard let demoRate else { return [:] }
        guard port != 0 else { throw Failure(.badUse, "a demo needs a port of its own: --port") }
        let demo = "http://127.0.0.1:\(port)/demo"
        let manners = "latency=\(demoLatencyMilliseconds)&failures=\(demoFailurePercent)"
        let asked = ["Product={product}", "Suburb={suburb}", "Surrounding={surrounding}", "Region={region}", "Brand={brand}", "Day={day}"]
        return [
            "visa": "\(demo)/visa.pdf?rate=\(demoRate)",
            "contacts": "\(demo)/contacts.xml?\(manners)",
            "contacts.detail": "\(demo)/contact.xml?id={id}&\(manners)",
            "fuel": "\(demo)/fuel.xml?\(asked.joined(separator: "&"))",
            "guide": "\(demo)/guide.xml",
        ]
    }

    /// A library's enabled boards, as this server shows them.
    func boards(of library: BoardLibrary, _ own: [String: OwnBoard]) -> [Board] {
        library.enabled.compactMap { shown($0, own[$0.name]) }
    }

    /// The board as this server shows it; nil: it is disabled here.
    func shown(_ board: Board, _ own: OwnBoard?) -> Board? {
        guard !disabledBoards.contains(board.name) else { return nil }
        var board = board
        // An example address isn't fetched.
        if board.source.isExample { (board.source.every, board.source.clock) = (nil, []) }
        if demoRate != nil, board.comesAlong {
            // A demo's data are made up, not the publisher's, and change every minute.
            board.credit = ""
            if board.source.isScheduled { board.source.every = .seconds(60) }
        }
        if isShownToStrangers(board.name, comesAlong: board.comesAlong) { board.isPublic = true }
        return board.owned(own)
    }

    func queueBoards(of library: BoardLibrary) -> [QueueBoard] {
        library.enabledQueueBoards.filter { !disabledBoards.contains($0.name) }.map { board in
            var board = board
            if isShownToStrangers(board.name, comesAlong: board.comesAlong) { board.isPublic = true }
            return board
        }
    }

    /// Overrides the board's file.
    private func isShownToStrangers(_ name: String, comesAlong: Bool) -> Bool {
        publicBoards.contains(name) || demoRate != nil && comesAlong
    }

    /// Errors in the settings that name boards.
    func problems(with library: BoardLibrary) -> [String] {
        let known = Set(library.boards.map(\.name) + library.queueBoards.map(\.name))
        return [("boards-off", disabledBoards), ("boards", enabledBoards), ("public-boards", publicBoards)].flatMap { setting, names in
            names.subtracting(known).sorted().map { "\(setting): there is no board '\($0)'" }
        }
    }
}
