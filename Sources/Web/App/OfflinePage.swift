import Hummingbird
import Localisation

/// `/app/offline`: what the worker shows in place of a page that is not kept when there is no network. It is kept with the shell.
///
/// The list of what is kept is filled in by its script, on the device that keeps it.
struct OfflinePage: Sendable {
    private let site: Site
    private let words: Words

    static let address = "/app/offline"

    init(_ site: Site, _ context: PageContext) {
        self.site = site
        words = context.words
    }

    func response() -> Response {
        let title = words("You are offline")
        return .page(
            PageShell(title: title, assets: site.assets.prefix, reader: Reader(words: words), hasMenu: false).page(
                """
                <div class="offline">
                <h1>\(title)</h1>
                <p class="lead">\(words("This page is not kept on this device. What you have opened before is."))</p>
                <kept-pages>
                <h2 hidden>\(words("Kept on this device"))</h2>
                <ul class="kept-pages"></ul>
                <p data-nothing hidden>\(words("Nothing is kept yet."))</p>
                </kept-pages>
                <p><button class="button" type="button" data-reload>\(words("Try again"))</button></p>
                </div>
                """))
    }
}
