import Localisation
import Records
import Serving
import Speaking

/// A document: its text, player and settings. The script `document-player.js` plays; without it only the text is shown, a part at a time.
struct DocumentView {
    let words: Words
    let document: StoredDocument
    let token: HTML
    /// The word at which each part starts.
    var starts: [Int] = []
    var shown: DocumentPart?
    var pages: [DocumentPart.PageStart] = []
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
    /// Whether its pages can be shown as pictures.
    var hasPictures = false
    /// Whether there are any voices.
    var speaks = false

    private static let speeds = ["0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.5", "3"]
    /// The options of the sleep timer, in minutes.
    private static let naps = [5, 15, 30, 60]

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
            <p class="detail-way"><a href="\(ReaderPage.path)">\(words("Reader"))</a></p>
            <header class="reader-heading"><h1><bdi>\(title)</bdi></h1>\(facts)</header>
            \(content)
            \(settings)
            </article>
            """)
    }

    private var facts: HTML? {
        guard document.extent != nil else { return nil }
        return "<p class=\"reader-facts\">\(DocumentFacts.state(document, words))</p>"
    }

    private var content: HTML {
        switch document.state {
        case .reading:
            """
            <document-waiting class="reader-waiting" data-document="\(document.id)" role="status"><progress aria-label="\(words("Being read…"))"></progress>\
            <p>\(words("Extracting the text. It will appear here shortly."))</p></document-waiting>
            """
        case .failed(let fault): "<p class=\"notice\">\(Symbols.caution)<span>\(DocumentFacts.reason(fault, words))</span></p>"
        case .ready(let extent): ready(extent)
        }
    }

    // MARK: Text

    private func ready(_ extent: StoredDocument.Extent) -> HTML {
        guard let shown else { return "" }
        let language = extent.language.map(Self.language)
        let before: HTML? =
            shown.number > 0
            ? "<p class=\"reader-more\"><a class=\"quiet-link\" rel=\"prev\" data-earlier href=\"\(address(shown.number - 1))\">\(words("Earlier text"))</a></p>"
            : nil
        let after: HTML? =
            shown.number + 1 < starts.count
            ? "<p class=\"reader-more\"><a class=\"quiet-link\" rel=\"next\" data-later href=\"\(address(shown.number + 1))\">\(words("More text"))</a></p>"
            : nil
        let opening = shown.opening.flatMap { DocumentPassages(words: words, document: document, token: token).opening($0) }
        let text: HTML = "\(opening)\(before)<div class=\"reader-text\" data-text dir=\"auto\"\(language)>\(section(shown))</div>\(after)"
        guard speaks, voice != nil else {
            let problem: HTML =
                speaks
                ? "<p class=\"notice\">\(Symbols.caution)<span>\(words("There’s no voice for this language. Choose another below."))</span></p>"
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

    /// Messages that a script shows when they apply.
    private var notes: HTML {
        """
        <p class="notice" data-other-voice\(misses ? nil : " hidden" as HTML?)>\(Symbols.caution)<span>\(words("The chosen voice isn’t available now. Another voice reads instead."))</span></p>
        <p class="notice" data-approximate hidden>\(Symbols.caution)<span>\(words("This voice doesn’t report when words begin, so the highlighted word is approximate."))</span></p>

        """
    }

    /// A picture of the current page, loaded when opened.
    private var original: HTML? {
        guard hasPictures else { return nil }
        let page = pages.last { $0.word <= place }?.page ?? 1
        return """
            <details class="more reader-original" data-original><summary>\(words("Picture of the page"))</summary>\
            <img src="\(ReaderPage.picture(of: page, in: document.id))" alt="\(words("Page \(String(page))"))" loading="lazy"></details>

