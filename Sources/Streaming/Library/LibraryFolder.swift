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
        /// The notes that belong to the file, the nearest first.
        let notes: [Note]
        /// The path of the picture that stands for a series: in the file's folder, or in the one above.
        let seriesPoster: String?
    }

    /// A `.nfo` file.
    struct Note: Hashable, Sendable {
        let path: String
        let size: Int
        let modified: Timestamp
        /// It is a series': `tvshow.nfo`.
        let isOfSeries: Bool
        /// It is for a folder in which other media files lie too.
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

    /// All files, at most `limit`, ordered by path. Throws `StreamingError` if the folder or a subfolder is temporarily unreadable, because
    /// its files may still exist.
    package func files(atMost limit: Int) throws -> [Found] { try look(atMost: limit).files }

    /// The same, plus the directories that were walked, itself first, without links. `step` is called for each entry, and may throw.
    /// `unreadable` counts media files that are left out, because their names aren't UTF-8 or their paths are too long.
    func look(atMost limit: Int, _ step: () throws -> Void = {}) throws -> (files: [Found], folders: [String], unreadable: Int) {
        guard let root = OpenFile.realPath(path), opendir(root).map({ closedir($0) }) == 0 else {
            throw StreamingError(.missing, "the folder \(path) can’t be read")
        }
        var found: [Entry] = []
        // By directory, then by lower-case name.
        var pictures: [String: [String: String]] = [:]
        var pictureCount = 0
        var notes: [String: [String: (name: String, size: Int, modified: Timestamp)]] = [:]
        var noteCount = 0
        var folders: [String] = []
        var (entries, unreadable) = (0, 0)
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
                guard let name = Self.name(of: entry) else {
                    if Self.isMedia(Self.approximateName(of: entry)) { unreadable += 1 }
                    continue
                }
                guard !name.hasPrefix(".") else { continue }
                let path = below.isEmpty ? name : below + "/" + name
                var status = stat()
                guard path.utf8.count <= Self.pathLimit else {
                    if Self.isMedia(name) { unreadable += 1 }
                    continue
                }
                guard lstat(root + "/" + path, &status) == 0 else {
                    try Self.passOver(path, errno)
                    continue
                }
                switch status.st_mode & S_IFMT {
                case S_IFDIR where depth < Self.depthLimit: waiting.append((path, depth + 1))
                case S_IFREG where Self.isMedia(name):
                    found.append(Entry(below: below, name: name, size: Int(status.st_size), modified: Timestamp(status.st_mtim)))
                case S_IFREG where Sleeve.isPicture(name) && status.st_size <= Sleeve.byteLimit && pictureCount < Self.pictureLimit:
                    pictures[below, default: [:]][name.lowercased()] = name
                    pictureCount += 1
                case S_IFREG where name.lowercased().hasSuffix(Self.noteEnding) && noteCount < Self.noteLimit:
                    notes[below, default: [:]][name.lowercased()] = (name, Int(status.st_size), Timestamp(status.st_mtim))
                    noteCount += 1
                default: continue
                }
            }
        }
        let counts = found.reduce(into: [String: Int]()) { $0[$1.below, default: 0] += 1 }
        let files = found.map { entry in
            let start = entry.below.isEmpty ? "" : entry.below + "/"
            let sleeve = pictures[entry.below].flatMap { Sleeve.name(beside: entry.name, among: $0, isAlone: counts[entry.below] == 1) }
            /// The first of these names that is there.
            func note(_ names: [String], in place: String, isOfSeries: Bool = false) -> Note? {
                guard let found = names.lazy.compactMap({ name in notes[place]?[name].map { (name, $0) } }).first else { return nil }
                return Note(
                    path: place.isEmpty ? found.1.name : "\(place)/\(found.1.name)", size: found.1.size, modified: found.1.modified,
                    isOfSeries: isOfSeries, isShared: found.0 == "movie\(Self.noteEnding)" && counts[place] != 1)
            }
            let above = LibraryNames.directory(of: entry.below)
            let own = note([Self.stem(of: entry.name) + Self.noteEnding, "movie\(Self.noteEnding)"], in: entry.below)
            let series = [entry.below, above].lazy.compactMap { note(["tvshow\(Self.noteEnding)"], in: $0, isOfSeries: true) }.first
            // Above there may be the library itself, and a picture for all of it.
            let places = above.isEmpty ? [entry.below] : [above, entry.below]
            let poster = places.lazy.compactMap { place in
                pictures[place].flatMap(Sleeve.nameOfSeries).map { place.isEmpty ? $0 : "\(place)/\($0)" }
            }.first
            return Found(
                path: start + entry.name, size: entry.size, modified: entry.modified, sleeve: sleeve.map { start + $0 },
                notes: notes.isEmpty ? [] : [own, series].compactMap { $0 }, seriesPoster: poster)
        }
        return (files.sorted { $0.path < $1.path }, folders, unreadable)
    }

    /// Throws unless the subfolder is gone or never readable by the server.
    private static func passOver(_ below: String, _ code: Int32) throws(StreamingError) {
        guard !below.isEmpty, [ENOENT, ENOTDIR, EACCES, EPERM, ENAMETOOLONG].contains(code) else {
            throw StreamingError(.missing, "\(below.isEmpty ? "it" : below) can’t be read: \(String(cString: strerror(code)))")
        }
    }

    /// With U+FFFD for what isn't UTF-8.
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
        isMedia(name) || Sleeve.isPicture(name) || name.lowercased().hasSuffix(noteEnding)
    }

    /// Lower-case, without the ending.
    private static func stem(of name: String) -> String { (name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name).lowercased() }

    static func isMedia(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
