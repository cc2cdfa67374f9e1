import Markup
import Records

/// Reads the fields of a programme from one `<programme>`. Children may come in any order; unknown names are skipped.
///
/// If a text occurs in several languages, the first one in the most preferred language counts.
struct XMLTVProgramme {
    let languages: [String]
    private(set) var names = XMLTVNames()
    /// Titles and texts that were repaired (`mended`).
    private(set) var mendedCount = 0

    init(languages: [String]) { self.languages = languages }

    mutating func read(_ element: Element, into programme: inout Programme) {
        var (title, subtitle, description) = (Choice(), Choice(), Choice())
        var categories: [Choice] = []
        var (image, icon) = ("", "")
        element.forEachElement { child in
            switch names[child.nameNumber, of: child] {
            case .title: title.take(child, languages)
            case .subtitle: subtitle.take(child, languages)
            case .description: description.take(child, languages)
            case .credits: child.forEachElement { Self.credit($0, &programme) }
            case .date: programme.year = Self.year(child.text)
            case .category:
                var category = Choice()
                category.take(child, languages)
                categories.append(category)
            case .keyword: programme.keywords.add(child.text.collapsed)
            case .language: programme.language = child.text.collapsed.nonEmpty
            case .originalLanguage: programme.originalLanguage = child.text.collapsed.nonEmpty
            case .length: programme.length = Self.length(child)
            case .icon: if icon.isEmpty { icon = child[attribute: "src"] ?? "" }
            case .image: if image.isEmpty || child[attribute: "type"] == "still" { image = child.text.collapsed }
            case .url: if programme.url == nil { programme.url = child.text.collapsed.nonEmpty }
            case .country: programme.countries.add(child.text.collapsed)
            case .number: Self.number(child, &programme)
            case .video: Self.video(child, &programme)
            case .previouslyShown: programme.flags.insert(.repeat)
            case .premiere: programme.flags.insert(.premiere)
            case .lastChance: programme.flags.insert(.lastChance)
            case .new: programme.flags.insert(.new)
            case .live: programme.flags.insert(.live)
            case .audioDescription: programme.flags.insert(.audioDescription)
            case .subtitles: programme.flags.insert(child[attribute: "type"] == "deaf-signed" ? .signed : .subtitles)
            case .rating: if programme.rating == nil { programme.rating = Self.rating(child) }
            case .stars: if programme.stars == nil { programme.stars = Self.stars(child) }
            case .review:
                if programme.review == nil, child[attribute: "type"] != "url" { programme.review = child.text.collapsed.nonEmpty }
            default: break
            }
        }
        mendedCount += title.mendedCount + subtitle.mendedCount + description.mendedCount
        programme.title = title.text
        programme.subtitle = subtitle.text.nonEmpty
        programme.description = description.text.nonEmpty
        programme.picture = (icon.nonEmpty ?? image.nonEmpty)
        // All in the best language among them.
        let best = categories.map(\.rank).min() ?? 0
        for category in categories where category.rank == best { programme.categories.add(category.text) }
        if programme.categories.contains(where: { Self.filmWords.contains($0.lowercased()) }) { programme.flags.insert(.film) }
    }

    /// The text in the most preferred language so far.
    private struct Choice {
        var text = ""
        var rank = Int.max
        var mendedCount = 0

        mutating func take(_ element: Element, _ languages: [String]) {
            let rank = languages.isEmpty ? 0 : Self.rank(of: element[attribute: "lang"], languages)
            guard rank < self.rank else { return }
            let (text, isMended) = element.text.tidied
            if isMended { mendedCount += 1 }
            if !text.isEmpty { (self.text, self.rank) = (text, rank) }
        }

        /// `en_NZ` and `en-NZ` match `en`.
        private static func rank(of language: String?, _ wanted: [String]) -> Int {
            guard let language = language?.lowercased().replacing("_", with: "-") else { return wanted.count }
            return wanted.firstIndex { $0.lowercased() == language || language.hasPrefix($0.lowercased() + "-") } ?? wanted.count
        }
    }

    private static let filmWords: Set<String> = [
        "film", "films", "movie", "movies", "feature film", "spielfilm", "cinema", "película", "фильм", "映画",
    ]

    /// The name is the element's own text, which may be mixed with pictures and links.
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

    /// `xmltv_ns` counts from 0: `season . episode/all . part/all`, with optional parts.
    private static func number(_ element: Element, _ programme: inout Programme) {
        switch element[attribute: "system"] ?? "onscreen" {
        case "xmltv_ns":
            let parts = EpisodeNumbers(element.text)
            programme.season = parts.number(0)
            programme.episode = parts.number(1)
            programme.part = parts.isOnly(2) ? nil : parts.number(2)
        case "onscreen", "SxxExx": if programme.numbering == nil { programme.numbering = element.text.collapsed.nonEmpty }
        default: break
        }
    }

