import Localisation
import Records
import Serving
import Speaking
import Storage

/// The search in a document's text, and its results.
struct DocumentSearch {
    let words: Words
    let document: StoredDocument
    /// The search text; empty: none yet.
    var text = ""
    var hits: [Hit] = []
    /// The word at which the next search continues.
    var next: Int?

    /// An occurrence of the words, with its surrounding sentence.
    struct Hit: Sendable {
        let word: Int
        let quote: DocumentQuote
    }

    static let longest = 100

    /// The search words, divided like the text, so that words of a language without spaces are found.
    static func wanted(_ text: String) -> [String] {
        SpokenText(Array(text.limited(to: longest).unicodeScalars)).sentences.flatMap(\.words).map(\.text)
    }

    var html: HTML {
        Disclosure.html(
            words("Search the text"), name: "reader-search", id: "search", isOpen: !text.isEmpty,
            """
            <form class="reader-find" method="get" action="\(ReaderPage.path(of: document.id))#search" role="search">\
            <label class="unseen" for="reader-find">\(words("Words to find"))</label>\
            <input class="field-input" id="reader-find" name="find" type="search" maxlength="\(Self.longest)" value="\(text)" required>\
            <button class="button" type="submit">\(words("Search"))</button></form><div data-hits>\(list)</div>
            """)
    }

    /// The list that a script loads.
    var list: HTML? {
        guard !text.isEmpty else { return nil }
        guard !hits.isEmpty else { return EmptyState.html(words("Not found in this document."), isLive: true) }
        let more = next.map { next -> HTML in
            let address = "\(ReaderPage.path(of: document.id))?find=\(Percent.encoded(text))&from=\(next)#search"
            return #"<p><a class="quiet-link" href="\#(address)">\#(words("More results"))</a></p>"#
        }
        return #"<ul class="reader-bookmarks">\#(hits.map(row))</ul>\#(more)"#
    }

    private func row(_ hit: Hit) -> HTML {
        """
        <li><a href="\(DocumentContentsView.address(of: hit.word, in: document.id))" data-go="\(hit.word)" dir="auto">\
        \(hit.quote.before)<strong>\(hit.quote.word)</strong>\(hit.quote.after)</a></li>

        """
    }
}
