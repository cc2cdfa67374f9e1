import Localisation
import Records
import Serving
import Storage
import Streaming

/// A film, an episode or a piece of music: its player, and the related files that play next.
///
/// The script `media-player.js` requests the addresses when the page opens. Without it the page shows only the file's data.
struct MediaItemView {
    let words: Words
    let file: MediaFile
    /// The reader's playback position.
    let position: MediaTime?
    /// The items before and after it, including it; empty for a single file.
    let queue: [QueueLine]
    /// The playlist that it is played from.
    var playlist: MediaPlaylist?
    /// Playlists it can be added to.
    var playlists: [MediaPlaylist] = []
    var token: HTML = ""
    var shelf: MediaItemShelf?

    private var title: String { words.title(of: file.name) }

    func page(_ reader: Reader, assets: String) -> HTML {
        let facts = MediaFacts(words: words, file: file)
        let content: HTML =
            if case .unplayable(let fault) = file.contents {
                EmptyState.html("\(words("This file can’t be played:")) \(words.text(fault))")
            } else {
                player
            }
        let parent = PageShell.Parent(words("Films and music"), at: MediaPage.path)
        return PageShell(title: title, parent: parent, assets: assets, kind: .media, reader: reader).page(
            """
            <article class="media-page media-item">
            <p class="media-back">\(back)</p>
            \(content)
            <header class="media-about">\(poster)<div class="media-heading"><h1 data-title><bdi>\(title)</bdi></h1>\
            <p class="media-facts" data-facts>\(facts.line)</p>\(shelf?.acts(words, token))</div></header>
            \(file.name.details.plot.map { #"<p class="media-plot" data-of-file><bdi>\#($0)</bdi></p>"# as HTML } ?? foundPlot)\(credit)
            \(addition)
            \(next)
            <div class="media-beside" data-of-file>\(shelf?.beside(words))\(shelf?.correcting(words, file, token))</div>
            </article>
            """)
    }

    /// For a film; music shows its cover instead of a video.
    private var poster: HTML? {
        guard let work = shelf?.work, work.kind == .film, work.hasPoster, let image = MediaCards(words: words).image(of: work) else {
            return nil
        }
        return #"<span class="media-art is-upright" data-of-file>\#(image)</span>"#
    }

    /// The film that it is a version of.
    private var film: MediaWork? { shelf?.work.flatMap { $0.kind == .film && shelf?.entry.isExtra == false ? $0 : nil } }

    private var foundPlot: HTML? {
        guard file.name.details.plot == nil, let plot = film?.found?.plot else { return nil }
        return #"<p class="media-plot" lang="en" dir="auto" data-of-file>\#(plot)</p>"#
    }

    private var credit: HTML? { film.flatMap { MediaCredit.view(words, of: $0, showsPlot: foundPlot != nil) } }

    /// A link to its series, album or book, otherwise to its shelf.
    private var back: HTML {
        if let work = shelf?.work, work.only == nil {
            return """
                <a class="quiet-link" href="\(MediaWorkPage.path(of: work.id))"><bdi>\(MediaCards(words: words).title(work))</bdi></a>
                """
        }
        return #"<a class="quiet-link" href="\#(MediaPage.path)">\#(words("Films and music"))</a>"#
    }

    var player: HTML {
        let hasPicture = MediaFacts(words: words, file: file).hasPicture
        let silent: HTML? = hasPicture ? nil : " hidden"
        let waits: HTML? = file.name.kind == .episode ? " data-waits" : nil
        let sounding: HTML? = hasPicture ? " hidden" : nil
        return """
            <media-player \(Self.data(QueueLine(file, words), position))\(waits)>
            <div class="media-stage"><video controls playsinline preload="metadata"\(silent) aria-label="\(title)"></video>\
            <div class="media-sleeve" data-sleeve\(sounding)>\(MediaFacts(words: words, file: file).art)</div>\
            <template data-bare>\(shelf?.work?.kind == .book ? MediaSymbols.book : MediaSymbols.music)</template></div>
            <audio controls preload="none"\(sounding) aria-label="\(title)"></audio>
            <div class="media-ways"><div class="media-acts" data-acts\(silent)>\
            <button type="button" class="quiet-button" data-listen aria-pressed="false">\(MediaSymbols.listen)\
            <span>\(words("Listen only"))</span></button>\
            <button type="button" class="quiet-button" data-window aria-pressed="false" hidden>\(MediaSymbols.window)\
            <span>\(words("Picture in picture"))</span></button></div>\
            <div class="media-choices"><label class="media-choice"><span>\(words("Speed"))</span> \
            <select data-speed>\(speeds)</select></label>\
            <label class="media-choice" hidden><span>\(words("Quality"))</span> <select data-quality>\(qualities)</select></label>\
            <label class="media-choice" hidden><span>\(words("Audio track"))</span> <select data-sounds></select></label>\
            <label class="media-choice" hidden><span>\(words("Subtitles"))</span> \
            <select data-subtitles><option value="">\(words("No subtitles"))</option></select></label></div></div>
            \(MediaChaptersView(words, of: file).view)
            <div class="media-devices" data-devices>\
            <button type="button" class="quiet-button" data-devices-ask>\(words("Play on another device"))</button>\
            <p class="media-reason" role="status" data-devices-said></p><ul data-devices-list></ul></div>
            <section class="media-next" data-next-up hidden aria-label="\(words("Next up"))"><p role="status" data-next-words></p>\
            <button type="button" class="button" data-next-now>\(words("Play now"))</button>\
            <button type="button" class="quiet-button" data-next-stop>\(words("Stop"))</button></section>
            <p class="media-problem" role="alert" data-problem hidden>\
            \(words("This browser can’t play it. Try another browser, or the app on your phone."))</p>
            <p class="media-problem" role="status" data-unreached hidden>\
            \(words("Can’t reach the server. Playing continues when the connection is back."))</p>
            <p class="media-reason" data-reason></p>
            \(unshown)
            </media-player>
            <template data-own-keys>\(keys)</template>
            <noscript>\(EmptyState.html(words("Turn on JavaScript to play this.")))</noscript>
            """
    }

