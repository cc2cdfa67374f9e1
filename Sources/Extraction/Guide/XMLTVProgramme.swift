import Markup
import Records

/// What is in one `<programme>` → the fields of a programme. Children may come in any order; names that XMLTV doesn't know are passed over.
///
/// Where one thing comes in several languages, the first text in the most wanted of them counts.
struct XMLTVProgramme {
    let languages: [String]

    func read(_ element: Element, into programme: inout Programme) {
        var (title, subtitle, description) = (Choice(), Choice(), Choice())
        var categories: [Choice] = []
        var (image, icon) = ("", "")
        for child in element.elements {
            switch child.name {
            case "title": title.take(child, languages)
            case "sub-title": subtitle.take(child, languages)
            case "desc": description.take(child, languages)
            case "credits": for person in child.elements { Self.credit(person, &programme) }
            case "date": programme.year = Self.year(child.text)
            case "category":
                var category = Choice()
                category.take(child, languages)
                categories.append(category)
            case "keyword": programme.keywords.add(child.text.collapsed)
            case "language": programme.language = child.text.collapsed.nonEmpty
            case "orig-language": programme.originalLanguage = child.text.collapsed.nonEmpty
            case "length": programme.length = Self.length(child)
            case "icon": if icon.isEmpty { icon = child[attribute: "src"] ?? "" }
            case "image": if image.isEmpty || child[attribute: "type"] == "still" { image = child.text.collapsed }
            case "url": if programme.url == nil { programme.url = child.text.collapsed.nonEmpty }
            case "country": programme.countries.add(child.text.collapsed)
            case "episode-num": Self.number(child, &programme)
            case "video": Self.video(child, &programme)
            case "previously-shown": programme.flags.insert(.repeat)
            case "premiere": programme.flags.insert(.premiere)
            case "last-chance": programme.flags.insert(.lastChance)
            case "new": programme.flags.insert(.new)
            case "live": programme.flags.insert(.live)
            case "audio-description": programme.flags.insert(.audioDescription)
            case "subtitles": programme.flags.insert(child[attribute: "type"] == "deaf-signed" ? .signed : .subtitles)
            case "rating": if programme.rating == nil { programme.rating = Self.rating(child) }
            case "star-rating": if programme.stars == nil { programme.stars = Self.stars(child) }
            case "review":
                if programme.review == nil, child[attribute: "type"] != "url" { programme.review = child.text.collapsed.nonEmpty }
            default: break
            }
        }
        programme.title = title.text
        programme.subtitle = subtitle.text.nonEmpty
        programme.description = description.text.nonEmpty
        programme.picture = (icon.nonEmpty ?? image.nonEmpty)
        // All in the language that the best of them has.
        let best = categories.map(\.rank).min() ?? 0
        for category in categories where category.rank == best { programme.categories.add(category.text) }
        if programme.categories.contains(where: { Self.filmWords.contains($0.lowercased()) }) { programme.flags.insert(.film) }
    }

    /// A text in the most wanted language so far.
    private struct Choice {
        var text = ""
        var rank = Int.max

        mutating func take(_ element: Element, _ languages: [String]) {
            let rank = languages.isEmpty ? 0 : Self.rank(of: element[attribute: "lang"], languages)
            guard rank < self.rank else { return }
            let text = element.text.collapsed.mended
            if !text.isEmpty { (self.text, self.rank) = (text, rank) }
        }

        /// `en_NZ` and `en-NZ` are `en`.
        private static func rank(of language: String?, _ wanted: [String]) -> Int {
            guard let language = language?.lowercased().replacing("_", with: "-") else { return wanted.count }
            return wanted.firstIndex { $0.lowercased() == language || language.hasPrefix($0.lowercased() + "-") } ?? wanted.count
        }
    }

    private static let filmWords: Set<String> = [
        "film", "films", "movie", "movies", "feature film", "spielfilm", "cinema", "película", "фильм", "映画",
    ]

