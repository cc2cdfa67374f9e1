package import Records

/// Detects a text's language from its script, letters and most common words. ISO 639-1, `cmn` for Chinese.
///
/// A script used mainly by one language decides. For Cyrillic and Arabic, letters specific to some languages decide; Latin text needs
/// several common words of a language, and more than of any other. Returns nil without such evidence.
package enum TextLanguage {
    /// How many scalars of a text are examined.
    private static let sample = 20_000
    private static let fewestHits = 3

    /// The language of a whole text, guessed from its beginning.
    package static func guess(_ text: [SpokenText.Sentence]) -> String? {
        let signs = LanguageSigns(text.lazy.flatMap(\.words).lazy.map(\.text), upTo: sample)
        guard let script = signs.script, script.count * 2 > signs.letters else { return signs.letters > 0 ? latin(signs) : nil }
        switch script.code {
        case LanguageSigns.latin: return latin(signs)
        case LanguageSigns.cyrillic: return cyrillic(signs) ?? mostFrequent(signs.hits)?.code ?? "ru"
        case LanguageSigns.arabic: return arabic(signs) ?? "ar"
        default: return script.code
        }
    }

    /// The language of a paragraph if it is clearly not `own`; otherwise nil.
    package static func other(than own: String, in sentences: ArraySlice<DocumentPart.Sentence>) -> String? {
        let signs = LanguageSigns(sentences.lazy.flatMap(\.words).lazy.map { $0.trimmingPunctuation }, upTo: sample)
        guard let script = signs.script, script.count * 10 >= signs.letters * 9, signs.words >= 3 else { return nil }
        let found: String?
        switch script.code {
        case LanguageSigns.latin: found = clear(signs, besides: own)
        // A letter may occur only in a name.
        case LanguageSigns.cyrillic where signs.letters >= 30:
            let code = cyrillic(signs)
            found = code == mostFrequent(signs.hits)?.code ? code : nil
        case LanguageSigns.arabic where signs.letters >= 30:
            let code = arabic(signs)
            found = code == "ar" && signs.count("ةأإى") < 2 || code == "fa" && signs.count("پچژگکی") < 3 ? nil : code
        case LanguageSigns.cyrillic, LanguageSigns.arabic: found = nil
        // Japanese and Korean headings may have only Chinese characters.
        case "cmn": found = ["ja", "ko", "yue", "wuu"].contains(own) || script.count < 6 ? nil : "cmn"
        default: found = script.count >= 12 ? script.code : nil
        }
        return found == own ? nil : found
    }

    private static func latin(_ signs: LanguageSigns) -> String? {
        guard let best = mostFrequent(signs.hits), best.count >= fewestHits else { return nil }
        return best.code
    }

    /// The language with the most hits; nil if there is a tie.
    private static func mostFrequent(_ hits: [String: Int]) -> (code: String, count: Int)? {
        let order = hits.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let best = order.first, order.count == 1 || order[1].value < best.value else { return nil }
        return (best.key, best.value)
    }

    /// At least four common words, a fifth of all words, a third more than of any other language, and twice as many as of the text's own.
    private static func clear(_ signs: LanguageSigns, besides own: String) -> String? {
        guard signs.words >= 8, let best = mostFrequent(signs.hits), best.count >= 4, best.count * 5 >= signs.words else { return nil }
        let next = signs.hits.filter { $0.key != best.code }.values.max() ?? 0
        guard next * 4 <= best.count * 3, signs.hits[own, default: 0] * 2 <= best.count else { return nil }
        return best.code
    }

    // MARK: Scripts of several languages

    /// Decides by distinctive letters; nil without any.
    private static func cyrillic(_ signs: LanguageSigns) -> String? {
        func count(_ letters: String) -> Int { signs.count(letters) }
        let all = signs.letters
        if count("ў") > 0, count("ищъ") * 20 <= all { return "be" }
        for (code, letters) in [("kk", "қғұ"), ("ba", "ҡҙ"), ("tt", "әҗ"), ("ky", "ң"), ("mn", "өү")] where count(letters) * 100 >= all {
            return code
        }
        let (ukrainian, russian) = (count("іїєґ"), count("ыэёъ"))
        if ukrainian * 100 >= all, ukrainian > 2 * russian { return "uk" }
        if count("ѓќѕ") > 0 { return "mk" }
        if count("ђћљњџј") * 100 >= all { return "sr" }
        if count("ыэё") == 0, count("ъ") > 0, count("ъ") * 200 >= all { return "bg" }
        return count("ыэё") > 0 ? "ru" : nil
    }

    private static func arabic(_ signs: LanguageSigns) -> String? {
        let all = signs.letters
        for (code, letters) in [("ug", "ۇۈ"), ("ckb", "ێڵڕ"), ("sd", "ٻڀٿڄڪڳ"), ("ps", "ښځړږ"), ("ur", "ٹڈڑےںہ")]
        where signs.count(letters) * 50 >= all { return code }
        let (persian, arabic) = (signs.count("پچژگکی"), signs.count("ةىأإيك"))
        if persian > arabic || signs.count("پچژگ") * 100 >= all { return persian > 0 ? "fa" : nil }
        return arabic > persian ? "ar" : nil
    }
}

extension String {
    fileprivate var trimmingPunctuation: String {
        func isWordly(_ character: Character) -> Bool { character.isLetter || character.isNumber }
        guard let first = firstIndex(where: isWordly), let last = lastIndex(where: isWordly) else { return "" }
        return String(self[first...last])
    }
}
