import Boards
import Logging
import Operating
import Records
import Storage
import Synchronization
import Watching

/// Keeps the running boards in line with their files.
///
/// A file with an error changes nothing: the error is logged, and its board stays as it was until the file is fixed. Only boards with
/// queues need a server restart, because their counters, raw feeds and ports are opened at start.
actor BoardKeeper {
    /// The boards as of the last valid state of the files.
    nonisolated var library: BoardLibrary { kept.withLock { $0 } }

    private let kept: Mutex<BoardLibrary>
    private let store: Store
    private let watcher: Watcher
    private let shown: @Sendable (Board, OwnBoard?) -> Board?
    private let onChanged: @Sendable (String) async -> Void
    private let onTaken: @Sendable (BoardLibrary) async -> Void
    private let beginAnew: @Sendable () -> Void
    private let logger: Logger
    private var last: Task<Void, Never>?
    /// The owners of the running boards.
    private var own: [String: OwnBoard]

    /// `shown` is a board as this server shows it; nil: it is off. `onChanged` is called after each change, with the board's name;
    /// `onTaken` once all of them are at work.
    init(
        _ library: BoardLibrary, _ own: [String: OwnBoard], store: Store, watcher: Watcher,
        shown: @escaping @Sendable (Board, OwnBoard?) -> Board?,
        onChanged: @escaping @Sendable (String) async -> Void, onTaken: @escaping @Sendable (BoardLibrary) async -> Void,
        beginAnew: @escaping @Sendable () -> Void, logger: Logger
    ) {
        kept = Mutex(library)
        (self.own, self.store) = (own, store)
        (self.watcher, self.shown, self.onChanged, self.onTaken) = (watcher, shown, onChanged, onTaken)
        (self.beginAnew, self.logger) = (beginAnew, logger)
    }

    /// Reads the files of these boards again, and applies them before it returns. Calls run one after another.
    func take(_ names: Set<String>) async {
        let task = Task { [last] in
            await last?.value
            await self.takeNow(names)
        }
        last = task
        await task.value
    }

    private func takeNow(_ names: Set<String>) async {
        let (before, read) = (library, library.rereading(names))
        guard read.clashes.isEmpty else {
            // Of several boards, the valid ones needn't wait for the others.
            guard names.count == 1 else {
                for name in names.sorted() { await takeNow([name]) }
                return
            }
            return report(read.clashes)
        }
        report(read.mistakes)
        guard read.library.hasQueues(of: before) else {
            logger.notice("queues have changed; the server restarts with them")
            return beginAnew()
        }
        // While the owner is unknown, no board is shown.
        let own: [String: OwnBoard]
        do { own = try await store.boards.own() } catch {
            return logger.error("it can't be looked up whose boards are: they stay as they are", metadata: ["error": "\(error)"])
        }
        let owned = names.filter { read.library[$0] != nil && own[$0] != self.own[$0] }
        var isTaken = true
        for name in owned.union(read.library.changes(since: before)).sorted() {
            do {
                let board = read.library[name].flatMap(Self.enabled)
                try await watcher.change(board.flatMap { shown($0, own[name]) }, named: name)
                if own[name] != nil { try await store.boards.note(name, isThere: read.library[name] != nil) }
                self.own[name] = own[name]
                logger.notice("a board file has changed", metadata: ["board": "\(name)"])
            } catch {
                // The next change of a file tries it again.
                isTaken = false
                logger.error("a board cannot be put to work", metadata: ["board": "\(name)", "error": "\(error)"])
            }
            await onChanged(name)
        }
        guard isTaken else { return }
        kept.withLock { $0 = read.library }
        await onTaken(read.library)
    }

    private static func enabled(_ board: Board) -> Board? { board.isEnabled ? board : nil }

    private func report(_ problems: [DeclarationError]) {
        for problem in problems {
            logger.warning("a board file has a mistake; the boards stay as they are", metadata: ["problem": "\(problem)"])
        }
    }
}
