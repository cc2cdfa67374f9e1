import Records

/// The storage that a person's documents use: their files and their size in the database. Counted in the transaction that stores them.
extension DocumentStore {
    /// Adds to the document's size in the database. Throws `DocumentShareSpent`, and changes nothing, if all documents of its owner would
    /// exceed their share. Shrinking always succeeds.
    static func addText(_ bytes: Int, to id: StoredDocument.ID, in database: Connection) throws {
        if bytes > 0 {
            let taken = try Int.fetchOne(
                database,
                sql: """
                    SELECT coalesce(sum(bytes + text_bytes), 0) FROM documents WHERE person = (SELECT person FROM documents WHERE id = ?)
                    """, arguments: [id])
            guard (taken ?? 0) + bytes <= StoredDocument.Limits.allBytes else { throw DocumentShareSpent() }
        }
        try database.execute(sql: "UPDATE documents SET text_bytes = text_bytes + ? WHERE id = ?", arguments: [bytes, id])
    }

    /// The migration: counts existing texts.
    static func countTextBytes(_ database: Connection) throws {
        try database.execute(sql: documentTextBytes)
        for row in try Row.fetchAll(database, sql: "SELECT id, page_starts, chapters, read_passages FROM documents") {
            let id: Int64 = row["id"]
            var bytes = [row["page_starts"] as String?, row["chapters"], row["read_passages"]].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            let parts = try Int.fetchAll(database, sql: "SELECT part FROM document_parts WHERE document = ?", arguments: [id])
            for part in parts {
                let text = try String.fetchOne(
                    database, sql: "SELECT text FROM document_parts WHERE document = ? AND part = ?", arguments: [id, part])
                bytes += text?.utf8.count ?? 0
            }
            let bookmarks = try Row.fetchAll(
                database, sql: "SELECT text, text_before, text_after, note FROM document_bookmarks WHERE document = ?", arguments: [id])
            for bookmark in bookmarks {
                bytes += ["text", "text_before", "text_after", "note"].reduce(0) { $0 + (bookmark[$1] as String).utf8.count }
            }
            try database.execute(sql: "UPDATE documents SET text_bytes = ? WHERE id = ?", arguments: [bytes, id])
        }
    }
}
