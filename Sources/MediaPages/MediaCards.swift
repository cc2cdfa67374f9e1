import Localisation
import Records
import Serving
import Storage

/// Cards of works and files, and their texts.
struct MediaCards {
    let words: Words

    func path(_ work: MediaWork) -> String { work.only.map { Self.path($0) } ?? MediaWorkPage.path(of: work.id) }
    static func path(_ file: MediaFile.ID) -> String { "\(MediaPage.path)/items/\(file)" }
    /// The page whose player starts at once, if the browser lets it.
    static func path(playing file: MediaFile.ID) -> String { "\(path(file))?play=1" }

    func title(_ work: MediaWork) -> String { work.title.isEmpty ? words("Songs without an album") : work.title }

    /// Of a shelf: upright if most of its films have posters, square for music and books; mixed on the page of all.
    func shelf(_ works: [MediaWork], of kind: MediaWork.Kind?) -> HTML {
        #"<ul class="media-cards\#(Self.form(works, kind))">\#(works.map(card))</ul>"#
    }

    private static func form(_ works: [MediaWork], _ kind: MediaWork.Kind?) -> HTML? {
        switch kind {
        case .album, .artist, .book: " is-square"
        case .film, .series: works.count { $0.hasPoster } * 2 > works.count ? " is-upright" : nil
        case nil: " is-mixed"
        }
    }

    private func card(_ work: MediaWork) -> HTML {
        let art = image(of: work) ?? MediaSymbols.symbol(of: work.kind)
        let seen: HTML? = work.isWatched ? Self.seen(words) : nil
        return """
            <li class="media-card"><a href="\(path(work))"><span class="media-art">\(art)\(seen)</span>\
            <span class="media-title"><bdi>\(title(work))</bdi></span><span class="media-facts">\(facts(work))</span></a></li>

            """
    }

    static func seen(_ words: Words) -> HTML {
        #"<span class="media-seen">\#(Symbols.check)<span class="unseen">\#(words("Watched"))</span></span>"#
    }

    /// The poster of a series, or a fetched poster or cover; otherwise the picture of one of its files.
    func image(of work: MediaWork) -> HTML? {
        guard work.poster != nil || work.showsFoundPicture else { return work.cover.map { image($0) } }
        return #"<img src="\#(MediaWorkPage.path(of: work.id))/art" alt="" loading="lazy" decoding="async">"#
    }

    func image(_ file: MediaFile.ID) -> HTML { #"<img src="\#(Self.path(file))/art" alt="" loading="lazy" decoding="async">"# }

    /// `1999 · 3 min 20 s`, `Ann · 1984 · 12 songs`
    func facts(_ work: MediaWork) -> HTML {
        var parts: [HTML] = []
        switch work.kind {
        case .film, .series: break
        case .album where work.creator == nil && !work.title.isEmpty: parts.append("\(words("Various artists"))")
        case .album, .book, .artist: if let creator = work.creator { parts.append("<bdi>\(creator)</bdi>") }
        }
        if let year = work.year, work.kind != .series { parts.append(#"<span class="figures">\#(String(year))</span>"#) }
        let count = work.count
        switch work.kind {
        case .film:
            parts.append(work.duration.map { "\(words.duration(.seconds($0.seconds.rounded())))" } ?? "\(words("Can’t be played"))")
            if count > 1 { parts.append("\(words("\(count) files"))") }
        case .series: parts.append("\(words("\(count) episodes"))")
        case .album: parts.append("\(words("\(count) songs"))")
        case .artist: parts.append("\(words("\(count) albums"))")
        case .book: parts.append("\(words("\(count) chapters"))")
        }
        return parts.joined(by: " · ")
    }

    /// The card of a file that was begun, is next or was found. `series` names its series or album.
    func card(_ entry: MediaEntry, series: String? = nil) -> HTML {
        let art = entry.hasArt ? image(entry.id) : entry.kind == .track ? MediaSymbols.music : MediaSymbols.film
        let seen: HTML? = entry.isWatched && entry.position == nil ? Self.seen(words) : nil
        return """
            <li class="media-card"><a href="\(Self.path(entry.id))"><span class="media-art">\(art)\(seen)</span>\
            <span class="media-title"><bdi>\(series ?? words.title(of: entry))</bdi></span>\
            <span class="media-facts">\(facts(entry, isNamed: series == nil))</span></a>\(progress(entry))</li>

            """
    }

    /// The artist of a song, if it isn't its album's.
    static func ownArtist(of entry: MediaEntry, on work: MediaWork?) -> String? {
        guard let work, work.kind == .album, let artist = entry.artist else { return nil }
        return artist.lowercased() == work.creator?.lowercased() ? nil : artist
    }

    func progress(_ entry: MediaEntry) -> HTML? {
        guard let position = entry.position, let duration = entry.duration else { return nil }
        let share = Int(clamping: (position.seconds / max(1, duration.seconds) * 100).rounded())
        return #"<progress max="100" value="\#(share)" aria-label="\#(words("Watched so far"))"></progress>"#
    }

    private func facts(_ entry: MediaEntry, isNamed: Bool) -> HTML {
        var parts: [HTML] = []
        if let number = words.number(of: entry) { parts.append("\(number)") }
        if !isNamed, let title = words.ownTitle(of: entry) { parts.append("<bdi>\(title)</bdi>") }
        if let artist = entry.artist { parts.append("<bdi>\(artist)</bdi>") }
        parts.append(entry.duration.map { "\(words.duration(.seconds($0.seconds.rounded())))" } ?? "\(words("Can’t be played"))")
        return parts.joined(by: " · ")
    }

    func season(_ number: Int?) -> String {
        switch number {
        case nil: words("Episodes")
        case 0: words("Specials")
        case .some(let number): words("Season \(String(number))")
        }
    }
}

extension MediaWork.Kind {
    /// The shelf that works of this kind are on.
    var shelf: MediaWork.Kind { self == .artist ? .album : self }

    func name(_ words: Words) -> String {
        switch self {
        case .film: words("Films")
        case .series: words("Series")
        case .album: words("Music")
        case .book: words("Books")
        case .artist: words("Artists")
        }
    }
}
