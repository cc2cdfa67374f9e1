/// Decides which of a source's answers is about the requested work. A pure function, and the only place of this decision.
///
/// Titles match if their letters and digits do, ignoring case, accents and a leading article; a source's original title counts too. Artists
/// match in the same way. Years match if they are equal. If no year is equal and only one answer has the title, a difference of one year is
/// accepted, because countries release films in different years. Without a year, a match must be the source's only answer with the title.
/// Anything else isn't a match.
package enum LookUpMatch {
    package struct Candidate: Hashable, Sendable {
        package let titles: [String]
        /// nil: the source has no artists for such works.
        package let creator: String?
        package let year: Int?

        package init(titles: [String], creator: String? = nil, year: Int?) {
            (self.titles, self.creator, self.year) = (titles, creator, year)
        }
    }

    /// The index of the match. `isWhole`: the source has no further answers.
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

    /// A title without letters and digits is compared unchanged.
    private static func key(_ text: String) -> String {
        let folded = NameText.folded(text)
        return folded.isEmpty ? text.lowercased() : folded
    }
}
