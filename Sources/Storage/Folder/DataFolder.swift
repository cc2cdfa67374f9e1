import Crypto
package import Foundation
import Records

/// The data folder is accessible only to its owner, regardless of the process's umask: folders 0700, files 0600.
///
/// If others can only read something, access is taken away. If others can write, a server doesn't start: they may have put something there
/// already. Symbolic links are not followed.
package enum DataFolder {
    static let databaseName = "tidings.sqlite"

    private static let others: mode_t = 0o077
    private static let writableByOthers: mode_t = 0o022
    private static let enterableByOthers: mode_t = 0o011

    /// Creates a folder that only its owner can enter.
    static func make(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates an empty file that only its owner can read, unless it exists.
    static func make(file: URL) {
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        close(descriptor)
        give(file, toOwnerOf: file.deletingLastPathComponent())
    }

    /// The contents of a key file; `make` returns those of a missing one. If two processes make it at once, one wins and both read the same
    /// key.
    package static func key(in file: URL, making make: () -> Data) throws -> Data {
        let folder = file.deletingLastPathComponent()
        if !FileManager.default.fileExists(atPath: file.path) {
            // Written completely under a temporary name, then linked to its name unless another process was first. Synced to the disk
            // before it is used.
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

    /// Identifies a key file without revealing it.
    package static func fingerprint(of file: URL) throws -> String {
        do { return String(hexadecimal: SHA256.hash(data: Data("tidings fingerprint\u{0}".utf8) + (try Data(contentsOf: file)))) } catch {
            throw StorageError(.folder, doing: "reading \(file.path)", detail: "the key cannot be read")
        }
    }

    /// Whether this process runs as the folder's owner, so that the files it makes there are the owner's.
    package static func isOurs(_ folder: URL) -> Bool { status(folder.resolvingSymlinksInPath().path)?.st_uid == geteuid() }

    /// Root may run a command on another user's folder; that user must be able to read the new file.
    package static func give(_ file: URL, toOwnerOf folder: URL) {
        guard geteuid() == 0, let there = status(folder.resolvingSymlinksInPath().path) else { return }
        lchown(file.path, there.st_uid, there.st_gid)
    }

    /// Throws `StorageError`, with the command that fixes it, if others can write to a folder, to reachable contents of it, or to a parent
    /// folder, where they could replace it. A folder that doesn't exist yet is fine.
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
            // In a folder with the sticky bit, like /tmp, users can't rename other users' files (unlink(2)).
            guard let there = status(above.path), there.st_mode & S_IWOTH != 0, there.st_mode & S_ISVTX == 0 else { continue }
            throw refusal(above.path, "chmod o-w \(above.path)")
        }
    }

    /// Removes other users' permissions from a folder and its direct contents; with `isDeep`, from everything below it. Another user's
    /// files stay as they are.
    package static func restrict(_ folder: URL, isDeep: Bool = false) {
        let path = folder.resolvingSymlinksInPath().path
        if let there = status(path), there.st_mode & others != 0 { chmod(path, there.st_mode & 0o700) }
        for (below, mode) in entries(of: path, isDeep: isDeep) where mode & others != 0 { chmod(below, mode & 0o700) }
    }

    /// The paths of files and folders with their modes. Leaves out links and those that have disappeared meanwhile.
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

    /// Waits until the file, or a folder's list of names, is on the disk.
    static func sync(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw StorageError(.folder, doing: "writing \(file.path)", detail: String(cString: strerror(errno)))
        }
    }
}
