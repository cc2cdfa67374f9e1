import Operating
import Records
import ServiceLifecycle
import Synchronization

/// Watches the folder of the installation's own boards: boards are read again if their files were added, changed or removed, as reported by
/// the system (inotify(7)). If that isn't possible, the folder is scanned every few seconds.
struct BoardFolder: Service {
    /// Absolute and without links, like the path of its parent folder.
    let path: String
    /// Scanned before the files were read.
    let began: (folder: FolderMarks, files: [FolderMarks.Mark])
    let keeper: BoardKeeper

    /// The scan interval if the folder can't be watched.
    private static let period = Duration.seconds(10)
    /// A file that changes again within this time is left to settle, so that no half-written file is read.
    private static let quiet = Duration.milliseconds(200)
    private static let longestUnrest = 25

    /// Reported names that haven't been handled yet.
    private final class News: Sendable {
        let signal = AsyncSignal()
        private let state = Mutex((names: Set<String>(), isUnsure: false))

        /// Notes events for boards in the folder at `path`; nil: anything may have happened.
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
                        // The folder itself was added or removed.
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

    /// Watches the folder, its subfolders, and its present or future parent. Returns whether all of them are watched.
    private func begin(_ watch: InotifyWatch, _ folder: inout FolderMarks) -> Bool {
        var count = 0
        // Until no new folder has appeared meanwhile.
        for _ in 0..<Self.longestUnrest {
            let folders = folder.scan().filter { $0.isFolder && !$0.path.dropFirst(path.count + 1).contains("/") }.map(\.path)
            count = folders.count + 1
            guard watch.watch([String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))] + folders) else { break }
        }
        return watch.count == count
    }

    /// The folder's state once it has stopped changing.
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

    /// The boards whose files differ.
    private func names(of now: [FolderMarks.Mark], since before: [FolderMarks.Mark]) -> Set<String> {
        let changed = Set(now).symmetricDifference(before).map(\.path).filter { $0.hasPrefix(path + "/") }
        return Set(changed.map { String($0.dropFirst(path.count + 1).prefix { $0 != "/" }) })
    }
}
