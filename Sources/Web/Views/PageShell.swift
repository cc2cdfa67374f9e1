import Localisation

/// What stands around every page: the document, its head, the header with the mark, the footer.
///
/// No script and no style stands in the page itself, so `default-src 'self'` is policy enough; what the browser needs comes
/// from `assets`, whose files refer to each other relatively.
struct PageShell: Sendable {
    /// Of this page alone; the product's name is added. Empty on the first page.
    var title: String
    /// Where the assets are: `/static/<hash of the tree>`, without a slash at the end.
    var assets: String
    /// For whom it is.
    var reader = Reader()
    /// The board whose other formats the head names, for feed readers and programs.
    var formats: BoardPaths?
    /// Without JavaScript the page is asked for again after so many seconds; nil where nothing is awaited.
    var refreshSeconds: Int?
    /// Whether the header offers the way to all boards.
    var hasWayBack = true
    /// Whether it says who reads, and what is theirs.
    var hasMenu = true

    private var words: Words { reader.words }

    static let product = "Tidings"

    func page(_ main: HTML) -> HTML { "\(opening)\(main)\(closing)" }

    /// A page that is nothing but its own: a screen on a wall, a ticket on paper. `kind` is the body's class.
    /// It is kept for when there is no network like any other, and offers nobody a new version.
    func bare(_ main: HTML, kind: String) -> HTML {
        """
        \(head)
        <body class="\(kind)">
        \(main)
        <app-update hidden><button type="button" data-reload hidden></button></app-update>
        </body>
        </html>

        """
    }

    /// What stands before a page's own, for a page that is sent as it becomes known.
    var opening: HTML {
        """
        \(head)
        <body>
        \(AppParts.banner(words))
        <header class="page-header">
        <a class="brand" href="/">\(Symbols.mark)<span>\(Self.product)</span></a>
        <div class="page-ways">\(hasWayBack ? "<a class=\"way-back\" href=\"/\">\(words("All boards"))</a>" : nil as HTML?)\
        \(hasMenu && reader.person != nil ? bell : nil)\(hasMenu ? AccountMenu.html(reader) : nil)</div>
        </header>
        <main class="page-main" id="main">

        """
    }

    private var head: HTML {
        """
        <!doctype html>
        <html lang="\(words.language)" dir="\(words.direction)" data-words="\(ScriptWords.path(for: words))">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>\(title.isEmpty ? Self.product : "\(title) · \(Self.product)")</title>
        <meta name="theme-color" content="\(AppParts.lightPaper)" media="(prefers-color-scheme: light)">
        <meta name="theme-color" content="\(AppParts.darkPaper)" media="(prefers-color-scheme: dark)">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="\(assets)/icon.svg" type="image/svg+xml">
        \(AppParts.head(assets))
        <link rel="stylesheet" href="\(assets)/css/app.css">
        <script type="module" src="\(assets)/js/app.js"></script>
        \(formats.map(alternates))\
        \(reader.formToken.isEmpty ? nil : "<meta name=\"form-token\" content=\"\(reader.formToken)\">" as HTML?)\
        \(refreshSeconds.map { "<noscript><meta http-equiv=\"refresh\" content=\"\($0)\"></noscript>" } as HTML?)
        </head>
        """
    }

    private var bell: HTML {
        "<a class=\"page-bell\" href=\"\(WatchPaths.notices)\" aria-label=\"\(words("Notices"))\" title=\"\(words("Notices"))\">\(WatchSymbols.bell)</a>"
    }

    private func alternates(_ paths: BoardPaths) -> HTML {
        """
        <link rel="alternate" type="application/atom+xml" href="\(paths.atom)" title="\(title)">
        <link rel="alternate" type="application/feed+json" href="\(paths.jsonFeed)" title="\(title)">
        <link rel="alternate" type="application/json" href="\(paths.json)">
        <link rel="alternate" type="text/csv" href="\(paths.csv)">

        """
    }

    /// What stands after it.
    var closing: HTML {
        """

        </main>
        <footer class="page-footer">
        <p>\(words("Tidings reads what others publish, and tells you when your line changes."))</p>
        </footer>
        \(SheetView.parts(words))
        \(AppParts.bars(words))
        </body>
        </html>

        """
    }
}
