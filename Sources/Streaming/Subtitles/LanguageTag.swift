/// Language tags as used in files and their names: `en`, `eng`, `pt-BR`, `zh_Hans`.
enum LanguageTag {
    /// Three-letter codes with their two-letter codes, including bibliographic ones (ISO 639-2).
    private static let shortened: [String: String] = [
        "alb": "sq", "ara": "ar", "arm": "hy", "aze": "az", "baq": "eu", "bel": "be", "bos": "bs", "bul": "bg", "cat": "ca", "ces": "cs",
        "chi": "zh", "cze": "cs", "dan": "da", "deu": "de", "dut": "nl", "ell": "el", "eng": "en", "est": "et", "eus": "eu", "fas": "fa",
        "fin": "fi", "fra": "fr", "fre": "fr", "ger": "de", "glg": "gl", "gre": "el", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu",
        "ice": "is", "ind": "id", "isl": "is", "ita": "it", "jpn": "ja", "kor": "ko", "lav": "lv", "lit": "lt", "mac": "mk", "may": "ms",
        "mkd": "mk", "msa": "ms", "nld": "nl", "nob": "nb", "nno": "nn", "nor": "no", "per": "fa", "pol": "pl", "por": "pt", "ron": "ro",
        "rum": "ro", "rus": "ru", "slk": "sk", "slo": "sk", "slv": "sl", "spa": "es", "sqi": "sq", "srp": "sr", "swe": "sv", "tha": "th",
        "tur": "tr", "ukr": "uk", "urd": "ur", "vie": "vi", "zho": "zh",
    ]

    /// The two-letter code of a language, if there is one.
    static func short(_ language: String) -> String { shortened[language] ?? language }

    /// The normalized tag (BCP 47): language in lower case, script such as `Hans`, region such as `BR` or `419`. Returns nil if the text
    /// isn't a tag.
    static func written(_ text: String) -> String? {
        guard text.utf8.count <= 12, let found = text.wholeMatch(of: /([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|[0-9]{3}))?/)
        else { return nil }
        let language = found.1.lowercased()
        guard !["und", "zxx", "mis", "mul"].contains(language) else { return nil }
        let script = found.2.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        return ([language, script, found.3?.uppercased()] as [String?]).compactMap { $0 }.joined(separator: "-")
    }

    /// Whether both are the same language in any region: `ger` and `de-AT`.
    static func isSame(_ one: String, _ other: String) -> Bool { main(one) == main(other) }

    private static func main(_ tag: String) -> String { short(tag.split(separator: "-").first.map { $0.lowercased() } ?? "") }
}
