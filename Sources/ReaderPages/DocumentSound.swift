import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Speaking
import Storage
import Streaming

/// The audio of document parts, or the error if there is none.
struct DocumentSound: Sendable {
    private let feature: ReaderFeature

    init(_ feature: ReaderFeature) { self.feature = feature }

    /// The path includes voice and audio id: word times belong to one audio file, and browsers can cache it.
    static func path(_ document: StoredDocument.ID, _ part: Int, _ voice: SpeechVoice, _ sound: PartSound) -> String {
        let query = "voice=\(Percent.encoded(voice.identifier))&sound=\(sound.file.prefix(16))"
        return "\(ReaderPage.path)/documents/\(document)/parts/\(part)/sound?\(query)"
    }

    /// All voices, natural ones first. Throws `Refusal`.
    func voices() async throws -> [SpeechVoice] {
        guard let maker = feature.documents?.maker else { throw Self.problem(SpeechError(.noEngine, "nothing here speaks")) }
        do { return try await maker.voices().filter { !$0.identifier.hasPrefix("mb/") } } catch let error as SpeechError {
            throw Self.problem(error)
        }
    }

    /// The current voice of a document. Throws `Refusal`.
    func voice(of document: StoredDocument) async throws -> SpeechVoice {
        guard let maker = feature.documents?.maker else { throw Self.problem(SpeechError(.noEngine, "nothing here speaks")) }
        do { return try await maker.voice(document.voice, for: document.extent?.language) } catch let error as SpeechError {
            throw Self.problem(error)
        }
    }

    /// The audio of a part, generated if necessary. Throws `Refusal`.
    func sound(of part: DocumentPart, _ document: StoredDocument, _ wanted: String? = nil) async throws -> (PartSound, SpeechVoice) {
        let manner = ReadingManner(
            try await Pronunciations(feature).rules(of: document.person), language: document.extent?.language,
            followsLanguages: document.followsLanguages, leaving: document.leaving)
        return try await sound(of: part, manner, wanted ?? document.voice, in: document.extent?.language, for: document.person)
    }

    /// The same for a part that isn't in a document. Throws `Refusal`.
    func sound(
        of part: DocumentPart, _ manner: ReadingManner, _ wanted: String?, in language: String?, for person: Person.ID
    ) async throws -> (PartSound, SpeechVoice) {
        guard let maker = feature.documents?.maker else { throw Self.problem(SpeechError(.noEngine, "nothing here speaks")) }
        do {
            let voice = try await maker.voice(wanted, for: language)
            return try await maker.sound(of: part, manner, with: voice, for: person)
        } catch let error as SpeechError { throw Self.problem(error) }
    }

    /// The file, with range support. Throws `Refusal`.
    func answer(_ sound: PartSound, to request: Request) throws -> Response {
        guard let maker = feature.documents?.maker, let file = try? OpenFile(sound.file, in: maker.folder) else {
            throw Refusal(.serviceUnavailable, headers: [.retryAfter: "1"])
        }
        let headers: HTTPFields = [
            .contentType: sound.format == .mp3 ? "audio/mpeg" : "audio/wav", .cacheControl: "private, max-age=43200",
            .eTag: #""\#(sound.file)""#,
        ]
        return .file(file.size, to: request, headers: headers) { try await file.read($0) }
    }

    private static func problem(_ error: SpeechError) -> Refusal {
        switch error.code {
        case .busy: Refusal(.serviceUnavailable, text: "Too much is being made at once.", headers: [.retryAfter: "2"])
        case .noEngine: Refusal(.conflict, text: "This server can’t speak: espeak-ng isn’t installed on it.")
        case .noRoom:
            Refusal(.insufficientStorage, "The server’s disk is full. Nothing can be saved until your administrator frees some space.")
        case .noVoice: Refusal(.conflict, text: "There’s no voice for this language. Choose another.")
        default: Refusal(.serviceUnavailable, text: "The sound can’t be made.", headers: [.retryAfter: "10"])
        }
    }
}
