import Foundation
package import Records

/// Bookmarks in documents. Every call is limited to the owner of the document; for other people it finds nothing.
extension DocumentStore {
    private static let source = "document_bookmarks JOIN documents ON documents.id = document_bookmarks.document"

    /// The outcome of adding a bookmark.
    package enum AddedBookmark: Hashable, Sendable {
        case new(DocumentBookmark)
        /// The word already has a bookmark.
        case known(DocumentBookmark)
        /// The document has reached its limit of bookmarks.
        case full
        /// The person has no such document, or it isn't ready.
        case noDocument
    }

    /// A document's bookmarks, in the order of their words.
    package func documentBookmarks(_ id: StoredDocument.ID, of person: Person.ID) async throws -> [DocumentBookmark] {
        try await database.read("reading bookmarks") { database in
            try Row.fetchAll(
                database, sql: "SELECT document_bookmarks.* FROM \(Self.source) WHERE document = ? AND person = ? ORDER BY word",
                arguments: [id, person]
            ).map(Self.bookmark)
        }
    }

    /// Adds a bookmark at a word, or at the last word of a shorter document. Throws `DocumentShareSpent`.
    package func addDocumentBookmark(
        _ word: Int, note: String = "", in id: StoredDocument.ID, for person: Person.ID, at now: Timestamp
    ) async throws -> AddedBookmark {
        try await database.write("setting a bookmark") { database in
            let words = try Int.fetchOne(
                database, sql: "SELECT words FROM documents WHERE id = ? AND person = ? AND state = 'ready'", arguments: [id, person])
            guard let words else { return .noDocument }
            let word = max(0, min(word, words - 1))
            if let row = try Row.fetchOne(
                database, sql: "SELECT * FROM document_bookmarks WHERE document = ? AND word = ?", arguments: [id, word])
            {
                return .known(Self.bookmark(row))
            }
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM document_bookmarks WHERE document = ?", arguments: [id]) ?? 0
            guard count < DocumentBookmark.Limits.bookmarks else { return .full }
            let text = try String.fetchOne(
                database, sql: "SELECT text FROM document_parts WHERE document = ? AND first_word <= ? ORDER BY first_word DESC LIMIT 1",
                arguments: [id, word])
            let part = try text.map { try JSONDecoder().decode(DocumentPart.self, from: Data($0.utf8)) }
            guard let quote = part?.quote(of: word) else { return .noDocument }
            let note = note.limited(to: DocumentBookmark.Limits.note)
            try Self.addText(quote.bytes + note.utf8.count, to: id, in: database)
            let number = try Statement.inserted(
                database.cachedStatement(
                    sql: """
                        INSERT INTO document_bookmarks (document, word, text, text_before, text_after, note, added)
                        VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id
                        """),
                [id, word, quote.word, quote.before, quote.after, note, now.milliseconds])
            return .new(DocumentBookmark(id: number, document: id, word: word, quote: quote, note: note, added: now))
        }
    }

    /// nil if the person has no such bookmark. Throws `DocumentShareSpent`.
    package func changeDocumentBookmark(_ id: DocumentBookmark.ID, note: String, in document: StoredDocument.ID, of person: Person.ID)
        async throws -> DocumentBookmark?
    {
        try await database.write("changing a bookmark") { database in
            guard let former = try Self.bookmark(id, document, person, in: database) else { return nil }
            let note = note.limited(to: DocumentBookmark.Limits.note)
            try Self.addText(note.utf8.count - former.note.utf8.count, to: document, in: database)
            try database.execute(sql: "UPDATE document_bookmarks SET note = ? WHERE id = ?", arguments: [note, id])
            return try Row.fetchOne(database, sql: "SELECT * FROM document_bookmarks WHERE id = ?", arguments: [id]).map(Self.bookmark)
        }
    }

    /// False if the person has no such bookmark.
    package func removeDocumentBookmark(_ id: DocumentBookmark.ID, in document: StoredDocument.ID, of person: Person.ID) async throws
        -> Bool
    {
        try await database.write("removing a bookmark") { database in
            guard let former = try Self.bookmark(id, document, person, in: database) else { return false }
            try Self.addText(-former.quote.bytes - former.note.utf8.count, to: document, in: database)
            try database.execute(sql: "DELETE FROM document_bookmarks WHERE id = ?", arguments: [id])
            return true
        }
    }

    /// nil if it isn't theirs.
    private static func bookmark(
        _ id: DocumentBookmark.ID, _ document: StoredDocument.ID, _ person: Person.ID, in database: Connection
    ) throws -> DocumentBookmark? {
        try Row.fetchOne(
            database, sql: "SELECT document_bookmarks.* FROM \(source) WHERE document_bookmarks.id = ? AND document = ? AND person = ?",
            arguments: [id, document, person]
        ).map(bookmark)
    }

    private static func bookmark(_ row: Row) -> DocumentBookmark {
        DocumentBookmark(
            id: row["id"], document: row["document"], word: row["word"],
            quote: .init(before: row["text_before"], word: row["text"], after: row["text_after"]), note: row["note"],
            added: Timestamp(milliseconds: row["added"]))
    }
}
