/// What a person wants to hear instead of what is written, in all of their documents.
package struct Pronunciation: Hashable, Sendable, Identifiable {
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A whole word, or several.
        case word
        /// Anywhere, inside of words too.
        case text
        /// A regular expression (`Pattern`).
        case pattern
    }

    /// What a rule says, by which it is made and changed.
    package struct Rule: Hashable, Sendable {
        package let kind: Kind
        package let text: String
        /// Empty: nothing is said. Of a pattern, `$0` to `$9` are what it and its groups have found.
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
            /// It isn't a regular expression, and why.
            case pattern(String)
        }

        /// nil if it can be used.
        package var fault: Fault? {
            guard text.contains(where: { !$0.isWhitespace }) else { return .empty }
            guard text.unicodeScalars.count <= Limits.text, said.unicodeScalars.count <= Limits.said else { return .tooLong }
            do throws(PatternError) { _ = try compiled() } catch { return .pattern(error.detail) }
            return nil
        }

        /// What finds it in a sentence.
        package func compiled() throws(PatternError) -> Pattern {
            let prefix = matchesCase ? "" : "(?i)"
            switch kind {
            case .pattern: return try Pattern(prefix + text, isCounted: true)
            case .text: return try Pattern(prefix + Self.literal(text))
            case .word: return try Pattern("\(prefix)(?<![\\p{L}\\p{M}\\p{N}])\(Self.literal(text))(?![\\p{L}\\p{M}\\p{N}])")
            }
        }

        /// Between `\Q` and `\E` everything stands for itself but for `\E`.
        private static func literal(_ text: String) -> String { "\\Q\(text.replacing("\\E", with: "\\E\\\\E\\Q"))\\E" }
    }

    package let id: Int64
    package let rule: Rule

    package init(id: Int64, rule: Rule) { (self.id, self.rule) = (id, rule) }

    package enum Limits {
        /// Rules of one person.
        package static let rules = 200
        /// Unicode scalars of what is found and of what is said.
        package static let (text, said) = (100, 200)
    }
}
