import Localisation
import Records
import Serving

/// The skipped passages of a document: the options for their kinds, and their display in the text.
struct DocumentPassages {
    let words: Words
    let document: StoredDocument
    let token: HTML

    /// The opening tag of a skipped passage: a button around its words, which works without a script.
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
            Checkbox.html(name(kind), name: kind.rawValue, value: "on", isTicked: document.leaving.kinds.contains(kind))
        }
        return """
            <form id="passages" method="post" action="\(path)/passages" hidden>\(token)</form>
            <section class="reader-option"><h2>\(words("What to skip"))</h2>\
            <form class="form" method="post" action="\(path)/leaving">\(token)\
            <fieldset class="reader-kinds"><legend>\(words("Not read aloud"))</legend>\(boxes)</fieldset>
            <p class="section-note" id="passages-note">\
            \(words("Skipped passages are grey in the text. Tap one to hear it, and again to skip it."))</p>\
            <button class="button" type="submit">\(words("Save"))</button></form></section>
            """
    }

    /// The note before the first part: how much isn't read, and a button to read it.
    func opening(_ opening: DocumentPart.Opening) -> HTML? {
        let count = opening.count(leaving: document.leaving)
        let number: HTML? = count > 0 ? #"<p class="section-note">\#(words("Skipped passages: \(words.number(count))"))</p>"# : nil
        guard let read = opening.read, let all = opening.all, document.leaving.kinds.contains(.apart) else { return number }
        let others = document.leaving.kinds.filter { $0 != .apart }.map {
            #"<input type="hidden" name="\#($0.rawValue)" value="on">"# as HTML
        }
        let sentence = words("Only \(words.number(read)) of \(words.number(all)) paragraphs of this page are read.")
        return """
            <form class="notice" method="post" action="\(ReaderPage.path(of: document.id))/leaving">\(token)\(others)\(Symbols.caution)\
            <span>\(sentence) <button class="quiet-button" type="submit">\(words("Read the rest, too"))</button></span></form>
            \(number)
            """
    }

    /// The kinds that documents of this type may have.
    private var kinds: [LeavingOut.Kind] {
        switch document.kind {
        case .pdf: [.running, .footnoteMark, .citation, .address]
        case .epub, .docx, .odt, .fb2, .rtf, .markdown: [.running, .footnoteMark, .note, .apart, .picture, .citation, .address]
        case .html, .mail: [.apart, .footnoteMark, .note, .citation, .address]
        case .text: [.footnoteMark, .note, .apart, .citation, .address]
        }
    }

    private func name(_ kind: LeavingOut.Kind) -> String {
        switch kind {
        case .running: words("Headers, footers and page numbers")
        case .footnoteMark: words("Footnote marks")
        case .note: words("Notes")
        case .apart: words("Text outside the main text")
        case .picture: words("Descriptions of pictures")
        case .citation: words("Citations, such as [12] or (Miller, 1999)")
        case .address: words("Web addresses")
        }
    }
}
