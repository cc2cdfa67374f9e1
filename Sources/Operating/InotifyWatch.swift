import Dispatch
import Glibc
import Logging
import Synchronization

/// Watches folders with Linux's inotify(7): a file that was written, added or removed; a folder that was added or removed. Not each write:
/// a film that is being copied is reported once, at its end. A new hard link to an existing file is never written, so it is reported at
/// once. Changes by another machine in a network folder aren't reported.
package final class InotifyWatch: Sendable {
    /// A change in a folder, or of the folder itself.
    package struct Event: Hashable, Sendable {
        package let folder: String
        /// The name of the entry; empty if the folder itself was removed or is no longer watched.
        package let name: String
    }

    private static let changes =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    private static let manner = UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_EXCL_UNLINK)
    private static let headLength = 16
    private static let bufferLength = 64 << 10

    private let descriptor: Int32
    /// Only created, and cancelled at the end.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    private let limit: Int
    private let watched: Watched
    private let logger: Logger

    /// The path of each folder, by the kernel's watch descriptor.
    private final class Watched: Sendable {
        let paths = Mutex<[Int32: String]>([:])

        func isAnotherName(_ name: String, in folder: Int32) -> Bool {
            guard let path = paths.withLock({ $0[folder] }) else { return false }
            var status = stat()
            return lstat(path + "/" + name, &status) == 0 && status.st_nlink > 1
        }
    }

    /// nil if the system has no room for another watch. At most `limit` folders are watched. `isNoticed` selects files by name; folders are
    /// always reported, and hidden entries never. `changed` is called on a background thread; nil means that the kernel's queue overflowed.
    package init?(
        atMost limit: Int = 20_000, label: String, isNoticed: @escaping @Sendable (String) -> Bool = { _ in true },
        changed: @escaping @Sendable (Set<Event>?) -> Void
    ) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        (self.descriptor, self.limit, logger) = (descriptor, limit, Logger(label: label))
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "\(label)-watch"))
        let watched = Watched()
        self.watched = watched
        source.setEventHandler {
            let news = Self.news(descriptor, watched, isNoticed)
            if news?.isEmpty != true { changed(news) }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    /// Watches these folders from now on, and no others. Returns whether some of them weren't watched before: earlier changes in those
    /// weren't reported.
    package func watch(_ folders: [String]) -> Bool {
        var found: [Int32: String] = [:]
        for folder in folders.prefix(limit) {
            let watch = inotify_add_watch(descriptor, folder, Self.changes | Self.manner)
            if watch >= 0 {
                found[watch] = folder
            } else if errno == ENOSPC {
                logger.notice(
                    "the system watches no more folders; what is new in some shows later", metadata: ["watched": "\(found.count)"])
                break
            }
        }
        return watched.paths.withLock { known in
            for gone in known.keys where found[gone] == nil { inotify_rm_watch(descriptor, gone) }
            defer { known = found }
            return found.keys.contains { known[$0] == nil }
        }
    }

    /// The number of watched folders.
    package var count: Int { watched.paths.withLock(\.count) }

    /// Watches one more folder, if it exists; false if there is no room for it.
    package func add(_ folder: String) -> Bool {
        watched.paths.withLock { known in
            guard known.count < limit else { return false }
            let watch = inotify_add_watch(descriptor, folder, Self.changes | Self.manner)
            guard watch >= 0 else { return errno != ENOSPC }
            known[watch] = folder
            return true
        }
    }

    /// Reads all pending events.
    private static func news(_ descriptor: Int32, _ watched: Watched, _ isNoticed: (String) -> Bool) -> Set<Event>? {
        var buffer = [UInt8](repeating: 0, count: bufferLength)
        var all: Set<Event>? = []
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return all }
            let news = news(in: buffer[..<count], isNoticed: isNoticed, isAnotherName: watched.isAnotherName) { folder, isOver in
                watched.paths.withLock { isOver ? $0.removeValue(forKey: folder) : $0[folder] }
            }
            all = news.flatMap { all?.union($0) }
        }
    }

    /// Consecutive `struct inotify_event`: watch, mask, cookie, length of the name, 32 bits each, then the zero-padded name. nil if events
    /// were lost. `path` returns that of a watched folder, which is no longer watched after an event with `isOver`.
    static func news(
        in events: ArraySlice<UInt8>, isNoticed: (String) -> Bool, isAnotherName: (_ name: String, _ folder: Int32) -> Bool,
        path: (_ folder: Int32, _ isOver: Bool) -> String?
    ) -> Set<Event>? {
        var (rest, news, isWhole) = (events, Set<Event>(), true)
        while rest.count >= headLength {
            let (folder, mask, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            let name = String(decoding: rest.dropFirst(headLength).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            rest = rest.dropFirst(headLength + length)
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { isWhole = false }
            if mask & UInt32(IN_IGNORED) != 0 {
                if let path = path(folder, true) { news.insert(Event(folder: path, name: "")) }
                continue
            }
            let isFolder = mask & UInt32(IN_ISDIR) != 0
            guard !name.isEmpty, !name.hasPrefix("."), isFolder || isNoticed(name), let path = path(folder, false) else { continue }
            // A file that was only created is reported after it is written.
            guard isFolder || mask & changes != UInt32(IN_CREATE) || isAnotherName(name, folder) else { continue }
            news.insert(Event(folder: path, name: name))
        }
        return isWhole ? news : nil
    }
}