    /// The name is the element's own text: pictures and links may stand in it.
    private static func credit(_ person: Element, _ programme: inout Programme) {
        guard let name = person.ownText.collapsed.nonEmpty else { return }
        switch person.name {
        case "director": programme.directors.add(name)
        case "actor": programme.cast.add(name, in: person[attribute: "role"]?.collapsed)
        case "presenter": programme.presenters.add(name)
        case "guest": programme.guests.add(name)
        case "writer": programme.writers.add(name)
        default: programme.crew.add(name, in: person.name)
        }
    }

    private static func year(_ text: String) -> Int? {
        let digits = text.trimmingWhitespace().prefix(4)
        return digits.count == 4 ? Int(digits).flatMap { (1850...2200).contains($0) ? $0 : nil } : nil
    }

    private static func length(_ element: Element) -> Duration? {
        guard let number = Double(element.text.trimmingWhitespace()), number > 0, number < 1_000_000 else { return nil }
        let unit = ["seconds": 1.0, "minutes": 60, "hours": 3600][element[attribute: "units"] ?? ""]
        return unit.map { .seconds(Int64(clamping: (number * $0).rounded())) }
    }

    /// `xmltv_ns` counts from 0: `season . episode/all . part/all`, each of which may be missing.
    private static func number(_ element: Element, _ programme: inout Programme) {
        switch element[attribute: "system"] ?? "onscreen" {
        case "xmltv_ns":
            let parts = element.text.split(separator: ".", omittingEmptySubsequences: false).map(Self.counted)
            programme.season = parts.first?.number
            programme.episode = parts.count > 1 ? parts[1].number : nil
            programme.part = parts.count > 2 && parts[2].all != 1 ? parts[2].number : nil
        case "onscreen", "SxxExx": if programme.numbering == nil { programme.numbering = element.text.collapsed.nonEmpty }
        default: break
        }
    }

    /// `4/24` is the fifth of 24; either may be missing.
    private static func counted(_ text: Substring) -> (number: Int?, all: Int?) {
        let pieces = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { piece in
            Int(piece.trimmingWhitespace()).flatMap { (0..<100_000).contains($0) ? $0 : nil }
        }
        return (pieces[0].map { $0 + 1 }, pieces.count > 1 ? pieces[1] : nil)
    }

    private static func video(_ element: Element, _ programme: inout Programme) {
        for part in element.elements {
            switch (part.name, part.text.collapsed.lowercased()) {
            case ("aspect", "16:9"): programme.flags.insert(.widescreen)
            case ("colour", "no"): programme.flags.insert(.blackAndWhite)
            default: break
            }
        }
    }

    private static func rating(_ element: Element) -> String? {
        guard let value = element["value"]?.text.collapsed.nonEmpty else { return nil }
        return [element[attribute: "system"]?.collapsed.nonEmpty, value].compactMap { $0 }.joined(separator: " ")
    }

    private static func stars(_ element: Element) -> String? {
        element["value"]?.text.filter { !$0.isWhitespace }.nonEmpty
    }
}

extension [String] {
    /// Appends a text that isn't empty and isn't there yet, up to a hundred.
    mutating func add(_ text: String) {
        if !text.isEmpty, count < 100, !contains(text) { append(text) }
    }

    /// `Name (role)`.
    mutating func add(_ name: String, in role: String?) {
        if let role, !role.isEmpty, !name.isEmpty { add("\(name) (\(role))") } else { add(name) }
    }
}

extension String {
    /// Without white space at its ends, and with one blank for each run inside.
    var collapsed: String {
        if utf8.withContiguousStorageIfAvailable(Self.isCollapsed) == true { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether there is surely nothing to do: most texts of a listing.
    private static func isCollapsed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = bytes.last else { return true }
        var (previous, found): (UInt8, UInt8) = (0x20, last == 0x20 ? 1 : 0)
        for byte in bytes {
            found |= (byte < 0x20 ? 1 : 0) | (byte == 0x20 && previous == 0x20 ? 1 : 0) | (byte == 0xC2 ? 1 : 0)
            previous = byte
        }
        return found == 0
    }

    var nonEmpty: String? { isEmpty ? nil : self }
}
