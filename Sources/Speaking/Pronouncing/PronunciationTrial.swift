package import Records

/// A short text that a person tests pronunciation rules on: the spoken text, and the part for its sound.
package struct PronunciationTrial: Hashable, Sendable {
    /// The first sentences of the text.
    package let part: DocumentPart
    /// Empty if nothing is spoken.
    package let said: String
    /// The detected language (BCP 47).
    package let language: String?

    /// The maximum number of characters.
    package static let limit = 300

    /// Returns nil if there is nothing to read.
    package static func make(_ text: String, _ rules: Pronouncing) async throws -> PronunciationTrial? {
        try await BlockingWork.run { PronunciationTrial(text, rules) }
    }

    /// Blocks its thread while patterns run, within their budget.
    init?(_ text: String, _ rules: Pronouncing) {
        let document = SpokenDocument(text: Array(text.limited(to: Self.limit).unicodeScalars))
        guard let part = DocumentContents.parts(of: document).first else { return nil }
        self.part = part
        said = rules.said(part).flatMap(\.words).joined(separator: " ")
        language = TextLanguage.guess(document.sentences)
    }
}
