import Foundation
package import Records

/// Documents that people listen to. Each belongs to one person; for other people, calls find nothing.
extension DocumentStore {
    private static let doing = "reading documents"

    /// The outcome of adding a document.
    package enum AddedDocument: Hashable, Sendable {
        case new(StoredDocument.ID)
        /// The person has the document already.
        case known(StoredDocument.ID)
        /// One of `StoredDocument.Limits` is reached.
        case tooMany, tooLarge, tooManyWaiting
    }

    /// Adds a document to read, unless the person has it. A document that couldn't be read is read again under a new number. A title that
    /// is the name of its file (`isFileName`) gives way to the document's own. `about` is what is known of it before it is read.
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

    /// Stores a document's contents. False if it was removed meanwhile, or if there is no room for them (`Fault.noRoom`). `title` is the
    /// document's own; `firstWords` are its title if it has no other; `pictureBytes` are those of its
    /// pictures beside the file, which count too.
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

    /// Notes why a document can't be read.
    package func failDocument(_ id: StoredDocument.ID, _ fault: StoredDocument.Fault) async throws {
        try await database.write("noting why a document can't be read") { try Self.fail(id, fault, in: $0) }
    }

    private static func fail(_ id: StoredDocument.ID, _ fault: StoredDocument.Fault, in database: Connection) throws {
        try database.execute(
            sql: "UPDATE documents SET state = 'failed', fault = ? WHERE id = ? AND state = 'reading'", arguments: [fault.rawValue, id])
    }

    /// A person's documents; the latest that they listened to or brought comes first.
    package func all(of person: Person.ID) async throws -> [StoredDocument] {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM documents WHERE person = ? ORDER BY coalesce(heard, added) DESC, id DESC",
                arguments: [person]
            ).map(Self.document)
        }
    }

    /// nil if there is no such document, or it is another person's.
    package func document(_ id: StoredDocument.ID, of person: Person.ID) async throws -> StoredDocument? {
        try await database.read(Self.doing) { database in
            try Row.fetchOne(database, sql: "SELECT * FROM documents WHERE id = ? AND person = ?", arguments: [id, person])
                .map(Self.document)
        }
    }

    /// The words with which a document's parts begin, in order.
    package func documentPartStarts(_ id: StoredDocument.ID) async throws -> [Int] {
        try await database.read(Self.doing) { database in
            try Int.fetchAll(database, sql: "SELECT first_word FROM document_parts WHERE document = ? ORDER BY part", arguments: [id])
        }
    }

    /// The words with which a document's pages begin, in order; empty for text.
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

    /// Notes a person's position at a moment, unless a later one is stored. False if the person has no such document that is ready.
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

    /// Changes the title, the author, the group, the voice or whether it follows languages; nil leaves a setting. False if the person has
    /// no such document.
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

    /// Sets the kinds of passages that aren't read. False if the person has no such document.
    package func setLeaving(_ kinds: Set<LeavingOut.Kind>, in id: StoredDocument.ID, for person: Person.ID) async throws -> Bool {
        try await database.write("noting what is left out of a document") { database in
            try database.execute(
                sql: "UPDATE documents SET leaves_out = ? WHERE id = ? AND person = ?",
                arguments: [kinds.map(\.rawValue).sorted().joined(separator: ","), id, person])
            return database.changesCount > 0
        }
    }

    /// Has a passage of an omitted kind read after all, or omits it again. False if the person has no such document. Throws
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

    /// Everyone's documents that wait to be read, in the order in which they came.
    package func documentsToRead() async throws -> [StoredDocument] {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(database, sql: "SELECT * FROM documents WHERE state = 'reading' ORDER BY id").map(Self.document)
        }
    }

    /// Counts an attempt to read a document. Returns the number of attempts.
    package func beginDocument(_ id: StoredDocument.ID) async throws -> Int {
        try await database.write("noting that a document is read") { database in
            try database.execute(sql: "UPDATE documents SET attempts = attempts + 1 WHERE id = ?", arguments: [id])
            return try Int.fetchOne(database, sql: "SELECT attempts FROM documents WHERE id = ?", arguments: [id]) ?? 0
        }
    }

    /// Takes the attempt back: an interruption isn't the document's fault and doesn't count.
    package func interruptDocument(_ id: StoredDocument.ID) async throws {
        try await database.write("noting that reading a document was interrupted") { database in
            try database.execute(sql: "UPDATE documents SET attempts = attempts - 1 WHERE id = ? AND attempts > 0", arguments: [id])
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

    private static func leaving(_ row: Row) -> LeavingOut {
        let kinds = (row["leaves_out"] as String?).map { names in
            Set(names.split(separator: ",").compactMap { LeavingOut.Kind(rawValue: String($0)) })
        }
        let read = (row["read_passages"] as String).split(separator: ",").compactMap { Int($0) }
        return LeavingOut(kinds ?? LeavingOut.usualKinds, read: read)
    }

    private static func text(of part: DocumentPart) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(part), as: UTF8.self)
    }
}
