package import Records

/// People's settings of their documents: names, voices, and passages to skip.
extension DocumentStore {
    /// Changes the title, the author, the group, the voice or whether it follows languages; nil leaves a setting unchanged. False if the
    /// person has no such document.
    package func change(
        _ id: StoredDocument.ID, title: String? = nil, author: String? = nil, group: String? = nil, voice: String? = nil,
        followsLanguages: Bool? = nil, for person: Person.ID
    ) async throws -> Bool {
        try await database.write("changing a document") { database in
            try database.execute(
                sql: """
                    UPDATE documents SET title = coalesce(?, title), author = coalesce(?, author), shelf = coalesce(?, shelf),
                        voice = coalesce(?, voice), follows_languages = coalesce(?, follows_languages)
                    WHERE id = ? AND person = ?
                    """,
                arguments: [
                    title?.limited(to: StoredDocument.Limits.title), author?.limited(to: StoredDocument.Limits.author),
                    group?.limited(to: StoredDocument.Limits.group), voice?.limited(to: 100), followsLanguages, id, person,
                ])
            guard database.changesCount > 0 else { return false }
            try Self.foldNames(of: id, in: database)
            return true
        }
    }

    /// Sets the kinds of passages to skip. False if the person has no such document.
    package func setLeaving(_ kinds: Set<LeavingOut.Kind>, in id: StoredDocument.ID, for person: Person.ID) async throws -> Bool {
        try await database.write("noting what is left out of a document") { database in
            try database.execute(
                sql: "UPDATE documents SET leaves_out = ? WHERE id = ? AND person = ?",
                arguments: [kinds.map(\.rawValue).sorted().joined(separator: ","), id, person])
            return database.changesCount > 0
        }
    }

    /// Reads a passage of a skipped kind aloud after all, or skips it again. False if the person has no such document. Throws
    /// `DocumentShareSpent`.
    package func setPassage(_ start: Int, isRead: Bool, in id: StoredDocument.ID, for person: Person.ID) async throws -> Bool {
        try await database.write("noting that a passage of a document is read") { database in
            let row = try Row.fetchOne(database, sql: "SELECT * FROM documents WHERE id = ? AND person = ?", arguments: [id, person])
            guard let row else { return false }
            let read = Self.leaving(row).reading(start, isRead).read.map(String.init).joined(separator: ",")
            try Self.addText(read.utf8.count - (row["read_passages"] as String).utf8.count, to: id, in: database)
            try database.execute(sql: "UPDATE documents SET read_passages = ? WHERE id = ?", arguments: [read, id])
            return true
        }
    }

    static func leaving(_ row: Row) -> LeavingOut {
        let kinds = (row["leaves_out"] as String?).map { names in
            Set(names.split(separator: ",").compactMap { LeavingOut.Kind(rawValue: String($0)) })
        }
        let read = (row["read_passages"] as String).split(separator: ",").compactMap { Int($0) }
        return LeavingOut(kinds ?? LeavingOut.defaultKinds, read: read)
    }
}
