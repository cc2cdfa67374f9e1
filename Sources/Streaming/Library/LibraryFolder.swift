import Glibc
package import Records

/// Finds the media files of one library folder by walking it. Symbolic links and everything except regular files with known extensions are
/// skipped.
package struct LibraryFolder: Sendable {
    package struct Found: Hashable, Sendable {
        package let path: String
        package let size: Int
        package let modified: Timestamp
        /// The path of the picture that belongs to the file.
        package let sleeve: String?
    }

    /// A file whose neighbours aren't known yet.
    private struct Entry {
        let below: String
        let name: String
        let size: Int
        let modified: Timestamp
    }

    private static let depthLimit = 16
    private static let pathLimit = 1024
    /// The maximum number of directory entries examined.
    private static let entryLimit = 1_000_000
    private static let pictureLimit = 100_000

    /// Extensions of media files.
    package static let endings: Set<String> = [
        "3g2", "3gp", "aac", "ac3", "aif", "aiff", "alac", "amr", "ape", "asf", "avi", "caf", "divx", "dts", "eac3", "f4v", "flac", "flv",
        "m1v", "m2ts", "m2v", "m4a", "m4b", "m4v", "mk3d", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpe", "mpeg", "mpg", "mts",
        "oga", "ogg", "ogm", "ogv", "opus", "qt", "rm", "rmvb", "tp", "ts", "tta", "vob", "wav", "webm", "wma", "wmv", "wv", "xvid",
    ]

    /// The path configured by the operator.
    package let path: String
    /// Opens a directory, like opendir(3).
    private let opening: @Sendable (String) -> OpaquePointer?

    package init(_ path: String) { self.init(path) { opendir($0) } }

    init(_ path: String, opening: @escaping @Sendable (String) -> OpaquePointer?) { (self.path, self.opening) = (path, opening) }

    /// All files, at most `limit`, ordered by path. Throws `StreamingError` if the folder or a subfolder is temporarily unreadable, because
    /// its files may still exist.
    package func files(atMost limit: Int) throws -> [Found] { try look(atMost: limit).files }

    /// The same, plus the directories that were walked, itself first, without links. `step` is called for each entry, and may throw.
    func look(atMost limit: Int, _ step: () throws -> Void = {}) throws -> (files: [Found], folders: [String]) {
        guard let root = OpenFile.realPath(path), opendir(root).map({ closedir($0) }) == 0 else {
            throw StreamingError(.missing, "the folder \(path) can’t be read")
        }
        var found: [Entry] = []
        // By directory, then by lower-case name.
        var pictures: [String: [String: String]] = [:]
        var pictureCount = 0
        var folders: [String] = []
        var entries = 0
        var waiting: [(path: String, depth: Int)] = [("", 0)]
        while let (below, depth) = waiting.popLast(), found.count < limit, entries < Self.entryLimit {
            try step()
            let place = below.isEmpty ? root : root + "/" + below
            guard let folder = opening(place) else {
                try Self.passOver(below, errno)
                continue
            }
            defer { closedir(folder) }
            folders.append(place)
            while found.count < limit, entries < Self.entryLimit {
                errno = 0
                guard let entry = readdir(folder) else {
                    if errno != 0 { try Self.passOver(below, errno) }
                    break
                }
                entries += 1
                try step()
                // Names that aren't UTF-8 would be ambiguous.
                guard let name = Self.name(of: entry), !name.hasPrefix(".") else { continue }
                let path = below.isEmpty ? name : below + "/" + name
                var status = stat()
                guard path.utf8.count <= Self.pathLimit else { continue }
                guard lstat(root + "/" + path, &status) == 0 else {
                    try Self.passOver(path, errno)
                    continue
                }
                switch status.st_mode & S_IFMT {
                case S_IFDIR where depth < Self.depthLimit: waiting.append((path, depth + 1))
                case S_IFREG where Self.isMedia(name):
                    found.append(Entry(below: below, name: name, size: Int(status.st_size), modified: Timestamp(status.st_mtim)))
                case S_IFREG where Sleeve.isPicture(name) && pictureCount < Self.pictureLimit:
                    pictures[below, default: [:]][name.lowercased()] = name
                    pictureCount += 1
                default: continue
                }
            }
        }
        let counts = found.reduce(into: [String: Int]()) { $0[$1.below, default: 0] += 1 }
        let files = found.map { entry in
            let start = entry.below.isEmpty ? "" : entry.below + "/"
            let sleeve = pictures[entry.below].flatMap { Sleeve.name(beside: entry.name, among: $0, isAlone: counts[entry.below] == 1) }
            return Found(
                path: start + entry.name, size: entry.size, modified: entry.modified, sleeve: sleeve.map { start + $0 })
        }
        return (files.sorted { $0.path < $1.path }, folders)
    }

    /// Throws unless the subfolder is gone or never readable by the server.
    private static func passOver(_ below: String, _ code: Int32) throws(StreamingError) {
        guard !below.isEmpty, [ENOENT, ENOTDIR, EACCES, EPERM, ENAMETOOLONG].contains(code) else {
            throw StreamingError(.missing, "\(below.isEmpty ? "it" : below) can’t be read: \(String(cString: strerror(code)))")
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                String(validatingCString: $0)
            }
        }
    }

    /// Whether the library uses files with this name.
    static func isNoticed(_ name: String) -> Bool { isMedia(name) || Sleeve.isPicture(name) }

    static func isMedia(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
