/// What stands around every page: the document, its head, the header with the mark, the footer.
///
/// No script and no style stands in the page itself, so `default-src 'self'` is policy enough; what the browser needs comes
/// from `assets`, whose files refer to each other relatively.
struct PageShell: Sendable {
    /// Of this page alone; the product's name is added. Empty on the first page.
    var title: String
    /// Where the assets are: `/static/<hash of the tree>`, without a slash at the end.
    var assets: String
    /// Whose menu the header has; nil: nothing is said of who reads.
    var reader: Reader?
    /// BCP 47. British, so that a script writes dates as `Wording` does.
    var language = "en-GB"
    /// The board whose other formats the head names, for feed readers and programs.
    var formats: BoardPaths?
    /// Without JavaScript the page is asked for again after so many seconds; nil where nothing is awaited.
    var refreshSeconds: Int?
    /// Whether the header offers the way to all boards.
    var hasWayBack = true

    static let product = "Tidings"

    func page(_ main: HTML) -> HTML { "\(opening)\(main)\(closing)" }

    /// What stands before a page's own, for a page that is sent as it becomes known.
    var opening: HTML {
        """
        <!doctype html>
        <html lang="\(language)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>\(title.isEmpty ? Self.product : "\(title) · \(Self.product)")</title>
        <meta name="theme-color" content="#f4f4f0" media="(prefers-color-scheme: light)">
        <meta name="theme-color" content="#0f1017" media="(prefers-color-scheme: dark)">
        <meta name="color-scheme" content="light dark">
        <link rel="icon" href="\(assets)/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="\(assets)/css/app.css">
        <script type="module" src="\(assets)/js/app.js"></script>
        \(formats.map(alternates))\
        \(reader.flatMap { $0.formToken.isEmpty ? nil : "<meta name=\"form-token\" content=\"\($0.formToken)\">" as HTML })\
        \(refreshSeconds.map { "<noscript><meta http-equiv=\"refresh\" content=\"\($0)\"></noscript>" } as HTML?)
        </head>
        <body>
        <header class="page-header">
        <a class="brand" href="/">\(Symbols.mark)<span>\(Self.product)</span></a>
        <div class="page-ways">\(hasWayBack ? "<a class=\"way-back\" href=\"/\">\(Wording.allBoards)</a>" : nil as HTML?)\
        \(reader.map(AccountMenu.html))</div>
        </header>
        <main class="page-main" id="main">

        """
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
        <p>\(Wording.productInOneSentence)</p>
        </footer>
        </body>
        </html>

        """
    }
}
