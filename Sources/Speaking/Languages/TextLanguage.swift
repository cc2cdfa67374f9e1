package import Records

/// Which language a text is in, as far as its script, its letters and its commonest words tell. ISO 639-1, `cmn` for Chinese.
///
/// A script that mostly one language is written in decides. Of the Cyrillic and the Arabic script, letters that only some languages have decide; Latin letters need a few
/// of a language's small words, and more of them than of any other's. Without a sign it is nil.
package enum TextLanguage {
    /// How much of a text is looked at, in scalars.
    private static let sample = 20_000
    private static let fewestHits = 3

    /// Of a whole text, by its beginning.
    package static func guess(_ text: [SpokenText.Sentence]) -> String? {
        let signs = LanguageSigns(text.lazy.flatMap(\.words).lazy.map(\.text), upTo: sample)
        guard let script = signs.script, script.count * 2 > signs.letters else { return signs.letters > 0 ? latin(signs) : nil }
        switch script.code {
        case LanguageSigns.latin: return latin(signs)
        case LanguageSigns.cyrillic: return cyrillic(signs) ?? most(signs.hits)?.code ?? "ru"
        case LanguageSigns.arabic: return arabic(signs) ?? "ar"
        default: return script.code
        }
    }

    /// Of a paragraph in a text that is in another language: nil unless it clearly isn't in that one.
    package static func other(than own: String, in sentences: ArraySlice<DocumentPart.Sentence>) -> String? {
        let signs = LanguageSigns(sentences.lazy.flatMap(\.words).lazy.map { $0.trimmingPunctuation }, upTo: sample)
        guard let script = signs.script, script.count * 10 >= signs.letters * 9, signs.words >= 3 else { return nil }
        let found: String?
        switch script.code {
        case LanguageSigns.latin: found = clear(signs, besides: own)
        // A letter may be in a name only.
        case LanguageSigns.cyrillic where signs.letters >= 30:
            let code = cyrillic(signs)
            found = code == most(signs.hits)?.code ? code : nil
        case LanguageSigns.arabic where signs.letters >= 30:
            let code = arabic(signs)
            found = code == "ar" && signs.count("ةأإى") < 2 || code == "fa" && signs.count("پچژگکی") < 3 ? nil : code
        case LanguageSigns.cyrillic, LanguageSigns.arabic: found = nil
        // Headings in Japanese and Korean may have none of their own letters.
        case "cmn": found = ["ja", "ko", "yue", "wuu"].contains(own) || script.count < 6 ? nil : "cmn"
        default: found = script.count >= 12 ? script.code : nil
        }
        return found == own ? nil : found
    }

    private static func latin(_ signs: LanguageSigns) -> String? {
        guard let best = most(signs.hits), best.count >= fewestHits else { return nil }
        return best.code
    }

    /// nil if two have the same.
    private static func most(_ hits: [String: Int]) -> (code: String, count: Int)? {
        let order = hits.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        guard let best = order.first, order.count == 1 || order[1].value < best.value else { return nil }
        return (best.key, best.value)
    }

    /// Four small words, a fifth of all; a third more than of any other language, and twice as many as of the text's own.
    private static func clear(_ signs: LanguageSigns, besides own: String) -> String? {
        guard signs.words >= 8, let best = most(signs.hits), best.count >= 4, best.count * 5 >= signs.words else { return nil }
        let next = signs.hits.filter { $0.key != best.code }.values.max() ?? 0
        guard next * 4 <= best.count * 3, signs.hits[own, default: 0] * 2 <= best.count else { return nil }
        return best.code
    }

    // MARK: Scripts of several languages

    /// By letters that others don't have; nil without one of them.
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
