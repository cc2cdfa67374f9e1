import Localisation
import Records
import Serving
import Storage

struct MediaListModel: Sendable {
    /// Whether the server has media folders.
    var isSetUp: Bool
    var isAdministrator: Bool
    var search = ""
    /// The shown shelf; nil: new and begun items of all shelves.
    var shelf: MediaWork.Kind?
    var order = MediaStore.WorkOrder.title
    var offset = 0
    /// The shelves that aren't empty.
    var shelves: Set<MediaWork.Kind> = []
    var works: [MediaWork] = []
    var letters: [(letter: String, count: Int)] = []
    /// The start of the next page.
    var next: Int?
    /// The items that the reader has begun, and the next ones in series that they watch.
    var begun: [MediaEntry] = []
    var nextUp: [(work: MediaWork, entry: MediaEntry)] = []
    var recent: [MediaWork] = []
    var playlists: [MediaPlaylist] = []
    /// The search results: works by shelf, then episodes and songs.
    var found: [(kind: MediaWork.Kind, works: [MediaWork])] = []
    var entries: [MediaEntry] = []

    init(isSetUp: Bool, isAdministrator: Bool) { (self.isSetUp, self.isAdministrator) = (isSetUp, isAdministrator) }

    /// The shelves that aren't empty, in order.
    var filled: [MediaWork.Kind] { [.film, .series, .album, .book].filter(shelves.contains) }
}

/// `/media`: a search, the shelves, and begun, next and new items; or one shelf, with letters and orders. A library with a single shelf
/// shows it at once.
struct MediaListView {
    let words: Words
    let model: MediaListModel
    var token: HTML = ""

    private var cards: MediaCards { MediaCards(words: words) }
    private static let lettersFrom = 30
    private static let lettersShown = 60

    func page(_ reader: Reader, assets: String) -> HTML {
        let title = words("Films and music")
        return PageShell(title: title, assets: assets, kind: .media, reader: reader).page(
            """
            <div class="media-page">
            <h1>\(title)</h1>
            \(model.isSetUp ? library : notSetUp)
            </div>
            """)
    }

    private var notSetUp: HTML {
        let settings = #"<a href="\#(MainWays.server)#media">\#(words("Server settings"))</a>"# as HTML
        return model.isAdministrator
            ? EmptyState.html(markup: words.html("No folders are set up yet. Add them in \(settings)."))
            : EmptyState.html(words("No folders are set up yet. Ask your administrator."))
    }

    private var library: HTML {
        """
        <form class="media-search" role="search" method="get" action="\(MediaPage.path)"><div class="list-search">\(Symbols.lens)\
        <input class="field-input" type="search" name="q" value="\(model.search)" \
        maxlength="200" aria-label="\(words("Search films and music"))" \
        placeholder="\(words("Title, artist, album or series"))" autocomplete="off" enterkeyhint="search"></div></form>
        \(shelves)
        \(model.search.isEmpty ? model.filled.isEmpty ? empty : browsing : results)
        """
    }

    private var empty: HTML {
        EmptyState.html(words("Nothing here yet. Films and music appear here after the first scan."))
    }

    private var browsing: HTML {
        """
        \(row(words("Continue"), model.begun.map { cards.card($0) }, clearing: true))
        \(row(words("Next up"), model.nextUp.map { cards.card($0.entry, series: $0.work.title) }))
        \(model.recent.isEmpty ? nil : row(words("Recently added"), [], works: model.recent))
        \(playlists)
        \(model.shelf.map(shelf))
        """
    }

    private func row(_ title: String, _ items: [HTML], works: [MediaWork] = [], clearing: Bool = false) -> HTML? {
        guard !items.isEmpty || !works.isEmpty else { return nil }
        let clear = ButtonForm.html(words("Clear"), to: "\(MediaPage.path)/continue", token)
        let list: HTML = items.isEmpty ? cards.shelf(works, of: nil) : #"<ul class="media-cards">\#(items)</ul>"#
        return #"<section class="media-started"><header><h2>\#(title)</h2>\#(clearing ? clear : nil)</header>\#(list)</section>"#
    }

    // MARK: Shelves

    /// Only if there are several, or one with a choice of orders.
    private var shelves: HTML? {
        let filled = model.filled
        guard filled.count > 1 else { return nil }
        let current = model.search.isEmpty ? model.shelf?.shelf : nil
        let all = chip(words("Everything"), MediaPage.path, isChosen: model.shelf == nil && model.search.isEmpty)
        return Chips.nav(words("Shelves"), "\(all)\(filled.map { chip($0.name(words), Self.address($0), isChosen: current == $0) })")
    }

