/// Identifies films and episodes.
struct VideoNaming {
    let stem: String
    let folders: FolderPath
    let tags: [String: String]
    let context: MediaNaming.Context

    var identity: MediaIdentity {
        if let extra { return extra }
        let (name, hasGroup) = Self.withoutGroup(NameText.withoutMarks(stem))
        let folder = folders.names.last
        var surroundings = EpisodeNumber.Surroundings(season: seasonFolder?.season, hasGroup: hasGroup)
        surroundings.folder = folder?.season == nil ? folder?.title : nil
        surroundings.isOneOfMany = folder != nil && context.neighbours.areManyLike(stem)
        surroundings.hasYear = year(in: name) != nil
        if let found = EpisodeNumber.explicit(in: name) { return episode(found) }
        // In a release folder, the file itself may have an uninformative name.
        if folder?.season == nil, let written = folders.written.last, ReleaseWords.isNamedByRelease(written),
            let found = EpisodeNumber.explicit(in: written)
        {
            return episode(found)
        }
        if let found = EpisodeNumber.dated(name), isBroadcast(found) { return episode(found) }
        if let (before, season, after) = Self.seasonInName(name) {
            surroundings.season = season
            if let found = EpisodeNumber.weak(in: before + after, surroundings) {
                return episode(EpisodeNumber(season: season, episodes: found.episodes, before: before, after: found.after))
            }
            surroundings.season = seasonFolder?.season
        }
        if let found = EpisodeNumber.weak(in: name, surroundings) { return episode(found, isUnsure: seasonFolder == nil && !hasGroup) }
        return film(name)
    }

