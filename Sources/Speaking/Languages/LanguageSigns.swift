/// The statistics of a text used to detect its language.
struct LanguageSigns: Sendable {
    static let (latin, cyrillic, arabic) = ("latin", "cyrillic", "arabic")

    private(set) var (words, letters) = (0, 0)
    /// Counts of common short words, by language.
    private(set) var hits: [String: Int] = [:]
    private var scripts: [String: Int] = [:]
    /// Counts of letters that only some languages of their script use.
    private var tells: [Unicode.Scalar: Int] = [:]

    /// Counts the first `limit` scalars.
    init(_ texts: some Sequence<String>, upTo limit: Int) {
        var seen = 0
        for text in texts where !text.isEmpty {
            add(text)
            seen += text.unicodeScalars.count
            if seen > limit { break }
        }
    }

    /// The script with the most letters. Japanese text also contains Chinese characters.
    var script: (code: String, count: Int)? {
        var scripts = scripts
        let japanese = scripts["ja", default: 0]
        if japanese > 0, japanese * 10 > scripts["cmn", default: 0] { scripts["ja"] = japanese + (scripts.removeValue(forKey: "cmn") ?? 0) }
        return scripts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
    }

    func count(_ letters: String) -> Int { letters.unicodeScalars.reduce(0) { $0 + tells[$1, default: 0] } }

    private mutating func add(_ text: String) {
        let word = text.lowercased()
        words += 1
        for scalar in word.unicodeScalars where scalar.properties.isAlphabetic {
            letters += 1
            scripts[Self.script(of: scalar), default: 0] += 1
            if Self.telling.contains(scalar) { tells[scalar, default: 0] += 1 }
        }
        for language in SmallWords.languages[word] ?? [] { hits[language, default: 0] += 1 }
    }

    private static let telling = Set("ўіищъқғұҡҙәҗңөүїєґыэёѓќѕђћљњџјۇۈێڵڕٻڀٿڄڪڳښځړږٹڈڑےںہپچژگکیةىأإيك".unicodeScalars)

    private static func script(of scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0370...0x03FF, 0x1F00...0x1FFF: "el"
        case 0x0400...0x052F: cyrillic
        case 0x0530...0x058F: "hy"
        case 0x0590...0x05FF, 0xFB1D...0xFB4F: "he"
        case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFF: arabic
        case 0x0900...0x097F: "hi"
        case 0x0980...0x09FF: "bn"
        case 0x0A00...0x0A7F: "pa"
        case 0x0A80...0x0AFF: "gu"
        case 0x0B80...0x0BFF: "ta"
        case 0x0C00...0x0C7F: "te"
        case 0x0C80...0x0CFF: "kn"
        case 0x0D00...0x0D7F: "ml"
        case 0x0B00...0x0B7F: "or"
        case 0x0D80...0x0DFF: "si"
        case 0x0E00...0x0E7F: "th"
        case 0x0E80...0x0EFF: "lo"
        case 0x0F00...0x0FFF: "bo"
        case 0x1000...0x109F: "my"
        case 0x13A0...0x13FF, 0xAB70...0xABBF: "chr"
        case 0x1780...0x17FF: "km"
        case 0x1800...0x18AF: "mn"
        case 0x10A0...0x10FF: "ka"
        case 0x1200...0x137F: "am"
        case 0x3040...0x30FF: "ja"
        case 0xAC00...0xD7AF, 0x1100...0x11FF: "ko"
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: "cmn"
        default: latin
        }
    }
}
