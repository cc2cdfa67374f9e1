import Localisation
import Records
import Serving

/// What is left out of a document: the kinds to choose, and the passages themselves in its text.
struct DocumentPassages {
    let words: Words
    let document: StoredDocument
    let token: HTML

    /// Of a passage that is left out: a button around its words, which need no script.
    static func opening(_ passage: DocumentPassage, _ leaving: LeavingOut) -> HTML {
        let isRead = !leaving.leaves(passage)
        return """
            <button type="submit" form="passages" class="reader-passage" name="\(isRead ? "leave" : "read")" value="\(passage.start)" \
            aria-pressed="\(isRead ? "true" : "false")" aria-describedby="passages-note">
            """
    }

    var html: HTML {
        let path = ReaderPage.path(of: document.id)
        let boxes = kinds.map { kind -> HTML in
            let ticked: HTML? = document.leaving.kinds.contains(kind) ? " checked" : nil
            return """
                <label class="check"><input type="checkbox" name="\(kind.rawValue)" value="on"\(ticked)><span>\(name(kind))</span></label>
                """
        }
        return """
            <form id="passages" method="post" action="\(path)/passages" hidden>\(token)</form>
            <details class="more"><summary>\(words("What is left out"))</summary><form class="form" method="post" action="\(path)/leaving">\(token)\
            <fieldset class="reader-kinds"><legend>\(words("Not read aloud"))</legend>\(boxes)</fieldset>
            <p class="section-note" id="passages-note">\(words("What is left out is grey in the text. Tap it to hear it, and again to leave it out."))</p>\
            <button class="button" type="submit">\(words("Save"))</button></form></details>
            """
    }

    /// Those that a document of its kind may have.
    private var kinds: [LeavingOut.Kind] {
        switch document.kind {
        case .pdf: [.running, .footnoteMark, .citation, .address]
        case .epub: [.footnoteMark, .note, .citation, .address]
        case .html: [.footnoteMark, .citation, .address]
        case .text: [.citation, .address]
        }
    }

    private func name(_ kind: LeavingOut.Kind) -> String {
        switch kind {
        case .running: words("Headers, footers and page numbers")
        case .footnoteMark: words("Footnote marks")
        case .note: words("Notes of the book")
        case .citation: words("Citations, such as [12] or (Miller, 1999)")
        case .address: words("Web addresses")
        }
    }
}
