import HTTPTypes
package import Hummingbird
import Records
package import Serving
import Speaking
import Storage

/// `/reader/documents/<number>/sample?voice=…`: the sentence at the person's position, in a voice that they may choose.
package struct VoiceSample: Sendable {
    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person

    /// The maximum number of words; longer sentences are truncated.
    private static let longest = 30

    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    package func sound(for request: Request) async throws -> Response {
        guard let id = context.parameters.get("document").flatMap({ Int64($0) }),
            let document = try await feature.store.documents.document(id, of: person.id), let extent = document.extent
        else { throw DocumentPage.missing }
        let sounds = DocumentSound(feature)
        let wanted = request.query["voice"]
        guard let voice = try await sounds.voices().first(where: { $0.identifier == wanted }) else { throw Refusal(.notFound) }
        let number = try await feature.store.documents.documentPartStarts(id).lastIndex { $0 <= document.position } ?? 0
        guard let part = try await feature.store.documents.documentPart(number, of: id),
            let sample = Self.sentence(of: part, at: document.position)
        else { throw DocumentPage.missing }
        let rules = try await Pronunciations(feature).rules(of: person.id)
        let manner = ReadingManner(rules, language: extent.language, followsLanguages: false)
        let (sound, other) = try await sounds.sound(of: sample, manner, voice.identifier, in: extent.language, for: person.id)
        // A fallback voice would be misleading.
        guard other == voice else { throw Refusal(.serviceUnavailable, headers: [.retryAfter: "10"]) }
        return try sounds.answer(sound, to: request)
    }

    /// The sentence that contains a word, as a separate part without skipped passages; nil if the part has none.
    static func sentence(of part: DocumentPart, at word: Int) -> DocumentPart? {
        let index = part.sentenceStarts.lastIndex { $0 <= word } ?? 0
        guard part.sentences.indices.contains(index) else { return nil }
        let sentence = part.sentences[index]
        let words = Array(sentence.words.prefix(longest))
        return DocumentPart(
            number: 0, firstWord: 0,
            sentences: [.init(words: words, joined: sentence.joined.filter { $0 < words.count }, endsParagraph: true)])
    }
}
