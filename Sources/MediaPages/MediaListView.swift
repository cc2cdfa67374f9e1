import Localisation
import Records
import Serving
import Storage

struct MediaListModel: Sendable {
    /// Whether the server has media folders.
    var isSetUp: Bool
    var isAdministrator: Bool
    var search = ""
    var kind: MediaFile.Kind?
    var order = MediaStore.MediaOrder.added
    var offset = 0
    var files: [MediaFile] = []
    /// The start of the next page.
    var next: Int?
    /// The files that the reader has started.
    var started: [(file: MediaFile, position: MediaTime)] = []
    var playlists: [MediaPlaylist] = []

    init(isSetUp: Bool, isAdministrator: Bool) { (self.isSetUp, self.isAdministrator) = (isSetUp, isAdministrator) }
}

/// `/media`: a search, kinds and orders, started files, and a card for each film, episode and piece of music.
struct MediaListView {
    let words: Words
    let model: MediaListModel

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
        let settings = "<a href=\"\(MainWays.server)#media\">\(words("Server settings"))</a>" as HTML
        return model.isAdministrator
            ? "<p class=\"empty\">\(words.html("No folders are set up yet. Name them under \(settings)."))</p>"
            : "<p class=\"empty\">\(words("No folders are set up yet. Ask your administrator."))</p>"
    }

    private var library: HTML {
        """
        <form class="media-search" role="search" method="get" action="\(MediaPage.path)"><div class="list-search">\(Symbols.lens)\
        <input class="field-input" type="search" name="q" value="\(model.search)" maxlength="200" aria-label="\(words("Search films and music"))" \
        placeholder="\(words("Title, artist, album or series"))" autocomplete="off" enterkeyhint="search"></div>\(hidden)</form>
        <nav class="chips" aria-label="\(words("Kind and order"))">\(kinds)\(orders)</nav>
        \(started)
        \(playlists)
        \(files)
        """
    }

    /// The page parameters that a search keeps.
    private var hidden: HTML? {
        let kind = model.kind.map { "<input type=\"hidden\" name=\"kind\" value=\"\($0.rawValue)\">" as HTML }
        return model.order == .title ? "\(kind)<input type=\"hidden\" name=\"sort\" value=\"title\">" : kind
    }

    private var kinds: HTML {
        let choices: [(MediaFile.Kind?, String)] = [
            (nil, words("Everything")), (.film, words("Films")), (.episode, words("Series")), (.track, words("Music")),
        ]
        return "\(choices.map { chip($1, address(kind: $0, order: model.order), isChosen: model.kind == $0) })"
    }

    private var orders: HTML {
        let choices: [(MediaStore.MediaOrder, String)] = [(.added, words("Recently added")), (.title, words("By title"))]
        return
            "<span class=\"media-orders\">\(choices.map { chip($1, address(kind: model.kind, order: $0), isChosen: model.order == $0) })</span>"
    }

    private func chip(_ label: String, _ address: String, isChosen: Bool) -> HTML {
        let current: HTML? = isChosen ? " aria-current=\"true\"" : nil
        return "<a class=\"chip-link\" href=\"\(address)\"\(current)>\(label)</a>"
    }

    private func address(kind: MediaFile.Kind?, order: MediaStore.MediaOrder, offset: Int = 0) -> String {
        var parts: [String] = []
        if !model.search.isEmpty { parts.append("q=\(Percent.encoded(model.search))") }
        if let kind { parts.append("kind=\(kind.rawValue)") }
        if order == .title { parts.append("sort=title") }
        if offset > 0 { parts.append("offset=\(offset)") }
        return MediaPage.path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
    }

    private var started: HTML? {
        guard !model.started.isEmpty else { return nil }
        let cards = model.started.map { card($0.file, at: $0.position) }
        return "<section class=\"media-started\"><h2>\(words("Continue"))</h2><ul class=\"media-cards\">\(cards)</ul></section>"
    }

    private var playlists: HTML? {
        guard !model.playlists.isEmpty else { return nil }
        let lines = model.playlists.map { playlist -> HTML in
            let name: HTML = "<a class=\"chip-link\" href=\"\(PlaylistPage.path(of: playlist.id))\"><bdi>\(playlist.name)</bdi></a>"
            return "<li>\(name)</li>"
        }
        return "<section class=\"media-started\"><h2>\(words("Playlists"))</h2><ul class=\"chips media-playlists\">\(lines)</ul></section>"
    }

    private var files: HTML {
        guard !model.files.isEmpty else {
            return model.search.isEmpty && model.kind == nil
                ? "<p class=\"empty\">\(words("Nothing here yet. Films and music appear here once their folders have been looked through."))</p>"
                : "<p class=\"empty\">\(words("Nothing matches. Try fewer words or another kind."))</p>"
        }
        let more: HTML? = model.next.map {
            "<p class=\"media-more\"><a class=\"quiet-link\" rel=\"next\" href=\"\(address(kind: model.kind, order: model.order, offset: $0))\">\(words("Show more"))</a></p>"
        }
        return "<ul class=\"media-cards\">\(model.files.map { card($0) })</ul>\(more)"
    }

    private func card(_ file: MediaFile, at position: MediaTime? = nil) -> HTML {
        let naming = MediaFacts(words: words, file: file)
        let share = position.flatMap { position in
            file.duration.map { Int(clamping: (position.seconds / max(1, $0.seconds) * 100).rounded()) }
        }
        let progress: HTML? = share.map { "<progress max=\"100\" value=\"\($0)\" aria-label=\"\(words("Watched so far"))\"></progress>" }
        return """
            <li class="media-card"><a href="\(MediaFacts.path(file))"><span class="media-art">\(naming.art)</span>\
            <span class="media-title"><bdi>\(file.name.title)</bdi></span><span class="media-facts">\(naming.line)</span></a>\(progress)</li>

            """
    }
}

