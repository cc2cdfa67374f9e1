import BoardPages
import Hummingbird
import Localisation
import Serving

/// `/app/offline`: the page that the service worker shows without a network for a page that isn't stored. It is stored with the shell.
///
/// Its script lists the stored pages, on the device that stores them. It also has the worker's own texts, such as the labels of a
/// notification's buttons, because it is stored again when the language changes (`Shell.texts`).
struct OfflinePage: Sendable {
    private let feature: AppFeature
    private let words: Words

    static let address = "/app/offline"

    init(_ feature: AppFeature, _ context: PageContext) {
        self.feature = feature
        words = context.words
    }

    func response() -> Response {
        let title = words("You’re offline")
        return .page(
            PageShell(title: title, assets: feature.assets.prefix, reader: Reader(words: words), hasMenu: false).page(
                """
                <div class="offline">
                <h1>\(title)</h1>
                <p class="lead">\(lead)</p>
                <kept-pages\(texts)>
                <h2 hidden>\(words("Saved on this device"))</h2>
                <ul class="kept-pages"></ul>
                <p data-nothing hidden>\(words("Nothing saved yet. Boards you open are saved here for offline use."))</p>
                </kept-pages>
                <p><button class="button" type="button" data-reload>\(words("Try again"))</button></p>
                </div>
                """))
    }

    private var lead: String {
        words(
            """
            This page isn’t saved on this device. Boards, watches and notices are, once you’ve opened them, and documents, once you’ve \
            chosen “\(words("Keep offline"))”.
            """)
    }

    private var texts: [HTML] {
        [("open", words("Open", sense: "verb")), ("mute", words("Mute")), ("news", words("Something has changed."))].map { name, text in
            #" data-says-\#(name)="\#(text)""#
        }
    }
}
