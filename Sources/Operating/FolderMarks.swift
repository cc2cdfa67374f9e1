import Glibc

/// What lies in a folder and in those below it, by marks that change when a file is added, changed or taken away. Hidden files and backups
/// of editors are left out, and what links point at isn't gone into.
///
/// A folder that is looked at again is read again only if it has changed:
/// a look in which nothing has costs one call of lstat(2) for each file and folder.
package struct FolderMarks: Sendable {
    /// A file or folder, and what the system says of it.
    package struct Mark: Hashable, Sendable {
        package let path: String
        package let isFolder: Bool
        let seconds: Int
        let nanoseconds: Int
        let bytes: Int
        let number: UInt64
    }

    private struct Folder {
        let mark: Mark
        /// Paths of what is in it, sorted.
        let entries: [String]
        /// It changed so shortly before it was read that it may have changed again at the same time,
        /// as far as the clock of its file system can tell.
        let isFresh: Bool
    }

    private let path: String
    private let limit: Int
    private var folders: [String: Folder] = [:]
    /// Entries of folders that were read so far.
    package private(set) var entriesRead = 0

    /// At most `limit` files and folders are looked at.
    package init(of path: String, atMost limit: Int = 10_000) { (self.path, self.limit) = (path, limit) }

    /// Everything that is there now, in one order.
    package mutating func scan() -> [Mark] {
        var (marks, known): ([Mark], [String: Folder]) = ([], [:])
        marks.reserveCapacity(folders.count * 2)
        var rest = [path]
        while let next = rest.popLast(), marks.count < limit {
            guard let mark = Self.mark(of: next) else { continue }
            marks.append(mark)
            guard mark.isFolder else { continue }
            let folder = folder(mark)
            known[next] = folder
            rest += folder.entries.reversed()
        }
        folders = known
        return marks
    }

    private mutating func folder(_ mark: Mark) -> Folder {
        if let known = folders[mark.path], known.mark == mark, !known.isFresh { return known }
        let now = time(nil)
        let entries = Self.entries(of: mark.path)
        entriesRead += entries.count
        return Folder(mark: mark, entries: entries, isFresh: mark.seconds >= now - 2)
    }

    private static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var entries: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), !name.hasSuffix("~") else { continue }
            entries.append("\(folder)/\(name)")
        }
        return entries.sorted()
    }

    private static func mark(of path: String) -> Mark? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Mark(
            path: path, isFolder: status.st_mode & S_IFMT == S_IFDIR, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
            bytes: Int(status.st_size), number: UInt64(status.st_ino))
    }
}
