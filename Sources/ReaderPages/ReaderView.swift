import Localisation
import Records
import Serving
import Speaking
import Storage

/// `/reader`: the list of documents and the forms.
struct ReaderView {
    let words: Words
    /// The documents on the current page of the list.
    let documents: [StoredDocument]
    /// Whether espeak-ng is installed.
    let speaks: Bool
    let token: HTML
    /// When the podcast's address was created; nil if there is none.
    let podcast: Timestamp?
    /// The address, if it was created just now.
    var podcastAddress: String?
    let shelf: ReaderShelf
    /// The reader of the page.
    var person: Person?
    /// Documents with a cover picture.
    var covers: Set<StoredDocument.ID> = []
    /// Files in the person's folder that couldn't be added.
    var notAdded: [DocumentFolders.Problem] = []
    /// The mailbox whose messages become documents.
    var mailbox: DocumentMailbox?
    /// Prefilled values, such as those shared from another app.
    var address = ""
    var text = ""
    var problem: String?
    /// Whether the problem is a server setting, which the person can change.
    var isForSettings = false
    /// The form that has the problem.
    var way = Way.text

    enum Way { case file, address, text }

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Reader")
        let pronunciation: HTML = """
            <p class="reader-way"><a class="quiet-link" href="\(PronunciationPage.path)">\(words("Pronunciation"))</a></p>
            """
        return PageShell(title: title, assets: assets, kind: .reader, reader: reader).page(
            """
            <div class="reader-page reader-library">
            \(PageHeading.html(title, lead: words("Listen to your documents and follow along word by word.")))
            \(speaks ? nil : Self.noEngine(words))
            \(FormView.problem(problem, link: isForSettings ? FormView.hostSettings(words) : nil))
            \(upload)
            \(folderProblems)
            \(mailboxProblem)
            \(documents.isEmpty && shelf.isWhole ? nil : shelf.form)
            <job-list from="\(shelf.address(page: shelf.choice.page))">\(list)</job-list>
            \(shelf.pages)
            \(podcastPart)
            <p class="reader-way"><a class="quiet-link" href="\(MailboxPage.path)">\(words("Documents by mail"))</a></p>
            \(speaks ? pronunciation : nil)
            </div>
            """)
    }

    static func noEngine(_ words: Words) -> HTML {
        Callout.caution(
            markup: words.html(
                """
                This server can’t speak yet. Install espeak-ng on it: \(#"<code dir="ltr">apt install espeak-ng</code>"# as HTML)
                """))
    }

    private static let accepted = ReaderPage.accepted.joined(separator: ",")

    private var upload: HTML {
        let size = words.bytes(StoredDocument.Limits.fileBytes)
        let kinds = DocumentFacts.kinds(words)
        let hint = words("\(kinds), up to \(size). You can also drop it here.")
        let byAddress: HTML = """
            <form class="form" method="post" action="\(ReaderPage.path)/addresses">\(token)\
            <div class="form-field"><label class="field-label" for="reader-address">\(words("Web address"))</label>\
            <input class="field-input" id="reader-address" name="address" type="text" inputmode="url" \
            maxlength="\(DocumentFetch.addressLength)" value="\(address)" \
            autocomplete="off" autocapitalize="none" spellcheck="false" required>\
            <p class="field-hint">\(words("An article, a PDF or an EPUB. From a web page, only the article is kept."))</p></div>\
            <button class="button" type="submit">\(words("Add document"))</button></form>
            """
        let byText: HTML = """
            <form class="form reader-paste" method="post" action="\(ReaderPage.path)/texts">\(token)\
            <div class="form-field"><label class="field-label" for="reader-title">\(words("Title (optional)"))</label>\
            <input class="field-input" id="reader-title" name="title" maxlength="\(StoredDocument.Limits.title)" autocomplete="off"></div>\
            <div class="form-field"><label class="field-label" for="reader-text">\(words("Text"))</label>\
            <textarea class="field-input" id="reader-text" name="text" rows="8" required>\(text)</textarea></div>\
            <button class="button" type="submit">\(words("Add text"))</button></form>
            """
        return """
            <section class="reader-add" aria-labelledby="reader-add-title">\
            <h2 class="unseen" id="reader-add-title">\(words("Add a document"))</h2>
            <document-upload><label class="reader-drop">\
            <input class="unseen" type="file" accept="\(Self.accepted)" aria-describedby="reader-file-hint">\
            <span class="button">\(words("Choose a file"))</span> \
            <span class="reader-drop-hint" id="reader-file-hint">\(hint)</span></label>\
            <progress max="1" hidden aria-label="\(words("Uploading"))"></progress><p class="field-problem" role="alert" hidden></p>\
            <p class="reader-shared" data-shared hidden><bdi></bdi> \
            <button type="button" class="button">\(words("Add document"))</button> \
            <button type="button" class="quiet-button">\(words("Discard"))</button></p></document-upload>
            <noscript><form class="form" method="post" action="\(ReaderPage.path)/files" enctype="multipart/form-data">\(token)\
            <div class="form-field"><label class="field-label" for="reader-file">\(words("File"))</label>\
            <p class="field-hint">\(words("\(kinds), up to \(size)."))</p>\
            <input class="field-input" id="reader-file" name="file" type="file" accept="\(Self.accepted)" required></div>\
            <button class="button" type="submit">\(words("Add document"))</button></form></noscript>
            \(Disclosure.html(words("Add by address"), isOpen: isOpen(.address), byAddress))
            \(Disclosure.html(words("Paste text"), isOpen: isOpen(.text), byText))</section>
            """
    }

    private static let problemLimit = 10

    private var folderProblems: HTML {
        let lines = notAdded.prefix(Self.problemLimit).map { problem in
            "\(Callout.caution(markup: "<bdi>\(problem.name)</bdi>: \(reason(problem.reason))"))\n" as HTML
        }
        return "\(lines)"
    }

    private var mailboxProblem: HTML? {
        guard let mailbox, let fault = mailbox.state.fault else { return nil }
        let sentence = MailboxView.sentence(fault, mailbox.account, words)
        return "\(Callout.caution(markup: #"\#(sentence) <a href="\#(MailboxPage.path)">\#(words("Documents by mail"))</a>"#))\n"
    }

    private func reason(_ reason: DocumentFolders.Problem.Reason) -> String {
        switch reason {
        case .unreadable: return words("The server can’t read this file in your folder. Copy it there again.")
        case .full: return words("This file in your folder wasn’t added: you’ve reached the limit of documents. Delete some.")
        case .tooLarge:
            let size = words.bytes(StoredDocument.Limits.fileBytes)
            return words("This file in your folder is larger than \(size) and wasn’t added.")
        }
    }

    private func isOpen(_ way: Way) -> Bool {
        let isGiven = way == .address && !address.isEmpty || way == .text && !text.isEmpty
        return isGiven || problem != nil && self.way == way
    }

    /// The list that a script reloads while text is being extracted.
    var list: HTML {
        guard !documents.isEmpty else {
            guard shelf.isWhole else { return EmptyState.html(words("No matching documents.")) }
            return EmptyState.html(words("No documents yet. Add a PDF or paste a text, and listen to it here."))
        }
        let isUnderWay = documents.contains { $0.state == .reading }
        return #"<ul class="reader-list"\#(isUnderWay ? " data-under-way" as HTML : nil)>\#(documents.map(line))</ul>"#
    }

    private var podcastPart: HTML? {
        guard speaks || podcast != nil else { return nil }
        let ways = SecretAddressView(
            words: words, field: "podcast", action: "\(ReaderPage.path)/podcast#podcast", token: token, created: podcast,
            address: podcastAddress, for: person)
        let note = words(
            """
            Subscribe in a podcast app: every chapter you export as MP3 becomes an episode. \
            Anyone with the link can listen.
            """)
        return Disclosure.html(
            words("Podcast"), id: "podcast", isOpen: podcast != nil, #"<p class="section-note">\#(note)</p>\#(ways.html)"#)
    }

    private func line(_ document: StoredDocument) -> HTML {
        """
        <li class="reader-item">\(cover(document))<a href="\(ReaderPage.path(of: document.id))" data-key="document-\(document.id)">\
        <bdi>\(DocumentFacts.title(document, words))</bdi></a>\
        <p class="reader-facts">\(facts(document))</p>\(progress(document))\(ways(document))</li>

        """
    }

    /// Actions for a document that couldn't be read.
    private func ways(_ document: StoredDocument) -> HTML? {
        guard case .failed(let fault) = document.state else { return nil }
        return DocumentFacts.ways(document, fault, words, token)
    }

    private func cover(_ document: StoredDocument) -> HTML? {
        if document.hasCover {
            return #"<img class="reader-cover" src="\#(ReaderPage.path(of: document.id))/cover" alt="" loading="lazy">"#
        }
        guard covers.contains(document.id) else { return nil }
        return #"<img class="reader-cover" src="\#(ReaderPage.picture(of: 1, in: document.id))?size=cover" alt="" loading="lazy">"#
    }

    private func facts(_ document: StoredDocument) -> HTML {
        let added = "<span>\(words.html("Added \(ValueView(words).time(document.added))"))</span>" as HTML
        let group: HTML? = document.about.group.isEmpty ? nil : "<span><bdi>\(document.about.group)</bdi></span> "
        let finished: HTML? = document.isFinished ? #"<span class="reader-finished">\#(words("Finished"))</span> "# : nil
        return "\(DocumentFacts.author(document, words))\(group)\(finished)\(DocumentFacts.state(document, words)) \(added)"
    }

    private func progress(_ document: StoredDocument) -> HTML? {
        guard let extent = document.extent, document.heard != nil, !document.isFinished else { return nil }
        return #"<progress max="\#(extent.words)" value="\#(document.position + 1)" aria-label="\#(words("Heard so far"))"></progress>"#
    }
}

