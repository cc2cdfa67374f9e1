import Foundation
package import Records

/// A person's documents, sorted and searched, and searches in the text of one document. Both compare folded words (`DocumentWords`).
extension DocumentStore {
    /// A query of a person's documents.
    package struct Shelf: Hashable, Sendable {
        package enum Order: String, CaseIterable, Hashable, Sendable { case recent, added, title, author }

        package enum Part: String, CaseIterable, Hashable, Sendable { case all, unfinished, finished }

        package var order = Order.recent
        package var part = Part.all
        /// The series or group; nil: all.
        package var group: String?
        /// Words in the title, the author or the group, or together in the text. Empty for all documents.
        package var words: [String] = []
        /// The page's number, base 0.
        package var page = 0

        package init() {}

        /// Documents per page.
        package static let pageSize = 60
    }

    /// Documents in their order, and whether more follow.
    package func documents(on shelf: Shelf, of person: Person.ID) async throws -> (documents: [StoredDocument], hasMore: Bool) {
        let found = try await database.read("listing documents") { database in
            guard let (sql, arguments) = Self.query(shelf, of: person) else { return [StoredDocument]() }
            return try Row.fetchAll(database, sql: sql, arguments: arguments).map(Self.document)
        }
        return (Array(found.prefix(Shelf.pageSize)), found.count > Shelf.pageSize)
    }

    /// nil for a search without words, which finds nothing.
    private static func query(_ shelf: Shelf, of person: Person.ID) -> (sql: String, arguments: Arguments)? {
        var (conditions, arguments): ([String], [(any Argument)?]) = (["person = ?"], [person])
        switch shelf.part {
        case .all: break
        case .unfinished: conditions.append("NOT (\(isFinished))")
        case .finished: conditions.append(isFinished)
        }
        if let group = shelf.group {
            conditions.append("shelf = ?")
            arguments.append(group)
        }
        if !shelf.words.isEmpty {
            let words = DocumentWords.wanted(shelf.words)
            guard !words.isEmpty else { return nil }
            let named = words.map { _ in "(title_words LIKE ? OR author_words LIKE ?)" }.joined(separator: " AND ")
            conditions.append(
                "((\(named)) OR EXISTS (SELECT 1 FROM document_words WHERE document = documents.id AND document_words.words LIKE ?))")
            for word in words {
                arguments.append("%\(word)%")
                arguments.append("%\(word)%")
            }
            arguments.append("%\(words.joined(separator: " "))%")
        }
        let order =
            switch shelf.order {
            case .recent: "coalesce(heard, added) DESC, id DESC"
            case .added: "added DESC, id DESC"
            case .title: "title_words, id"
            case .author: "CASE WHEN author_words = '' THEN 1 ELSE 0 END, author_words, title_words, id"
            }
        let sql = """
            SELECT * FROM documents WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)
            LIMIT \(Shelf.pageSize + 1) OFFSET \(max(0, shelf.page) * Shelf.pageSize)
            """
        return (sql, Arguments(arguments))
    }

    private static let isFinished = "state = 'ready' AND heard IS NOT NULL AND position >= words - 1"

    /// The groups of a person's documents, in order.
    package func documentGroups(of person: Person.ID) async throws -> [String] {
        try await database.read("listing groups of documents") { database in
            try String.fetchAll(
                database, sql: "SELECT DISTINCT shelf FROM documents WHERE person = ? AND shelf <> '' ORDER BY shelf", arguments: [person])
        }
    }

    /// Places in a document where the words follow each other. The first may match inside a word.
    package struct Hits: Hashable, Sendable {
        package struct Place: Hashable, Sendable {
            /// The first word of the place, by its number in the document, and the part that holds it.
            package let word: Int
            package let part: Int
        }

        package let places: [Place]
        /// Where the next search continues; nil at the end.
        package let next: Int?

        /// Limit of hits per search.
        package static let limit = 50
    }

