import HTTPTypes
import Localisation
import Records
import Serving
import Storage

/// The parts of a file's page about its place in the library: watched or not, other versions, extras, facts, and the form that corrects its
/// name.
struct MediaItemShelf: Sendable {
    let entry: MediaEntry
    let work: MediaWork?
    /// Other files of the same film.
    var versions: [MediaEntry] = []
    var extras: [MediaEntry] = []
    /// The languages of subtitles that can be shown.
    var subtitles: [String] = []
    /// The film's ids, by the names of their sites.
    var ids: [String: String] = [:]
    /// Whether the person may correct names, as administrators may.
    var mayCorrect = false
    var correction = MediaCorrection()

    /// Whether watching is recorded, which it isn't for songs.
    private var isCounted: Bool { entry.kind != .track || work?.kind == .book }

    func acts(_ words: Words, _ token: HTML) -> HTML? {
        guard isCounted else { return nil }
        let isHeard = work?.kind == .book
        let label =
            if isHeard {
                entry.isWatched ? words("Mark as unfinished") : words("Mark as finished")
            } else {
                entry.isWatched ? words("Mark as unwatched") : words("Mark as watched")
            }
        let state = isHeard ? words("Finished", sense: "book") : words("Watched")
        let seen: HTML? = entry.isWatched ? #"<span class="media-state">\#(Symbols.check) \#(state)</span>"# : nil
        let hide: HTML? =
            entry.position == nil
            ? nil
            : #"<button class="quiet-button" type="submit" name="act" value="hide">\#(words("Remove from Continue"))</button>"#
        return """
            <form class="media-marks" method="post" action="\(MediaCards.path(entry.id))" \
            data-said="\(words("Saved."))" data-place="marks" data-of-file id="marks">\(token)\(seen)\
            <button class="quiet-button" type="submit" name="act" value="\(entry.isWatched ? "unwatched" : "watched")">\(label)</button>\
            \(hide)</form>
            """
    }

    func beside(_ words: Words) -> HTML {
        let others = list(words("Other versions"), versions.map { line($0, label: label($0, words), words) })
        let more = list(words("Extras"), extras.map { line($0, label: $0.title, words) })
        return "\(others)\(more)\(details(words))"
    }

    private func list(_ title: String, _ lines: [HTML]) -> HTML? {
        lines.isEmpty ? nil : #"<section class="media-queue"><h2>\#(title)</h2><ul>\#(lines)</ul></section>"#
    }

    private func label(_ entry: MediaEntry, _ words: Words) -> String {
        [entry.version, entry.height.map { "\($0)p" }, words.bytes(entry.size)].compactMap { $0 }.joined(separator: " · ")
    }

    private func line(_ entry: MediaEntry, label: String, _ words: Words) -> HTML {
        let length = entry.duration.map { words.duration(.seconds($0.seconds.rounded())) } ?? words("Can’t be played")
        return """
            <li><a href="\(MediaCards.path(entry.id))"><bdi>\(label)</bdi> <span class="figures">\(length)</span></a></li>
            """
    }

    /// Film pages by site: the beginning of the address, to which the id is appended.
    private static let sites = [
        ("imdb", "IMDb", "https://www.imdb.com/title/"), ("tmdb", "TMDB", "https://www.themoviedb.org/movie/"),
        ("tvdb", "TheTVDB", "https://thetvdb.com/dereferrer/movie/"),
    ]

