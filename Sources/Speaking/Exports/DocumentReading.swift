import Records

/// Iterates over the spoken sentences of a whole document, each with its voice.
package struct DocumentReading: Sendable {
    private let manner: ReadingManner
    private let voice: SpeechVoice
    private let voices: [SpeechVoice]
    private var parts: ArraySlice<DocumentPart>
    private var waiting: ArraySlice<SaidByVoice> = []

    /// Keeps the document's own words for each sentence; `voices` read passages in other languages.
    package init(_ document: SpokenDocument, _ manner: ReadingManner, by voice: SpeechVoice, of voices: [SpeechVoice]) {
        (self.manner, self.voice, self.voices) = (manner, voice, voices)
        parts = DocumentContents.plainParts(of: document)[...]
    }

    /// Returns nil after the last sentence.
    package mutating func next() async throws -> SaidByVoice? {
        while waiting.isEmpty, let part = parts.popFirst() {
            waiting = try await BlockingWork.run { [manner, voice, voices] in manner.said(part, by: voice, of: voices) }[...]
        }
        return waiting.popFirst()
    }
}
