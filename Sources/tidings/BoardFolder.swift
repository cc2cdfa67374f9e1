import Operating
import Records
import ServiceLifecycle
import Synchronization

/// The folder of the installation's own boards: has those read again whose files were added, changed or taken away, as the system tells
/// it (inotify(7)). Where it can't, the folder is walked through every few seconds.
struct BoardFolder: Service {
    /// Absolute and without links, like that of the folder that it is in.
    let path: String
    /// Looked at before the files were read.
    let began: (folder: FolderMarks, files: [FolderMarks.Mark])
    let keeper: BoardKeeper

    /// How often it is walked through where it can't be watched.
    private static let period = Duration.seconds(10)
    /// What changes again within this time is waited for, so that nothing half written is read.
    private static let quiet = Duration.milliseconds(200)
    private static let longestUnrest = 25

    /// Names that the system reported and that weren't taken yet.
    private final class News: Sendable {
        let signal = AsyncSignal()
        private let state = Mutex((names: Set<String>(), isUnsure: false))

        /// Of boards in the folder at `path`; nil: anything may have happened.
        func note(_ events: Set<InotifyWatch.Event>?, in path: String) {
            let isNews = state.withLock { state in
                guard let events else {
                    state.isUnsure = true
                    return true
                }
                for event in events {
                    if event.folder == path, !event.name.isEmpty {
                        state.names.insert(event.name)
                    } else if event.folder.hasPrefix(path + "/") {
                        state.names.insert(String(event.folder.dropFirst(path.count + 1)))
                    } else if event.folder == path || path == "\(event.folder)/\(event.name)" {
                        // The folder itself has come or gone.
                        state.isUnsure = true
                    }
                }
                return state.isUnsure || !state.names.isEmpty
            }
            if isNews { signal.send() }
        }

        func take() -> (names: Set<String>, isUnsure: Bool) {
            state.withLock { state in
                defer { state = ([], false) }
                return state
            }
        }
    }

    func run() async { await cancelWhenGracefulShutdown { await follow() } }

    private func follow() async {
        let news = News()
        let watch = InotifyWatch(label: "tidings.boards", isNoticed: { !$0.hasSuffix("~") }) { [path] in news.note($0, in: path) }
        var (folder, seen) = began
        var (isWatched, isSure) = (false, false)
        while !Task.isCancelled {
            if !isSure {
                isWatched = watch.map { begin($0, &folder) } ?? false
                let now = await settled(&folder, after: seen)
                let names = names(of: now, since: seen)
                if !names.isEmpty { await keeper.take(names) }
                (seen, isSure) = (now, isWatched)
            }
            guard await news.signal.wait(atMost: isWatched ? .seconds(86_400) : Self.period) else { continue }
            for _ in 0..<Self.longestUnrest { guard await news.signal.wait(atMost: Self.quiet) else { break } }
            let (names, isUnsure) = news.take()
            isSure = isWatched && !isUnsure && names.allSatisfy { watch?.add("\(path)/\($0)") == true }
            if !names.isEmpty { await keeper.take(names) }
        }
    }

    /// Watches the folder, those in it, and the one where it is or would be; whether all of them are watched.
    private func begin(_ watch: InotifyWatch, _ folder: inout FolderMarks) -> Bool {
        var count = 0
        // Until none has come meanwhile.
        for _ in 0..<Self.longestUnrest {
            let folders = folder.scan().filter { $0.isFolder && !$0.path.dropFirst(path.count + 1).contains("/") }.map(\.path)
            count = folders.count + 1
            guard watch.watch([String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))] + folders) else { break }
        }
        return watch.count == count
    }

    /// As it is when it has stopped changing.
    private func settled(_ folder: inout FolderMarks, after seen: [FolderMarks.Mark]) async -> [FolderMarks.Mark] {
        var now = folder.scan()
        guard now != seen else { return now }
        for _ in 0..<Self.longestUnrest {
            guard (try? await Task.sleep(for: Self.quiet)) != nil else { break }
            let again = folder.scan()
            if again == now { break }
            now = again
        }
        return now
    }

    /// Of the boards whose files are others.
    private func names(of now: [FolderMarks.Mark], since before: [FolderMarks.Mark]) -> Set<String> {
        let changed = Set(now).symmetricDifference(before).map(\.path).filter { $0.hasPrefix(path + "/") }
        return Set(changed.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) })
    }
}
