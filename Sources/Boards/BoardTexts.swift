import Records

/// What people read of a board in one language, by its place in the board file: `title`, `fields.batch.label`.
typealias BoardTexts = [String: String]

/// Collects the texts of a board file that stand there in more than one language:
///
///     title: { en: Visa status, de: Visastatus }
///
/// English has to be there: it is what the board says to whoever reads none of the others.
struct TranslatedTexts {
    private(set) var byLanguage: [String: BoardTexts] = [:]

    /// The English of a text, or the text itself where there is but one.
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

    private static func isLanguage(_ tag: String) -> Bool { tag.wholeMatch(of: /[a-z]{2,3}(-[A-Za-z0-9]{2,8})?/) != nil }
}
