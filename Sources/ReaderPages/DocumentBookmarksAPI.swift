import HTTPTypes
import JSONReading
import Records
package import Serving
import Storage

/// `/api/v1/documents/{document}/bookmarks…`: a person's bookmarks in a document, with notes.
package struct DocumentBookmarksAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "\(DocumentsAPI.path)/{document}/bookmarks"
    private static let topic = "Reader"
    private static let document = Endpoint.Parameter.path("document", .identifier, "The document's number.")
    private static let bookmark = Endpoint.Parameter.path("bookmark", .identifier, "The bookmark's number.")

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "documentBookmarks", topic: topic, "A document's bookmarks, in the order of its words", parameters: [document],
                outcomes: [.init("The bookmarks", .object([.init("bookmarks", .list(.named("Bookmark")))]))], answer: api.list),
            Endpoint(
                .post, path, "addDocumentBookmark", topic: topic, "Sets a bookmark at a word; a word has one at most",
                parameters: [document],
                body: .json(
                    .object([
                        .init("word", .integer(), about: "The word, from 0."),
                        .init("note", BookmarkResource.note, isRequired: false, about: "What you note there."),
                    ])),
                outcomes: [
                    .init(.created, "The bookmark", .named("Bookmark")),
                    .init(.ok, "There already is one; it is kept", .named("Bookmark")),
                ], problems: [.conflict], answer: api.add),
            Endpoint(
                .put, "\(path)/{bookmark}", "setDocumentBookmark", topic: topic, "Changes the note of a bookmark",
                parameters: [document, bookmark], body: .json(.object([.init("note", BookmarkResource.note, about: "Empty: none.")])),
                outcomes: [.init("The bookmark", .named("Bookmark"))], answer: api.set),
            Endpoint(
                .delete, "\(path)/{bookmark}", "removeDocumentBookmark", topic: topic, "Removes a bookmark with its note",
                parameters: [document, bookmark], outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    // MARK: Responses

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        guard let document = try await feature.store.documents.document(number("document", call), of: try call.person().id) else {
            throw Self.missing
        }
        let pages = try await feature.store.documents.documentPageStarts(document.id)
        var line = JSONLine()
        line.add(
            "bookmarks",
            try await feature.store.documents.documentBookmarks(document.id, of: document.person).map {
                BookmarkResource.members.line(.init($0, pages))
            })
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        let (id, word) = (number("document", call), call.body?["word"]?.number.map { Int(clamping: $0) } ?? 0)
        let note = DocumentNote.plain(call.body?["note"]?.text ?? "")
        switch try await feature.store.documents.addDocumentBookmark(word, note: note, in: id, for: try call.person().id, at: .system())
        {
        case .new(let one): return .json(try await line(one, call), .created)
        case .known(let one): return .json(try await line(one, call))
        case .full:
            throw Refusal(.conflict, text: "The document has \(DocumentBookmark.Limits.bookmarks) bookmarks, the most there can be.")
        case .noDocument: throw Self.missing
        }
    }

    @Sendable private func set(_ call: APICall) async throws -> APIAnswer {
        let note = DocumentNote.plain(call.body?["note"]?.text ?? "")
        let changed = try await feature.store.documents.changeDocumentBookmark(
            number("bookmark", call), note: note, in: number("document", call), of: try call.person().id)
        guard let changed else { throw Refusal(.notFound, text: "There is no such bookmark.") }
        return .json(try await line(changed, call))
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard
            try await feature.store.documents.removeDocumentBookmark(
                number("bookmark", call), in: number("document", call), of: try call.person().id)
        else { throw Refusal(.notFound, text: "There is no such bookmark.") }
        return .nothing
    }

    private static let missing = Refusal(.notFound, text: "There is no such document.")

    private func number(_ name: String, _ call: APICall) -> Int64 { Int64(call.integer(name) ?? 0) }

    private func line(_ bookmark: DocumentBookmark, _ call: APICall) async throws -> JSONLine {
        BookmarkResource.members.line(.init(bookmark, try await feature.store.documents.documentPageStarts(bookmark.document)))
    }
}
