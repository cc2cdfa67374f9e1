import Foundation
package import Records

/// The outcome of reading a document: its text, or why it can't be read, and the number of attempts.
extension DocumentStore {
    /// Stores a document's contents. False if it was removed meanwhile, or if there is no room for them (`Fault.noRoom`). `title` is the
    /// document's own; `firstWords` replace it if it has none; `pictureBytes` is the size of its pictures beside the file, which also
    /// count.
    @discardableResult
    package func finishDocument(
        _ id: StoredDocument.ID, title: String?, firstWords: String? = nil, about: DocumentAbout = DocumentAbout(), hasCover: Bool = false,
        pictureBytes: Int = 0,
        _ extent: StoredDocument.Extent, _ parts: [DocumentPart], chapters: [DocumentChapter] = []
    ) async throws -> Bool {
        let texts = try parts.map { (part: $0.number, first: $0.firstWord, text: try Self.text(of: $0)) }
        var starts: [DocumentPart.PageStart] = []
        // A part may begin in the middle of a page that began in an earlier part.
        for start in parts.flatMap(\.pages) where start.page != starts.last?.page { starts.append(start) }
        let pages = starts.isEmpty ? nil : String(decoding: try JSONEncoder().encode(starts), as: UTF8.self)
        let named = chapters.prefix(DocumentChapter.limit).map {
            DocumentChapter(word: $0.word, title: $0.title.limited(to: StoredDocument.Limits.title))
        }
        let chapterText = named.isEmpty ? nil : String(decoding: try JSONEncoder().encode(named), as: UTF8.self)
        let folded = parts.map { (part: $0.number, words: Self.words(of: $0)) }
        let bytes =
            texts.reduce(0) { $0 + $1.text.utf8.count } + folded.reduce(0) { $0 + $1.words.utf8.count }
            + [pages, chapterText].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        return try await database.write("noting the text of a document") { database in
            let reading = try Int64.fetchOne(database, sql: "SELECT id FROM documents WHERE id = ? AND state = 'reading'", arguments: [id])
            guard reading != nil else { return false }
            do { try Self.addText(bytes + pictureBytes, to: id, in: database) } catch is DocumentShareSpent {
                try Self.fail(id, .noRoom, in: database)
                return false
            }
            try database.execute(
                sql: """
                    UPDATE documents SET state = 'ready', fault = NULL, words = ?, pages = ?, page_starts = ?, chapters = ?, language = ?,
                        title = CASE WHEN title = '' OR named_by_file = 1 THEN coalesce(?, nullif(title, ''), ?, '') ELSE title END,
                        author = CASE WHEN author = '' THEN ? ELSE author END, shelf = CASE WHEN shelf = '' THEN ? ELSE shelf END,
                        summary = CASE WHEN summary = '' THEN ? ELSE summary END, has_cover = ?
                    WHERE id = ?
                    """,
                arguments: [
                    extent.words, extent.pages, pages, chapterText, extent.language, title?.limited(to: StoredDocument.Limits.title),
                    firstWords?.limited(to: StoredDocument.Limits.title), about.author, about.group, about.summary, hasCover, id,
                ])
            try Self.foldNames(of: id, in: database)
            let statement = try database.cachedStatement(
                sql: "INSERT INTO document_parts (document, part, first_word, text) VALUES (?, ?, ?, ?)")
            for (part, first, text) in texts { try statement.execute(arguments: [id, part, first, text]) }
            let words = try database.cachedStatement(sql: "INSERT INTO document_words (document, part, words) VALUES (?, ?, ?)")
            for (part, text) in folded { try words.execute(arguments: [id, part, text]) }
            return true
        }
    }

    /// Records why a document can't be read.
    package func failDocument(_ id: StoredDocument.ID, _ fault: StoredDocument.Fault) async throws {
        try await database.write("noting why a document can't be read") { try Self.fail(id, fault, in: $0) }
    }

    private static func fail(_ id: StoredDocument.ID, _ fault: StoredDocument.Fault, in database: Connection) throws {
        try database.execute(
            sql: "UPDATE documents SET state = 'failed', fault = ? WHERE id = ? AND state = 'reading'", arguments: [fault.rawValue, id])
    }

    /// Counts an attempt to read a document. Returns the number of attempts.
    package func beginDocument(_ id: StoredDocument.ID) async throws -> Int {
        try await database.write("noting that a document is read") { database in
            try database.execute(sql: "UPDATE documents SET attempts = attempts + 1 WHERE id = ?", arguments: [id])
            return try Int.fetchOne(database, sql: "SELECT attempts FROM documents WHERE id = ?", arguments: [id]) ?? 0
        }
    }

    /// Undoes the count of an attempt: an interruption isn't the document's fault.
    package func interruptDocument(_ id: StoredDocument.ID) async throws {
        try await database.write("noting that reading a document was interrupted") { database in
            try database.execute(sql: "UPDATE documents SET attempts = attempts - 1 WHERE id = ? AND attempts > 0", arguments: [id])
        }
    }

    private static func text(of part: DocumentPart) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(part), as: UTF8.self)
    }
}
