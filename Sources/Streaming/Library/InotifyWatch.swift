import Dispatch
import Glibc
import Logging
import Synchronization

/// Watches folders by Linux's inotify(7): a file that was written, has come, or has gone; a folder that has come or gone. Not each piece that is
/// written: a film that is being copied is told once, at its end. Another name for a file that is there already has no end, and is told at once.
final class InotifyWatch: FolderWatch {
    private static let changes =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    private static let manner = UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW) | UInt32(IN_EXCL_UNLINK)
    private static let headLength = 16
    private static let bufferLength = 64 << 10

    private let descriptor: Int32
    /// Only made, and cancelled at the end.
    nonisolated(unsafe) private let source: any DispatchSourceRead
    private let limit: Int
    private let watched: Watched
    private let logger = Logger(label: "tidings.media")

    /// The path of each folder, by what the kernel calls it.
    private final class Watched: Sendable {
        let paths = Mutex<[Int32: String]>([:])

        func isAnotherName(_ name: String, in folder: Int32) -> Bool {
            guard let path = paths.withLock({ $0[folder] }) else { return false }
            var status = stat()
            return lstat(path + "/" + name, &status) == 0 && status.st_nlink > 1
        }
    }

    /// nil if the system has no room for another watch. At most `limit` folders are watched. `changed` is called on a thread of no importance.
    init?(atMost limit: Int = 20_000, changed: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        (self.descriptor, self.limit) = (descriptor, limit)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "tidings.media-watch"))
        let watched = Watched()
        self.watched = watched
        source.setEventHandler { if Self.isNews(descriptor, watched) { changed() } }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    deinit { source.cancel() }

    func watch(_ folders: [String]) -> Bool {
        var found: [Int32: String] = [:]
        for folder in folders.prefix(limit) {
            let watch = inotify_add_watch(descriptor, folder, Self.changes | Self.manner)
            if watch >= 0 {
                found[watch] = folder
            } else if errno == ENOSPC {
                logger.notice(
                    "the system watches no more folders; new files in some show after a few minutes",
                    metadata: ["watched": "\(found.count)"])
                break
            }
        }
        return watched.paths.withLock { known in
            for gone in known.keys where found[gone] == nil { inotify_rm_watch(descriptor, gone) }
            defer { known = found }
            return found.keys.contains { known[$0] == nil }
        }
    }

    /// Takes all that the kernel has to say.
    private static func isNews(_ descriptor: Int32, _ watched: Watched) -> Bool {
        var buffer = [UInt8](repeating: 0, count: bufferLength)
        var isNews = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isNews }
            if self.isNews(buffer[..<count], isAnotherName: watched.isAnotherName) { isNews = true }
        }
    }

    /// `struct inotify_event`, one after another: watch, mask, cookie, length of the name, 32 bits each, then the name with zeros behind it.
    static func isNews(_ events: ArraySlice<UInt8>, isAnotherName: (_ name: String, _ folder: Int32) -> Bool) -> Bool {
        var rest = events
        while rest.count >= headLength {
            let (folder, mask, length) = rest.withUnsafeBytes {
                (
                    $0.loadUnaligned(as: Int32.self), $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
                    Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
                )
            }
            let name = String(decoding: rest.dropFirst(headLength).prefix(length).prefix { $0 != 0 }, as: UTF8.self)
            rest = rest.dropFirst(headLength + length)
            // More has happened than the kernel has kept.
            if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
            let isFolder = mask & UInt32(IN_ISDIR) != 0
            guard !name.hasPrefix("."), isFolder || LibraryFolder.isNoticed(name) else { continue }
            // A file that was only begun is told when it is written.
            if isFolder || mask & changes != UInt32(IN_CREATE) || isAnotherName(name, folder) { return true }
        }
        return false
    }
}