    private static let seasonWords = NamePattern(
        #"(?<![\p{L}\p{N}])(?:(?:\#(NumberWords.season)|temp?)[ ._\-]*(\d{1,3})|(\d{1,3})(?:\.|ª|º|-го)?[ ._]*(?:\#(NumberWords.season))"#
            + #"|s(\d{1,2}))(?=$|[ ._\-\[(])|第(\d{1,3})[季期]|シーズン(\d{1,3})"#)

    /// A separate season in a name: `Show - S2 - 01`, `Show Temporada 2 [Cap.205]`.
    private static func seasonInName(_ name: String) -> (before: String, season: Int, after: String)? {
        guard let found = seasonWords.first(in: name), !found.before.isEmpty, let season = (1...5).compactMap({ found.number($0) }).first
        else { return nil }
        return (found.before, season, found.after)
    }

    // MARK: Episodes

    /// The season's folder, if the file is in one.
    private var seasonFolder: FolderName? { folders.names.last.flatMap { $0.season != nil ? $0 : nil } }

    /// The title of the series folder: the one above the season's, or the file's own.
    private var seriesFolder: FolderName? {
        guard let last = folders.names.last else { return nil }
        guard last.season != nil else { return last.title == nil ? nil : last }
        if last.title != nil { return last }
        return folders.names.dropLast().last
    }

    private static let camera = NamePattern(#"^(?:img|vid|mvi|pxl|dsc|gx|gopr|mov)[ _\-]?\d|^\d{8}[ _\-]\d{4}"#)

    /// A leading date in a camera file's name isn't a broadcast date.
    private func isBroadcast(_ found: EpisodeNumber) -> Bool {
        !Self.camera.matches(stem) && (NameText.title(found.before) != nil || seriesFolder != nil)
    }

    private static let seriesThenTitle = NamePattern(#"^(.+?) [\-–] (.+)$"#)
    private static let leadingBrackets = NamePattern(#"^(?:[ ._\-]*\[[^\]]*\])+"#)
    private static let edges = NamePattern(#"^[ ._\-–\])]+"#)

    private func episode(_ found: EpisodeNumber, isUnsure: Bool = false) -> MediaIdentity {
        var identity = MediaIdentity(.episode)
        (identity.season, identity.episodes, identity.date) = (
            found.season ?? (found.date == nil ? seasonFolder?.season : nil), found.episodes, found.date
        )
        let before = NameText.title(ReleaseWords.withoutRelease(found.before))
        identity.series = series(before)
        identity.year = seriesFolder?.year
        var after = found.after
        if identity.series == nil, before == nil, Self.withoutGroup(NameText.withoutMarks(stem)).hasGroup {
            (identity.series, after) = (NameText.title(ReleaseWords.withoutRelease(after)), "")
        } else if identity.series == nil, before == nil, let parts = Self.seriesThenTitle.first(in: after) {
            // The number comes first, and no folder names the series.
            (identity.series, after) = (parts[1].flatMap(NameText.title), parts[2] ?? "")
        }
        identity.title = title(behind: after) ?? plainTag("title").flatMap { ReleaseWords.isRelease($0) ? nil : $0 }
        let isNamedByFolder = seriesFolder?.title.map(NameText.folded) == identity.series.map(NameText.folded)
        identity.isUnsure = isUnsure && !isNamedByFolder || identity.series == nil
        return identity
    }

    /// From the series folder if there is one, otherwise from the text before the number.
    private func series(_ before: String?) -> String? {
        guard let folder = seriesFolder, let title = folder.title else {
            return before ?? folders.names.last(where: { $0.season == nil && $0.title != nil })?.title
        }
        guard let before else { return folder.titleWithYear }
        if seasonFolder != nil { return folder.titleWithYear }
        let (folded, shown) = (NameText.folded(before), NameText.folded(title))
        return folded == shown || folded == NameText.folded(folder.titleWithYear ?? title) ? folder.titleWithYear : before
    }

    private func title(behind number: String) -> String? {
        var text = number
        if let found = Self.leadingBrackets.first(in: text) { text = found.after }
        guard text.first.map({ !"-–".contains($0) || text.dropFirst().first?.isNumber != true }) ?? false else { return nil }
        if ReleaseWords.endsTitle(text), !text.trimming(" ._-").hasPrefix("("), ReleaseWords.isReleaseStart(text) { return nil }
        let cut = ReleaseWords.withoutRelease(Self.edges.removed(from: text))
        guard let title = NameText.title(cut), title.contains(where: \.isLetter) || number.contains(" - "), !ReleaseWords.isRelease(title)
        else { return nil }
        return title
    }

    // MARK: Films

    private func film(_ name: String) -> MediaIdentity {
        let folder = folders.names.last.flatMap { $0.season == nil ? $0 : nil }
        let own = Self.film(name, thisYear: context.thisYear)
        var identity = MediaIdentity(.film, title: own.title, year: own.year)
        let (stem, part) = partOfFilm(name)
        if part != nil {
            let whole = Self.film(stem, thisYear: context.thisYear)
            (identity.title, identity.year, identity.part) = (whole.title, whole.year, part)
        }
        if let folder, let title = folder.title, let year = folder.year {
            let isSame = identity.title.map { NameText.folded($0) == NameText.folded(title) } ?? true
            if identity.year == nil, isSame || Self.isGeneric(name) || own.title == nil {
                (identity.title, identity.year) = (title, year)
            } else if isSame, identity.year == year {
                identity.title = title
            }
            if identity.part == nil, identity.title == title, identity.year == year {
                identity.version = version(of: name, folders.written.last ?? "")
            }
        } else if let written = folders.written.last, ReleaseWords.isNamedByRelease(written), own.year == nil,
            !Self.isBegun(written, by: own.title)
        {
            let folder = Self.film(written, thisYear: context.thisYear)
            if folder.title != nil { (identity.title, identity.year) = folder }
        } else if Self.isGeneric(name), let title = folder?.title {
            identity.title = title
        }
        if Self.isGeneric(name), folder?.title == nil, let title = plainTag("title") { identity.title = title }
        identity.isUnsure = identity.title == nil || Self.isGeneric(name) && identity.title == own.title
        if identity.title == nil { identity.title = NameText.title(name) ?? String(name.prefix(200)) }
        if identity.year == nil {
            identity.year = tags["date"].flatMap { Int($0.prefix(4)) }.flatMap { (1880...context.thisYear + 1).contains($0) ? $0 : nil }
        }
        return identity
    }

    /// Whether a folder has the same title as a file in it.
    private static func isBegun(_ folder: String, by title: String?) -> Bool {
        title.map { NameText.folded(folder).hasPrefix(NameText.folded($0)) } ?? false
    }

    private static let years = NamePattern(#"(?<![\d\p{L}])((?:19|20)\d\d)(?![\dpi\p{L}])"#)

    private func year(in name: String) -> NameMatch? { Self.year(in: name, thisYear: context.thisYear) }

    /// The last year in brackets, otherwise the last one at which a title can end. Never the first word.
    private static func year(in name: String, thisYear: Int) -> NameMatch? {
        let found = years.all(in: name).filter { match in
            match.number(1).map { $0 <= thisYear + 1 } ?? false && match.before.contains { $0.isLetter || $0.isNumber || "[(".contains($0) }
        }
        return found.last(where: isBracketed)
            ?? found.last { match in match.before.contains { $0.isLetter || $0.isNumber } && ReleaseWords.endsTitle(match.after) }
            // Up to three unknown words may separate the year from the first release word.
            ?? found.last { match in match.before.contains(where: \.isLetter) && ReleaseWords.endsSoon(match.after) }
    }

    /// In brackets, but not at the front.
    private static func isBracketed(_ year: NameMatch) -> Bool {
        (year.before.last.map { "([".contains($0) } ?? false) && (year.after.first.map { ")]".contains($0) } ?? false)
            && year.before.contains { $0.isLetter || $0.isNumber }
    }

    private static let trailingBrackets = NamePattern(#"[ ._\-]*\([^()]*\)[ ._\-]*$"#)
    private static let partInBrackets = NamePattern(#"\((?:part|vol|volume|chapter|teil|us|uk|au)\b[^()]*\)[ ._\-]*$"#)
    private static let anySquare = NamePattern(#"[ ._\-]*\[[^\]]*\]"#)

    private static func film(_ name: String, thisYear: Int) -> (title: String?, year: Int?) {
        let match = year(in: name, thisYear: thisYear)
        var text = ReleaseWords.withoutRelease(match?.before.trimming(trailing: "([ ") ?? name)
        let plain = anySquare.removed(from: text)
        if NameText.title(plain)?.contains(where: \.isLetter) ?? false { text = plain }
        if !(match.map(isBracketed) ?? false), let found = trailingBrackets.first(in: text), NameText.title(found.before) != nil,
            !partInBrackets.matches(text)
        {
            text = found.before
        }
        return (NameText.title(text), match?.number(1))
    }

    private static let group = NamePattern(#"^\s*\[[^\]]{1,60}\](?=[ ._\-\[]|\p{L})[ ._\-]*"#)

    /// Removes a leading `[Group]` if a title is left; `[REC] 2` keeps it.
    private static func withoutGroup(_ name: String) -> (name: String, hasGroup: Bool) {
        var (rest, hasGroup) = (name, false)
        while let found = group.first(in: rest) {
            let words = String(decoding: found.bytes[found.whole], as: UTF8.self).trimming(" ._-[]")
            let bare = found.after.prefix { $0 != "[" && $0 != "(" }
            let isFollowed = bare.contains(where: \.isLetter) && !ReleaseWords.isRelease(String(bare))
            if isFollowed || ReleaseWords.isRelease(words), NameText.title(found.after) != nil {
                if !ReleaseWords.isRelease(words) { hasGroup = true }
                rest = found.after
            } else if let title = group.first(in: found.after), brackets.first(in: title.after)?.whole.lowerBound == 0 {
                // `[Group][Title][05]`
                return (String(decoding: title.bytes[title.whole], as: UTF8.self).trimming(" ._-[]") + " " + title.after, true)
            } else if group.first(in: found.after) != nil, !hasGroup {
                // `[Group] [1080p] Title`
                let (inner, _) = withoutGroup(found.after)
                guard inner != found.after else { break }
                return (inner, true)
            } else {
                break
            }
        }
        return (rest, hasGroup)
    }

    private static let brackets = NamePattern(#"\[[^\]]*\]"#)
    private static let generic = NamePattern(
        #"^(?:movie|video|film|title[ _]?t?\d+|vts[ _]\d+[ _]\d+|\d{5}|[0-9a-f]{32}|[a-z0-9]{24}|[a-z]{11,12}\d{3})$"#)

    private static func isGeneric(_ name: String) -> Bool { generic.matches(name) }

    private static let partWords = NamePattern(
        #"^(.*?)[ ._\-]*[\[(]?(?<![\p{L}\p{N}])(cd|dvd|disc|disk|part|pt)[ ._\-]?(\d{1,2}|[a-d])[\])]?$"#)

    /// The name without a part number, if the folder contains another part.
    private func partOfFilm(_ name: String) -> (stem: String, part: Int?) {
        guard let found = Self.partWords.first(in: name), let stem = found[1], let number = found.number(3) ?? FolderName.letter(found[3]),
            number > 0
        else { return (name, nil) }
        guard let place = found.groups[3], let whole = NamePattern.literal(name, in: self.stem) else { return (name, nil) }
        let others = (1...9).filter { $0 != number }.flatMap { other in
            let letter = String(UnicodeScalar(UInt8(96 + other)))
            return ["\(other)", "0\(other)", letter].map { other in
                let bytes = found.bytes
                return whole.before + String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + other
                    + String(decoding: bytes[place.upperBound...], as: UTF8.self) + whole.after
            }
        }
        return others.contains(where: context.neighbours.contains) ? (stem, number) : (name, nil)
    }

    /// `1080p` of `Film (2014) - 1080p` in `Film (2014)`.
    private func version(of name: String, _ folder: String) -> String? {
        guard name.lowercased().hasPrefix(folder.lowercased()), name.count > folder.count else { return nil }
        let rest = String(name.dropFirst(folder.count))
        guard let found = Self.versionLabel.first(in: rest) else { return nil }
        return (found[1] ?? found[2])?.trimming(" ")
    }

    private static let versionLabel = NamePattern(#"^(?: ?- ?(.+)| ?\[(.+)\])$"#)

    // MARK: Extras

    private static let extraFolders: Set = [
        "behind the scenes", "deleted scenes", "featurettes", "featurette", "interviews", "scenes", "shorts", "trailers", "trailer",
        "other", "extras", "extra", "clips", "samples", "sample",
        "bonus", "backdrops", "theme-music",
    ]
    private static let extraKinds =
        #"(?:behindthescenes|deleted(?:scene)?|featurette|interview|scene|short|trailer\d?|other|extra|clip|sample)"#
    private static let extraEnding = NamePattern("^(.*?)(?:-" + extraKinds + "|[._ ](?:trailer|sample))$")
    private static let extraAlone = NamePattern(#"^(?:sample|trailer\d?|proof)$|(?:^|[ ._\-])sample(?:$|[ ._\-])|^nc(?:op|ed)\d*$"#)
    private var extra: MediaIdentity? {
        let written = folders.written
        if let place = written.indices.last(where: { $0 > 0 && Self.extraFolders.contains(written[$0].lowercased()) }) {
            return extra(of: folders.names[..<place].last { $0.title != nil && $0.season == nil })
        }
        if Self.extraAlone.matches(stem), !folders.names.isEmpty {
            return extra(of: folders.names.last { $0.title != nil && $0.season == nil })
        }
        if let found = Self.extraEnding.first(in: stem), let owner = found[1], !owner.isEmpty {
            var identity = MediaIdentity(.extra, title: NameText.title(stem))
            identity.owner =
                folders.names.last(where: { $0.title != nil && $0.season == nil })?.title
                ?? Self.film(owner, thisYear: context.thisYear).title
            return folders.names.isEmpty && !context.neighbours.contains(owner.trimming(trailing: " .-_")) ? nil : identity
        }
        return nil
    }

    private func extra(of folder: FolderName?) -> MediaIdentity? {
        guard let folder else { return nil }
        var identity = MediaIdentity(.extra, title: NameText.title(stem))
        identity.owner = folder.title
        return identity
    }

    /// A tag that isn't a file, site or release name.
    private func plainTag(_ name: String) -> String? {
        guard let text = tags[name], let title = NameText.title(text), !text.contains("_"), !text.lowercased().contains("www."),
            ReleaseWords.withoutRelease(text) == text
        else { return nil }
        return title
    }
}
