/// A person's rule to speak something instead of the written text, in all of their documents.
package struct Pronunciation: Hashable, Sendable, Identifiable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// One or several whole words.
        case word
        /// Anywhere, including inside words.
        case text
        /// A regular expression (`Pattern`).
        case pattern
    }

    /// The settings of a rule, for creating and changing it.
    package struct Rule: Hashable, Sendable {
        package let kind: Kind
        package let text: String
        /// Spoken text; empty to skip. In a pattern's rule, `$0` to `$9` stand for the match and its groups.
        package let said: String
        package let matchesCase: Bool

        package init(_ kind: Kind, _ text: String, said: String, matchesCase: Bool = false) {
            (self.kind, self.matchesCase) = (kind, matchesCase)
            // A pattern may end with a blank on purpose.
            self.text = kind == .pattern ? text : text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            self.said = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }

        package enum Fault: Hashable, Sendable {
            case empty
            case tooLong
            /// It isn't a valid regular expression; the reason.
            case pattern(String)
        }

        /// nil if the rule is valid.
        package var fault: Fault? {
            guard text.contains(where: { !$0.isWhitespace }) else { return .empty }
            guard text.unicodeScalars.count <= Limits.text, said.unicodeScalars.count <= Limits.said else { return .tooLong }
            do throws(PatternError) { _ = try compiled() } catch { return .pattern(error.detail) }
            return nil
        }

        /// The pattern that finds the rule's text in a sentence.
        package func compiled() throws(PatternError) -> Pattern {
            let prefix = matchesCase ? "" : "(?i)"
            switch kind {
            case .pattern: return try Pattern(prefix + text, isCounted: true)
            case .text: return try Pattern(prefix + Self.literal(text))
            case .word: return try Pattern("\(prefix)(?<![\\p{L}\\p{M}\\p{N}])\(Self.literal(text))(?![\\p{L}\\p{M}\\p{N}])")
            }
        }

        /// Between `\Q` and `\E` everything is literal, except `\E`.
        private static func literal(_ text: String) -> String { "\\Q\(text.replacing("\\E", with: "\\E\\\\E\\Q"))\\E" }
    }

    package let id: Int64
    package let rule: Rule

    package init(id: Int64, rule: Rule) { (self.id, self.rule) = (id, rule) }

    package enum Limits {
        /// Limit of rules per person.
        package static let rules = 200
        /// Unicode scalars of the written and the spoken text.
        package static let (text, said) = (100, 200)
    }
}