            """
    }

    /// Where the person stopped, or the start of another displayed part.
    private var place: Int {
        guard let shown, shown.number != part(of: document.position) else { return document.position }
        return shown.firstWord
    }

    private var pageStarts: HTML? {
        guard !pages.isEmpty else { return nil }
        return "data-pages=\"\(pages.map { "\($0.word):\($0.page)" }.joined(separator: " "))\""
    }

    private static func language(_ code: String) -> HTML { " lang=\"\(code == "cmn" ? "zh" : code)\"" }

    private func address(_ part: Int) -> String { "\(ReaderPage.path(of: document.id))?part=\(part)" }

    /// A part as text, with an element per word for highlighting; skipped passages are buttons that include them.
    func section(_ part: DocumentPart) -> HTML {
        var (paragraphs, sentences, word): ([HTML], [HTML], Int) = ([], [], part.firstWord)
        let others = ReadingManner.otherLanguages(in: part, than: document.extent?.language)
        // The page of a part's first word was already announced in the previous part, except in the first.
        var breaks = (part.number == 0 ? part.pages[...] : part.pages.dropFirst())
        for (sentence, other) in zip(part.sentences, others) {
            var line: HTML = sentences.isEmpty ? "" : " "
            let joined = Set(sentence.joined)
            var passages = sentence.passages.filter { document.leaving.kinds.contains($0.kind) }[...]
            for (index, text) in sentence.words.enumerated() {
                if index > 0, !joined.contains(index) { line = "\(line) " }
                if let passage = passages.first, passage.words.lowerBound == index {
                    line = "\(line)\(DocumentPassages.opening(passage, document.leaving))"
                }
                if let start = breaks.first, start.word <= word {
                    line = "\(line)<i class=\"reader-break figures\">\(words("Page \(String(start.page))"))</i>"
                    breaks.removeFirst()
                }
                line = "\(line)<span>\(text)</span>"
                word += 1
                if let passage = passages.first, passage.words.upperBound == index + 1 {
                    line = "\(line)</button>"
                    passages.removeFirst()
                }
            }
            sentences.append(line)
            if sentence.endsParagraph {
                paragraphs.append("<p\(other.map(Self.language))>\(sentences)</p>\n")
                sentences = []
            }
        }
        if !sentences.isEmpty { paragraphs.append("<p\((others.last ?? nil).map(Self.language))>\(sentences)</p>\n") }
        return """
            <section class="reader-part" data-part="\(part.number)" data-first="\(part.firstWord)">\(paragraphs)\(skipped(part))</section>