/// Descriptions of documents.
enum DocumentFacts {
    /// What can be added: `PDF, EPUB, … or plain text`.
    static func kinds(_ words: Words) -> String { words.list(anyOf: StoredDocument.Kind.allCases.map { name(of: $0, words) }) }

    private static func name(of kind: StoredDocument.Kind, _ words: Words) -> String {
        switch kind {
        case .pdf, .epub, .odt, .fb2, .rtf: kind.rawValue.uppercased()
        case .docx: "Word"
        case .html: words("web page")
        case .mail: words("saved mail")
        case .markdown: "Markdown"
        case .text: words("plain text")
        }
    }

    static func title(_ document: StoredDocument, _ words: Words) -> String {
        document.title.isEmpty ? words("Untitled document") : document.title
    }

    /// The author; for mail, the sender and the date.
    static func author(_ document: StoredDocument, _ words: Words) -> HTML? {
        let name: HTML? = document.about.author.isEmpty ? nil : "<span><bdi>\(document.about.author)</bdi></span> "
        let sent: HTML? = Timestamp(iso: document.about.summary).map { "<span>\(ValueView(words).time($0))</span> " }
        return name == nil && sent == nil ? nil : "\(name)\(sent)"
    }

    /// Buttons to try an unreadable document again, and to remove it.
    static func ways(_ document: StoredDocument, _ fault: StoredDocument.Fault, _ words: Words, _ token: HTML) -> HTML {
        let path = ReaderPage.path(of: document.id)
        // Without its file, there is nothing to try again.
        let again: HTML? =
            fault == .lost
            ? nil
            : ButtonForm.html(words("Try again"), to: "\(path)/again", token)
        let removal = ButtonForm.html(words("Remove"), to: "\(path)/remove", token, kind: .harsh)
        return #"<div class="reader-keeping">\#(again)\#(removal)</div>"#
    }

