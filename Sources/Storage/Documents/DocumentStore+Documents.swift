import Foundation
package import Records

/// Documents that people listen to. Each belongs to one person; for other people, calls find nothing.
extension DocumentStore {
    private static let doing = "reading documents"

    /// The outcome of adding a document.
    package enum AddedDocument: Hashable, Sendable {
        case new(StoredDocument.ID)
        /// The person already has the document.
        case known(StoredDocument.ID)
        /// One of `StoredDocument.Limits` is reached.
        case tooMany, tooLarge, tooManyWaiting
    }

    /// Adds a document to read, unless the person already has it. An unreadable document is read again under a new number. A title that is
    /// only the file's name (`isFileName`) is replaced by the document's own. `about` is the metadata known before it is read.
    package func addDocument(
        _ content: String, _ kind: StoredDocument.Kind, title: String, isFileName: Bool = false, about: DocumentAbout = DocumentAbout(),
        bytes: Int, for person: Person.ID, at now: Timestamp
    ) async throws -> AddedDocument {
        try await database.write("noting a document") { database in
            if let row = try Row.fetchOne(
                database, sql: "SELECT id, state FROM documents WHERE person = ? AND content = ?", arguments: [person, content])
            {
                guard row["state"] as String == "failed" else { return .known(row["id"]) }
                try database.execute(sql: "DELETE FROM documents WHERE id = ?", arguments: [row["id"] as Int64])
            }
            typealias Limits = StoredDocument.Limits
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM documents WHERE person = ?", arguments: [person]) ?? 0
            let size =
                try Int.fetchOne(
                    database, sql: "SELECT coalesce(sum(bytes + text_bytes), 0) FROM documents WHERE person = ?",
                    arguments: [person]) ?? 0
            let waiting =
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM documents WHERE person = ? AND state = 'reading'", arguments: [person]) ?? 0
            guard count < Limits.documents else { return .tooMany }
            guard size + bytes <= Limits.allBytes else { return .tooLarge }
            guard waiting < Limits.waiting else { return .tooManyWaiting }
            let id = try Statement.inserted(
                database.cachedStatement(
                    sql: """
                        INSERT INTO documents (person, content, kind, title, named_by_file, author, shelf, summary, bytes, added, state)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'reading') RETURNING id
                        """),
                [
                    person, content, kind.rawValue, title.limited(to: StoredDocument.Limits.title), isFileName, about.author, about.group,
                    about.summary, bytes, now.milliseconds,
                ])
            try Self.foldNames(of: id, in: database)
            return .new(id)
        }
    }

    /// A person's documents, those most recently played or added first.
    package func all(of person: Person.ID) async throws -> [StoredDocument] {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM documents WHERE person = ? ORDER BY coalesce(heard, added) DESC, id DESC",
                arguments: [person]
            ).map(Self.document)
        }
    }

    /// nil if there is no such document, or it belongs to another person.
    package func document(_ id: StoredDocument.ID, of person: Person.ID) async throws -> StoredDocument? {
        try await database.read(Self.doing) { database in
            try Row.fetchOne(database, sql: "SELECT * FROM documents WHERE id = ? AND person = ?", arguments: [id, person])
                .map(Self.document)
        }
    }

    /// The number of each part's first word, in order.
    package func documentPartStarts(_ id: StoredDocument.ID) async throws -> [Int] {
        try await database.read(Self.doing) { database in
            try Int.fetchAll(database, sql: "SELECT first_word FROM document_parts WHERE document = ? ORDER BY part", arguments: [id])
        }
    }

    /// The number of each page's first word, in order; empty for plain text.
    package func documentPageStarts(_ id: StoredDocument.ID) async throws -> [DocumentPart.PageStart] {
        let text = try await database.read(Self.doing) { database in
            try String.fetchOne(
                database, sql: "SELECT page_starts FROM documents WHERE id = ? AND page_starts IS NOT NULL", arguments: [id])
        }
        return try text.map { try JSONDecoder().decode([DocumentPart.PageStart].self, from: Data($0.utf8)) } ?? []
    }

    /// Where a document's own chapters begin; empty if it has none.
    package func documentChapters(_ id: StoredDocument.ID) async throws -> [DocumentChapter] {
        let text = try await database.read(Self.doing) { database in
            try String.fetchOne(database, sql: "SELECT chapters FROM documents WHERE id = ? AND chapters IS NOT NULL", arguments: [id])
        }
        return try text.map { try JSONDecoder().decode([DocumentChapter].self, from: Data($0.utf8)) } ?? []
    }

    package func documentPart(_ number: Int, of id: StoredDocument.ID) async throws -> DocumentPart? {
        let text = try await database.read(Self.doing) { database in
            try String.fetchOne(
                database, sql: "SELECT text FROM document_parts WHERE document = ? AND part = ?", arguments: [id, number])
        }
        return try text.map { try JSONDecoder().decode(DocumentPart.self, from: Data($0.utf8)) }
    }

    /// Stores a person's position at a moment, unless a later one is stored. False if the person has no such document that is ready.
    package func note(word: Int, in id: StoredDocument.ID, for person: Person.ID, at moment: Timestamp) async throws -> Bool {
        try await database.write("noting a position in a document") { database in
            let words = try Int.fetchOne(
                database, sql: "SELECT words FROM documents WHERE id = ? AND person = ? AND state = 'ready'", arguments: [id, person])
            guard let words else { return false }
            try database.execute(
                sql: "UPDATE documents SET position = ?, heard = ? WHERE id = ? AND (heard IS NULL OR heard <= ?)",
                arguments: [max(0, min(word, words - 1)), moment.milliseconds, id, moment.milliseconds])
            return true
        }
    }

    /// False if the person has no such document.
    package func removeDocument(_ id: StoredDocument.ID, of person: Person.ID) async throws -> Bool {
        try await database.write("removing a document") { database in
            try database.execute(sql: "DELETE FROM documents WHERE id = ? AND person = ?", arguments: [id, person])
            return database.changesCount > 0
        }
    }

    // MARK: For the library itself

    package func documentIDs() async throws -> Set<StoredDocument.ID> {
        try await database.read(Self.doing) { try Set(Int64.fetchAll($0, sql: "SELECT id FROM documents")) }
    }

    /// Everyone's documents that wait to be read, oldest first.
    package func documentsToRead() async throws -> [StoredDocument] {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(database, sql: "SELECT * FROM documents WHERE state = 'reading' ORDER BY id").map(Self.document)
        }
    }

    static func document(_ row: Row) -> StoredDocument {
        let state: StoredDocument.State =
            switch row["state"] as String {
            case "ready": .ready(.init(words: row["words"], pages: row["pages"], language: row["language"]))
            case "reading": .reading
            default: .failed((row["fault"] as String?).flatMap(StoredDocument.Fault.init(rawValue:)) ?? .damaged)
            }
        return StoredDocument(
            id: row["id"], person: row["person"], content: row["content"], kind: StoredDocument.Kind(rawValue: row["kind"]) ?? .text,
            title: row["title"], about: DocumentAbout(author: row["author"], group: row["shelf"], summary: row["summary"]),
            hasCover: row["has_cover"], bytes: row["bytes"], textBytes: row["text_bytes"], added: Timestamp(milliseconds: row["added"]),
            state: state, voice: row["voice"], followsLanguages: row["follows_languages"], leaving: leaving(row), position: row["position"],
            heard: (row["heard"] as Int64?).map(Timestamp.init(milliseconds:)))
    }
}
