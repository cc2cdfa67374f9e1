import Localisation
import Records
import Serving
import Speaking

/// A document: its text, player and settings. The script `document-player.js` plays it; without the script, only the text is shown, a part
/// at a time.
struct DocumentView {
    let words: Words
    let document: StoredDocument
    let token: HTML
    /// The word at which each part starts.
    var starts: [Int] = []
    var shown: DocumentPart?
    var pages: [DocumentPart.PageStart] = []
    var chapters: [DocumentChapter] = []
    /// The word requested in the query; nil: none.
    var wanted: Int?
    /// The search in the text.
    var search: DocumentSearch?
    /// The voices of the document's language.
    var voices: [SpeechVoice] = []
    var voice: SpeechVoice?
    /// Whether the chosen voice is unavailable.
    var misses = false
    /// The exports section; nil without speech.
    var exports: HTML?
    /// nil until the text has been extracted.
    var bookmarks: HTML?
    /// The offline section; nil without speech.
    var offline: HTML?
    /// The message that the stored copy has another edition.
    var stale: HTML?
    /// Whether its pages can be shown as pictures.
    var hasPictures = false
    /// Whether there are any voices.
    var speaks = false

    static let speeds = ["0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.5", "3"]
    /// The options of the sleep timer, in minutes.
    static let naps = [5, 15, 30, 60]

