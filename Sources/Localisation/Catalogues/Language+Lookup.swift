extension Language {
    /// The first supported language among the preferred tags, and the tag to use: `de-CH` if that was requested.
    ///
    /// Lookup as in RFC 4647, section 3.4: each tag in turn, progressively shortened, so that `ar-Arab-EG` is Arabic. A country is kept for
    /// number and date formats; other parts are dropped. At most 20 tags are examined.
    package static func lookUp(_ tags: [String]) -> (language: Language, tag: String)? {
        for tag in tags.prefix(20) {
            let subtags = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() }
            guard let first = subtags.first, subtags.count <= 6 else { continue }
            if let pseudo = allCases.first(where: { $0.pseudo != nil && $0.code.lowercased() == subtags.joined(separator: "-") }) {
                return (pseudo, pseudo.code)
            }
            guard let language = allCases.first(where: { $0.code == first }) else { continue }
            let country = subtags.dropFirst().first { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } }
            return (language, country.map { "\(first)-\($0.uppercased())" } ?? language.locale)
        }
        return nil
    }

    /// The tags of an `Accept-Language` header (RFC 9110, section 12.5.4), most preferred first; `*` and refused ones (`q=0`) are omitted.
    ///
    /// Equal weights keep their order. A header of more than 1,000 bytes is ignored.
    package static func tags(accepted header: String) -> [String] {
        guard header.utf8.count <= 1_000 else { return [] }
        let ranges = header.split(separator: ",").prefix(50).compactMap { range -> (tag: String, quality: Double)? in
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = parts.first, !tag.isEmpty, tag != "*" else { return nil }
            guard let weight = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("q=") }) else { return (tag, 1) }
            guard let quality = Double(weight.dropFirst(2)), quality > 0, quality <= 1 else { return nil }
            return (tag, quality)
        }
        return ranges.enumerated().sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }.map(\.element.tag)
    }
}
