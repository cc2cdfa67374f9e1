import Localisation
import Records
import Serving

/// A file's one-line description, and its picture.
struct MediaFacts {
    let words: Words
    let file: MediaFile

    static func path(_ file: MediaFile) -> String { "\(MediaPage.path)/items/\(file.id)" }

    var hasArt: Bool {
        guard case .playable(let tracks, _) = file.contents else { return false }
        return tracks.cover != nil || tracks.picture != nil || file.coverArt != nil
    }

    var hasPicture: Bool {
        guard case .playable(let tracks, _) = file.contents else { return false }
        return tracks.picture != nil
    }

    /// Its picture, or an icon of its kind.
    var art: HTML {
        hasArt
            ? #"<img src="\#(Self.path(file))/art" alt="" loading="lazy" decoding="async">"#
            : file.name.kind == .track ? MediaSymbols.music : MediaSymbols.film
    }

    /// `Ann · Best of · 3 min 20 s`
    var line: HTML {
        let name = file.name
        var parts: [HTML] = [name.artist, name.album, name.series].compactMap { $0 }.map { "<bdi>\($0)</bdi>" }
        if name.season != nil, let number = words.number(of: name) { parts.append("\(number)") }
        if let year = name.year { parts.append(#"<span class="figures">\#(String(year))</span>"#) }
        parts.append(file.duration.map { "\(words.duration(.seconds($0.seconds.rounded())))" } ?? "\(words("Can’t be played"))")
        return parts.joined(by: " · ")
    }
}

/// Icons for files without a picture.
enum MediaSymbols {
    /// In place of a picture.
    static func symbol(of kind: MediaWork.Kind) -> HTML {
        switch kind {
        case .film, .series: film
        case .album, .artist: music
        case .book: book
        }
    }

    static let film: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.25" \
        stroke-linejoin="round"><rect x="2.75" y="4.25" width="14.5" height="11.5" rx="2"/><path d="M8.25 7.5v5l4-2.5z"/></svg>
        """

    static let music: HTML = """
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.25" \
        stroke-linejoin="round"><path d="M7.5 14.5V5.25l8-1.75v9.25"/>\
        <circle cx="5.5" cy="14.5" r="2"/><circle cx="13.5" cy="12.75" r="2"/></svg>
        """

    static let book = Symbols.drawing(
        #"<path d="M10 5.75C8.5 4.75 6 4.25 3 4.5v10.75c3-.25 5.5.25 7 1.25 1.5-1 4-1.5 7-1.25V4.5c-3-.25-5.5.25-7 1.25zM10 5.75V16.5"/>"#)

    static let up = Symbols.drawing(#"<path d="M10 15.5v-11M5.5 9L10 4.5 14.5 9"/>"#)
    static let down = Symbols.drawing(#"<path d="M10 4.5v11M5.5 11l4.5 4.5 4.5-4.5"/>"#)

    static let window = Symbols.drawing(
        """
        <path d="M8.25 15.25H4.5a1.75 1.75 0 0 1-1.75-1.75v-7A1.75 1.75 0 0 1 4.5 4.75h11a1.75 1.75 0 0 1 1.75 1.75v1.75"/>\
        <rect x="10.5" y="10.5" width="7" height="5" rx="1"/>
        """)

    static let listen = Symbols.drawing(
        """
        <path d="M3.5 12v-2a6.5 6.5 0 0 1 13 0v2"/><rect x="2.75" y="11.5" width="3.5" height="5" rx="1.5"/>\
        <rect x="13.75" y="11.5" width="3.5" height="5" rx="1.5"/>
        """)
}
