import Records

/// The work that a file's name assigns it to, and its place on the shelf: a pure value.
struct WorkName: Hashable {
    let kind: MediaWork.Kind
    /// Files with the same key belong together.
    let key: String
    let stem: String
    let title: String
    let creator: String?
    let year: Int?

    private static let keyLimit = 600

    private init(_ kind: MediaWork.Kind, key: String, title: String, creator: String? = nil, year: Int? = nil) {
        self.kind = kind
        self.key = key.limited(to: Self.keyLimit)
        (self.title, self.creator, self.year) = (title.limited(to: 300), creator?.limited(to: 300), year)
        stem = MediaWords.stem(title).limited(to: Self.keyLimit)
    }

    /// nil for extras, which belong to a film or series of other files.
    init?(_ name: MediaFile.Name, folder: String, path: String) {
        let details = name.details
        let artist = details.albumArtist ?? name.artist
        guard !details.isExtra else { return nil }
        switch name.kind {
        case .episode where name.series != nil:
            let series = name.series ?? ""
            self.init(.series, key: "series:\(MediaWords.stem(series))", title: series)
        case .film, .episode:
            let title = details.film ?? name.title
            // A guess is never grouped with other files.
            let key = details.isUnsure ? "file:\(folder)/\(path)" : "film:\(MediaWords.stem(title)):\(name.year.map(String.init) ?? "")"
            self.init(.film, key: key, title: title, year: name.year)
        case .track where details.isBook:
            let title = name.album ?? name.title
            self.init(
                .book, key: "book:\(MediaWords.stem(artist ?? "")):\(MediaWords.stem(title))", title: title, creator: artist,
                year: name.year)
        case .track:
            guard let album = name.album else {
                self.init(.album, key: "songs:\(MediaWords.stem(artist ?? ""))", title: "", creator: artist)
                return
            }
            // Without an album artist, songs are grouped by folder (`settleMediaWorks` finds the artist).
            let key = details.albumArtist.map { "album:\(MediaWords.stem($0))" } ?? "\(Self.mixed)\(folder)/\(Self.directory(of: path))"
            self.init(.album, key: "\(key):\(MediaWords.stem(album))", title: album, creator: details.albumArtist, year: name.year)
        }
    }

    /// The artist of albums.
    init(artist: String) { self.init(.artist, key: "artist:\(MediaWords.stem(artist))", title: artist) }

    /// The prefix of keys of albums whose artist is derived from their songs.
    static let mixed = "album/"

    /// The folder of an album, without the folder of a disc.
    private static func directory(of path: String) -> String {
        var folders = path.split(separator: "/").dropLast()
        let last = (folders.last ?? "").lowercased()
        let number = ["cd", "disc", "disk"].lazy.filter { last.hasPrefix($0) }.map { last.dropFirst($0.count) }.first
        if let number, number.allSatisfy({ $0.isNumber || " ._-".contains($0) }) { folders.removeLast() }
        return folders.joined(separator: "/")
    }

    var words: String { MediaWords.folded([title, creator].compactMap { $0 }.joined(separator: " ")).limited(to: Self.keyLimit) }

    private static let articles: Set<Substring> = ["the", "a", "an"]

    /// Titles in shelf order: without an English article, numbers by value, digits before letters.
    var sorting: String {
        var words = stem.split(separator: " ")
        if words.count > 1, Self.articles.contains(words[0]) { words.removeFirst() }
        return words.map { word in
            guard word.allSatisfy({ $0.isASCII && $0.isNumber }) else { return String(word) }
            let digits = word.drop { $0 == "0" }.prefix(90)
            let length = digits.count
            return "\(length < 10 ? "0" : "")\(length)\(digits)"
        }.joined(separator: " ")
    }

    /// The capital letter that it is listed under; `#` for everything else.
    var letter: String { sorting.first.flatMap { $0.isLetter ? $0.uppercased().limited(to: 4) : nil } ?? "#" }
}

extension MediaWords {
    /// Its letters and digits, folded, in words, so titles that differ only in punctuation are equal. A title without either is unchanged.
    static func stem(_ text: String) -> String {
        let words = folded(text).split { !$0.isLetter && !$0.isNumber }
        return words.isEmpty ? text : words.joined(separator: " ")
    }
}
