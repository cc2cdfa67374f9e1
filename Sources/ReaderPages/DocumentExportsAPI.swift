import HTTPTypes
import Hummingbird
import JSONReading
import Records
package import Serving
import Speaking
import Storage

/// `/api/v1/documents/{document}/exports…`: whole documents as audio files.
package struct DocumentExportsAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "\(DocumentsAPI.path)/{document}/exports"
    private static let topic = "Reader"
    private static let document = Endpoint.Parameter.path("document", .identifier, "The document's number.")
    private static let format = Endpoint.Parameter.path("format", .choice(DocumentExportResource.formats), "The file's format.")

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "documentExports", topic: topic, "A document's audio files, finished and in progress", parameters: [document],
                outcomes: [.init("The files", .object([.init("exports", .list(.named("DocumentExport")))]))], answer: api.list),
            Endpoint(
                .post, path, "addDocumentExport", topic: topic,
                "Exports a whole document as audio, as a job; the file is kept for 30 days", parameters: [document],
                body: .json(
                    .object([
                        .init(
                            "format", .choice(DocumentExportResource.formats),
                            about: "mp3: a ZIP archive with a file for each chapter; m4b: one audiobook.")
                    ])),
                outcomes: [
                    .init(.created, "It is being made", .named("DocumentExport")),
                    .init(.ok, "It already exists", .named("DocumentExport")),
                ], problems: [.conflict, .serviceUnavailable], answer: api.add),
            Endpoint(
                .delete, "\(path)/{format}", "removeDocumentExport", topic: topic, "Removes an audio file, or stops making it",
                parameters: [document, format], outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    @Sendable private func list(_ call: APICall) async throws -> APIAnswer {
        let person = try call.person()
        guard let document = try await feature.store.documents.document(id(call), of: person.id) else { throw Self.missing }
        var line = JSONLine()
        line.add("exports", try await DocumentExports(feature, person).all(of: document.id).map { self.line($0, call) })
        return .json(line)
    }

    @Sendable private func add(_ call: APICall) async throws -> APIAnswer {
        guard let format = call.body?["format"].flatMap({ DocumentExport.Format(rawValue: $0.text) }) else { throw Refusal(.badRequest) }
        let added = try await DocumentExports(feature, try call.person()).add(format, of: id(call))
        return .json(line(added.shown, call), added.isNew ? .created : .ok)
    }

    @Sendable private func remove(_ call: APICall) async throws -> APIAnswer {
        guard let format = call.text("format").flatMap(DocumentExport.Format.init(rawValue:)),
            try await DocumentExports(feature, try call.person()).remove(format, of: id(call))
        else { throw Refusal(.notFound, text: "There is no such file.") }
        return .nothing
    }

    private static let missing = Refusal(.notFound, text: "There is no such document.")

    private func id(_ call: APICall) -> StoredDocument.ID { Int64(call.integer("document") ?? 0) }

    private func line(_ shown: DocumentExports.Shown, _ call: APICall) -> JSONLine {
        let isMade = shown.export.made != nil
        let address = isMade ? WebOrigin(of: call.request, feature.site).address(DocumentExports.path(shown.export)) : nil
        return DocumentExportResource.members.line(.init(state: shown, address: address))
    }
}
