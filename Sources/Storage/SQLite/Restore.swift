import CLinux
package import Foundation
package import Records

/// Replaces a data folder with a backup, completely or not at all.
///
/// The backup is checked and unpacked beside the folder. Then the former folder is renamed, and the new one gets its name: in one step if
/// the file system can exchange two names (renameat2(2)), otherwise in two. The former folder isn't deleted. Refused while a server runs on
/// the folder, and for a backup of a later version.
package struct Restore: Sendable {
    package let folder: URL
    /// The path of the former data; nil if there was none.
    package let aside: URL?
    package let backup: Backup.Label

    /// Throws `StorageError`.
    package init(_ file: URL, into folder: URL, replacing: Bool, at time: Timestamp) throws {
        let doing = "restoring \(file.path)"
        let folder = folder.standardizedFileURL
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw StorageError(.backup, doing: doing, detail: "there is no such file")
        }
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        let isEmpty = try !isThere || FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty
        guard isEmpty || replacing else {
            throw StorageError(
                .backup, doing: doing,
                detail: "\(folder.path) holds data; use --replace to put it aside, or name another folder with --data")
        }
        let lock = isEmpty ? nil : try DataLock(folder)
        let stamp = time.description.filter { $0 != "-" && $0 != ":" }
        let fresh = folder.appendingPathExtension("restoring-\(getpid())")
        let aside = folder.appendingPathExtension("before-\(stamp)")
        var former: URL?
        do {
            guard !FileManager.default.fileExists(atPath: aside.path) else {
                throw StorageError(.folder, doing: doing, detail: "\(aside.path) is there already")
            }
            try DataFolder.make(fresh)
            backup = try Self.unpack(file, into: fresh)
            if isThere { try Self.own(fresh, like: folder) }
            // rename(2) itself replaces an empty folder.
            if isEmpty { try Self.rename(fresh, folder) }
            if !isEmpty { former = try Self.swap(fresh, folder, aside: aside) }
            try DataFolder.sync(folder.deletingLastPathComponent())
        } catch {
            if former != fresh { try? FileManager.default.removeItem(at: fresh) }
            throw Backup.fault(error, doing: doing)
        }
        self.folder = folder
        self.aside = former
        withExtendedLifetime(lock) {}
    }

    private static func unpack(_ file: URL, into fresh: URL) throws -> Backup.Label {
        let database = fresh.appendingPathComponent(DataFolder.databaseName)
        guard FileManager.default.createFile(atPath: database.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw StoredFault("\(database.path) cannot be written")
        }
        let hasChecksum = try BackupChecksum.verify(file, copyingTo: database)
        let copy = try DatabaseFile(database)
        let label = try copy.read { try Backup.label($0, hasChecksum: hasChecksum) }
        try copy.withConnection { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT path, mode, bytes FROM backup_files ORDER BY path")
            while let row = try rows.next() { try write(row["bytes"], to: row["path"], mode: row["mode"], in: fresh) }
        }
        try copy.withConnection {
            try $0.execute(sql: "DROP TABLE backup_files; DROP TABLE backup; PRAGMA application_id = 0; VACUUM")
        }
        try copy.close()
        // A backup with a marker has its store in a database.
        if label.database == nil { try DataFolder.sync(database) } else { try FileManager.default.removeItem(at: database) }
        try DataFolder.sync(fresh)
        return label
    }

    /// Refuses paths that lead out of the folder, since a backup's contents may have been tampered with.
    private static func write(_ bytes: Data, to path: String, mode: Int, in folder: URL) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard !parts.contains(where: { ["", ".", ".."].contains($0) }), !path.utf8.contains(0) else {
            throw StoredFault("it holds a file outside of its folder")
        }
        let file = folder.appendingPathComponent(path)
        try DataFolder.make(file.deletingLastPathComponent())
        let rights = mode & 0o700 | 0o600
        guard FileManager.default.createFile(atPath: file.path, contents: bytes, attributes: [.posixPermissions: rights]) else {
            throw StoredFault("\(path) cannot be written")
        }
        try DataFolder.sync(file)
    }

    /// The restore may run as root; the server doesn't.
    private static func own(_ fresh: URL, like folder: URL) throws {
        var there = stat()
        guard stat(folder.path, &there) == 0 else { return }
        chmod(fresh.path, there.st_mode & 0o700 | 0o700)
        guard geteuid() == 0 else { return }
        for path in [""] + (try FileManager.default.subpathsOfDirectory(atPath: fresh.path)) {
            lchown(fresh.appendingPathComponent(path).path, there.st_uid, there.st_gid)
        }
    }

    /// Replaces a folder with a fresh one; returns the path of the former one.
    private static func swap(_ fresh: URL, _ folder: URL, aside: URL) throws -> URL {
        if exchange_names(fresh.path, folder.path) == 0 {
            // The former data now has the fresh folder's name, and keeps it if it can't be renamed.
            do { try rename(fresh, aside) } catch { return fresh }
            return aside
        }
        try rename(folder, aside)
        do { try rename(fresh, folder) } catch {
            try? rename(aside, folder)
            throw error
        }
        return aside
    }

    private static func rename(_ old: URL, _ new: URL) throws {
        guard Foundation.rename(old.path, new.path) == 0 else {
            throw StorageError(
                .folder, doing: "putting the data in place",
                detail: "\(String(cString: strerror(errno))); restore into a new folder with --data, and let the server use that")
        }
    }
}
