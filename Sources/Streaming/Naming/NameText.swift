import Foundation

/// Cleans up the text of a name for display.
enum NameText {
    private static let limit = 200
    private static let ids = NamePattern(#"[ ._-]*[\[{(]\s*(?:tmdb|imdb|tvdb|tvmaze|anidb)(?:id)?\s*[-=:]\s*\w+\s*[\]})]"#)
    private static let edition = NamePattern(#"[ ._-]*\{edition-([^}]*)\}"#)
    private static let checksum = NamePattern(#"[ ._-]*[\[(][0-9a-f]{8}[\])]"#)
    private static let siteFirst = NamePattern(
        #"^\s*(?:\[\s*)?(?:www\.[\w-]+(?:\.[\w-]+)+|[\w-]+\.(?:com|org|net|info))(?:\s*\])?\s*[-_ ]+\s*"#)
    private static let site = NamePattern(#"[ ._-]*\[\s*(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,4}\s*\]"#)

    private static let id = NamePattern(#"[\[{(]\s*(tmdb|imdb|tvdb)(?:id)?\s*[-=:]\s*((?:tt)?\d{1,12})\s*[\]})]"#)

    /// The ids in a name by the names of their sites: `Kelp (2014) [tmdbid-7]` has `["tmdb": "7"]`.
    static func identifiers(in name: String) -> [String: String] {
        id.all(in: name).reduce(into: [:]) { ids, found in
            guard let site = found[1]?.lowercased(), let id = found[2]?.lowercased(), id.hasPrefix("tt") == (site == "imdb") else { return }
            ids[site] = ids[site] ?? id
        }
    }

    /// Without database ids, checksums and site addresses.
    static func withoutMarks(_ name: String) -> String {
        var text = name.replacing("【", with: "[").replacing("】", with: "]").replacing("’", with: "'")
        for pattern in [ids, edition, checksum, siteFirst, site] {
            let shorter = pattern.removed(from: text)
            if shorter.contains(where: { $0.isLetter || $0.isNumber }) { text = shorter }
        }
        return text
    }

    /// Replaces underscores and points between words by spaces; initials and digit groups keep their points. Returns nil if nothing is
    /// left.
    static func title(_ text: String) -> String? {
        var text = text.replacing("_", with: " ")
        let points = text.count { $0 == "." }, blanks = text.trimming(" ").count { $0 == " " }
        if points > 0, blanks == 0 || points > blanks + 1 { text = withoutPoints(text) }
        let words = text.split(whereSeparator: { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 || $0.value == 0x7F } })
        var joined = words.joined(separator: " ").trimming(" -_,;:")
        if joined.hasSuffix("."), !keepsPoint(joined) { joined = joined.trimming(trailing: " .-_,") }
        joined = withoutHalfBrackets(String(joined.drop { ".)]} ".contains($0) }))
        if let found = inverted.first(in: joined), let article = found[2], let rest = found[1] { joined = article + " " + rest }
        guard joined.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol }) else { return nil }
        return String(joined.prefix(limit))
    }

    private static let brackets: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

    /// Removes an unclosed bracket at the front, and unmatched brackets at the end.
    private static func withoutHalfBrackets(_ text: String) -> String {
        var text = text
        while let first = text.first, let close = brackets[first], !text.contains(close) {
            text = text.dropFirst().trimmingPrefix(" ").description
        }
        while let last = text.last, brackets.keys.contains(last) || brackets.contains(where: { $0.value == last && !text.contains($0.key) })
        {
            text = String(text.dropLast()).trimming(trailing: " -_,.")
        }
        return text.trimming(" -")
    }

    private static let inverted = NamePattern(#"^(.+), (the|a|an|der|die|das|le|la|les|el|los|las)$"#)
    private static let initialsAtEnd = NamePattern(#"(?:^|[ .])(?:\p{L}\.){2,}$|(?:^| )(?:mr|mrs|dr|st|jr|sr|vs|etc|inc)\.$"#)

    private static func keepsPoint(_ text: String) -> Bool { initialsAtEnd.matches(text) || text.hasSuffix("...") }

    /// `Agents.of.W.A.V.E.` → `Agents of W.A.V.E.`; `10.000.BC` → `10.000 BC`.
    private static func withoutPoints(_ text: String) -> String {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        func isInitial(_ index: Int) -> Bool {
            guard pieces.indices.contains(index) else { return false }
            let word = index > 0 ? pieces[index] : pieces[index].split(separator: " ").last ?? ""
            return word.count == 1 && word.first!.isUppercase
        }
        var result = ""
        for (index, piece) in pieces.enumerated() {
            result += piece
            guard index + 1 < pieces.count else { break }
            let next = pieces[index + 1]
            let isGroup =
                piece.count <= 3 && next.count == 3 && !piece.isEmpty && (piece + next).allSatisfy { $0.isASCII && $0.isNumber }
                && piece != "0"
            if isInitial(index), isInitial(index + 1) {
                result += "."
            } else if isInitial(index), isInitial(index - 1) {
                result += next.isEmpty ? "." : ". "
            } else if isGroup {
                result += "."
            } else {
                result += " "
            }
        }
        return result
    }

    /// A comparison key for titles: letters and digits in lower case, without accents and a leading article.
    static func folded(_ text: String) -> String {
        let plain = text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        var words = String(String.UnicodeScalarView(plain)).split { !$0.isLetter && !$0.isNumber }
        if words.count > 1, ["the", "a", "an", "der", "die", "das", "le", "la", "les"].contains(words[0]) { words.removeFirst() }
        return words.joined()
    }
}
