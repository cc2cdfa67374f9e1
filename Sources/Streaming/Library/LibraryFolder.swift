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
        package let coverArt: String?
        /// The `.nfo` files that belong to the file, the nearest first.
        let notes: [Note]
        /// The path of the series' picture: in the file's folder, or in the one above.
        let seriesPoster: String?
    }

    /// A `.nfo` file.
    struct Note: Hashable, Sendable {
        let path: String
        let size: Int
        let modified: Timestamp
        /// Whether it is a series' note: `tvshow.nfo`.
        let isOfSeries: Bool
        /// Whether it is for a folder that also has other media files.
        let isShared: Bool
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
    private static let noteLimit = 100_000
    private static let noteEnding = ".nfo"

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

    /// All files, up to `limit`, ordered by path. Throws `StreamingError` if the folder or a subfolder is temporarily unreadable, because
    /// its files may still exist.
    package func files(atMost limit: Int) throws -> [Found] { try scan(atMost: limit).files }

    /// The same, plus the directories that were walked: the folder itself first, without symbolic links. `step` is called for each entry,
    /// and may throw. `unreadable` counts media files that are left out because their names aren't UTF-8 or their paths are too long.
    func scan(atMost limit: Int, _ step: () throws -> Void = {}) throws -> (files: [Found], folders: [String], unreadable: Int) {
        guard let root = OpenFile.realPath(path), opendir(root).map({ closedir($0) }) == 0 else {
            throw StreamingError(.missing, "the folder \(path) can’t be read")
        }
        var walk = Walk(root: root, limit: limit)
        while walk.hasRoom, let (below, depth) = walk.waiting.popLast() {
            try step()
            try read(below, depth, into: &walk, step)
        }
        return (walk.files.sorted { $0.path < $1.path }, walk.folders, walk.unreadable)
    }

    /// Reads one directory.
    private func read(_ below: String, _ depth: Int, into walk: inout Walk, _ step: () throws -> Void) throws {
        let place = below.isEmpty ? walk.root : walk.root + "/" + below
        guard let folder = opening(place) else { return try Self.passOver(below, errno) }
        defer { closedir(folder) }
        walk.folders.append(place)
        while walk.hasRoom {
            errno = 0
            guard let entry = readdir(folder) else {
                if errno != 0 { try Self.passOver(below, errno) }
                return
            }
            walk.entries += 1
            try step()
            // Names that aren't UTF-8 would be ambiguous.
            if let name = Self.name(of: entry) {
                if !name.hasPrefix(".") { try walk.take(name, in: below, depth) }
            } else if Self.isMedia(Self.approximateName(of: entry)) {
                walk.unreadable += 1
            }
        }
    }

    /// The results of a walk so far, and the directories still to be read.
    private struct Walk {
        let root: String
        let limit: Int
        var waiting: [(path: String, depth: Int)] = [("", 0)]
        private var found: [Entry] = []
        /// By directory, then by lower-case name.
        private var pictures: [String: [String: String]] = [:]
        private var pictureCount = 0
        private var notes: [String: [String: (name: String, size: Int, modified: Timestamp)]] = [:]
        private var noteCount = 0
        var folders: [String] = []
        var entries = 0
        var unreadable = 0

        init(root: String, limit: Int) { (self.root, self.limit) = (root, limit) }

        var hasRoom: Bool { found.count < limit && entries < LibraryFolder.entryLimit }

        /// Adds a directory entry, if the library uses it.
        mutating func take(_ name: String, in below: String, _ depth: Int) throws(StreamingError) {
            let path = below.isEmpty ? name : below + "/" + name
            guard path.utf8.count <= LibraryFolder.pathLimit else {
                if LibraryFolder.isMedia(name) { unreadable += 1 }
                return
            }
            var status = stat()
            guard lstat(root + "/" + path, &status) == 0 else { return try LibraryFolder.passOver(path, errno) }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth < LibraryFolder.depthLimit: waiting.append((path, depth + 1))
            case S_IFREG where LibraryFolder.isMedia(name):
                found.append(Entry(below: below, name: name, size: Int(status.st_size), modified: Timestamp(status.st_mtim)))
            case S_IFREG
            where CoverArt.isPicture(name) && status.st_size <= CoverArt.byteLimit && pictureCount < LibraryFolder.pictureLimit:
                pictures[below, default: [:]][name.lowercased()] = name
                pictureCount += 1
            case S_IFREG where name.lowercased().hasSuffix(LibraryFolder.noteEnding) && noteCount < LibraryFolder.noteLimit:
                notes[below, default: [:]][name.lowercased()] = (name, Int(status.st_size), Timestamp(status.st_mtim))
                noteCount += 1
            default: return
            }
        }

        /// The media files with their pictures and notes. Complete only once all directories are read.
        var files: [Found] {
            let counts = found.reduce(into: [String: Int]()) { $0[$1.below, default: 0] += 1 }
            return found.map { file($0, counts) }
        }

        /// `counts`: the number of media files in each directory.
        private func file(_ entry: Entry, _ counts: [String: Int]) -> Found {
            let start = entry.below.isEmpty ? "" : entry.below + "/"
            let coverArt = pictures[entry.below].flatMap { CoverArt.name(beside: entry.name, among: $0, isAlone: counts[entry.below] == 1) }
            let ending = LibraryFolder.noteEnding
            let own = note([LibraryFolder.stem(of: entry.name) + ending, "movie\(ending)"], in: entry.below, counts)
            let above = LibraryNames.directory(of: entry.below)
            let series = [entry.below, above].lazy.compactMap { note(["tvshow\(ending)"], in: $0, isOfSeries: true, counts) }.first
            // A folder at the top level has only the library above it, whose picture may be for all of it.
            let places = above.isEmpty ? [entry.below] : [above, entry.below]
            let poster = places.lazy.compactMap { place in
                pictures[place].flatMap(CoverArt.nameOfSeries).map { place.isEmpty ? $0 : "\(place)/\($0)" }
            }.first
            return Found(
                path: start + entry.name, size: entry.size, modified: entry.modified, coverArt: coverArt.map { start + $0 },
                notes: notes.isEmpty ? [] : [own, series].compactMap { $0 }, seriesPoster: poster)
        }

        /// The first of these names that exists.
        private func note(_ names: [String], in place: String, isOfSeries: Bool = false, _ counts: [String: Int]) -> Note? {
            guard let found = names.lazy.compactMap({ name in notes[place]?[name].map { (name, $0) } }).first else { return nil }
            return Note(
                path: place.isEmpty ? found.1.name : "\(place)/\(found.1.name)", size: found.1.size, modified: found.1.modified,
                isOfSeries: isOfSeries, isShared: found.0 == "movie\(LibraryFolder.noteEnding)" && counts[place] != 1)
        }
    }

    /// Throws unless the subfolder is gone, or permanently unreadable for the server.
    private static func passOver(_ below: String, _ code: Int32) throws(StreamingError) {
        guard !below.isEmpty, [ENOENT, ENOTDIR, EACCES, EPERM, ENAMETOOLONG].contains(code) else {
            throw StreamingError(.missing, "\(below.isEmpty ? "it" : below) can’t be read: \(String(cString: strerror(code)))")
        }
    }

    /// Decoded with U+FFFD for bytes that aren't UTF-8.
    private static func approximateName(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) {
                String(validatingCString: $0)
            }
        }
    }

    /// Whether the library uses files with this name.
    static func isNoticed(_ name: String) -> Bool {
        isMedia(name) || CoverArt.isPicture(name) || name.lowercased().hasSuffix(noteEnding)
    }

    /// Lower-case, without the extension.
    private static func stem(of name: String) -> String { (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).lowercased() }

    static func isMedia(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
