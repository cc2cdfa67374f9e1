import Glibc

/// The contents of a folder and its subfolders, as marks that change when a file is added, changed or removed. Hidden files and backups of
/// editors are left out, and links aren't followed.
///
/// A repeated scan reads a folder only if it has changed: a scan without changes costs one call of lstat(2) for each file and folder.
package struct FolderMarks: Sendable {
    /// A file or folder, with its status.
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
        /// The paths of its contents, sorted.
        let entries: [String]
        /// It changed so shortly before it was read that a later change may have the same timestamp, given its file system's resolution.
        let isFresh: Bool
    }

    private let path: String
    private let limit: Int
    private var folders: [String: Folder] = [:]
    /// The number of folder entries read so far.
    package private(set) var entriesRead = 0

    /// At most `limit` files and folders are scanned.
    package init(of path: String, atMost limit: Int = 10_000) { (self.path, self.limit) = (path, limit) }

    /// The current contents, in a fixed order.
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
