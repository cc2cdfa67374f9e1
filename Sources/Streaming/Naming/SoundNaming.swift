/// Identifies music and parts of audiobooks. Tags take precedence over names.
struct SoundNaming {
    let stem: String
    let ending: String
    let folders: FolderPath
    let tags: [String: String]

    var identity: MediaIdentity { isBook ? book : song }

    private static let bookGenre = NamePattern(#"audio ?book|hörbuch|hoerbuch|speech|livre audio|audiolibro"#)

    private var isBook: Bool { ending == "m4b" || folders.isOfBooks || tags["genre"].map(Self.bookGenre.matches) ?? false }

    // MARK: Music

    private static let discTrack = NamePattern(#"^(\d{1,2})-(\d{1,3})(?:[ ._\-]+)(.+)$"#)
    private static let track = NamePattern(#"^(\d{1,3})(?:[ ]*[\-.][ ]*|[ _]+)(.+)$"#)
    private static let plainTrack = NamePattern(#"^(0\d{1,2}|\d{1,3}(?=[ ]?[\-.][ ]))(?:[ ]*[\-.][ ]*|[ _]+)(.+)$"#)
    private static let pair = NamePattern(#"^(.+?)[ _]+[\-–][ _]+(.+)$"#)
    private static let various = NamePattern(#"^(?:various(?: artists)?|va|verschiedene(?: interpreten)?|artistes divers|compilations?)$"#)

    private var song: MediaIdentity {
        var identity = MediaIdentity(.song)
        var above = folders.names[...]
        if let disc = above.last?.disc {
            identity.disc = disc
            above = above.dropLast()
        }
        var name = NameText.withoutMarks(stem).replacing("_", with: " ")
        let hasAlbum = !above.isEmpty
        if hasAlbum, let found = Self.discTrack.first(in: name) {
            (identity.disc, identity.track, name) = (found.number(1), found.number(2), found[3] ?? name)
        } else if let found = (hasAlbum ? Self.track : Self.plainTrack).first(in: name) {
            (identity.track, name) = (found.number(1), found[2] ?? name)
        }
        if let album = above.last {
            if above.count == 1, let written = folders.written.first, let found = Self.pair.first(in: written),
                found[1].flatMap({ Int($0) }) == nil
            {
                identity.artist = NameText.title(found[1] ?? "")
                identity.album = FolderName(found[2] ?? "", isBelowTitle: false).title
            } else if above.count == 1, identity.track == nil {
                identity.artist = album.title
            } else {
                identity.album = album.title
                identity.artist = above.dropLast().last?.title
            }
            identity.year = album.year
        }
        identity.albumArtist = identity.artist
        let isVarious = identity.artist.map(Self.various.matches) ?? false
        if let found = Self.pair.first(in: name), let artist = NameText.title(found[1] ?? ""),
            identity.artist == nil || isVarious || NameText.folded(artist) == NameText.folded(identity.artist ?? "")
        {
            identity.artist = artist
            name = found[2] ?? name
        } else if isVarious {
            identity.artist = nil
        }
        identity.title = NameText.title(name) ?? NameText.title(stem)
        takeTags(&identity)
        return identity
    }

    private func takeTags(_ identity: inout MediaIdentity) {
        identity.title = tag("title") ?? identity.title
        identity.albumArtist = tag("album_artist") ?? tag("album artist") ?? tag("albumartist") ?? identity.albumArtist
        identity.artist = tag("artist") ?? tag("album_artist") ?? identity.artist
        identity.album = tag("album") ?? identity.album
        identity.track = number("track") ?? identity.track
        identity.disc = number("disc") ?? number("discnumber") ?? identity.disc
        identity.year = year ?? identity.year
    }

    private static let leading = NamePattern(#"^\s*(\d{1,5})(?!\d)"#)
    private static let yearTag = NamePattern(#"^\s*(\d{4})(?!\d)"#)

    private func tag(_ name: String) -> String? {
        guard let text = tags[name]?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !text.isEmpty else { return nil }
        return String(text.prefix(200))
    }

    /// The first number of `7/12`. 0 and numbers too large for a disc are ignored.
    private func number(_ name: String) -> Int? {
        tags[name].flatMap { Self.leading.first(in: $0)?.number(1) }.flatMap { (1...9999).contains($0) ? $0 : nil }
    }

    private var year: Int? {
        ["originaldate", "originalyear", "tdor", "tory", "date", "year"].lazy.compactMap { tags[$0] }.compactMap {
            Self.yearTag.first(in: $0)?.number(1)
        }
        .first { (1000...2200).contains($0) }
    }

    // MARK: Books

    private static let volume = NamePattern(
        #"^(?:(?:book|band|vol(?:ume)?|tome|part|teil|folge|buch|#)\.?[ ._]*(\d{1,3}(?:\.\d)?)|(\d{1,3}(?:\.\d)?)(?=[ ]*[\-.][ ]))"#
            + #"[ ]*[\-.:–]*[ ]*(.*)$"#)
    private static let narrator = NamePattern(#"[ ]*\{[^}]*\}[ ]*$"#)

    /// By folders: author, series, title; a single file may be the book itself.
    private var book: MediaIdentity {
        var identity = MediaIdentity(.book)
        var above = Array(zip(folders.names, folders.written))
        if let disc = above.last?.0.disc {
            identity.disc = disc
            above.removeLast()
        }
        var name = Self.narrator.removed(from: NameText.withoutMarks(stem).replacing("_", with: " "))
        let isWhole = ending == "m4b"
        identity.artist = above.first?.0.title
        var rest = above.dropFirst()
        if isWhole {
            // The file is the book; its folder may be the book's or a series'.
            if let found = Self.volume.first(in: name) { (identity.volume, name) = (found[1] ?? found[2], found[3] ?? name) }
            let title = FolderName(name, isBelowTitle: false)
            (identity.album, identity.year) = (title.title, title.year)
            if let folder = rest.last, let own = folder.0.title, let title = title.title, NameText.folded(own) == NameText.folded(title) {
                identity.year = identity.year ?? folder.0.year
                rest = rest.dropLast()
            }
            identity.series = rest.last?.0.title
        } else {
            if above.count == 1 { (identity.artist, rest) = (nil, above[...]) }
            if let folder = rest.last {
                let written = Self.narrator.removed(from: folder.1)
                let isInSeries = rest.count > 1
                if isInSeries, let found = Self.volume.first(in: written), let title = found[3], !title.isEmpty {
                    identity.volume = found[1] ?? found[2]
                    identity.album = FolderName(title, isBelowTitle: false).title
                } else {
                    identity.album = folder.0.title
                }
                identity.year = folder.0.year
                identity.series = rest.dropLast().last?.0.title
            }
            if let found = Self.track.first(in: name) { (identity.track, name) = (found.number(1), found[2] ?? name) }
            identity.title = NameText.title(name) ?? NameText.title(stem)
        }
        identity.artist = tag("album_artist") ?? tag("artist") ?? identity.artist
        identity.album = tag("album") ?? (isWhole ? tag("title") : nil) ?? identity.album
        if !isWhole { identity.title = tag("title") ?? identity.title }
        identity.track = number("track") ?? identity.track
        identity.disc = number("disc") ?? identity.disc
        identity.series = tag("series") ?? tag("mvnm") ?? identity.series
        identity.volume = tag("series-part") ?? tag("mvin") ?? identity.volume
        identity.year = year ?? identity.year
        identity.albumArtist = identity.artist
        return identity
    }
}
