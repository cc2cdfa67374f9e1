import Records
import Serving
import Storage

/// A person's stored data: documents with bookmarks, pronunciation rules, and mailbox.
enum ReaderData {
    static func add(to data: inout JSONLine, of person: Person, in store: Store) async throws {
        var documents: [JSONLine] = []
        for document in try await store.documents.all(of: person.id) {
            let bookmarks = try await store.documents.documentBookmarks(document.id, of: person.id)
            let pages = try await store.documents.documentPageStarts(document.id)
            documents.append(line(document, bookmarks.map { BookmarkResource.members.line(.init($0, pages)) }))
        }
        data.add("documents", documents)
        data.add("pronunciations", try await store.documents.pronunciations(of: person.id).map(PronunciationResource.members.line))
        if let mailbox = try await store.documents.documentMailbox(of: person.id) { data.add("mailbox", line(mailbox)) }
    }

    private static func line(_ document: StoredDocument, _ bookmarks: [JSONLine]) -> JSONLine {
        var line = JSONLine()
        line.add("title", document.title)
        line.add("author", document.about.author)
        line.add("group", document.about.group)
        line.add("bytes", document.bytes)
        line.add("word", document.position)
        line.add("added", document.added.description)
        line.add("bookmarks", bookmarks)
        return line
    }

    /// Without the password.
    private static func line(_ mailbox: DocumentMailbox) -> JSONLine {
        var line = JSONLine()
        line.add("host", mailbox.account.host)
        line.add("user", mailbox.account.user)
        line.add("folder", mailbox.account.folder)
        line.add("added", mailbox.added.description)
        return line
    }
}
