import Records

/// Facts about a page that affect formats: its language, region and host.
struct PageContext: Sendable {
    /// A BCP 47 tag, `de` or `de-CH`; nil if unknown.
    let language: String?
    /// Two capitals; empty if unknown.
    let region: String

    /// - Parameters:
    ///   - tag: The page's language, `de-CH`.
    ///   - host: Its ending names a country if the tag doesn't.
    init(tag: String, host: String) {
        let parts = tag.split { $0 == "-" || $0 == "_" }.map(String.init)
        let named = parts.dropFirst().first { $0.count == 2 }?.uppercased()
        let ending = host.split(separator: ".").last.map { String($0).uppercased() } ?? ""
        region = named ?? (ending.count == 2 ? (ending == "UK" ? "GB" : ending) : "")
        let base = parts.first.map { $0.lowercased() } ?? ""
        language = base.isEmpty ? nil : region.isEmpty || named == nil && base != "en" ? base : "\(base)-\(region)"
    }

    /// Whether a word is the name of a month, in the page's language or in English: `Nov`, `nov.`.
    func isMonth(_ word: some StringProtocol) -> Bool {
        let word = word.lowercased().filter { $0 != "." }
        return [language ?? "en", "en"].contains { WrittenLanguages.names(of: $0).contains(word) }
    }

    /// The currency that an ambiguous sign means here: the region's own, otherwise the likeliest.
    func currency(of codes: [String]) -> String? {
        if let own = Self.own[region], codes.contains(own) { return own }
        if let own = language.flatMap({ Self.spoken[String($0.prefix(2))] }), codes.contains(own) { return own }
        return codes.first
    }

    /// The currencies of regions that share a sign with another currency.
    private static let own = [
        "AU": "AUD", "CA": "CAD", "NZ": "NZD", "SG": "SGD", "HK": "HKD", "TW": "TWD", "MX": "MXN", "AR": "ARS", "CL": "CLP", "CO": "COP",
        "UY": "UYU",
        "US": "USD", "BR": "BRL", "JP": "JPY", "CN": "CNY", "DK": "DKK", "NO": "NOK", "SE": "SEK", "IS": "ISK", "GB": "GBP", "EG": "EGP",
        "IN": "INR",
        "PK": "PKR", "LK": "LKR", "NP": "NPR", "RU": "RUB", "RO": "RON", "BG": "BGN", "SA": "SAR", "QA": "QAR", "YE": "YER", "IR": "IRR",
        "OM": "OMR",
    ]
    private static let spoken = [
        "ja": "JPY", "zh": "CNY", "da": "DKK", "nb": "NOK", "nn": "NOK", "no": "NOK", "sv": "SEK", "is": "ISK", "ar": "SAR",
    ]
}
