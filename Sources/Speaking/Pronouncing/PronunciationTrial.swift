package import Records

/// A short text with which a person tries their rules: what is said, and the part that its sound is made of.
package struct PronunciationTrial: Hashable, Sendable {
    /// The first sentences of the text.
    package let part: DocumentPart
    /// Empty if nothing is said.
    package let said: String
    /// As it seems (BCP 47).
    package let language: String?

    /// Characters of the text.
    package static let limit = 300

    /// nil if there is nothing to read in it.
    package static func make(_ text: String, _ rules: Pronouncing) async throws -> PronunciationTrial? {
        try await BlockingWork.run { PronunciationTrial(text, rules) }
    }

    /// Blocks its thread for as long as patterns may take.
    init?(_ text: String, _ rules: Pronouncing) {
        let document = SpokenDocument(text: Array(text.limited(to: Self.limit).unicodeScalars))
        guard let part = DocumentContents.parts(of: document).first else { return nil }
        self.part = part
        said = rules.said(part).flatMap(\.words).joined(separator: " ")
        language = TextLanguage.guess(document.sentences)
    }
}
