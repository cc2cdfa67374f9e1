import Localisation
import Records
import Serving

/// The chapters on a document's page. With the player, tapping one plays from there; otherwise it links to the text.
struct DocumentContentsView {
    let words: Words
    let document: StoredDocument
    let chapters: [DocumentChapter]
    /// The person's position, as a word.
    let place: Int

    /// Words per minute, until the voice's own pace is known.
    private static let defaultPace = 156

    static func address(of word: Int, in document: StoredDocument.ID) -> String { "\(ReaderPage.path(of: document))?word=\(word)#word" }

    /// nil if the document has no chapters.
    var html: HTML? {
        guard !chapters.isEmpty else { return nil }
        let current = chapters.lastIndex { $0.word <= place }
        let rows = chapters.enumerated().map { row($1, isCurrent: $0 == current) }
        return Disclosure.html(words("Contents"), id: "contents", #"<ol class="reader-chapters">\#(rows)</ol>"#)
    }

    private func row(_ chapter: DocumentChapter, isCurrent: Bool) -> HTML {
        let title = chapter.title.isEmpty ? words("Untitled chapter") : chapter.title
        let current: HTML? = isCurrent ? #" aria-current="true""# : nil
        return """
            <li><a href="\(Self.address(of: chapter.word, in: document.id))" data-go="\(chapter.word)"\(current)><bdi>\(title)</bdi> \
            <span class="figures" data-at>\(Self.clock(chapter.word))</span></a></li>

            """
    }

    /// The approximate time of a word: `1:05:20` from the beginning.
    private static func clock(_ word: Int) -> String {
        let seconds = word * 60 / defaultPace
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }
}