            """
    }

    private func skipped(_ part: DocumentPart) -> HTML? {
        guard !part.skipped.isEmpty else { return nil }
        let lines = part.skipped.map { "<li>\($0)</li>" as HTML }
        return """
            <details class="more reader-skipped" lang="\(words.language)"><summary>\(words("Not read aloud"))</summary><ul>\(lines)</ul></details>
            """
    }

    // MARK: Player

    private func player(_ extent: StoredDocument.Extent) -> HTML {
        let naps = Self.naps.map { "<option value=\"\($0)\">\(words("\($0) minutes"))</option>" as HTML }
        let speeds = Self.speeds.map { speed -> HTML in
            let chosen: HTML? = speed == "1" ? " selected" : nil
            return "<option value=\"\(speed)\"\(chosen)>\(words.number(Double(speed) ?? 1))×</option>"
        }
        return """
            <div class="reader-bar" role="group" aria-label="\(words("Player"))" data-bar hidden><audio preload="none"></audio>
            <p class="reader-back-to"><button type="button" class="button" data-follow hidden>\(words("Jump to the current word"))</button></p>
            <input type="range" class="reader-scrubber" min="0" max="\(extent.words - 1)" value="\(place)" step="1" aria-label="\(words("Position"))">
            <div class="reader-place figures">\(leaves)\
            <button type="button" class="reader-mark" data-bookmark>\(ReaderSymbols.bookmark)<span>\(words("Bookmark"))</span></button><span data-left></span></div>
            <p class="reader-kept" role="status" data-kept data-say-kept="\(words("Bookmark added."))" \
            data-say-full="\(words("You’ve reached the limit of bookmarks. Remove one to add another."))" \
            data-say-failed="\(words("The bookmark can’t be saved. Try again in a few seconds."))"></p>
            <div class="reader-ways">\
            <label class="reader-choice"><span class="unseen">\(words("Speed"))</span><select data-speed>\(speeds)</select></label>\
            <div class="reader-buttons"><button type="button" class="reader-step" data-step="-1" aria-label="\(words("Previous sentence"))">\(ReaderSymbols.previous)</button>\
            <button type="button" class="reader-play" data-play aria-label="\(words("Play"))" data-say-play="\(words("Play"))" data-say-pause="\(words("Pause"))">\(ReaderSymbols.play)\(ReaderSymbols.pause)</button>\
            <button type="button" class="reader-step" data-step="1" aria-label="\(words("Next sentence"))">\(ReaderSymbols.next)</button></div>\
            <label class="reader-choice"><span class="unseen">\(words("Sleep timer"))</span><select data-nap><option value="">\(words("No timer"))</option>\
            <option value="part">\(words("End of this part"))</option>\(naps)</select></label></div>
            <p class="field-problem" role="alert" data-problem data-say-failed="\(words("The sound can’t be loaded. Try again in a few seconds."))" \
            data-say-not-kept="\(words("This isn’t saved on this device."))" \
            data-say-later="\(words("You can change this when you’re online again."))" hidden></p></div>
            <template data-own-keys>\(keys)</template>
            <noscript><p class="empty">\(words("Turn on JavaScript to play this."))</p></noscript>
            """
    }

    /// The position, and page navigation for documents with pages.
    private var leaves: HTML {
        guard pages.count > 1 else { return "<span data-page></span>" }
        return """
            <span class="reader-leaves"><button type="button" class="reader-leaf" data-leaf="-1" aria-label="\(words("Previous page"))">\(ReaderSymbols.back)</button>\
            <span data-page></span><button type="button" class="reader-leaf" data-leaf="1" aria-label="\(words("Next page"))">\(ReaderSymbols.on)</button></span>
            """
    }

    /// For the list of shortcuts opened with `?`.
    private var keys: HTML {
        let keys = [("␣", words("Play or pause")), ("B", words("Bookmark"))]
        return "\(keys.map { "<div><dt><kbd>\($0)</kbd></dt><dd>\($1)</dd></div>" as HTML })"
    }

    // MARK: Settings

    private var settings: HTML {
        let path = ReaderPage.path(of: document.id)
        return """
            <section class="reader-settings" aria-label="\(words("This document"))">\(bookmarks)\(offline)\(voiceForm(path))\(passages)\(exports)\(pronunciation)
            <details class="more"><summary>\(words("Rename"))</summary><form class="form" method="post" action="\(path)/title">\(token)\
            \(FormField(name: "title", label: words("Title"), value: document.title, longest: StoredDocument.Limits.title).html)\
            <button class="button" type="submit">\(words("Save"))</button></form></details>
            <details class="more"><summary>\(words("Delete document"))</summary><p class="section-note">\(words("This deletes the document and your place in it. It can’t be undone."))</p>\
            <form class="form" method="post" action="\(path)/remove">\(token)<button class="button is-harsh" type="submit">\(words("Delete document"))</button></form></details></section>
            """
    }

    private var passages: HTML? {
        guard document.extent != nil, speaks else { return nil }
        return DocumentPassages(words: words, document: document, token: token).html
    }

    private var pronunciation: HTML? {
        guard document.extent != nil, speaks else { return nil }
        return """
            <p class="reader-way"><a class="quiet-link" href="\(PronunciationPage.path(from: document.id))">\(words("Pronunciation"))</a></p>
            """
    }

    private func name(_ voice: SpeechVoice) -> String { voice.isNatural ? words("Natural: \(voice.name)") : voice.name }

    private func voiceForm(_ path: String) -> HTML? {
        guard document.extent != nil, speaks, voices.count > 1 || voice == nil else { return nil }
        let choice = FormChoice(
            name: "voice", label: words("Voice"), options: voices.map { ($0.identifier, name($0)) }, chosen: voice?.identifier ?? "")
        let ticked: HTML? = document.followsLanguages ? " checked" : nil
        return """
            <details class="more"><summary>\(words("Voice"))</summary><form class="form" method="post" action="\(path)/voice">\(token)\(choice.html)\(sample)\
            <label class="check"><input type="checkbox" name="languages" value="on"\(ticked)>\
            <span>\(words("Read paragraphs in other languages with a voice of that language"))</span></label>\
            <button class="button" type="submit">\(words("Save"))</button></form></details>
            """
    }

    /// Plays a sample of the selected voice before saving.
    private var sample: HTML {
        """
        <voice-sample data-document="\(document.id)" data-say-listen="\(words("Listen"))" data-say-stop="\(words("Stop"))" hidden>\
        <button type="button" class="quiet-button">\(words("Listen"))</button><audio preload="none"></audio>\
        <p class="field-problem" role="alert" hidden>\(words("This voice isn’t available right now. Try again in a few seconds."))</p></voice-sample>
        """
    }
}

private enum ReaderSymbols {
    static let play = drawing("<path d=\"M6.5 4.25v11.5l9-5.75z\"/>")
    static let pause = drawing("<path d=\"M6 4.5h2.5v11H6zM11.5 4.5H14v11h-2.5z\"/>", "reader-pause")
    static let previous = drawing("<path d=\"M15 4.5v11L7.5 10zM5 4.5h1.75v11H5z\"/>")
    static let bookmark = drawing("<path d=\"M5.5 3.5h9v13L10 13l-4.5 3.5z\"/>")
    static let back = drawing("<path d=\"M12.5 4.5 7 10l5.5 5.5 1.25-1.25L9.5 10l4.25-4.25z\"/>")
    static let on = drawing("<path d=\"m7.5 4.5 5.5 5.5-5.5 5.5-1.25-1.25L10.5 10 6.25 5.75z\"/>")
    static let next = drawing("<path d=\"M5 4.5v11l7.5-5.5zM13.25 4.5H15v11h-1.75z\"/>")

    private static func drawing(_ path: HTML, _ name: String = "reader-symbol") -> HTML {
        "<svg class=\"\(name)\" viewBox=\"0 0 20 20\" aria-hidden=\"true\" focusable=\"false\" fill=\"currentColor\">\(path)</svg>"
    }
}
