import Localisation
import Records
import Serving

/// The page shown after settings were saved and the server restarts. A script polls until the next server answers, and then opens
/// `address`; without scripts, the page opens it after a while.
struct RestartView {
    /// The next server's base path.
    let basePath: String
    /// Below `basePath`.
    let place: String
    /// This server's start (`Liveness`): another value means that the next server answers.
    let started: Timestamp
    let words: Words

    /// In seconds, without scripts: longer than a start usually takes.
    private static let pause = 10

    private var address: String { basePath + place }
    /// The markup adds this server's base path by itself.
    private var link: String { BasePath.current.isEmpty ? address : place }

    /// `kind` is that of the page before: the browser has its files already, and this server is about to end.
    func page(_ reader: Reader, assets: String, kind: PageKind) -> HTML {
        let title = words("Restarting")
        let way = place.hasPrefix(MainWays.server) ? words("Back to the settings") : words("Open the board")
        return PageShell(
            title: title, assets: assets, kind: kind, reader: reader, refreshSeconds: Self.pause, refreshAddress: address
        ).page(
            """
            <div class="account"><h1>\(title)</h1>
            <server-restart data-health="\(basePath)/healthz" data-started="\(started.milliseconds)" data-to="\(address)">\
            <p class="lead" role="status">\(words("Your settings are saved. Tidings is restarting. This takes a few seconds."))</p>
            <div role="status" data-late hidden>\
            \(Callout.caution(words("This is taking longer than usual. This page opens as soon as Tidings is back.")))
            <p class="field-hint">\(words("If it doesn’t come back, its log on the server says why."))</p></div></server-restart>
            <noscript><p class="field-hint">\
            \(words("If your browser shows an error, Tidings isn’t back yet. Reload the page after a few seconds."))</p></noscript>
            <p><a class="button" href="\(link)">\(way)</a></p></div>
            """)
    }
}
