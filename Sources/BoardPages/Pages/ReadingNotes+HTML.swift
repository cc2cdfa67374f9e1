package import Extraction
package import Localisation
package import Serving

extension ReadingNotes {
    /// `3 (no title: 2, no start: 1)`. The reasons are the source's or ours, in English. nil if nothing was counted.
    package static func counted(_ counts: [String: Int], _ words: Words) -> HTML? {
        guard !counts.isEmpty else { return nil }
        let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10).map { "\($0.key): \(words.number($0.value))" }
        return "\(words.number(counts.values.reduce(0, +))) <bdi>(\(reasons.joined(separator: ", ")))</bdi>"
    }
}
