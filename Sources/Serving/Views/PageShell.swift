import Localisation

/// The frame of every page: the document, its head, the header and the footer.
///
/// Pages contain no inline script or style, so the policy `default-src 'self'` is enough. Each `kind` of page has one style sheet and one
/// script among `assets`.
package struct PageShell: Sendable {
    /// The same content in another format, at its own address.
    package struct Alternate: Sendable {
        let type: String
        let address: String
        let title: String?

        package init(_ type: String, at address: String, title: String? = nil) {
            (self.type, self.address, self.title) = (type, address, title)
        }

        fileprivate var html: HTML {
            #"<link rel="alternate" type="\#(type)" href="\#(address)"\#(title.map { #" title="\#($0)""# } as HTML?)>\#n"#
        }
    }

    /// The page above another one.
    package struct Parent: Sendable {
        let title: String
        let address: String

        package init(_ title: String, at address: String) {
            (self.title, self.address) = (title, address)
        }
    }

    /// The page's own title, to which the shell adds the product's name. Empty on the home page.
    package var title: String
    /// The page's heading if it is shorter than the title; nil: the title.
    package var heading: String?
    /// The page above this one. A phone's bar links back to it, and the title stays in the page; nil: the bar shows the title.
    package var parent: Parent?
    /// The path of the assets, `/static/<hash of the tree>`, without a trailing slash.
    package var assets: String
    /// Determines the style sheet and the script.
    package var kind = PageKind.plain
    /// The person who reads the page.
    package var reader = Reader()
    /// The formats that the head links for feed readers and programs.
    package var alternates: [Alternate] = []
    /// Seconds after which the page reloads without JavaScript; nil if it never does.
    package var refreshSeconds: Int?
    /// The address that is loaded then; nil: the page itself.
    package var refreshAddress: String?
    /// Whether the header links to all boards for strangers.
    package var hasWayBack = true
    /// Whether the header has the navigation and the reader's name.
    package var hasMenu = true

    package init(
        title: String, heading: String? = nil, parent: Parent? = nil, assets: String, kind: PageKind = .plain,
        reader: Reader = Reader(), alternates: [Alternate] = [], refreshSeconds: Int? = nil, refreshAddress: String? = nil,
        hasWayBack: Bool = true, hasMenu: Bool = true
    ) {
        self.title = title
        self.heading = heading
        self.parent = parent
        self.assets = assets
        self.kind = kind
        self.reader = reader
        self.alternates = alternates
        self.refreshSeconds = refreshSeconds
        self.refreshAddress = refreshAddress
        self.hasWayBack = hasWayBack
        self.hasMenu = hasMenu
    }

    private var words: Words { reader.words }

    package static let product = "Tidings"

    package func page(_ main: HTML) -> HTML { "\(opening)\(main)\(closing)" }

    /// A page without header and footer: a screen on a wall, a ticket on paper. `kind` is the body's class. Browsers store it for offline
    /// use like any other page, but it offers no update.
    package func bare(_ main: HTML, kind: String) -> HTML {
        """
        \(head)
        <body class="\(kind)">
        \(main)
        \(Demo.note(words))<app-update hidden><button type="button" data-reload hidden></button></app-update>
        </body>
        </html>

        """
    }

    /// The part before the page's content, for a page that is sent in chunks.
    package var opening: HTML {
        """
        \(head)
        <body>
        \(AppParts.banner(words))\(Demo.note(words))
        <header class="page-header">
        <a class="brand" href="/">\(Symbols.mark)<span>\(Self.product)</span></a>\(barTitle)
        \(hasMenu ? MainWays.html(reader, offersBoards: hasWayBack) : nil)\(hasMenu ? AccountMenu.html(reader) : nil)
        </header>
        <main class="page-main" id="main">

        """
    }

    /// A phone's bar: the page's title, or the link back. The page's own heading or back link is then only for screen readers
    /// (`page-header.css`).
    private var barTitle: HTML? {
        guard hasMenu, !title.isEmpty else { return nil }
        guard let parent else { return #"<p class="page-title" aria-hidden="true"><bdi>\#(heading ?? title)</bdi></p>"# }
        return #"<a class="page-title" href="\#(parent.address)"><bdi>\#(parent.title)</bdi></a>"#
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
        \(alternates.map(\.html))\
        \(reader.formToken.isEmpty ? nil : #"<meta name="form-token" content="\#(reader.formToken)">"# as HTML?)\
        \(refresh)
        </head>
        """
    }

    private var refresh: HTML? {
        guard let refreshSeconds else { return nil }
        let address: HTML? = refreshAddress.map { "; url=\($0)" }
        return #"<noscript><meta http-equiv="refresh" content="\#(refreshSeconds)\#(address)"></noscript>"#
    }

    /// The part after the page's content.
    package var closing: HTML {
        """

        </main>
        <footer class="page-footer">
        <p>\(words("Tidings watches lists, prices and pages for you and tells you when something changes."))</p>
        <button class="quiet-button shortcuts-way" type="button" data-shortcuts>\(words("Keyboard shortcuts"))</button>
        </footer>
        \(SheetView.parts(words))
        \(AppParts.bars(words))
        </body>
        </html>

        """
    }
}