    private static func video(_ element: Element, _ programme: inout Programme) {
        element.forEachElement { part in
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

/// Season, episode and part in the form of `xmltv_ns`, with optional parts: `4 . 11/24 . 0/2`. They count from 0, and the total follows a
/// `/`.
private struct EpisodeNumbers {
    /// The number and the total of each part in turn; nil if that isn't a number.
    private var found: [Int?] = Array(repeating: nil, count: 6)

    private static let limit = 100_000

    init(_ text: String) {
        var (place, number, isOver, isBroken): (Int, Int?, Bool, Bool) = (0, nil, false, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "."),
                UInt8(ascii: "/") where place % 2 == 0:
                found[place] = isBroken ? nil : number
                place = byte == UInt8(ascii: ".") ? (place / 2 + 1) * 2 : place + 1
                (number, isOver, isBroken) = (nil, false, false)
                if place == found.count { return }
            case ...0x20: isOver = number != nil
            default:
                guard let digit = byte.digit, !isOver, number ?? 0 < Self.limit else {
                    isBroken = true
                    continue
                }
                number = (number ?? 0) * 10 + digit
                isBroken = isBroken || number ?? 0 >= Self.limit
            }
        }
        found[place] = isBroken ? nil : number
    }

    /// The number of a part, base 1.
    func number(_ part: Int) -> Int? { found[2 * part].map { $0 + 1 } }
    func isOnly(_ part: Int) -> Bool { found[2 * part + 1] == 1 }
}

/// XMLTV names by their numbers in a document (`Element.nameNumber`), each looked up once.
struct XMLTVNames {
    enum Name: String {
        case channel, programme, start, stop, clump = "clumpidx"
        case title, subtitle = "sub-title", description = "desc", credits, date, category, keyword, language, originalLanguage =
            "orig-language"
        case length, icon, image, url, country, number = "episode-num", video, previouslyShown = "previously-shown", premiere
        case lastChance = "last-chance", new, live, audioDescription = "audio-description", subtitles, rating, stars = "star-rating", review
    }

    private var names: [Name?] = []

    /// nil if XMLTV has no such name. `element` is any element of the document.
    subscript(number: Int, of element: Element) -> Name? {
        mutating get {
            while names.count <= number { names.append(Name(rawValue: element.name(numbered: names.count))) }
            return names[number]
        }
    }
}

extension [String] {
    /// Appends a non-empty text that isn't in the list yet, up to a hundred.
    mutating func add(_ text: String) {
        if !text.isEmpty, count < 100, !contains(text) { append(text) }
    }

    /// `Name (role)`.
    mutating func add(_ name: String, in role: String?) {
        guard let role, !role.isEmpty, !name.isEmpty else { return add(name) }
        // A listing has hundreds of thousands of them.
        var text = ""
        text.reserveCapacity(name.utf8.count + role.utf8.count + 3)
        for part in [name, " (", role, ")"] { text += part }
        add(text)
    }
}

extension String {
    /// Without surrounding white space, and with one blank for each run inside.
    var collapsed: String {
        if let signs = utf8.withContiguousStorageIfAvailable(Self.signs), signs & Self.spaces == 0 { return self }
        return split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// `collapsed`, and `mended` if necessary.
    var tidied: (text: String, isMended: Bool) {
        if utf8.withContiguousStorageIfAvailable(Self.signs) == 0 { return (self, false) }
        let (plain, mended) = (collapsed, collapsed.mended)
        return (mended, plain != mended)
    }

    /// The necessary repairs, as bits: none for most texts of a listing.
    private static func signs(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
        guard let first = bytes.first, let last = bytes.last else { return 0 }
        // Without a branch per byte, so that it can be vectorised.
        var found: UInt8 = (first == 0x20 ? 1 : 0) | (last == 0x20 ? 1 : 0)
        for byte in bytes { found |= (byte < 0x20 ? 1 : 0) | (byte == 0xC2 ? 1 : 0) | (byte == 0xC3 ? 2 : 0) }
        for place in 1..<bytes.count { found |= (bytes[place - 1] | bytes[place]) == 0x20 ? 1 : 0 }
        return found
    }

    /// White space to collapse; letters that may be double-encoded (`mended`).
    private static var spaces: UInt8 { 1 }

    var nonEmpty: String? { isEmpty ? nil : self }
}
