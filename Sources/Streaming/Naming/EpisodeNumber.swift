import Records

/// An episode number parsed from a file name.
struct EpisodeNumber {
    var season: Int?
    var episodes: [Int] = []
    var date: CalendarDate?
    /// The text before and after the number.
    let before: String
    let after: String

    // MARK: Explicit numbers

    private static let start = #"(?<![\p{L}\p{N}])"#
    private static let seasonThenEpisode = NamePattern(start + #"s(\d{1,4})(?:[ ._\-\[\]x]{0,3}ep?[ ._]?|[ ._\-]?x)(\d{1,5})(?!\d)"#)
    private static let cross = NamePattern(start + #"(\d{1,2}|19[2-9]\d|20[0-4]\d)x(\d{2,4})(?!\d)(?!\p{L}{2})(?![d-wyz])"#)
    private static let shortCross = NamePattern(start + #"(\d{1,2})x(\d)(?![\p{L}\p{N}])"#)
    private static let words = NamePattern(
        start + #"(?:\#(NumberWords.season))[ ._\-]*(\d{1,4})[ ._,\-]+(?:\#(NumberWords.episode)|e)[ ._#\-]*(\d{1,5})(?!\d)"#)
    private static let numbersThenWords = NamePattern(
        start + #"(\d{1,4})(?:\.|ª|º)?[ ._]*(?:\#(NumberWords.season))[ ._,\-]+"#
            + #"(?:(\d{1,5})(?:\.|º)?[ ._]*(?:\#(NumberWords.episode))|(?:\#(NumberWords.episode))[ ._#]*(\d{1,5}))"#)
    private static let counted = NamePattern(#"第(\d{1,3})[季期].{0,3}第(\d{1,5})[話话集回]"#)

    /// `S02E05`, `2x05`, `Season 2 Episode 5`, a range or a list of them.
    static func explicit(in stem: String) -> EpisodeNumber? {
        for pattern in [seasonThenEpisode, cross, words, numbersThenWords, counted] {
            for found in pattern.all(in: stem) {
                guard let season = found.number(1), let episode = found.number(2) ?? found.number(3) else { continue }
                guard season < 200 || (1928...2500).contains(season) else { continue }
                let (more, rest) = following(found.after, episode, digits: found[2]?.utf8.count ?? 1)
                return EpisodeNumber(season: season, episodes: [episode] + more, before: found.before, after: rest)
            }
        }
        for found in shortCross.all(in: stem)
        where !found.before.isEmpty && found.number(1) != found.number(2) && ReleaseWords.endsTitle(found.after) {
            return EpisodeNumber(season: found.number(1), episodes: [found.number(2) ?? 0], before: found.before, after: found.after)
        }
        return nil
    }

    /// The maximum number of episodes in one file.
    private static let rangeLimit = 30
    private static let nextExplicit = NamePattern(#"^([ ._\-–+&]{0,3}|[ ._]and[ ._])(?:s\d{1,4}[ ._]?)?ep?(\d{1,5})(?!\d)"#)
    private static let nextCross = NamePattern(#"^([ ._\-–+&]{0,3})\d{1,4}x(\d{2,4})(?![\p{L}\d])"#)
    private static let nextPlain = NamePattern(#"^(x|[\-–]|[ ]?[+&][ ]?)(\d{1,5})(?!\d)(?!(?!x\d)\p{L})"#)
    private static let half = NamePattern(#"^(?:\.5(?!\d)|[a-c](?![\p{L}\d]))"#)
    private static let edition = NamePattern(#"^v\d(?!\d)"#)

    /// Further episodes listed after the first one, and the text after them.
    private static func following(_ after: String, _ first: Int, digits: Int) -> (more: [Int], rest: String) {
        var (rest, last): (String, Int) = (after, first)
        var listed: [(number: Int, isEnd: Bool, isPlain: Bool)] = []
        while listed.count < rangeLimit {
            let (plain, cross) = (nextPlain.first(in: rest), nextCross.first(in: rest))
            guard let found = nextExplicit.first(in: rest) ?? cross ?? plain, let number = found.number(2) else { break }
            guard number > last, number - last <= rangeLimit, plain == nil || cross != nil || (found[2]?.utf8.count ?? 0) >= min(digits, 2)
            else { break }
            let separator = found[1] ?? ""
            listed.append((number, separator.contains("-") || separator.contains("–"), cross == nil && plain != nil))
            (last, rest) = (number, found.after)
        }
        // `3x23-24-26` is a list; `3x23-26` is a range.
        let isList = listed.count { $0.isPlain } > 1
        var all: [Int] = []
        var previous = first
        for (number, isEnd, _) in listed {
            all += isEnd && !isList ? Array(previous + 1...number) : [number]
            previous = number
        }
        for pattern in [half, edition] { if let found = pattern.first(in: rest) { rest = found.after } }
        return (all, rest)
    }

    private static let yearFirst = NamePattern(#"(?<!\d)((?:19|20)\d\d)([-._ ])(\d{1,2})\2(\d{1,2})(?!\d)"#)
    private static let dayFirst = NamePattern(#"(?<!\d)(\d{1,2})([-._ ])(\d{1,2})\2((?:19|20)\d\d)(?!\d)"#)
    private static let packed = NamePattern(#"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\d_])"#)

    /// A broadcast date. With the year last, a day up to 12 is ambiguous and rejected.
    static func dated(_ stem: String) -> EpisodeNumber? {
        for (pattern, isYearFirst, year, month, day) in [(yearFirst, true, 1, 3, 4), (packed, true, 1, 2, 3), (dayFirst, false, 4, 3, 1)] {
            for found in pattern.all(in: stem) {
                guard let year = found.number(year), let month = found.number(month), let day = found.number(day) else { continue }
                guard let date = CalendarDate(year: year, month: month, day: day), isYearFirst || day > 12 else { continue }
                return EpisodeNumber(date: date, before: found.before, after: found.after)
            }
        }
        return nil
    }

    // MARK: Numbers recognised by context

    /// The context of a name.
    struct Surroundings {
        /// From the folder; nil if it isn't a season's.
        var season: Int?
        var isInSeason: Bool { season != nil }
        /// Whether the name started with `[Group]`.
        var hasGroup = false
        /// The title of the series folder above the file.
        var folder: String?
        /// Whether other files in the folder differ only in numbers.
        var isOneOfMany = false
        /// Whether the name has a year, as films do.
        var hasYear = false
        /// Whether the context suggests an episode number.
        var belongs: Bool { isInSeason || hasGroup || isOneOfMany }
    }

    private static let worded = NamePattern(start + #"(?:(?:\#(NumberWords.episode))[ ._#\-]*|e)(\d{1,4})(?:v\d)?(?!\p{L}|\d)"#)
    private static let marked = NamePattern(start + #"e(\d{2,4})(?!\p{L}|\d)"#)
    private static let numberThenWord = NamePattern(start + #"(\d{1,4})(?:\.|º)?[ ._]*(?:\#(NumberWords.episode))(?!\p{L}|\d)"#)
    private static let counter = NamePattern(#"第?(\d{1,5})[話话集回화회]"#)
    private static let ofMany = NamePattern(start + #"(\d{1,3})[ ._]?of[ ._]?(\d{1,3})(?!\p{L}|\d)"#)
    private static let rangeFirst = NamePattern(#"^(\d{1,4})-(\d{1,4})(?:\.| -)[ _]*"#)
    private static let first = NamePattern(#"^(\d{1,4})(?:v\d)?(?:[ ._\-]+|$)"#)
    private static let behindDash = NamePattern(#"(?:^|[ _.])[\-–][ _.]+#?(\d{1,4})(?=v\d|$|[ ._\[(\-–])"#)
    private static let lastNumber = NamePattern(#"[ ._\-]+#?(\d{1,4})(?=(?:v\d|-\d{1,4})?(?:$|[ ._]*[\[(]|[ ._]+[\-–][ ._]))"#)
    private static let inBrackets = NamePattern(#"\[(\d{1,4})(?:v\d)?\]"#)
    private static let beforeBroadcast = NamePattern(#"[ ._\-](\d{1,2}?)(\d{1,2})(?=(?:v\d)?[ ._\-])"#)
    private static let zeroFirst = NamePattern(#"[ ._\-]0(\d)(\d\d)$"#)

    /// A number recognised by its context: `E05`, `3 of 9`, `05` in a season's folder, `- 136` after `[Group]`.
    static func weak(in stem: String, _ surroundings: Surroundings) -> EpisodeNumber? {
        let core = ReleaseWords.withoutRelease(stem)
        return worded(in: core, surroundings) ?? (surroundings.isInSeason ? worded(in: stem, surroundings) : nil) ?? atFront(
            of: core, surroundings) ?? seasonAndNumber(in: stem, core, surroundings)
            ?? atEnd(of: core, stem, surroundings)
    }

    /// Also parses further numbers after it. In season 2, `205` includes the season.
    private static func number(_ found: NameMatch, _ surroundings: Surroundings) -> EpisodeNumber? {
        guard let text = found[1], let number = Int(text) else { return nil }
        if let season = surroundings.season, text.utf8.count >= 3, number / 100 == season, number % 100 > 0 {
            return EpisodeNumber(season: season, episodes: [number % 100], before: found.before, after: found.after)
        }
        let (more, rest) = following(found.after, number, digits: text.utf8.count)
        return EpisodeNumber(season: surroundings.season, episodes: [number] + more, before: found.before, after: rest)
    }

    private static func worded(in core: String, _ surroundings: Surroundings) -> EpisodeNumber? {
        if let found = marked.first(in: core) { return number(found, surroundings) }
        // "Star Wars Episode 4 (1977)"
        guard !surroundings.hasYear || surroundings.belongs else { return nil }
        if let found = numberThenWord.first(in: core) ?? worded.first(in: core) ?? counter.first(in: core) {
            return number(found, surroundings)
        }
        if let found = ofMany.first(in: core), let n = found.number(1), let all = found.number(2), n >= 1, n <= all, all > 1 {
            return number(found, surroundings)
        }
        return nil
    }

    private static func atFront(of core: String, _ surroundings: Surroundings) -> EpisodeNumber? {
        if !surroundings.hasYear, let found = rangeFirst.first(in: core), let from = found.number(1), let to = found.number(2), from < to,
            to - from <= rangeLimit
        {
            return EpisodeNumber(season: surroundings.season, episodes: Array(from...to), before: "", after: found.after)
        }
        guard let found = first.first(in: core), let text = found[1] else { return nil }
        let isCounted = surroundings.isOneOfMany && surroundings.folder != nil && !surroundings.hasYear && text.utf8.count >= 2
        return surroundings.isInSeason || isCounted ? number(found, surroundings) : nil
    }

    /// `307` before the title of a broadcast, `0307` at the end.
    private static func seasonAndNumber(in stem: String, _ core: String, _ surroundings: Surroundings) -> EpisodeNumber? {
        if let found = zeroFirst.first(in: core), let season = found.number(1), season > 0, let episode = found.number(2), episode > 0 {
            return EpisodeNumber(season: season, episodes: [episode], before: found.before, after: found.after)
        }
        guard let found = beforeBroadcast.all(in: stem).last(where: { ReleaseWords.startsWithBroadcast($0.after) && !$0.before.isEmpty }),
            let season = found[1], let episode = found.number(2), episode > 0, !isYear(season + (found[2] ?? ""))
        else { return nil }
        return EpisodeNumber(season: Int(season) ?? surroundings.season, episodes: [episode], before: found.before, after: found.after)
    }

    private static func atEnd(of core: String, _ stem: String, _ surroundings: Surroundings) -> EpisodeNumber? {
        if surroundings.hasGroup || surroundings.isInSeason, let found = inBrackets.first(in: stem), !found.before.isEmpty {
            return number(found, surroundings)
        }
        if let found = behindDash.all(in: core).last, let text = found[1], !isYear(text) || surroundings.belongs,
            surroundings.belongs || (!surroundings.hasYear && (text.utf8.count == 3 || isPadded(text)))
                || isFolder(found.before, surroundings)
        {
            return number(found, surroundings)
        }
        if let found = lastNumber.all(in: core).last, let text = found[1], !isYear(text), !found.before.isEmpty,
            surroundings.hasGroup || isFolder(found.before, surroundings)
                || (surroundings.belongs && text.utf8.count >= 2 && surroundings.folder != nil) || (isPadded(text) && !surroundings.hasYear)
        {
            return number(found, surroundings)
        }
        // `[Group] 05 Title`
        return surroundings.hasGroup ? first.first(in: core).flatMap { number($0, surroundings) } : nil
    }

    /// `05`: film numbers have no leading zero.
    private static func isPadded(_ text: String) -> Bool { text.utf8.count == 2 && text.hasPrefix("0") && text != "00" }

    private static func isYear(_ text: String) -> Bool { Int(text).map { (1900...2100).contains($0) } ?? false }

    private static func isFolder(_ before: String, _ surroundings: Surroundings) -> Bool {
        guard let folder = surroundings.folder, let title = NameText.title(before) else { return false }
        return NameText.folded(folder) == NameText.folded(title)
    }
}
