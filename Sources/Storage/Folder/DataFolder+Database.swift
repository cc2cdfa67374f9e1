package import Foundation

// A folder whose store is in a database of PostgreSQL says so by a `DatabaseMarker`.
extension DataFolder {
    /// Whether the folder has a store of its own, a file of SQLite's.
    package static func hasOwnStore(_ folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(databaseName).path)
    }

    /// Has a folder's store be in a database from now on. Throws `StorageError` if the folder has a store of its own.
    package static func use(_ address: DatabaseAddress, for folder: URL) throws {
        let doing = "using \(address) for \(folder.path)"
        let marker = DatabaseMarker(address)
        let known = try DatabaseMarker.read(in: folder)
        guard known != marker else { return }
        // A file that was the store before the folder moved may still be there.
        guard known != nil || !hasOwnStore(folder) else {
            throw StorageError(
                .folder, doing: doing,
                detail: "the folder has a store of its own: move it with tidings migrate, or name a new folder with --data")
        }
        do { try make(folder) } catch { throw StorageError(error, doing: doing) }
        try marker.write(in: folder)
    }
}
