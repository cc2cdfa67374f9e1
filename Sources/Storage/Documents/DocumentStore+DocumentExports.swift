import Foundation
package import Records

/// Exports of documents: the audio in one file. Every call for a person is limited to their own documents; for other people it finds
/// nothing.
extension DocumentStore {
    private static let doing = "reading exports of documents"
    private static let columns = "document_exports.*, person"
    private static let source = "document_exports JOIN documents ON documents.id = document"

    /// The outcome of asking for an export.
    package enum AddedExport: Hashable, Sendable {
        case new(DocumentExport.ID)
        /// The export is ready or being made.
        case known(DocumentExport.ID)
        /// The person has too many exports in progress.
        case tooMany
        /// The person has no such document, or it isn't ready.
        case noDocument
    }

    /// Queues an export. A failed export is made again under a new number; a ready one also, on request.
    package func addExport(
        _ format: DocumentExport.Format, of id: StoredDocument.ID, for person: Person.ID, anew: Bool = false, at now: Timestamp
    ) async throws -> AddedExport {
        try await database.write("noting an export") { database in
            let document = try Int64.fetchOne(
                database, sql: "SELECT id FROM documents WHERE id = ? AND person = ? AND state = 'ready'", arguments: [id, person])
            guard document != nil else { return .noDocument }
            if let row = try Row.fetchOne(
                database, sql: "SELECT id, state FROM document_exports WHERE document = ? AND format = ?", arguments: [id, format.rawValue])
            {
                let state: String = row["state"]
                guard state == "failed" || anew && state == "ready" else { return .known(row["id"]) }
                try database.execute(sql: "DELETE FROM document_exports WHERE id = ?", arguments: [row["id"] as Int64])
            }
            let waiting =
                try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM \(Self.source) WHERE person = ? AND document_exports.state = 'making'", arguments: [person]
                ) ?? 0
            guard waiting < DocumentExport.Limits.waiting else { return .tooMany }
            return .new(
                try Statement.inserted(
                    database.cachedStatement(
                        sql: "INSERT INTO document_exports (document, format, asked, state) VALUES (?, ?, ?, 'making') RETURNING id"),
                    [id, format.rawValue, now.milliseconds]))
        }
    }

    /// A document's exports, in the order of their formats.
    package func exports(of id: StoredDocument.ID, for person: Person.ID) async throws -> [DocumentExport] {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(
                database, sql: "SELECT \(Self.columns) FROM \(Self.source) WHERE document = ? AND person = ? ORDER BY format DESC",
                arguments: [id, person]
            ).compactMap(Self.export)
        }
    }

    /// A person's exports that are ready, in the order in which they were made, each with its document's title.
    package func readyExports(_ format: DocumentExport.Format, of person: Person.ID) async throws
        -> [(export: DocumentExport, title: String, about: DocumentAbout, hasCover: Bool)]
    {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(Self.columns), title, author, shelf, summary, has_cover FROM \(Self.source)
                    WHERE person = ? AND format = ? AND document_exports.state = 'ready' ORDER BY made, document_exports.id
                    """, arguments: [person, format.rawValue]
            ).compactMap { row -> (export: DocumentExport, title: String, about: DocumentAbout, hasCover: Bool)? in
                guard let export = Self.export(row) else { return nil }
                let about = DocumentAbout(author: row["author"], group: row["shelf"], summary: row["summary"])
                return (export, row["title"], about, row["has_cover"])
            }
        }
    }

    /// Removes an export, ready or pending. Returns its number; nil if the person has no such export.
    package func removeExport(_ format: DocumentExport.Format, of id: StoredDocument.ID, for person: Person.ID) async throws
        -> DocumentExport.ID?
    {
        try await database.write("removing an export") { database in
            let found = try Int64.fetchOne(
                database,
                sql: "SELECT document_exports.id FROM \(Self.source) WHERE document = ? AND person = ? AND format = ?",
                arguments: [id, person, format.rawValue])
            if let found { try database.execute(sql: "DELETE FROM document_exports WHERE id = ?", arguments: [found]) }
            return found
        }
    }

    // MARK: For the exporter

    /// Everyone's exports, in the order in which they were asked for.
    package func allExports() async throws -> [DocumentExport] {
        try await database.read(Self.doing) { database in
            try Row.fetchAll(database, sql: "SELECT \(Self.columns) FROM \(Self.source) ORDER BY document_exports.id")
                .compactMap(Self.export)
        }
    }

    /// Counts an attempt to make an export. Returns the number of attempts; 0 if the export is gone.
    package func beginExport(_ id: DocumentExport.ID) async throws -> Int {
        try await database.write("noting that an export is made") { database in
            try database.execute(sql: "UPDATE document_exports SET attempts = attempts + 1 WHERE id = ?", arguments: [id])
            return try Int.fetchOne(database, sql: "SELECT attempts FROM document_exports WHERE id = ?", arguments: [id]) ?? 0
        }
    }

    /// Undoes the count of an attempt: an interruption isn't the export's fault.
    package func interruptExport(_ id: DocumentExport.ID) async throws {
        try await database.write("noting that an export was interrupted") { database in
            try database.execute(sql: "UPDATE document_exports SET attempts = attempts - 1 WHERE id = ? AND attempts > 0", arguments: [id])
        }
    }

    /// Stores the result of an export. False if the export was removed meanwhile.
    package func finishExport(_ id: DocumentExport.ID, _ made: DocumentExport.Made) async throws -> Bool {
        let chapters = String(decoding: try JSONEncoder().encode(made.chapters), as: UTF8.self)
        return try await database.write("noting what was exported") { database in
            try database.execute(
                sql: """
                    UPDATE document_exports SET state = 'ready', fault = NULL, made = ?, bytes = ?, voice = ?, chapters = ?, edition = ?
                    WHERE id = ? AND state = 'making'
                    """, arguments: [made.at.milliseconds, made.bytes, made.voice, chapters, made.edition, id])
            return database.changesCount > 0
        }
    }

    package func failExport(_ id: DocumentExport.ID, _ fault: DocumentExport.Fault) async throws {
        try await database.write("noting why an export can't be made") { database in
            try database.execute(
                sql: "UPDATE document_exports SET state = 'failed', fault = ? WHERE id = ? AND state = 'making'",
                arguments: [fault.rawValue, id])
        }
    }

    package func dropExports(_ ids: [DocumentExport.ID]) async throws {
        guard !ids.isEmpty else { return }
        try await database.write("removing exports") { database in
            for id in ids { try database.execute(sql: "DELETE FROM document_exports WHERE id = ?", arguments: [id]) }
        }
    }

    /// nil for a format that another version wrote.
    private static func export(_ row: Row) -> DocumentExport? {
        guard let format = DocumentExport.Format(rawValue: row["format"]) else { return nil }
        let state: DocumentExport.State
        switch row["state"] as String {
        case "making": state = .making
        case "ready":
            let chapters = (row["chapters"] as String?).flatMap {
                try? JSONDecoder().decode([DocumentExport.Chapter].self, from: Data($0.utf8))
            }
            guard let made = row["made"] as Int64?, let voice = row["voice"] as String? else { return nil }
            state = .ready(
                .init(
                    bytes: row["bytes"], at: Timestamp(milliseconds: made), voice: voice, chapters: chapters ?? [],
                    edition: row["edition"]))
        default: state = .failed((row["fault"] as String?).flatMap(DocumentExport.Fault.init(rawValue:)) ?? .voice)
        }
        return DocumentExport(
            id: row["id"], document: row["document"], person: row["person"], format: format,
            asked: Timestamp(milliseconds: row["asked"]), state: state)
    }
}
