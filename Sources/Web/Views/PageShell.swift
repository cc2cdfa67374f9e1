import Localisation

/// The frame of every page: the document, its head, the header and the footer.
///
/// Pages contain no inline script or style, so the policy `default-src 'self'` is enough. Each `kind` of page has one style sheet and one
/// script among `assets`.
struct PageShell: Sendable {
    /// The page's own title, to which the shell adds the product's name. Empty on the home page.
    var title: String
    /// The path of the assets, `/static/<hash of the tree>`, without a trailing slash.
    var assets: String
    /// Chooses the style sheet and the script.
    var kind = PageKind.plain
    /// The person who reads the page.
    var reader = Reader()
    /// The board whose other formats the head links, for feed readers and programs.
    var formats: BoardPaths?
    /// Seconds after which the page reloads without JavaScript; nil if it waits for nothing.
    var refreshSeconds: Int?
    /// Whether the header links all boards for strangers.
    var hasWayBack = true
    /// Whether the header has the navigation and the reader's name.
    var hasMenu = true

    private var words: Words { reader.words }

    static let product = "Tidings"

    func page(_ main: HTML) -> HTML { "\(opening)\(main)\(closing)" }

    /// A page without header and footer: a screen on a wall, a ticket on paper. `kind` is the body's class. Browsers keep it for offline
    /// use like any other page, but it offers no update.
    func bare(_ main: HTML, kind: String) -> HTML {
        """
        \(head)
        <body class="\(kind)">
        \(main)
        \(Demo.note(words))<app-update hidden><button type="button" data-reload hidden></button></app-update>
        </body>
        </html>

        """
    }

    /// The part before the page's content, for a page that is sent piece by piece.
    var opening: HTML {
        """
        \(head)
        <body>
        \(AppParts.banner(words))\(Demo.note(words))
        <header class="page-header">
        <a class="brand" href="/">\(Symbols.mark)<span>\(Self.product)</span></a>
        \(hasMenu ? MainWays.html(reader, offersBoards: hasWayBack) : nil)\(hasMenu ? AccountMenu.html(reader) : nil)
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
        <link rel="stylesheet" href="\(assets)/\(kind.style)">
        <script type="module" src="\(assets)/\(kind.script)"></script>
        \(formats.map(alternates))\
        \(reader.formToken.isEmpty ? nil : "<meta name=\"form-token\" content=\"\(reader.formToken)\">" as HTML?)\
        \(refreshSeconds.map { "<noscript><meta http-equiv=\"refresh\" content=\"\($0)\"></noscript>" } as HTML?)
        </head>
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

    /// The part after it.
    var closing: HTML {
        """

        </main>
        <footer class="page-footer">
        <p>\(words("Tidings reads what others publish and tells you when your line changes."))</p>
        <button class="quiet-button shortcuts-way" type="button" data-shortcuts>\(words("Keyboard shortcuts"))</button>
        </footer>
        \(SheetView.parts(words))
        \(AppParts.bars(words))
        </body>
        </html>

        """
    }
}
