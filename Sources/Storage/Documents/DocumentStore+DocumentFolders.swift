package import Records

/// Files in people's folders that have become documents. An unchanged file isn't imported again.
extension DocumentStore {
    /// The person's files that have become documents, by path.
    package func folderFiles(of person: Person.ID) async throws -> [String: FolderFile] {
        try await database.read("reading the files of a folder") { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT path, size, modified FROM document_folder_files WHERE person = ?", arguments: [person])
            return Dictionary(
                rows.map { ($0["path"] as String, FolderFile(size: $0["size"], modified: $0["modified"])) }, uniquingKeysWith: { $1 })
        }
    }

    package func noteFolderFile(_ path: String, _ file: FolderFile, of person: Person.ID) async throws {
        try await database.write("noting a file of a folder") { database in
            try database.execute(
                sql: """
                    INSERT INTO document_folder_files (person, path, size, modified) VALUES (?, ?, ?, ?)
                    ON CONFLICT (person, path) DO UPDATE SET size = excluded.size, modified = excluded.modified
                    """, arguments: [person, path, file.size, file.modified])
        }
    }

    /// Forgets files that no longer exist.
    package func forgetFolderFiles(_ paths: [String], of person: Person.ID) async throws {
        try await database.write("forgetting files of a folder") { database in
            let statement = try database.cachedStatement(sql: "DELETE FROM document_folder_files WHERE person = ? AND path = ?")
            for path in paths { try statement.execute(arguments: [person, path]) }
        }
    }
}