    /// Searches from a word of a document on. Empty if the words have no letters or digits.
    package func hits(of words: [String], in id: StoredDocument.ID, from start: Int = 0) async throws -> Hits {
        let phrase = DocumentWords.wanted(words).joined(separator: " ")
        guard !phrase.isEmpty else { return Hits(places: [], next: nil) }
        let rows = try await database.read("searching a document") { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT document_parts.part AS part, first_word, words FROM document_words
                    JOIN document_parts ON document_parts.document = document_words.document AND document_parts.part = document_words.part
                    WHERE document_words.document = ? AND words LIKE ?
                        AND document_parts.part >= coalesce(
                            (SELECT max(part) FROM document_parts WHERE document = ? AND first_word <= ?), 0)
                    ORDER BY document_parts.part LIMIT \(Hits.limit + 1)
                    """, arguments: [id, "%\(phrase)%", id, start]
            ).map { row in (part: row["part"] as Int, first: row["first_word"] as Int, words: row["words"] as String) }
        }
        var places: [Hits.Place] = []
        for row in rows where places.count <= Hits.limit {
            let found = DocumentWords.places(of: phrase, in: row.words).map { Hits.Place(word: row.first + $0, part: row.part) }
            places += found.filter { $0.word >= start }
        }
        return Hits(places: Array(places.prefix(Hits.limit)), next: places.count > Hits.limit ? places[Hits.limit].word : nil)
    }

    /// Reads an unreadable document again. False if the person has no such document, or has too many others waiting.
    package func readAgain(_ id: StoredDocument.ID, for person: Person.ID) async throws -> Bool {
        try await database.write("reading a document again") { database in
            let waiting = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM documents WHERE person = ? AND state = 'reading'", arguments: [person])
            guard waiting ?? 0 < StoredDocument.Limits.waiting else { return false }
            try database.execute(
                sql: "UPDATE documents SET state = 'reading', fault = NULL, attempts = 0 WHERE id = ? AND person = ? AND state = 'failed'",
                arguments: [id, person])
            return database.changesCount > 0
        }
    }

    /// Stores the folded words of a document's names for searches; the group's words follow the title's.
    static func foldNames(of id: StoredDocument.ID, in database: Connection) throws {
        let row = try Row.fetchOne(database, sql: "SELECT title, author, shelf FROM documents WHERE id = ?", arguments: [id])
        guard let row else { return }
        let names = [row["title"] as String, row["author"], row["shelf"]].map { text in
            DocumentWords.folded(text.split(whereSeparator: \.isWhitespace).map(String.init))
        }
        try database.execute(
            sql: "UPDATE documents SET title_words = ?, author_words = ? WHERE id = ?", arguments: [names[0] + names[2], names[1], id])
    }

    static func words(of part: DocumentPart) -> String { DocumentWords.folded(part.sentences.lazy.flatMap(\.words)) }

    /// The migration: folds existing texts and counts their bytes.
    static func addDocumentWords(_ database: Connection) throws {
        try database.execute(sql: documentWords(database.dialect))
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM documents ORDER BY id") {
            try foldNames(of: id, in: database)
            var bytes = 0
            for part in try Int.fetchAll(database, sql: "SELECT part FROM document_parts WHERE document = ?", arguments: [id]) {
                let text = try String.fetchOne(
                    database, sql: "SELECT text FROM document_parts WHERE document = ? AND part = ?", arguments: [id, part])
                guard let text, let read = try? JSONDecoder().decode(DocumentPart.self, from: Data(text.utf8)) else { continue }
                let words = words(of: read)
                try database.execute(
                    sql: "INSERT INTO document_words (document, part, words) VALUES (?, ?, ?)", arguments: [id, part, words])
                bytes += words.utf8.count
            }
            try database.execute(sql: "UPDATE documents SET text_bytes = text_bytes + ? WHERE id = ?", arguments: [bytes, id])
        }
    }
}
