/// Which of a source's answers is about the work in question: a pure function, and the only place where that is decided.
///
/// Titles agree if their letters and digits do, case, accents and a leading article aside; also a source's original title
/// counts. Artists agree in the same way. Years agree if they are equal; if none is, one year more or less does where only one
/// answer has the title, because countries show films in different years. Without a year, a match must be the source's only
/// answer with the title. Anything else is no match.
package enum LookUpMatch {
    package struct Candidate: Hashable, Sendable {
        package let titles: [String]
        /// nil: the source knows no artists of such works.
        package let creator: String?
        package let year: Int?

        package init(titles: [String], creator: String? = nil, year: Int?) {
            (self.titles, self.creator, self.year) = (titles, creator, year)
        }
    }

    /// The place of the match. `isWhole`: the source has no further answers.
    package static func only(of candidates: [Candidate], for question: (title: String, creator: String?, year: Int?), isWhole: Bool) -> Int?
    {
        let (title, creator) = (key(question.title), question.creator.map(key))
        let named = candidates.indices.filter { index in
            let candidate = candidates[index]
            guard candidate.titles.contains(where: { key($0) == title }) else { return false }
            return creator == nil || candidate.creator.map(key) == creator
        }
        guard let year = question.year else { return isWhole && named.count == 1 ? named.first : nil }
        let equal = named.filter { candidates[$0].year == year }
        if !equal.isEmpty { return equal.count == 1 ? equal.first : nil }
        guard named.count == 1, let first = named.first, let other = candidates[first].year, abs(other - year) == 1 else { return nil }
        return first
    }

    /// A title of signs only is compared as it is.
    private static func key(_ text: String) -> String {
        let folded = NameText.folded(text)
        return folded.isEmpty ? text.lowercased() : folded
    }
}
