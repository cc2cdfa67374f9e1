import Markup
package import Records

/// A `.nfo` file in Kodi's format: the metadata of a film, a series or episodes. It may have several `episodedetails` in a row.
///
/// Many files with this extension contain ASCII art or a URL instead: URLs of film pages give an id, and everything outside Kodi's elements
/// is ignored.
package struct Nfo: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case movie, tvshow, episodedetails }

    package struct Entry: Hashable, Sendable {
        package var kind: Kind
        package var title: String?
        package var year: Int?
        package var plot: String?
        package var series: String?
        package var season: Int?
        package var episode: Int?
        package var aired: CalendarDate?

        package init(_ kind: Kind) { self.kind = kind }
    }

    package var entries: [Entry] = []
    /// Ids by the names of their sites: `["imdb": "tt0012345"]`.
    package var ids: [String: String] = [:]

    package static let byteLimit = 1 << 20
    private static let entriesLimit = 100
    private static let titleLimit = 200
    package static let plotLimit = 4000

    /// Throws `MediaFile.NoteFault` if the file has Kodi's elements but can't be parsed.
    package init(_ bytes: [UInt8]) throws(MediaFile.NoteFault) {
        guard bytes.count <= Self.byteLimit else { throw .tooLarge }
        let text = String(decoding: bytes, as: UTF8.self)
        for (site, pattern) in Self.addresses { if let id = pattern.first(in: text)?[1] { ids[site] = id } }
        guard Self.element.matches(text) else { return }
        guard let root = try? Document(xml: Self.wrapped(bytes), limits: Self.limits).root?.element else { throw .malformed }
        for element in root.elements.prefix(Self.entriesLimit) {
            guard let kind = Kind(rawValue: element.name) else { continue }
            entries.append(Self.entry(kind, element))
            for id in element.elements where id.name == "uniqueid" {
                guard let site = id[attribute: "type"]?.lowercased(), ["imdb", "tmdb", "tvdb"].contains(site) else { continue }
                ids[site] = Self.identifier.first(in: id.text)?[1] ?? ids[site]
            }
        }
    }

    private static let element = NamePattern(#"<(?:movie|tvshow|episodedetails)[\s>]"#)
    private static let identifier = NamePattern(#"^\s*((?:tt)?\d{1,12})\s*$"#)
    private static let addresses: [(String, NamePattern)] = [
        ("imdb", NamePattern(#"imdb\.com/title/(tt\d{7,9})"#)), ("tmdb", NamePattern(#"themoviedb\.org/(?:movie|tv)/(\d{1,9})"#)),
        ("tvdb", NamePattern(#"thetvdb\.com/[^\s<]*\bid=(\d{1,9})"#)),
    ]

    private static let limits: MarkupLimits = {
        var limits = MarkupLimits()
        (limits.documentBytes, limits.documentNodes, limits.depth) = (Nfo.byteLimit + 100, 50_000, 32)
        return limits
    }()

    /// Wraps the elements in one root, after the XML declaration. A URL after the last element then becomes text.
    private static func wrapped(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var body = bytes[start...].drop { $0 <= 0x20 }
        var head = ArraySlice<UInt8>()
        if body.starts(with: Array("<?xml".utf8)), let end = body.firstIndex(of: UInt8(ascii: ">")) {
            (head, body) = (body[...end], body[(end + 1)...])
        }
        return Array(head) + Array("<nfo>".utf8) + Array(body) + Array("</nfo>".utf8)
    }

    private static func entry(_ kind: Kind, _ element: Element) -> Entry {
        func text(_ name: String, _ limit: Int = Self.titleLimit) -> String? {
            let words = element[name]?.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
            return words.isEmpty ? nil : words.limited(to: limit)
        }
        func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
            text(name).flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
        var entry = Entry(kind)
        entry.title = text("title")
        entry.year = number("year", 1800...2200) ?? text("premiered").flatMap { CalendarDate(iso: $0.prefix(10)) }.map { Int($0.year) }
        entry.plot = text("plot", plotLimit)
        entry.series = text("showtitle")
        (entry.season, entry.episode) = (number("season", 0...9999), number("episode", 0...99_999))
        entry.aired = text("aired").flatMap { CalendarDate(iso: $0.prefix(10)) }
        return entry
    }
}

/// The `.nfo` files that belong to a media file.
package struct NfoNotes: Hashable, Sendable {
    /// `Film.nfo` for `Film.mkv`, otherwise `movie.nfo` in its folder.
    package var own: Nfo?
    /// Whether the folder has other media files and `own` is the folder's note.
    package var isShared = false
    /// `tvshow.nfo` in its folder or the one above.
    package var series: Nfo?
    /// The path of the picture in the series' folder.
    package var poster: String?
    /// Why one of the notes isn't used.
    package var fault: MediaFile.NoteFault?

    package init() {}

    /// Notes take precedence over names, except for an episode's season and number.
    func applied(to identity: inout MediaIdentity, folder: String?) -> (plot: String?, seriesPlot: String?) {
        let show = series?.entries.first { $0.kind == .tvshow }
        let film = own?.entries.first { $0.kind == .movie }
        let episodes = own?.entries.filter { $0.kind == .episodedetails } ?? []
        if !episodes.isEmpty, identity.kind == .film || identity.kind == .episode {
            return (Self.apply(episodes, show, to: &identity), show?.plot)
        }
        if identity.kind == .episode {
            // A film's note means that a number in the name isn't an episode's.
            guard let film, identity.isUnsure, !isShared else { return (nil, Self.apply(show, to: &identity)) }
            (identity.kind, identity.series, identity.season, identity.episodes) = (.film, nil, nil, [])
            identity.title = film.title ?? identity.title
        }
        guard identity.kind == .film else { return (nil, nil) }
        guard let film else {
            if !isShared { identity.ids = own?.ids ?? [:] }
            return (nil, nil)
        }
        if isShared {
            let names = [film.title, folder].compactMap { $0 }.map(NameText.folded)
            guard let title = identity.title.map(NameText.folded), names.contains(title) else { return (nil, nil) }
        }
        identity.title = film.title ?? identity.title
        identity.year = film.year ?? identity.year
        identity.isUnsure = film.title == nil && identity.isUnsure
        identity.ids = own?.ids ?? [:]
        return (film.plot, nil)
    }

    /// The plot of the episodes in the file.
    private static func apply(_ episodes: [Nfo.Entry], _ show: Nfo.Entry?, to identity: inout MediaIdentity) -> String? {
        let isNumbered = identity.kind == .episode && !identity.episodes.isEmpty
        let own = episodes.filter { entry in
            entry.episode.map(identity.episodes.contains) ?? false && (entry.season == nil || entry.season == identity.season)
        }
        guard let first = own.first ?? episodes.first else { return nil }
        if !isNumbered {
            guard let number = first.episode else { return nil }
            identity.kind = .episode
            identity.season = first.season ?? identity.season
            identity.episodes = episodes.count > 1 ? episodes.compactMap(\.episode).sorted() : [number]
        }
        let shown = own.isEmpty ? (isNumbered ? [first] : episodes) : own
        let titles = shown.compactMap(\.title)
        if !titles.isEmpty { identity.title = titles.joined(separator: " / ").limited(to: 300) }
        identity.date = identity.date ?? first.aired
        if show?.title == nil { identity.series = first.series ?? identity.series }
        _ = apply(show, to: &identity)
        identity.isUnsure = identity.series == nil
        let plots = shown.compactMap(\.plot)
        return plots.isEmpty ? nil : plots.joined(separator: "\n").limited(to: Nfo.plotLimit)
    }

    /// The series' title is that of its note, with the year from its folder.
    private static func apply(_ show: Nfo.Entry?, to identity: inout MediaIdentity) -> String? {
        guard let show else { return nil }
        if let title = show.title {
            let year = identity.series.flatMap { bracketed.first(in: $0)?[1] }
            identity.series = year.map { title.hasSuffix("(\($0))") ? title : "\(title) (\($0))" } ?? title
            identity.isUnsure = false
        }
        return show.plot
    }

    private static let bracketed = NamePattern(#"\(((?:19|20)\d\d)\)$"#)
}