    private func shelf(_ kind: MediaWork.Kind) -> HTML {
        let more = model.next.map { Self.more(words, at: Self.address(kind, by: model.order, from: $0)) }
        return """
            <section class="media-shelf" id="shelf" aria-label="\(kind.name(words))">
            \(Chips.nav(words("Kind and order"), "\(kinds(kind))\(orders(kind))"))
            \(letters(kind))
            \(cards.shelf(model.works, of: kind))\(more)
            \(kind == .artist ? nil : Self.list(words, at: MediaM3U.path(of: kind)))
            </section>
            """
    }

    /// The link to a playlist file for other players.
    static func list(_ words: Words, at path: String) -> HTML {
        #"<p class="media-more"><a class="quiet-link" href="\#(path)" download>\#(words("List for other players (M3U)"))</a></p>"#
    }

    /// The link to the next page.
    static func more(_ words: Words, at address: String) -> HTML {
        #"<p class="media-more"><a class="quiet-link" rel="next" href="\#(address)">\#(words("Show more"))</a></p>"#
    }

    /// A choice between albums and artists.
    private func kinds(_ kind: MediaWork.Kind) -> HTML? {
        guard kind.shelf == .album, model.shelves.contains(.artist) else { return nil }
        return """
            \(chip(words("Albums"), Self.address(.album, by: model.order), isChosen: kind == .album))\
            \(chip(words("Artists"), Self.address(.artist, by: model.order), isChosen: kind == .artist))
            """
    }

    private func orders(_ kind: MediaWork.Kind) -> HTML {
        let choices: [(MediaStore.WorkOrder, String)] = [(.title, words("By title")), (.added, words("Recently added"))]
        return
            #"<span class="media-orders">\#(choices.map { chip($1, Self.address(kind, by: $0), isChosen: model.order == $0) })</span>"#
    }

    /// Each letter links to a page that begins with it.
    private func letters(_ kind: MediaWork.Kind) -> HTML? {
        let total = model.letters.reduce(0) { $0 + $1.count }
        guard model.order == .title, total >= Self.lettersFrom, model.letters.count > 1 else { return nil }
        var start = 0
        let links = model.letters.prefix(Self.lettersShown).map { letter, count -> HTML in
            defer { start += count }
            let isHere = model.offset >= start && model.offset < start + count
            let current: HTML? = isHere ? #" aria-current="true""# : nil
            return #"<a href="\#(Self.address(kind, from: start))"\#(current)>\#(letter)</a>"#
        }
        return #"<nav class="letter-ways" aria-label="\#(words("Letters"))">\#(links)</nav>"#
    }

    private func chip(_ label: String, _ address: String, isChosen: Bool) -> HTML {
        Chips.link(label, to: address, isChosen ? .chosen : nil)
    }

    static func address(_ kind: MediaWork.Kind, by order: MediaStore.WorkOrder = .title, from offset: Int = 0) -> String {
        var address = "\(MediaPage.path)?shelf=\(kind.rawValue)"
        if order == .added { address += "&sort=added" }
        if offset > 0 { address += "&offset=\(offset)" }
        return address
    }

    private var playlists: HTML? {
        guard !model.playlists.isEmpty else { return nil }
        let lines = model.playlists.map { playlist -> HTML in
            let link = Chips.link(markup: "<bdi>\(playlist.name)</bdi>", to: PlaylistPage.path(of: playlist.id))
            return "<li>\(link)</li>"
        }
        return #"<section class="media-started"><h2>\#(words("Playlists"))</h2><ul class="chips media-playlists">\#(lines)</ul></section>"#
    }

    // MARK: Search

    private var results: HTML {
        guard !model.found.isEmpty || !model.entries.isEmpty else {
            return EmptyState.html(words("Nothing matches. Try fewer or different words."))
        }
        let groups = model.found.map { group -> HTML in
            let title = group.kind == .album ? words("Albums") : group.kind.name(words)
            return #"<section class="media-started"><h2>\#(title)</h2>\#(cards.shelf(group.works, of: group.kind))</section>"#
        }
        let more = model.next.map { next in
            Self.more(words, at: "\(MediaPage.path)?q=\(Percent.encoded(model.search))&offset=\(next)")
        }
        let entries: HTML? =
            model.entries.isEmpty
            ? nil
            : """
            <section class="media-started"><h2>\(words("Episodes and songs"))</h2>\
            <ul class="media-cards">\(model.entries.map { cards.card($0) })</ul>\(more)</section>
            """
        return "\(groups)\(entries)"
    }
}