    private func details(_ words: Words) -> HTML {
        var rows: [(String, String)] = []
        if let height = entry.height { rows.append((words("Picture"), "\(height)p")) }
        if !subtitles.isEmpty { rows.append((words("Subtitles"), words.list(subtitles))) }
        rows.append((words("Size"), words.bytes(entry.size)))
        let lines = rows.map { FactList.fact($0.0, "<bdi>\($0.1)</bdi>") }
        let links = Self.sites.compactMap { site, name, address -> HTML? in
            ids[site].map { #"<a href="\#(address)\#($0)" rel="noreferrer noopener">\#(name)</a>"# }
        }
        let elsewhere = links.isEmpty ? nil : FactList.fact(words("On other sites"), links.joined(by: " · "))
        return #"<dl class="media-details">\#(lines)\#(elsewhere)</dl>"#
    }

    // MARK: Corrections

    func correcting(_ words: Words, _ file: MediaFile, _ token: HTML) -> HTML? {
        guard mayCorrect else { return nil }
        let (name, details) = (file.name, file.name.details)
        var fields = [MediaCorrectionForm.text("title", words("Title"), details.film ?? name.title)]
        switch name.kind {
        case .film, .episode:
            fields += [
                MediaCorrectionForm.number("year", words("Year"), name.year),
                MediaCorrectionForm.text("series", words("Series", sense: "one"), name.series ?? ""),
                MediaCorrectionForm.number("season", words("Season"), name.season),
                MediaCorrectionForm.number("episode", words("Episode"), name.episode),
            ]
        case .track:
            fields += [
                MediaCorrectionForm.text("album", work?.kind == .book ? words("Book") : words("Album"), name.album ?? ""),
                MediaCorrectionForm.text(
                    "artist", work?.kind == .book ? words("Author") : words("Artist"), details.albumArtist ?? name.artist ?? ""),
                MediaCorrectionForm.number("year", words("Year"), name.year),
            ]
        }
        let doubt: HTML = """
            <p class="media-reason">\
            \(words("Tidings isn’t sure what this file is. Check its name, and correct it if it’s wrong."))</p>
            """
        return MediaCorrectionForm.view(
            words, action: MediaCards.path(file.id), token: token, fields: fields,
            note: "\(entry.isUnsure ? doubt : nil)\(noteFault(words, file))",
            isOpen: entry.isUnsure || file.name.details.noteFault != nil,
            isCorrected: !correction.isEmpty)
    }
}

extension MediaItemShelf {
    /// Why the `.nfo` beside a file isn't used.
    fileprivate func noteFault(_ words: Words, _ file: MediaFile) -> HTML? {
        let reason: String? =
            switch file.name.details.noteFault {
            case .tooLarge: words("The .nfo file beside it isn’t used, because it’s larger than 1 MB.")
            case .malformed: words("The .nfo file beside it isn’t used, because it isn’t valid XML.")
            case nil: nil
            }
        return reason.map { #"<p class="media-reason">\#($0)</p>"# }
    }
}

/// The form that corrects names.
enum MediaCorrectionForm {
    static func text(_ name: String, _ label: String, _ value: String) -> HTML {
        field(name, label, value, #"type="text" maxlength="200""#)
    }

    static func number(_ name: String, _ label: String, _ value: Int?) -> HTML {
        field(name, label, value.map(String.init) ?? "", #"type="number" min="0" max="9999" step="1" inputmode="numeric""#)
    }

    private static func field(_ name: String, _ label: String, _ value: String, _ kind: HTML) -> HTML {
        """
        <label class="media-choice"><span>\(label)</span>\
        <input class="field-input" name="\(name)" value="\(value)" \(kind) autocomplete="off"></label>
        """
    }

    static func view(
        _ words: Words, action: String, token: HTML, fields: [HTML], note: HTML? = nil, isOpen: Bool = false, isCorrected: Bool = false
    ) -> HTML {
        let undo: HTML = """
            <button class="quiet-button" type="submit" name="act" value="uncorrect" formnovalidate>\
            \(words("Use the file name"))</button>
            """
        return Disclosure.html(
            words("Correct the name"), name: "media-correct", isOpen: isOpen,
            """
            \(note)<form method="post" action="\(action)">\(token)\(fields)<p class="media-marks">\
            <button class="button" type="submit" name="act" value="correct">\(words("Save"))</button>\
            \(isCorrected ? undo : nil)</p></form>
            """)
    }

    /// The submitted corrections: the values that differ from `former`. Throws `Refusal`.
    static func read(_ form: [String: String], against former: MediaCorrection) throws(Refusal) -> MediaCorrection {
        func text(_ name: String, _ former: String?) -> String? {
            let text = (form[name] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .limited(to: MediaCorrection.Limits.text)
            return text.isEmpty || text == former ? nil : text
        }
        func number(_ name: String, _ range: ClosedRange<Int>, _ former: Int?) throws(Refusal) -> Int? {
            let text = (form[name] ?? "").filter { !$0.isWhitespace }
            guard !text.isEmpty else { return nil }
            guard let number = Int(text), range.contains(number) else {
                throw Refusal(.badRequest, "Enter a whole number from \(String(range.lowerBound)) to \(String(range.upperBound)).")
            }
            return number == former ? nil : number
        }
        return MediaCorrection(
            title: text("title", former.title), year: try number("year", MediaCorrection.Limits.years, former.year),
            series: text("series", former.series), season: try number("season", MediaCorrection.Limits.numbers, former.season),
            episode: try number("episode", MediaCorrection.Limits.numbers, former.episode), album: text("album", former.album),
            artist: text("artist", former.artist))
    }
}
