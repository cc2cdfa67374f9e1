import Records

/// What is said of a whole document, a sentence after the other, and by whom.
package struct DocumentReading: Sendable {
    private let manner: ReadingManner
    private let voice: SpeechVoice
    private let voices: [SpeechVoice]
    private var parts: ArraySlice<DocumentPart>
    private var waiting: ArraySlice<SaidByVoice> = []

    /// Of the document's sentences, each with the words that it has there; `voices` are those that read other languages.
    package init(_ document: SpokenDocument, _ manner: ReadingManner, by voice: SpeechVoice, of voices: [SpeechVoice]) {
        (self.manner, self.voice, self.voices) = (manner, voice, voices)
        parts = DocumentContents.plainParts(of: document)[...]
    }

    /// nil behind the last one.
    package mutating func next() async throws -> SaidByVoice? {
        while waiting.isEmpty, let part = parts.popFirst() {
            waiting = try await BlockingWork.run { [manner, voice, voices] in manner.said(part, by: voice, of: voices) }[...]
        }
        return waiting.popFirst()
    }
}