    /// `12 pages`, `being read`, or the error.
    static func state(_ document: StoredDocument, _ words: Words) -> HTML {
        switch document.state {
        case .reading: "<span>\(words("Being read…"))</span>"
        case .ready(let extent): #"<span class="figures">\#(size(extent, words))</span>"#
        case .failed(let fault): #"<span class="reader-fault">\#(reason(fault, words))</span>"#
        }
    }

    private static func size(_ extent: StoredDocument.Extent, _ words: Words) -> String {
        if let pageCount: Int = extent.pages { return words("\(pageCount) pages") }
        let count: Int = extent.words
        return words("\(count) words")
    }

    static func reason(_ fault: StoredDocument.Fault, _ words: Words) -> String {
        switch fault {
        case .noText:
            words("This file has no text: its pages may be pictures. Add the text with a program like ocrmypdf and upload it again.")
        case .protected: words("This book has copy protection. Upload one without it.")
        case .encrypted: words("This PDF needs a password. Upload a copy without one.")
        case .unknownFormat: words("Tidings can’t read this kind of file. Choose another one: \(kinds(words)).")
        case .letters:
            words("The fonts of this PDF don’t say which letters they show. Add the text with a program like ocrmypdf and upload it again.")
        case .damaged: words("This file is damaged and can’t be read. Upload another copy.")
        case .tooLong: words("This document is too long to be read aloud. Upload a part of it.")
        case .lost: words("The server lost this file. Upload it again.")
        case .cancelled: words("Reading was cancelled. Upload the file again.")
        case .noRoom: words("There’s no space left for its text. Delete a document, and upload this file again.")
        }
    }
}
