import Localisation
import Records
import Serving
import Storage

struct MediaWorkModel: Sendable {
    let work: MediaWork
    let mayCorrect: Bool
    /// The file to play first: the started, the next or the first one.
    var next: MediaEntry?
    var seasons: [MediaSeason] = []
    /// The shown season; nil: episodes without a season.
    var season: Int?
    var entries: [MediaEntry] = []
    var extras: [MediaEntry] = []
    var offset = 0
    /// The start of the next page.
    var more: Int?
    /// A book's podcast address, if the person has enabled podcasts.
    var podcast: String?
    /// An artist's albums.
    var albums: [MediaWork] = []

    init(work: MediaWork, mayCorrect: Bool) { (self.work, self.mayCorrect) = (work, mayCorrect) }
}

/// The page of a series, an album, an artist or a book.
struct MediaWorkView {
    let words: Words
    let model: MediaWorkModel
    let token: HTML

    private var work: MediaWork { model.work }
    private var cards: MediaCards { MediaCards(words: words) }
    private var address: String { MediaWorkPage.path(of: work.id) }
    private var title: String { cards.title(work) }
    private var seasonName: String { model.season.map(String.init) ?? "none" }

    func page(_ reader: Reader, assets: String) -> HTML {
        let plot = work.plot.map { #"<p class="media-plot"><bdi>\#($0)</bdi></p>"# as HTML } ?? foundPlot
        return PageShell(title: title, assets: assets, kind: .media, reader: reader).page(
            """
            <article class="media-page media-work">
            <p class="media-back">\
            <a class="quiet-link" href="\(MediaListView.address(work.kind.shelf))">\(work.kind.shelf.name(words))</a></p>
            \(heading)
            \(plot)\(MediaCredit.view(words, of: work, showsPlot: foundPlot != nil))
            \(seasons)
            \(content)
            \(extras)
            \(MediaListView.list(words, at: MediaM3U.path(of: work.id)))
            \(podcast)
            \(correction)
            </article>
            """)
    }

    private var heading: HTML {
        let art = cards.image(of: work) ?? MediaSymbols.symbol(of: work.kind)
        let form: HTML = work.kind == .series ? work.hasPoster ? " is-upright" : "" : " is-square"
        return """
            <header class="media-hero" data-place="hero"><span class="media-art\(form)">\(art)</span>\
            <div class="media-heading"><h1><bdi>\(title)</bdi></h1>\
            <p class="media-facts">\(facts)</p>\(play)</div></header>
            """
    }

    private var foundPlot: HTML? {
        work.plot != nil ? nil : work.found?.plot.map { #"<p class="media-plot" lang="en" dir="auto">\#($0)</p>"# as HTML }
    }

    private var facts: HTML {
        guard work.kind == .album, let artist = work.parent, let creator = work.creator else { return cards.facts(work) }
        let year: HTML? = work.year.map { #" · <span class="figures">\#(String($0))</span>"# }
        return #"<a href="\#(MediaWorkPage.path(of: artist))"><bdi>\#(creator)</bdi></a>\#(year) · \#(words("\(work.count) songs"))"#
    }

    /// The link that starts to play.
    private var play: HTML? {
        guard let next = model.next ?? model.entries.first(where: { $0.duration != nil }), work.kind != .artist else { return nil }
        let label: String =
            if next.position != nil {
                words("Continue")
            } else {
                words("Play")
            }
        let name = [words.number(of: next), words.ownTitle(of: next)].compactMap { $0 }.joined(separator: " · ")
        let which: HTML? =
            work.kind == .album ? nil : #"<span class="media-facts"><bdi>\#(name)</bdi></span>"#
        return """
            <p class="media-marks"><a class="button" href="\(MediaCards.path(playing: next.id))">\(label)</a> \(which)</p>
            """
    }

    // MARK: Seasons and lists

    private var seasons: HTML? {
        guard model.seasons.count > 1 else { return nil }
        let chips = model.seasons.map { season -> HTML in
            let left = season.left
            let rest: HTML? = left > 0 && left < season.count ? " · \(words("\(left) left"))" : nil
            let seen: HTML? = left == 0 ? " \(Symbols.check)" : nil
            let number = season.number.map(String.init) ?? "none"
            return Chips.link(
                markup: "\(cards.season(season.number))\(rest)\(seen)", to: "\(address)?season=\(number)",
                season.number == model.season ? .chosen : nil)
        }
        return #"<nav class="chips media-seasons" data-place="seasons" aria-label="\#(words("Seasons"))">\#(chips)</nav>"#
    }

    private var content: HTML {
        switch work.kind {
        case .artist: cards.shelf(model.albums, of: .album)
        case .album: discs
        default: episodes
        }
    }

    private var more: HTML? {
        model.more.map {
            let season = work.kind == .series ? "season=\(seasonName)&" : ""
            return MediaListView.more(words, at: "\(address)?\(season)offset=\($0)")
        }
    }

    private var discs: HTML {
        let numbers = Set(model.entries.map { $0.disc ?? 1 }).sorted()
        let lists = numbers.map { disc -> HTML in
            let heading: HTML? = numbers.count > 1 ? "<h2>\(words("Disc \(String(disc))"))</h2>" : nil
            let songs = model.entries.filter { ($0.disc ?? 1) == disc }.map { line($0, number: $0.track.map(String.init)) }
            return #"<section class="media-queue">\#(heading)<ol>\#(songs)</ol></section>"#
        }
        return "\(lists)\(more)"
    }

    /// Episodes or chapters, each with a button that marks it as watched.
    private var episodes: HTML {
        let season: HTML? = work.kind == .series ? FormView.hidden("season", seasonName) : nil
        let isSeen = model.entries.allSatisfy(\.isWatched)
        let all: String =
            switch (work.kind, isSeen) {
            case (.series, false): words("Mark season as watched")
            case (.series, true): words("Mark season as unwatched")
            case (.book, false): words("Mark as finished")
            case (.book, true): words("Mark as unfinished")
            case (_, false): words("Mark as watched")
            case (_, true): words("Mark as unwatched")
            }
        let heading: HTML? = model.seasons.count == 1 ? nil : work.kind == .series ? "<h2>\(cards.season(model.season))</h2>" : nil
        return """
            <form class="media-queue media-episodes" method="post" \
            action="\(address)" data-said="\(words("Saved."))" data-place="episodes" id="episodes">\(token)\(season)\
            <header>\(heading)\
            <button class="quiet-button" type="submit" name="act" value="\(isSeen ? "unwatched" : "watched")">\(all)</button></header>
            <ol>\(model.entries.enumerated().map { episode($1, number: model.offset + $0 + 1) })</ol>\(more)</form>
            """
    }

    private func episode(_ entry: MediaEntry, number: Int) -> HTML {
        let shown: String? =
            work.kind == .series
            ? entry.episode.map { first in entry.lastEpisode.map { "\(first)–\($0)" } ?? "\(first)" } : "\(entry.track ?? number)"
        let title = words.title(of: entry)
        let (name, label) =
            entry.isWatched ? ("unwatched", words("Mark \(title) as unwatched")) : ("watched", words("Mark \(title) as watched"))
        let pressed: HTML = entry.isWatched ? "true" : "false"
        let button: HTML = """
            <button class="round-button media-tick" type="submit" \
            name="\(name)" value="\(entry.id)" aria-pressed="\(pressed)" aria-label="\(label)">\(Symbols.check)</button>
            """
        return line(entry, number: shown, button: button)
    }

    private func line(_ entry: MediaEntry, number: String?, button: HTML? = nil) -> HTML {
        let length = entry.duration.map { words.duration(.seconds($0.seconds.rounded())) } ?? words("Can’t be played")
        let place: HTML? = number.map { #"<span class="figures media-number">\#($0)</span>"# }
        let doubt: HTML? = entry.isUnsure ? #"<span class="media-doubt">\#(words("Not sure"))</span>"# : nil
        let artist: HTML? = MediaCards.ownArtist(of: entry, on: work).map { #"<span class="media-facts"><bdi>\#($0)</bdi></span>"# }
        return """
            <li><a href="\(MediaCards.path(entry.id))">\(place)<span class="media-name"><bdi>\(words.title(of: entry))</bdi>\
            \(artist)\(doubt)\(cards.progress(entry))</span>\
            <span class="figures">\(length)</span></a>\(button)</li>

            """
    }

    private var extras: HTML? {
        guard !model.extras.isEmpty else { return nil }
        return """
            <section class="media-queue"><h2>\(words("Extras"))</h2><ol>\(model.extras.map { line($0, number: nil) })</ol></section>
            """
    }

    private var podcast: HTML? {
        guard work.kind == .book else { return nil }
        let told: HTML? = model.podcast.map { #"<p><code class="media-address" tabindex="0">\#($0)</code>\#(CopyButton.html(words))</p>"# }
        let (act, label) =
            model.podcast == nil ? ("podcast", words("Create a link")) : ("unpodcast", words("Remove the links to all books"))
        let note = words("Listen to this book in a podcast app: each chapter is an episode. Anyone with the link can listen.")
        let form = ButtonForm.html(markup: "\(label)", to: address, token, attributes: #" name="act" value="\#(act)""#)
        return Disclosure.html(
            words("Podcast"), id: "podcast", isOpen: model.podcast != nil, #"<p class="media-facts">\#(note)</p>\#(told)\#n\#(form)"#)
    }

    // MARK: Corrections

    private var correction: HTML? {
        guard model.mayCorrect, work.kind != .artist else { return nil }
        var fields = [MediaCorrectionForm.text("title", words("Title"), work.title)]
        if work.kind == .album || work.kind == .book {
            let label = work.kind == .book ? words("Author") : words("Artist")
            fields += [
                MediaCorrectionForm.text("artist", label, work.creator ?? ""), MediaCorrectionForm.number("year", words("Year"), work.year),
            ]
        }
        return MediaCorrectionForm.view(words, action: address, token: token, fields: fields, isCorrected: true)
    }
}