    /// The part that contains a word.
    func part(of word: Int) -> Int { max(0, starts.count { $0 <= word } - 1) }

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = DocumentFacts.title(document, words)
        let parent = PageShell.Parent(words("Reader"), at: ReaderPage.path)
        var shell = PageShell(title: title, parent: parent, assets: assets, kind: .reader, reader: reader)
        if document.state == .reading { shell.refreshSeconds = 3 }
        return shell.page(
            """
            <article class="reader-page reader-document">
            \(BackLink.html(words("Reader"), to: ReaderPage.path))
            <header class="reader-heading"><h1><bdi>\(title)</bdi></h1>\(facts)</header>
            \(stale)\(waysIn)
            \(content)
            \(settings)
            </article>
            """)
    }

    private var facts: HTML? {
        guard document.extent != nil else { return nil }
        return #"<p class="reader-facts">\#(DocumentFacts.author(document, words))\#(DocumentFacts.state(document, words))</p>"#
    }

    /// Contents, search and bookmarks, at the top of the page.
    private var waysIn: HTML? {
        guard document.extent != nil else { return nil }
        let contents = DocumentContentsView(words: words, document: document, chapters: chapters, place: place)
        let search = search ?? DocumentSearch(words: words, document: document)
        return #"<div class="reader-ways-in">\#(contents.html)\#(search.html)\#(bookmarks)</div>"#
    }

    private var content: HTML {
        switch document.state {
        case .reading:
            """
            <document-waiting class="reader-waiting" data-document="\(document.id)" role="status">\
            <progress aria-label="\(words("Being read…"))"></progress>\
            <p>\(words("Extracting the text. It will appear here shortly."))</p></document-waiting>
            """
        case .failed(let fault):
            """
            \(Callout.caution(DocumentFacts.reason(fault, words)))\(DocumentFacts.ways(document, fault, words, token))
            """
        case .ready(let extent): ready(extent)
        }
    }

    // MARK: Text

    private func ready(_ extent: StoredDocument.Extent) -> HTML {
        guard let shown else { return "" }
        let language = extent.language.map(Self.language)
        let before = shown.number > 0 ? more(#"rel="prev" data-earlier"#, words("Earlier text"), at: shown.number - 1) : nil
        let after =
            shown.number + 1 < starts.count ? more(#"rel="next" data-later"#, words("More text"), at: shown.number + 1) : nil
        let opening = shown.opening.flatMap { DocumentPassages(words: words, document: document, token: token).opening($0) }
        let text: HTML = """
            \(opening)\(before)<div class="reader-text" data-text dir="auto"\(language)>\(section(shown))</div>\(after)
            """
        guard speaks, voice != nil else {
            let problem: HTML =
                speaks
                ? Callout.caution(words("There’s no voice for this language. Choose another below."))
                : ReaderView.noEngine(words)
            return "\(problem)\n\(text)"
        }
        return """
            <document-player data-document="\(document.id)" data-word="\(place)" data-words="\(extent.words)" \
            data-starts="\(starts.map(String.init).joined(separator: " "))" data-voice="\(voice?.identifier ?? "")" \
            \(pageStarts) data-name="\(DocumentFacts.title(document, words))">\(notes)\(original)\(text)
            \(player(extent))</document-player>
            """
    }

    /// A link to the previous or next part; `mark` is its relation, and the attribute by which the script finds it.
    private func more(_ mark: HTML, _ label: String, at part: Int) -> HTML {
        #"<p class="reader-more"><a class="quiet-link" \#(mark) href="\#(address(part))">\#(label)</a></p>"#
    }

    /// Messages that a script shows when they apply.
    private var notes: HTML {
        let otherVoice = words("The chosen voice isn’t available now. Another voice reads instead.")
        let approximate = words("This voice doesn’t report when words begin, so the highlighted word is approximate.")
        return """
            \(Callout.caution(otherVoice, " data-other-voice\(misses ? nil : " hidden" as HTML?)"))
            \(Callout.caution(approximate, " data-approximate hidden"))

            """
    }

    /// A picture of the current page, loaded when opened.
    private var original: HTML? {
        guard hasPictures else { return nil }
        let page = pages.last { $0.word <= place }?.page ?? 1
        let picture: HTML = """
            <img src="\(ReaderPage.picture(of: page, in: document.id))" alt="\(words("Page \(String(page))"))" loading="lazy">
            """
        let title = words("Picture of the page")
        return "\(Disclosure.html(markup: "\(title)", name: "reader-original", hooks: " data-original", picture))\n"
    }

    /// The requested word, the person's position, or the start of the shown part if it is another.
    var place: Int {
        if let wanted { return wanted }
        guard let shown, shown.number != part(of: document.position) else { return document.position }
        return shown.firstWord
    }

    private var pageStarts: HTML? {
        guard !pages.isEmpty else { return nil }
        return #"data-pages="\#(pages.map { "\($0.word):\($0.page)" }.joined(separator: " "))""#
    }

    private static func language(_ code: String) -> HTML { #" lang="\#(code == "cmn" ? "zh" : code)""# }

    private func address(_ part: Int) -> String { "\(ReaderPage.path(of: document.id))?part=\(part)" }

    /// A part as text, with an element per word for highlighting; skipped passages are buttons that include them.
    func section(_ part: DocumentPart) -> HTML {
        var (text, sentences, word) = (DocumentText(), [] as [HTML], part.firstWord)
        var shape: DocumentShape?
        let others = ReadingManner.otherLanguages(in: part, than: document.extent?.language)
        // The page of a part's first word was already announced in the previous part, except for the first part.
        var breaks = (part.number == 0 ? part.pages[...] : part.pages.dropFirst())
        for (sentence, other) in zip(part.sentences, others) {
            var line: HTML = sentences.isEmpty ? "" : " "
            for picture in sentence.pictures where sentences.isEmpty {
                let source = "\(ReaderPage.path(of: document.id))/pictures/\(picture.number)"
                text.add(picture: #"<img src="\#(source)" alt="\#(picture.alt)" loading="lazy">"#)
            }
            if sentences.isEmpty { shape = sentence.shape }
            // A passage may extend over several cells.
            let isRow = sentences.isEmpty && sentence.endsParagraph && sentence.passages.isEmpty && !sentence.cells.isEmpty
            var (cells, column) = (isRow ? sentence.cells[...] : [], -1)
            let joined = Set(sentence.joined)
            var passages = sentence.passages.filter { document.leaving.kinds.contains($0.kind) }[...]
            for (index, written) in sentence.words.enumerated() {
                if index > 0, !joined.contains(index) { line = "\(line) " }
                if let cell = cells.first, cell.word == index {
                    line = "\(line)\(DocumentText.begin(cell.column, behind: column))"
                    column = cell.column
                    cells.removeFirst()
                }
                if let passage = passages.first, passage.words.lowerBound == index {
                    line = "\(line)\(DocumentPassages.opening(passage, document.leaving))"
                }
                if let start = breaks.first, start.word <= word {
                    line = #"\#(line)<i class="reader-break figures">\#(words("Page \(String(start.page))"))</i>"#
                    breaks.removeFirst()
                }
                line = word == wanted ? #"\#(line)<span id="word">\#(written)</span>"# : "\(line)<span>\(written)</span>"
                word += 1
                if let passage = passages.first, passage.words.upperBound == index + 1 {
                    line = "\(line)</button>"
                    passages.removeFirst()
                }
            }
            sentences.append(line)
            if sentence.endsParagraph {
                if isRow { text.addRow(sentences, other.map(Self.language)) } else { text.add(sentences, shape, other.map(Self.language)) }
                sentences = []
            }
        }
        if !sentences.isEmpty { text.add(sentences, shape, (others.last ?? nil).map(Self.language)) }
        return """
            <section class="reader-part" data-part="\(part.number)" data-first="\(part.firstWord)">\(text.html)\(skipped(part))</section>

            """
    }

    private func skipped(_ part: DocumentPart) -> HTML? {
        guard !part.skipped.isEmpty else { return nil }
        let lines = part.skipped.map { "<li>\($0)</li>" as HTML }
        return Disclosure.html(
            markup: "\(words("Not read aloud"))", name: "reader-skipped", hooks: #" lang="\#(words.language)""#, "<ul>\(lines)</ul>")
    }

    // MARK: Settings

    private var settings: HTML {
        let path = ReaderPage.path(of: document.id)
        return Disclosure.html(
            words("Options"), name: "reader-options", id: "options",
            """
            <div class="reader-settings">\(speaks && document.extent != nil ? deviceChoices : nil)\(voiceForm(path))\(passages)\
            \(pronunciation)\(offline)\(exports)
            <section class="reader-option"><h2>\(words("Title, author and group"))</h2>\
            <form class="form" method="post" action="\(path)/title">\(token)\
            \(FormField(name: "title", label: words("Title"), value: document.title, longest: StoredDocument.Limits.title).html)\
            \(about("author", words("Author"), document.about.author, longest: StoredDocument.Limits.author))\
            \(about("group", words("Series or group"), document.about.group, longest: StoredDocument.Limits.group))\
            <button class="button" type="submit">\(words("Save"))</button></form></section>
            \(Disclosure.html(words("Delete document"), removal(path)))</div>
            """)
    }

    private func removal(_ path: String) -> HTML {
        """
        <p class="section-note">\(words("This deletes the document and your place in it. It can’t be undone."))</p>\
        <form class="form" method="post" action="\(path)/remove">\(token)\
        <button class="button is-harsh" type="submit">\(words("Delete document"))</button></form>
        """
    }

    /// A field that may be empty.
    private func about(_ name: String, _ label: String, _ value: String, longest: Int) -> HTML {
        FormField(name: name, label: label, value: value, longest: longest, isRequired: false).html
    }

    private var passages: HTML? {
        guard document.extent != nil, speaks else { return nil }
        return DocumentPassages(words: words, document: document, token: token).html
    }

    private var pronunciation: HTML? {
        guard document.extent != nil, speaks else { return nil }
        return """
            <p class="reader-way">\
            <a class="quiet-link" href="\(PronunciationPage.path(from: document.id))">\(words("Pronunciation"))</a></p>
            """
    }

    private func name(_ voice: SpeechVoice) -> String { voice.isNatural ? words("Natural: \(voice.name)") : voice.name }

    private func voiceForm(_ path: String) -> HTML? {
        guard document.extent != nil, speaks, voices.count > 1 || voice == nil else { return nil }
        let choice = FormChoice(
            name: "voice", label: words("Voice"), options: voices.map { ($0.identifier, name($0)) }, chosen: voice?.identifier ?? "")
        return """
            <section class="reader-option"><h2>\(words("Voice"))</h2>\
            \(naturalNote)<form class="form" method="post" action="\(path)/voice">\(token)\(choice.html)\(sample)\
            \(Checkbox.html(
                words("Read paragraphs in other languages with a voice of that language"), name: "languages", value: "on",
                isTicked: document.followsLanguages))\
            <button class="button" type="submit">\(words("Save"))</button></form></section>
            """
    }

    /// Instructions for better voices, if only synthetic-sounding ones are installed.
    private var naturalNote: HTML? {
        guard !voices.contains(where: \.isNatural) else { return nil }
        let address = "https://github.com/OHF-Voice/piper1-gpl"
        let note = words.html(
            """
            Natural voices aren’t installed for this language. Your administrator can add \
            \(#"<a href="\#(address)" rel="noreferrer">Piper</a>"# as HTML) and its voices: “tidings doctor” says how.
            """)
        return #"<p class="section-note">\#(note)</p>"#
    }

    /// Plays a sample of the selected voice before saving.
    private var sample: HTML {
        """
        <voice-sample data-document="\(document.id)" data-say-listen="\(words("Listen"))" data-say-stop="\(words("Stop"))" hidden>\
        <button type="button" class="quiet-button">\(words("Listen"))</button><audio preload="none"></audio>\
        <p class="field-problem" role="alert" hidden>\
        \(words("This voice isn’t available right now. Try again in a few seconds."))</p></voice-sample>
        """
    }
}