    /// Bitmap subtitles inside the film.
    private var unshown: HTML? {
        guard case .playable(let tracks, _) = file.contents else { return nil }
        let lines = SubtitleTrack.inside(tracks).compactMap(\.problem).map {
            #"<p class="media-reason" data-unshown>\#(words($0))</p>"# as HTML
        }
        return lines.isEmpty ? nil : "\(lines)"
    }

    /// For the list of shortcuts opened with `?`.
    private var keys: HTML {
        let keys = [
            ("␣", words("Play or pause")), ("← →", words("Skip back or forward 10 seconds")), ("M", words("Sound on or off")),
            ("L", words("Listen only")),
            ("F", words("Full screen")), ("I", words("Picture in picture")), ("< >", words("Slower or faster")),
            ("N", words("Next chapter")), ("P", words("Previous chapter")),
            ("⇧ N", words("Next in the list")), ("⇧ P", words("Previous in the list")),
        ]
        let rows = keys.map { keys, does -> HTML in
            let caps = keys.split(separator: " ").map { "<kbd>\(String($0))</kbd>" as HTML }
            return FactList.fact(markup: caps.joined(by: " "), "\(does)")
        }
        return "\(rows)"
    }

    /// The script inserts the film's qualities before the last option.
    private var qualities: HTML {
        """
        <option value="">\(words("Automatic"))</option><option value="original">\(words("Original"))</option>\
        <option value="saving">\(words("Save data"))</option>
        """
    }

    private var speeds: HTML {
        let all = ["0.75", "1", "1.25", "1.5", "2"].map { speed -> HTML in
            let chosen: HTML? = speed == "1" ? " selected" : nil
            return #"<option value="\#(speed)"\#(chosen)>\#(words.number(Double(speed) ?? 1))×</option>"#
        }
        return "\(all)"
    }

    /// A form that adds it to a playlist; without a selection, to a new one.
    private var addition: HTML? {
        if case .unplayable = file.contents { return nil }
        let options = playlists.map { #"<option value="\#($0.id)">\#($0.name)</option>"# as HTML }
        return """
            <form class="media-add" method="post" action="\(MediaFacts.path(file))/playlists">\(token)\
            <label class="media-choice"><span>\(words("Playlist"))</span> \
            <select name="playlist">\(options)<option value="">\(words("New playlist"))</option></select></label>\
            <button class="quiet-button" type="submit">\(words("Add"))</button></form>
            """
    }

    var next: HTML? {
        guard !queue.isEmpty else { return nil }
        let title = playlist?.name ?? (file.name.kind == .track ? words("On this album") : words("In this series"))
        return #"<section class="media-queue"><h2>\#(title)</h2><ol>\#(queue.map(line))</ol></section>"#
    }

    private func line(_ other: QueueLine) -> HTML {
        let current: HTML? = other.id == file.id ? #" aria-current="true""# : nil
        let length = other.duration.map { words.duration(.seconds($0.seconds.rounded())) } ?? ""
        let seen: HTML? = other.isWatched ? MediaCards.seen(words) : nil
        let address = playlist.map { "\(PlaylistPage.path(of: $0.id))?item=\(other.id)" } ?? MediaCards.path(other.id)
        let artist: HTML? = other.ownArtist.map { #"<span class="media-facts"><bdi>\#($0)</bdi></span>"# }
        return """
            <li><a href="\(address)" data-next \(Self.data(other, nil))\(current)>\
            <span class="media-name"><bdi>\(other.name)</bdi>\(artist)</span> \
            \(seen)<span class="figures">\(length)</span></a></li>
            """
    }

    /// The file's data for the script.
    private static func data(_ line: QueueLine, _ position: MediaTime?) -> HTML {
        let picture: HTML? = line.hasPicture ? " data-picture" : nil
        let art: HTML? = line.hasArt ? " data-art" : nil
        let place: HTML? = position.map { #" data-position="\#("\($0)")""# }
        return """
            data-item="\(line.id)" data-name="\(line.name)" data-artist="\(line.artist ?? "")" \
            data-album="\(line.album ?? "")"\(picture)\(art)\(place)
            """
    }
}

/// A file in a list that continues playing.
struct QueueLine: Hashable, Sendable {
    let id: MediaFile.ID
    let name: String
    /// The artist, or the series.
    let artist: String?
    /// The artist of a song, if it isn't its album's.
    var ownArtist: String?
    let album: String?
    let hasPicture: Bool
    let hasArt: Bool
    let duration: MediaTime?
    var isWatched = false

    init(_ file: MediaFile, _ words: Words) {
        let facts = MediaFacts(words: words, file: file)
        (id, name) = (file.id, words.title(of: file.name))
        (artist, album) = (file.name.artist ?? file.name.series, file.name.album)
        (hasPicture, hasArt, duration) = (facts.hasPicture, facts.hasArt, file.duration)
    }

    init(_ entry: MediaEntry, of work: MediaWork?, _ words: Words) {
        (id, name, hasPicture, hasArt, duration) = (entry.id, words.title(of: entry), entry.height != nil, entry.hasArt, entry.duration)
        artist = entry.artist ?? (work?.kind == .series ? work?.title : nil)
        album = work?.kind == .album || work?.kind == .book ? work?.title : nil
        ownArtist = MediaCards.ownArtist(of: entry, on: work)
        isWatched = entry.isWatched
    }
}
