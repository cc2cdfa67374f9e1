package import Records

/// What a file is called: by its tags, else by the patterns in which people name films and episodes. A pure value's work.
///
/// `Show.Name.S01E02.The.Title.720p.mkv` → episode 2 of season 1 of "Show Name", "The Title"; `The Film (1999) [1080p].mkv` → "The Film", 1999;
/// `07 - Song.mp3` → track 7, "Song".
package enum MediaNaming {
    private static let titleLimit = 200

    /// `path` is below the library's folder. `tracks` is nil for what can't be played.
    package static func name(of path: String, _ tracks: MediaTracks?) -> MediaFile.Name {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let stem = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
        let tags = tracks?.tags ?? [:]
        let isMusic = tracks.map { $0.picture == nil } ?? Self.musicEndings.contains(file.split(separator: ".").last?.lowercased() ?? "")
        return isMusic ? music(stem, folders, tags) : film(stem, folders, tags)
    }

    private static let musicEndings: Set = [
        "aac", "aif", "aiff", "ape", "flac", "m4a", "m4b", "mka", "mp2", "mp3", "mpc", "oga", "ogg", "opus", "tta", "wav", "wma", "wv",
    ]

    private static func music(_ stem: String, _ folders: [String], _ tags: [String: String]) -> MediaFile.Name {
        var (number, title): (Int?, String) = (nil, clean(stem, dots: false))
        if let found = title.wholeMatch(of: /([0-9]{1,3})(?:[ ]*[-.][ ]*|[ ]+)(.+)/) {
            (number, title) = (Int(found.1), String(found.2))
        }
        return MediaFile.Name(
            kind: .track, title: tag("title", tags) ?? title, artist: tag("artist", tags) ?? tag("album_artist", tags),
            album: tag("album", tags), track: tag("track", tags).flatMap(leadingNumber) ?? number, year: tag("date", tags).flatMap(year))
    }

    private static func film(_ stem: String, _ folders: [String], _ tags: [String: String]) -> MediaFile.Name {
        if let found = stem.firstMatch(of: /(?i)^(?:(.*?)[ ._\-\[(]+)?s([0-9]{1,3})[ ._]?e([0-9]{1,4})(?:-?e[0-9]{1,4})*(.*)$/)
            ?? stem.firstMatch(of: /(?i)^(?:(.*?)[ ._\-\[(]+)?([0-9]{1,2})x([0-9]{2,3})(?![0-9a-z])(.*)$/)
        {
            let (before, season, episode) = (clean(found.1.map { String($0) } ?? ""), Int(found.2), Int(found.3))
            let after = clean(withoutRelease(String(found.4)))
            let series = before.isEmpty ? folders.last { $0.firstMatch(of: /(?i)^(season|staffel|saison|s)[ ._]?[0-9]+$/) == nil } : before
            return MediaFile.Name(
                kind: .episode, title: tag("title", tags) ?? (after.isEmpty ? clean(stem) : after),
                series: series.map { clean($0) }, season: season, episode: episode, year: nil)
        }
        var (title, made): (String, Int?) = (stem, nil)
        if let found = stem.firstMatch(of: /^(.+?)[ ._\-]*[(\[]?((?:19|20)[0-9]{2})[)\]]?(?:[ ._\-\[(].*)?$/) {
            (title, made) = (String(found.1), Int(found.2))
        }
        let cleaned = clean(withoutRelease(title))
        return MediaFile.Name(
            kind: .film, title: tag("title", tags) ?? (cleaned.isEmpty ? stem.limited(to: titleLimit) : cleaned),
            artist: tag("artist", tags), year: made ?? tag("date", tags).flatMap(year))
    }

    /// Up to the words that say how a copy was made.
    private static func withoutRelease(_ text: String) -> String {
        let word =
            /(?i)[ ._\-\[(]+(?:2160p|1080p|1080i|720p|576p|480p|4k|uhd|bluray|blu-ray|bdrip|brrip|dvdrip|webrip|web-dl|hdtv|x264|x265|h264|h265|hevc|xvid|remux)(?![a-z0-9]).*$/
        return text.replacing(word, with: "")
    }

    /// With blanks for dots and underscores, unless there are blanks already.
    private static func clean(_ text: String, dots: Bool = true) -> String {
        var text = text
        if !text.contains(" ") { text = text.replacing("_", with: " ") }
        if dots, !text.contains(" ") || text.contains(/[A-Za-z0-9]\.[A-Za-z0-9]+\./) { text = text.replacing(".", with: " ") }
        let words = text.split(whereSeparator: { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } })
        let edges: Set<Character> = ["-", "_", ".", "[", "(", " "]
        let joined = words.joined(separator: " ")
        let trimmed = joined.drop { edges.contains($0) }
        let end = trimmed.lastIndex { !edges.contains($0) }
        return end.map { String(trimmed[...$0]) }?.limited(to: titleLimit) ?? ""
    }

    private static func tag(_ name: String, _ tags: [String: String]) -> String? {
        guard let text = tags[name]?.split(whereSeparator: \.isWhitespace).joined(separator: " "), !text.isEmpty else { return nil }
        return text.limited(to: titleLimit)
    }

    /// Of `7/12`.
    private static func leadingNumber(_ text: String) -> Int? { text.prefixMatch(of: /[0-9]{1,5}/).flatMap { Int($0.output) } }
    private static func year(_ text: String) -> Int? { text.prefixMatch(of: /[0-9]{4}/).flatMap { Int($0.output) } }
}
