import Localisation
import Records
import Serving

/// The bookmarks section of a document's page. With the player, tapping a bookmark plays from there; otherwise it scrolls to the text.
package struct DocumentBookmarksView {
    let words: Words
    let document: StoredDocument
    /// Ordered by position.
    let bookmarks: [DocumentBookmark]
    let pages: [DocumentPart.PageStart]
    /// The word at which each part starts.
    let starts: [Int]
    let token: HTML

    var html: HTML {
        Disclosure.html(words("Bookmarks"), id: "bookmarks", isOpen: !bookmarks.isEmpty, "<div data-bookmarks>\(list)</div>")
    }

    /// The list that a script reloads.
    var list: HTML {
        guard !bookmarks.isEmpty else {
            return EmptyState.html(words("No bookmarks yet. Press B or the bookmark button while you listen."))
        }
        return #"<ul class="reader-bookmarks">\#(bookmarks.map(row))</ul>"#
    }

    private func row(_ bookmark: DocumentBookmark) -> HTML {
        let part = max(0, starts.count { $0 <= bookmark.word } - 1)
        let quote = bookmark.quote
        let note: HTML? = bookmark.note.isEmpty ? nil : #"<p class="reader-note" dir="auto">\#(bookmark.note)</p>"#
        return """
            <li><a href="\(ReaderPage.path(of: document.id))?part=\(part)" \
            data-go="\(bookmark.word)" data-key="bookmark-\(bookmark.id)" dir="auto">\
            \(quote.before)<strong>\(quote.word)</strong>\(quote.after)</a>\(note)<p class="reader-facts">\(page(bookmark))\
            <span>\(words.html("Added \(ValueView(words).time(bookmark.added))"))</span></p>\(edit(bookmark))</li>

            """
    }

    private func page(_ bookmark: DocumentBookmark) -> HTML? {
        guard let page = pages.last(where: { $0.word <= bookmark.word })?.page else { return nil }
        return #"<span class="figures">\#(words("Page \(String(page))"))</span> "#
    }

    private func edit(_ bookmark: DocumentBookmark) -> HTML {
        let action = "\(DocumentBookmarksPage.path(document.id))/\(bookmark.id)"
        let (id, label) = ("bookmark-note-\(bookmark.id)", bookmark.note.isEmpty ? words("Add note") : words("Edit note"))
        let about = words("Remove the bookmark at “\(bookmark.quote.word)”")
        let form: HTML = """
            <form class="form" method="post" action="\(action)">\(token)\(FormView.hidden("act", "note"))\
            <div class="form-field"><label class="field-label" for="\(id)">\(words("Note"))</label>\
            <textarea class="field-input" id="\(id)" name="note" rows="3" \
            maxlength="\(DocumentBookmark.Limits.note)">\(bookmark.note)</textarea></div>\
            <button class="button" type="submit">\(words("Save"))</button></form>
            """
        return """
            \(Disclosure.html(label, id: "bookmark-\(bookmark.id)", form))\
            \(ButtonForm.html(words("Remove"), to: action, token, FormView.hidden("act", "remove"), kind: .harsh, about: about))
            """
    }
}
