import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Speaking
import Storage

/// `/reader/documents/<number>/offline`: the data that a browser stores to play a document offline.
///
/// Returns the starts of the document's parts and their edition; with `part`, a part's text as on the document's page, and word times as in
/// the API. The service worker stores each with its audio (`worker/documents.js`).
package struct DocumentOfflinePage: Sendable {
    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person
    private let id: StoredDocument.ID

    /// Throws "not found" if there is no such document.
    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        (self.feature, self.context) = (feature, context)
        person = try context.knownPerson()
        guard let id = context.parameters.get("document").flatMap({ Int64($0) }) else { throw DocumentPage.missing }
        self.id = id
    }

    package func answer(to request: Request) async throws -> Response {
        guard let document = try await feature.store.documents.document(id, of: person.id), document.extent != nil else {
            throw DocumentPage.missing
        }
        let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
        guard let wanted = query["part"] else { return .json(try await summary(of: document).closed) }
        guard let number = Int(wanted), let part = try await feature.store.documents.documentPart(number, of: id) else {
            throw Refusal(.notFound)
        }
        let (sound, voice) = try await DocumentSound(feature).sound(of: part, document)
        let address = WebOrigin(of: request, feature.site).address(DocumentSound.path(id, number, voice, sound))
        var line = JSONLine()
        line.add("html", DocumentView(words: context.words, document: document, token: context.formTokenField).section(part).description)
        let shown = DocumentPartResource.Shown(part: part, document: document, sound: sound, voice: voice, address: address)
        line.add("part", DocumentPartResource.members.line(shown))
        return .json(line.closed)
    }

    private func summary(of document: StoredDocument) async throws -> JSONLine {
        let voice = try await DocumentSound(feature).voice(of: document)
        var line = JSONLine()
        line.add("edition", try await edition(of: document, voice))
        line.add("words", document.extent?.words)
        line.add("starts", json: "[\(try await feature.store.documents.documentPartStarts(id).map(String.init).joined(separator: ","))]")
        return line
    }

    /// A hash of everything that determines the text and audio of its parts.
    private func edition(of document: StoredDocument, _ voice: SpeechVoice) async throws -> String {
        document.edition(by: voice.documentEdition, try await feature.store.documents.pronunciations(of: person.id).map(\.rule))
    }

    func view(of document: StoredDocument, _ voice: SpeechVoice) async throws -> DocumentOfflineView {
        DocumentOfflineView(
            words: context.words, document: document, edition: try await edition(of: document, voice),
            bytes: feature.documents?.maker.map { $0.bytes(ofWords: document.extent?.words ?? 0) })
    }
}
