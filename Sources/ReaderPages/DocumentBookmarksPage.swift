import HTTPTypes
package import Hummingbird
import Localisation
package import Records
package import Serving
import Storage

/// `/reader/documents/<number>/bookmarks`: a document's bookmarks, as a section of its page, and their changes.
package struct DocumentBookmarksPage: Sendable {
    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person
    private let id: StoredDocument.ID

    /// Throws "not found" if there is no such document.
    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
        guard let id = context.parameters.get("document").flatMap({ Int64($0) }) else { throw DocumentPage.missing }
        self.id = id
    }

    static func path(_ document: StoredDocument.ID) -> String { "\(ReaderPage.path(of: document))/bookmarks" }

    /// The list that a script reloads after a change.
    package func list(for request: Request) async throws -> Response {
        guard let document = try await feature.store.documents.document(id, of: person.id) else { throw DocumentPage.missing }
        guard request.wantsJSON else { return .on(to: back) }
        var answer = JSONLine()
        answer.add("html", try await view(of: document).list.description)
        return .json(answer.closed)
    }

    package func view(of document: StoredDocument) async throws -> DocumentBookmarksView {
        DocumentBookmarksView(
            words: context.words, document: document,
            bookmarks: try await feature.store.documents.documentBookmarks(document.id, of: person.id),
            pages: try await feature.store.documents.documentPageStarts(document.id),
            starts: try await feature.store.documents.documentPartStarts(document.id), token: context.formTokenField)
    }

    /// `act` selects the action: save a note or remove the bookmark.
    package func change(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let missing = Refusal(.notFound, "There’s no such bookmark.")
        guard let bookmark = context.parameters.get("bookmark").flatMap({ Int64($0) }) else { throw missing }
        let isDone =
            if form["act"] == "remove" { try await feature.store.documents.removeDocumentBookmark(bookmark, in: id, of: person.id) } else {
                try await feature.store.documents.changeDocumentBookmark(
                    bookmark, note: DocumentNote.plain(form["note"]), in: id, of: person.id)
                    != nil
            }
        guard isDone else { throw missing }
        return .on(to: back)
    }

    private var back: String { "\(ReaderPage.path(of: id))#bookmarks" }
}

enum DocumentNote {
    /// Trimmed, with line feeds only.
    static func plain(_ note: String) -> String { note.replacing("\r\n", with: "\n").trimmingWhitespace() }
}
