package import Foundation

// A data folder whose store is in a PostgreSQL database has a `DatabaseMarker`.
extension DataFolder {
    /// Whether the folder has its own store, an SQLite file.
    package static func hasOwnStore(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(databaseName).path)
    }

    /// Uses a database for a folder's store from now on. Throws `StorageError` if the folder has its own store.
    package static func use(_ address: DatabaseAddress, for folder: URL) throws {
        let doing = "using \(address) for \(folder.path)"
        let marker = DatabaseMarker(address)
        let known = try DatabaseMarker.read(in: folder)
        guard known != marker else { return }
        // The former SQLite file may remain after the store was moved.
        guard known != nil || !hasOwnStore(folder) else {
            throw StorageError(
                .folder, doing: doing,
                detail: "the folder has a store of its own: move it with tidings migrate, or name a new folder with --data")
        }
        do { try make(folder) } catch { throw StorageError(error, doing: doing) }
        try marker.write(in: folder)
    }
}
