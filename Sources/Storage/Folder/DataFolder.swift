package import Foundation

/// The folder of data is its owner's alone, whatever the umask of the process was that made it: folders 0700, files 0600.
///
/// What others can only read is closed to them. A server doesn't start on what others can write: they may have put something there already. Links are
/// not followed.
package enum DataFolder {
    static let databaseName = "tidings.sqlite"

    private static let others: mode_t = 0o077
    private static let writableByOthers: mode_t = 0o022
    private static let enterableByOthers: mode_t = 0o011

    /// Makes a folder that only its owner enters.
    static func make(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Makes an empty file that only its owner reads, unless it is there.
    static func make(file: URL) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        close(descriptor)
        give(file, toOwnerOf: file.deletingLastPathComponent())
    }

    /// The bytes of a key in a file, which `make` makes if it isn't there yet. Of two processes that make it at once, one wins and both read the same.
    package static func key(in file: URL, making make: () -> Data) throws -> Data {
        let folder = file.deletingLastPathComponent()
        if !FileManager.default.fileExists(atPath: file.path) {
            // Written whole beside it, then given the name unless another has it. On the disk before anything is done with it.
            let draft = folder.appendingPathComponent(".\(file.lastPathComponent)-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: draft) }
            guard FileManager.default.createFile(atPath: draft.path, contents: make(), attributes: [.posixPermissions: 0o600]) else {
                throw StorageError(.folder, doing: "writing \(file.path)", detail: String(cString: strerror(errno)))
            }
            give(draft, toOwnerOf: folder)
            try sync(draft)
            guard link(draft.path, file.path) == 0 || errno == EEXIST else {
                throw StorageError(.folder, doing: "writing \(file.path)", detail: String(cString: strerror(errno)))
            }
            try sync(folder)
        }
        do { return try Data(contentsOf: file) } catch {
            throw StorageError(.folder, doing: "reading \(file.path)", detail: "the key cannot be read")
        }
    }

    /// Whether what this process makes in a folder is its owner's.
    package static func isOurs(_ folder: URL) -> Bool { status(folder.resolvingSymlinksInPath().path)?.st_uid == geteuid() }

    /// Root may run a command on a folder of somebody else, who has to read what it makes.
    package static func give(_ file: URL, toOwnerOf folder: URL) {
        guard geteuid() == 0, let there = status(folder.resolvingSymlinksInPath().path) else { return }
        lchown(file.path, there.st_uid, there.st_gid)
    }

    /// Throws `StorageError` with the command that mends it if others can write a folder, something in it that they can reach, or a folder above it,
    /// in which they could put another in its place. A folder that isn't there yet is fine.
    package static func check(_ folder: URL) throws {
        let path = folder.resolvingSymlinksInPath().standardizedFileURL.path
        guard let there = status(path) else { return }
        if there.st_mode & writableByOthers != 0 { throw refusal(path, "chmod -R go-w \(path)") }
        if there.st_mode & enterableByOthers != 0 {
            for (below, mode) in entries(of: path) where mode & writableByOthers != 0 { throw refusal(below, "chmod -R go-w \(path)") }
        }
        var above = URL(fileURLWithPath: path)
        while above.path != "/" {
            above.deleteLastPathComponent()
            // In a folder with the sticky bit, like /tmp, nobody renames what is another's (unlink(2)).
            guard let there = status(above.path), there.st_mode & S_IWOTH != 0, there.st_mode & S_ISVTX == 0 else { continue }
            throw refusal(above.path, "chmod o-w \(above.path)")
        }
    }

    /// Takes the rights of others away from a folder and what is directly in it; from everything below it where `isDeep`. What belongs to somebody else
    /// stays as it is.
    package static func restrict(_ folder: URL, isDeep: Bool = false) {
        let path = folder.resolvingSymlinksInPath().path
        if let there = status(path), there.st_mode & others != 0 { chmod(path, there.st_mode & 0o700) }
        for (below, mode) in entries(of: path, isDeep: isDeep) where mode & others != 0 { chmod(below, mode & 0o700) }
    }

    /// The paths of files and folders with their modes; links, and what has gone meanwhile, are left out.
    private static func entries(of path: String, isDeep: Bool = true) -> [(path: String, mode: mode_t)] {
        let names =
            (isDeep
                ? try? FileManager.default.subpathsOfDirectory(atPath: path) : try? FileManager.default.contentsOfDirectory(atPath: path))
            ?? []
        return names.compactMap { name in
            guard let there = status("\(path)/\(name)"), there.st_mode & S_IFMT != S_IFLNK else { return nil }
            return ("\(path)/\(name)", there.st_mode)
        }
    }

    private static func status(_ path: String) -> stat? {
        var there = stat()
        return lstat(path, &there) == 0 ? there : nil
    }

    private static func refusal(_ path: String, _ command: String) -> StorageError {
        StorageError(.exposed, doing: "looking at the rights of the data", detail: "others on this machine can write \(path): \(command)")
    }

    /// Waits until the file, or the names in a folder, are on the disk.
    static func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw StorageError(.folder, doing: "writing \(file.path)", detail: String(cString: strerror(errno)))
        }
    }
}
