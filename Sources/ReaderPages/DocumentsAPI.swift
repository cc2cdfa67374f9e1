import HTTPTypes
import Hummingbird
import JSONReading
import Localisation
import Operating
import Records
package import Serving
import Speaking
import Storage

/// `/api/v1/documents…`: a person's documents. Documents of other people are "not found".
package struct DocumentsAPI: Sendable {
    let feature: ReaderFeature

    package static let path = "/api/v1/documents"
    private static let topic = "Reader"
    private static let document = Endpoint.Parameter.path("document", .identifier, "The document's number.")
    private static let part = Endpoint.Parameter.path("part", .integer(), "The part's number, from 0.")
    package static let types = StoredDocument.Kind.allCases.flatMap(\.types) + ["application/octet-stream"]

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "documents", topic: topic, "Your documents, most recently listened to first",
                outcomes: [.init("The documents", .object([.init("documents", .list(.named("Document")))]))], answer: api.list),
            Endpoint(
                .post, path, "addDocument", topic: topic,
                "Adds a PDF, an EPUB, a web page or a text, which is read as a job; the same file twice is one document",
                parameters: [
                    .query("name", .text(0...StoredDocument.Limits.title), "Its title; by default the document's own."),
                    .query(
                        "file", .text(0...StoredDocument.Limits.title),
                        "Its file name, used if it has no title of its own."),
                ],
                body: .init(schema: nil, types: types, byteLimit: StoredDocument.Limits.fileBytes, isUpload: true),
                outcomes: [
                    .init(.created, "It is being read", .named("Document")), .init(.ok, "You already have it", .named("Document")),
                ], problems: [.conflict, .serviceUnavailable], answer: api.add),
            Endpoint(
                .post, "\(path)/addresses", "addDocumentByAddress", topic: topic,
                "Adds a document by its address, which is fetched as a job; of a web page the article is read",
                body: .json(.object([.init("url", .text(1...DocumentFetch.addressLength))])),
                outcomes: [
                    .init(.created, "It is being read", .named("Document")), .init(.ok, "You already have it", .named("Document")),
                ], problems: [.conflict, .serviceUnavailable], answer: api.fetch),
            Endpoint(
                .get, "\(path)/{document}", "document", topic: topic, "One of your documents", parameters: [document],
                outcomes: [.init("The document", .named("Document"))], answer: api.get),
            Endpoint(
                .delete, "\(path)/{document}", "removeDocument", topic: topic, "Removes a document with its file and position",
                parameters: [document], outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
            Endpoint(
                .put, "\(path)/{document}/position", "setDocumentPosition", topic: topic, "Notes how far you are in a document",
                parameters: [document],
                body: .json(
                    .object([
                        .init("word", .integer(), about: "The word, from 0."),
                        .init(
                            "ago", .integer(), isRequired: false,
                            about: "Seconds since you were there: a later place that is noted already, as from another device, stays."),
                    ])),
                outcomes: [.init(.noContent, "It is noted")], answer: api.setPosition),
            Endpoint(
                .get, "\(path)/{document}/parts/{part}", "documentPart", topic: topic,
                "A part of a document with its sound, which is made if it isn't there, and when each word is said",
                parameters: [document, part], outcomes: [.init("The part", DocumentPartResource.members.schema)],
                problems: [.conflict, .serviceUnavailable],
                answer: api.onePart),
            Endpoint(
                .get, "/api/v1/voices", "voices", topic: topic, "The voices that read documents, natural ones first",
                outcomes: [.init("The voices", .object([.init("voices", .list(VoiceResource.members.schema))]))], problems: [.conflict],
                answer: api.voices),
        ]
    }

    // MARK: Responses

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        var line = JSONLine()
        let documents = try await feature.store.documents.all(of: try call.person().id)
        line.add("documents", documents.map { Self.line($0, call.context.words) })
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard let library = feature.documents, let file = call.context.upload else { throw Refusal(.badRequest) }
        guard file.finish().bytes > 0 else { throw Refusal(.badRequest, text: "The file is empty.") }
        let name = DocumentName.plain(call.text("name") ?? "")
        let fileName = DocumentName.plain(call.text("file") ?? "")
        let added = try await library.add(
            file, named: name.isEmpty ? fileName : name, isFileName: name.isEmpty, for: person.id, through: feature.store)
        return try await answer(added, call)
    }

    @Sendable private func fetch(_ call: APICall) async throws -> APIAnswer {
        switch try await DocumentFetch(feature, try call.person()).add(call.body?["url"]?.text ?? "") {
        case .added(let added): return try await answer(added, call)
        case .noAddress: throw Refusal(.unprocessableContent, text: "This isn't a web address.")
        case .notPublic(let address): throw Refusal(.unprocessableContent, text: DocumentFetch.notPublic(address, .english))
        case .failed(let failure): throw Refusal(.unprocessableContent, text: Words.english.text(failure).asSentence)
        case .cancelled: throw Refusal(.conflict, text: "Its job was cancelled.")
        case .busy: throw Refusal(.serviceUnavailable, text: "Too much is being fetched at once.", headers: [.retryAfter: "10"])
        }
    }

    private func answer(_ added: DocumentStore.AddedDocument, _ call: APICall) async throws -> APIAnswer {
        switch added {
        case .new(let id): return .json(Self.line(try await stored(id, call), call.context.words), .created)
        case .known(let id): return .json(Self.line(try await stored(id, call), call.context.words))
        case .tooMany: throw Refusal(.conflict, text: "You have \(StoredDocument.Limits.documents) documents, the most there can be.")
        case .tooLarge:
            throw Refusal(.conflict, text: "Your documents have \(StoredDocument.Limits.allBytes) bytes at most, with their text.")
        case .tooManyWaiting: throw Refusal(.serviceUnavailable, text: "Others of yours are being read.", headers: [.retryAfter: "10"])
        }
    }

    @Sendable private func voices(_ call: APICall) async throws -> APIAnswer {
        _ = try call.person()
        var line = JSONLine()
        line.add("voices", try await DocumentSound(feature).voices().map(VoiceResource.members.line))
        return .json(line)
    }

    @Sendable private func get(_ call: APICall) async throws -> APIAnswer { .json(Self.line(try await stored(call), call.context.words)) }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard try await feature.store.documents.removeDocument(Int64(call.integer("document") ?? 0), of: try call.person().id) else {
            throw Self.missing
        }
        feature.documents?.tidy()
        try await feature.exporter?.tidy()
        return .nothing
    }

    @Sendable private func setPosition(_ call: APICall) async throws -> APIAnswer {
        let word = call.body?["word"]?.number.map { Int(clamping: $0) } ?? 0
        let ago = call.body?["ago"]?.number.map { Int(clamping: $0) } ?? 0
        let moment = Timestamp.system() + .seconds(-min(max(0, ago), Self.longestAgo))
        let id = Int64(call.integer("document") ?? 0)
        guard try await feature.store.documents.note(word: word, in: id, for: try call.person().id, at: moment) else { throw Self.missing }
        return .nothing
    }

    @Sendable private func onePart(_ call: APICall) async throws -> APIAnswer {
        let document = try await stored(call)
        guard document.extent != nil,
            let part = try await feature.store.documents.documentPart(call.integer("part") ?? 0, of: document.id)
        else {
            throw Refusal(.notFound, text: "There is no such part.")
        }
        let (sound, voice) = try await DocumentSound(feature).sound(of: part, document)
        let address = WebOrigin(of: call.request, feature.site).address(DocumentSound.path(document.id, part.number, voice, sound))
        return .json(DocumentPartResource.members.line(.init(part: part, document: document, sound: sound, voice: voice, address: address)))
    }

    private static let missing = Refusal(.notFound, text: "There is no such document.")
    /// About a year, in seconds.
    private static let longestAgo = 366 * 86_400

    private func stored(_ call: APICall) async throws -> StoredDocument {
        try await stored(Int64(call.integer("document") ?? 0), call)
    }

    private func stored(_ id: StoredDocument.ID, _ call: APICall) async throws -> StoredDocument {
        guard let found = try await feature.store.documents.document(id, of: try call.person().id) else { throw Self.missing }
        return found
    }

    /// Converts milliseconds to seconds.
    package static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    private static func line(_ document: StoredDocument, _ words: Words) -> JSONLine {
        DocumentResource.members.line(.init(document, words))
    }
}
