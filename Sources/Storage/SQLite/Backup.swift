package import Foundation
package import Records

/// A backup of a data folder in one file, made while others write: the database, with the folder's other files in a table.
///
/// A store in PostgreSQL isn't included: `pg_dump` copies that.
///
/// `VACUUM INTO` (https://www.sqlite.org/lang_vacuum.html) copies the database from one snapshot. The installation's own boards, keys and
/// all other files in the folder go into `backup_files`, except those in `DataFolder.Apart`. A file over 64 MB is rejected. The copy is
/// checked before it is renamed to its final name, and ends with a checksum (`BackupChecksum`).
package enum Backup {
    private static let fileLimit = 64 << 20

    package struct Summary: Sendable {
        package let bytes: Int
        package let files: Int
        /// The database of a store that isn't in the backup; nil if the backup includes the store.
        package let database: DatabaseAddress?
    }

    /// A backup's metadata.
    package struct Label: Hashable, Sendable {
        package let version: String
        package let created: Timestamp
        /// False if an older version made it: then damage that SQLite doesn't detect goes unnoticed.
        package let hasChecksum: Bool
        /// The database of a store that isn't in the backup; nil if the backup includes the store.
        package let database: DatabaseAddress?
    }

    /// Throws `StorageError`. `file` must not exist.
    package static func make(of folder: URL, to file: URL, version: String, at time: Timestamp) throws -> Summary {
        let doing = "backing up to \(file.path)"
        let database = folder.appendingPathComponent(DataFolder.databaseName)
        let marker = try DatabaseMarker.read(in: folder)
        guard marker != nil || FileManager.default.fileExists(atPath: database.path) else {
            throw StorageError(.backup, doing: doing, detail: "there is no data in \(folder.path); name its folder with --data")
        }
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw StorageError(.backup, doing: doing, detail: "the file already exists; choose another name")
        }
        let part = file.appendingPathExtension("part")
        do {
            // It contains keys, so only its owner may read it.
            try? FileManager.default.removeItem(at: part)
            guard FileManager.default.createFile(atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
                throw StorageError(.backup, doing: doing, detail: "the file can't be made; name one in a folder that you can write to")
            }
            if marker == nil {
                let source = try DatabaseFile(database)
                try source.withConnection { try $0.execute(sql: "VACUUM INTO ?", arguments: [part.path]) }
                try source.close()
            }
            let copy = try DatabaseFile(part)
            let files = try copy.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE backup (version TEXT NOT NULL, created INTEGER NOT NULL) STRICT;
                        CREATE TABLE backup_files (path TEXT PRIMARY KEY, mode INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;
                        """)
                try database.execute(sql: "INSERT INTO backup VALUES (?, ?)", arguments: [version, time.milliseconds])
                try database.execute(sql: "PRAGMA application_id = \(BackupChecksum.applicationID)")
                return try add(folder, to: database)
            }
            try copy.read(check)
            try copy.close()
            try BackupChecksum.append(to: part)
            try DataFolder.sync(part)
            guard rename(part.path, file.path) == 0 else {
                throw StorageError(.folder, doing: doing, detail: String(cString: strerror(errno)))
            }
            let bytes = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            return Summary(bytes: bytes, files: files, database: marker?.address)
        } catch {
            try? FileManager.default.removeItem(at: part)
            throw StorageError.mapped(error, doing: doing)
        }
    }

    /// Reads a backup to check that it is complete and can be restored by this version. Throws `StorageError`.
    package static func check(_ file: URL) throws -> Label {
        let doing = "checking \(file.path)"
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw StorageError(.backup, doing: doing, detail: "there is no such file")
        }
        do {
            let hasChecksum = try BackupChecksum.verify(file, copyingTo: nil)
            let backup = try DatabaseFile(file, readOnly: true)
            defer { try? backup.close() }
            return try backup.read { try label($0, hasChecksum: hasChecksum) }
        } catch {
            throw fault(error, doing: doing)
        }
    }

    /// Reports errors of the file's contents as a damaged backup, but not other errors like a full disk.
    static func fault(_ error: any Error, doing: String) -> any Error {
        if error is DamagedBackup || error is StoredFault { return StorageError(.backup, doing: doing, detail: "\(error)") }
        if let damage = StorageError.damage(error) { return StorageError(.backup, doing: doing, detail: damage) }
        return StorageError.mapped(error, doing: doing)
    }

    /// Throws if a database isn't a backup, is damaged, or was made by a later version.
    static func label(_ database: Connection, hasChecksum: Bool) throws -> Label {
        guard try database.tableExists("backup"), try database.tableExists("backup_files"),
            let row = try Row.fetchOne(database, sql: "SELECT version, created FROM backup")
        else { throw StoredFault("this is not a backup of Tidings") }
        guard try !Store.migrations.areFewer(thanIn: database) else {
            throw StoredFault("it is of version \(row["version"] as String), which is later than this one")
        }
        try check(database)
        return Label(
            version: row["version"], created: Timestamp(milliseconds: row["created"]), hasChecksum: hasChecksum,
            database: try elsewhere(database))
    }

    /// The database of a store that the backup doesn't include.
    private static func elsewhere(_ database: Connection) throws -> DatabaseAddress? {
        guard try !database.tableExists("grdb_migrations") else { return nil }
        let bytes = try Data.fetchOne(
            database, sql: "SELECT bytes FROM backup_files WHERE path = ?", arguments: [DatabaseMarker.fileName])
        guard let marker = bytes.flatMap({ DatabaseMarker(file: $0) }) else {
            throw StoredFault("it has neither a store nor the address of one")
        }
        return marker.address
    }

    private static func add(_ folder: URL, to database: Connection) throws -> Int {
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() where isKept(path) {
            do {
                if try add(path, of: folder, to: database) { count += 1 }
            } catch let error as CocoaError where [.fileNoSuchFile, .fileReadNoSuchFile].contains(error.code) {
                // A running server has removed it meanwhile.
            }
        }
        return count
    }

    /// False if it isn't a regular file.
    private static func add(_ path: String, of folder: URL, to database: Connection) throws -> Bool {
        let file = folder.appendingPathComponent(path)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return false }
        guard attributes[.size] as? Int ?? 0 <= fileLimit else {
            throw StoredFault("\(path) is larger than \(fileLimit >> 20) MB")
        }
        try database.execute(
            sql: "INSERT INTO backup_files VALUES (?, ?, ?)",
            arguments: [path, attributes[.posixPermissions] as? Int ?? 0o600, try Data(contentsOf: file)])
        return true
    }

    private static func isKept(_ path: String) -> Bool {
        let first = path.split(separator: "/").first.map(String.init) ?? path
        return !first.hasPrefix(DataFolder.databaseName) && DataFolder.Apart(rawValue: first) == nil && !DataLock.isLock(first)
            && !path.hasSuffix(".part")
    }

    /// Throws if the database is damaged, or a row references a missing row.
    static func check(_ database: Connection) throws {
        let state = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") ?? "?"
        guard state == "ok" else { throw StoredFault("the database is damaged: \(state)") }
        guard try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") == nil else {
            throw StoredFault("the database is damaged: a row refers to a row that is missing")
        }
    }
}
