/// The information in a folder name: a title, a year, a season, a disc.
struct FolderName: Hashable {
    /// Without the season, a year in brackets and release words. nil if nothing is left.
    let title: String?
    let year: Int?
    /// 0: specials.
    let season: Int?
    let disc: Int?

    private static let wordThenNumber = NamePattern(#"^(?:(.*?)[ ._\-]+)?(?:\#(NumberWords.season))[ ._\-]*(\d{1,4})(?:[ ._\-(\[].*)?$"#)
    private static let numberThenWord = NamePattern(
        #"^(?:(.*?)[ ._\-]+)?(\d{1,3})(?:\.|ª|º|st|nd|rd|th|e|ème)?[ ._]*(?:\#(NumberWords.season))$"#)
    private static let letterThenNumber = NamePattern(#"^(?:(.*?)[ ._\-]+)?s(\d{1,2})(?:[ ._\-(\[].*)?$"#)
    private static let counted = NamePattern(#"^(.*?)[ ._\-]*(?:第(\d{1,3})[季期]|(\d{1,3})기).*$"#)
    private static let number = NamePattern(#"^(\d{1,2})$"#)
    private static let discs = NamePattern(#"^(?:cd|disc|disk|dvd|vinyl|side|digital media)[ ._\-]*(\d{1,2}|[a-d])(?:[ ._\-(\[].*)?$"#)
    private static let bracketed = NamePattern(#"[ ._\-]*[(\[]((?:19|20)\d\d)(?:-(?:(?:19|20)\d\d)?)?[)\]]"#)
    private static let yearFirst = NamePattern(#"^((?:19|20)\d\d)[ ._]*-[ ._]+(.+)$"#)

    /// `isBelowTitle`: the parent may be a series, so a bare number is a season.
    init(_ name: String, isBelowTitle: Bool) {
        let text = NameText.withoutMarks(name)
        disc = Self.discs.first(in: text).flatMap { found in found.number(1) ?? Self.letter(found[1]) }
        var (rest, season): (String?, Int?) = (text, nil)
        if NumberWords.specials.contains(text.lowercased()) {
            (rest, season) = (nil, 0)
        } else if let found = Self.wordThenNumber.first(in: text) ?? Self.numberThenWord.first(in: text)
            ?? Self.letterThenNumber.first(in: text)
        {
            (rest, season) = (found[1], found.number(2))
        } else if let found = Self.counted.first(in: text) {
            (rest, season) = (found[1], found.number(2) ?? found.number(3))
        } else if isBelowTitle, let found = Self.number.first(in: text) {
            (rest, season) = (nil, found.number(1))
        }
        self.season = season
        let years = Self.bracketed.all(in: rest ?? "")
        if let found = years.last {
            year = found.number(1)
            title = NameText.title(ReleaseWords.withoutRelease(found.before)) ?? NameText.title(found.after)
        } else if let found = rest.flatMap({ Self.yearFirst.first(in: $0) }) {
            year = found.number(1)
            title = found[2].flatMap { NameText.title($0) }
        } else {
            year = nil
            title = rest.flatMap { NameText.title(ReleaseWords.withoutRelease($0)) }
        }
    }

    /// The title, with its year in brackets if known.
    var titleWithYear: String? { title.map { title in year.map { "\(title) (\($0))" } ?? title } }

    static func letter(_ text: String?) -> Int? {
        guard let scalar = text?.lowercased().unicodeScalars.first, (97...100).contains(scalar.value) else { return nil }
        return Int(scalar.value) - 96
    }
}

/// The folders above a file, outermost first, without those that only organise a library (`Films`, `Music`).
struct FolderPath {
    let names: [FolderName]
    /// As written.
    let written: [String]
    /// Whether the file is in an audiobook folder.
    let isOfBooks: Bool

    private static let books: Set = [
        "audiobooks", "audio books", "audiobook", "hörbücher", "hoerbuecher", "hörbuch", "livres audio", "audiolibros", "audiobooki",
    ]
    private static let shelves: Set = [
        "films", "film", "movies", "movie", "filme", "kino", "cinema", "shows", "tv", "tv shows", "tvshows", "series", "serien", "séries",
        "seriale", "anime", "cartoons",
        "documentaries", "music", "musik", "musique", "música", "muzyka", "songs", "albums",
    ]
    /// Folders that contain such organising folders.
    private static let cupboards: Set = ["media", "downloads", "audio", "video", "videos"]

    init(_ folders: [String]) {
        var rest = folders[...]
        while let first = rest.first?.lowercased(), Self.cupboards.contains(first) { rest = rest.dropFirst() }
        let shelf = rest.first?.lowercased() ?? ""
        isOfBooks = Self.books.contains(shelf)
        if isOfBooks || Self.shelves.contains(shelf) { rest = rest.dropFirst() }
        written = Array(rest)
        names = rest.enumerated().map { FolderName($0.element, isBelowTitle: $0.offset > 0) }
    }
}