/// A file's one-line description, and its picture.
struct MediaFacts {
    let words: Words
    let file: MediaFile

    static func path(_ file: MediaFile) -> String { "\(MediaPage.path)/items/\(file.id)" }

    var hasArt: Bool {
        guard case .playable(let tracks, _) = file.contents else { return false }
        return tracks.cover != nil || tracks.picture != nil || file.sleeve != nil
    }

    var hasPicture: Bool {
        guard case .playable(let tracks, _) = file.contents else { return false }
        return tracks.picture != nil
    }

    /// Its picture, or an icon of its kind.
    var art: HTML {
        hasArt
            ? "<img src=\"\(Self.path(file))/art\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
            : file.name.kind == .track ? MediaSymbols.music : MediaSymbols.film
    }

    /// `Ann · Best of · 3 min 20 s`
    var line: HTML {
        let name = file.name
        var parts: [HTML] = [name.artist, name.album, name.series].compactMap { $0 }.map { "<bdi>\($0)</bdi>" }
        if let season = name.season, let episode = name.episode {
            parts.append("\(words("Season \(String(season)), episode \(String(episode))"))")
        }
        if let year = name.year { parts.append("<span class=\"figures\">\(String(year))</span>") }
        parts.append(file.duration.map { "\(words.duration(.seconds($0.seconds.rounded())))" } ?? "\(words("Can’t be played"))")
        return parts.joined(by: " · ")
    }
}

/// Icons for files without a picture.
enum MediaSymbols {
    static let film: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.25" \
        stroke-linejoin="round"><rect x="2.75" y="4.25" width="14.5" height="11.5" rx="2"/><path d="M8.25 7.5v5l4-2.5z"/></svg>
        """

    static let music: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.25" \
        stroke-linejoin="round"><path d="M7.5 14.5V5.25l8-1.75v9.25"/><circle cx="5.5" cy="14.5" r="2"/><circle cx="13.5" cy="12.75" r="2"/></svg>
        """

    static let up: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round"><path d="M10 15.5v-11M5.5 9L10 4.5 14.5 9"/></svg>
        """

    static let down: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round"><path d="M10 4.5v11M5.5 11l4.5 4.5 4.5-4.5"/></svg>
        """

    static let window: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round"><path d="M8.25 15.25H4.5a1.75 1.75 0 0 1-1.75-1.75v-7A1.75 1.75 0 0 1 4.5 4.75h11a1.75 1.75 0 0 1 1.75 1.75v1.75"/>\
        <rect x="10.5" y="10.5" width="7" height="5" rx="1"/></svg>
        """

    static let listen: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.75" \
        stroke-linecap="round" stroke-linejoin="round"><path d="M3.5 12v-2a6.5 6.5 0 0 1 13 0v2"/><rect x="2.75" y="11.5" width="3.5" height="5" rx="1.5"/>\
        <rect x="13.75" y="11.5" width="3.5" height="5" rx="1.5"/></svg>
        """
}
