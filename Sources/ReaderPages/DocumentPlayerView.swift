import Localisation
import Records
import Serving

/// The player bar of a document, and its settings.
extension DocumentView {
    func player(_ extent: StoredDocument.Extent) -> HTML {
        let naps = Self.naps.map { #"<option value="\#($0)">\#(words("\($0) minutes"))</option>"# as HTML }
        let speeds = Self.speeds.map { speed -> HTML in
            let chosen: HTML? = speed == "1" ? " selected" : nil
            return #"<option value="\#(speed)"\#(chosen)>\#(words.number(Double(speed) ?? 1))×</option>"#
        }
        let chapterNap: HTML? = chapters.isEmpty ? nil : #"<option value="chapter">\#(words("End of the chapter"))</option>"#
        return """
            <div class="reader-bar" role="group" aria-label="\(words("Player"))" data-bar hidden><audio preload="none"></audio>
            <div class="reader-above">\
            <p class="reader-kept" role="status" data-kept data-say-kept="\(words("Bookmark added."))" \
            data-say-full="\(words("You’ve reached the limit of bookmarks. Remove one to add another."))" \
            data-say-failed="\(words("The bookmark can’t be saved. Try again in a few seconds."))" \
            data-say-offline="\(words("This needs a connection. Try again when you’re online."))"></p>\
            <button type="button" class="button" data-follow hidden>\(words("Jump to the current word"))</button></div>
            <p class="field-problem" role="alert" data-problem \
            data-say-failed="\(words("The audio can’t be loaded. Try again in a few seconds."))" \
            data-say-not-kept="\(words("This isn’t saved on this device."))" \
            data-say-later="\(words("You can change this when you’re online again."))" hidden></p>
            <div class="reader-place figures">\(leaves)\
            <input type="range" class="reader-scrubber" min="0" max="\(extent.words - 1)" \
            value="\(place)" step="1" aria-label="\(words("Position"))">\
            <span class="reader-left"><span data-left></span><span data-chapter-left></span></span></div>
            <div class="reader-ways">\
            <label class="reader-choice"><span class="unseen">\(words("Speed"))</span><select data-speed>\(speeds)</select></label>\
            <div class="reader-buttons">\(button("reader-step", "data-bookmark", words("Bookmark"), ReaderSymbols.bookmark))\
            \(button("reader-step", #"data-step="-1""#, words("Previous sentence"), ReaderSymbols.previous))\
            <button type="button" class="reader-play" data-play aria-label="\(words("Play"))" \
            data-say-play="\(words("Play"))" data-say-pause="\(words("Pause"))">\(ReaderSymbols.play)\(ReaderSymbols.pause)</button>\
            \(button("reader-step", #"data-step="1""#, words("Next sentence"), ReaderSymbols.next))\
            <a class="reader-step" href="#options" data-opens aria-label="\(words("Options"))">\(ReaderSymbols.options)</a></div>\
            <label class="reader-choice reader-nap"><span class="unseen">\(words("Sleep timer"))</span>\(ReaderSymbols.timer)\
            <select data-nap><option value="">\(words("No timer"))</option>\
            \(chapterNap)<option value="part">\(words("End of this part"))</option>\(naps)</select></label></div></div>
            <template data-own-keys>\(keys)</template>
            \(plainSound)
            """
    }

    /// `mark` is the attribute by which the script finds it.
    private func button(_ kind: String, _ mark: HTML, _ label: String, _ symbol: HTML) -> HTML {
        #"<button type="button" class="\#(kind)" \#(mark) aria-label="\#(label)">\#(symbol)</button>"#
    }

    /// The audio of the shown part, for use without a script.
    private var plainSound: HTML? {
        guard let shown else { return nil }
        return """
            <noscript><p class="section-note">\
            \(words("Without JavaScript, this part of the text plays here. Its words aren’t marked."))</p>\
            <audio controls preload="none" src="\(ReaderPage.path(of: document.id))/parts/\(shown.number)/sound"></audio></noscript>
            """
    }

    /// The position, which links to the contents, and page navigation for documents with pages.
    private var leaves: HTML {
        let facts: HTML = "<span data-page></span><span data-chapter></span>"
        let place: HTML =
            chapters.isEmpty
            ? #"<span class="reader-where">\#(facts)</span>"#
            : ##"<a class="reader-where" href="#contents" data-opens>\##(facts)</a>"##
        guard pages.count > 1 else { return #"<span class="reader-leaves">\#(place)</span>"# }
        return """
            <span class="reader-leaves">\(button("reader-leaf", #"data-leaf="-1""#, words("Previous page"), ReaderSymbols.back))\
            \(place)\(button("reader-leaf", #"data-leaf="1""#, words("Next page"), ReaderSymbols.on))</span>
            """
    }

    /// Settings of this device: what the buttons skip, and the size of the text.
    var deviceChoices: HTML {
        let skips = [
            ("sentence", words("Sentence"), words("Previous sentence"), words("Next sentence")),
            ("paragraph", words("Paragraph"), words("Previous paragraph"), words("Next paragraph")),
            ("15", words("15 seconds"), words("Back 15 seconds"), words("Forward 15 seconds")),
            ("30", words("30 seconds"), words("Back 30 seconds"), words("Forward 30 seconds")),
            ("chapter", words("Chapter"), words("Previous chapter"), words("Next chapter")),
        ]
        let units = skips.filter { $0.0 != "chapter" || !chapters.isEmpty }.map { unit, name, back, on in
            #"<option value="\#(unit)" data-back="\#(back)" data-on="\#(on)">\#(name)</option>"# as HTML
        }
        let sizes = [("0.9", words("Small")), ("1", words("Medium")), ("1.25", words("Large")), ("1.6", words("Very large"))].map {
            size, name in
            #"<option value="\#(size)"\#(size == "1" ? " selected" as HTML : nil)>\#(name)</option>"# as HTML
        }
        return """
            <div class="reader-device" data-device hidden>\
            \(choice("reader-unit", "data-unit", words("The buttons skip"), units))\
            \(choice("reader-size", "data-letters", words("Text size"), sizes))</div>
            """
    }

    /// Without a name, because it isn't submitted: the script stores it.
    private func choice(_ id: String, _ mark: HTML, _ label: String, _ options: [HTML]) -> HTML {
        """
        <div class="form-field"><label class="field-label" for="\(id)">\(label)</label>\
        <select class="field-input" id="\(id)" \(mark)>\(options)</select></div>
        """
    }

    /// For the list of shortcuts opened with `?`.
    private var keys: HTML {
        let keys = [("␣", words("Play or pause")), ("B", words("Bookmark"))]
        return "\(keys.map { FactList.fact(markup: "<kbd>\($0)</kbd>", "\($1)") })"
    }
}

enum ReaderSymbols {
    static let play = drawing(#"<path d="M6.5 4.25v11.5l9-5.75z"/>"#)
    static let pause = drawing(#"<path d="M6 4.5h2.5v11H6zM11.5 4.5H14v11h-2.5z"/>"#, "reader-pause")
    static let previous = drawing(#"<path d="M15 4.5v11L7.5 10zM5 4.5h1.75v11H5z"/>"#)
    static let bookmark = drawing(#"<path d="M5.5 3.5h9v13L10 13l-4.5 3.5z"/>"#)
    static let options = drawing(
        #"<path d="M3 5.5h8v1.5H3zM14.5 5.5H17v1.5h-2.5zM11.5 4h1.75v4.5H11.5zM3 13h2.5v1.5H3zM9 13h8v1.5H9zM6 11.5h1.75V16H6z"/>"#)
    static let timer = drawing(
        #"<path d="M10 2.5a7.5 7.5 0 1 0 .01 0zm0 1.5a6 6 0 1 1-.01 0zM9.25 6v4.5l3.5 2 .75-1.25-2.75-1.5V6z"/>"#)
    static let back = drawing(#"<path d="M12.5 4.5 7 10l5.5 5.5 1.25-1.25L9.5 10l4.25-4.25z"/>"#)
    static let on = drawing(#"<path d="m7.5 4.5 5.5 5.5-5.5 5.5-1.25-1.25L10.5 10 6.25 5.75z"/>"#)
    static let next = drawing(#"<path d="M5 4.5v11l7.5-5.5zM13.25 4.5H15v11h-1.75z"/>"#)

    private static func drawing(_ path: HTML, _ name: String = "reader-symbol") -> HTML {
        #"<svg class="\#(name)" viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="currentColor">\#(path)</svg>"#
    }
}
