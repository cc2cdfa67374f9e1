import Records

/// A board's texts in one language, by their path in the board file: `title`, `fields.batch.label`.
typealias BoardTexts = [String: String]

/// Collects the texts that a board file has in more than one language:
///
///     title: { en: Visa status, de: Visastatus }
///
/// English is required: it is the fallback for all other languages.
struct TranslatedTexts {
    private(set) var byLanguage: [String: BoardTexts] = [:]

    /// The English text, or the only text.
    mutating func read(_ declaration: Declaration) throws(DeclarationError) -> String {
        guard case .map = declaration.content else { return try declaration.text() }
        var english: String?
        for entry in try declaration.entries() {
            let text = try entry.value.text()
            guard Self.isLanguage(entry.key) else {
                throw DeclarationError(
                    line: entry.line, "\(declaration.path): a language is expected, like de or pt-BR, not '\(entry.key)'")
            }
            if entry.key == "en" { english = text } else { byLanguage[entry.key, default: [:]][declaration.path] = text }
        }
        guard let english else { throw declaration.error("the English of it is missing; for example { en: Visa status, de: Visastatus }") }
        return english
    }

    /// Two or three lower-case letters, with an optional script or region: the subset of RFC 5646 that boards use. Each start checks
    /// thousands, so it doesn't use a regular expression.
    private static func isLanguage(_ tag: String) -> Bool {
        let parts = tag.utf8.split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        guard (2...3).contains(parts[0].count), parts[0].allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else {
            return false
        }
        return parts.count == 1
            || (2...8).contains(parts[1].count)
                && parts[1].allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    }
}
