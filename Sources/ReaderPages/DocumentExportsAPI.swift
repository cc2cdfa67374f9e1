import Extraction
import HTTPTypes
import Hummingbird
import Records
package import Serving
import Speaking
import Storage

/// `/api/v1/documents/{document}/exports…`: whole documents as files of sound.
package struct DocumentExportsAPI: Sendable {
    let feature: ReaderFeature

    private static let path = "\(DocumentsAPI.path)/{document}/exports"
    private static let topic = "Reader"
    private static let formats = DocumentExport.Format.allCases.map(\.rawValue)
    private static let document = Endpoint.Parameter.path("document", .identifier, "The document's number.")
    private static let format = Endpoint.Parameter.path("format", .choice(formats), "The file's format.")

    package static func endpoints(_ feature: ReaderFeature) -> [Endpoint] {
        let api = Self(feature: feature)
        return [
            Endpoint(
                .get, path, "documentExports", topic: topic, "A document's files of sound, made and being made", parameters: [document],
                outcomes: [.init("The files", .object([.init("exports", .list(.named("DocumentExport")))]))], answer: api.list),
            Endpoint(
                .post, path, "addDocumentExport", topic: topic,
                "Has a whole document made into a file of sound, as a job; it is kept for 30 days", parameters: [document],
                body: .json(
                    .object([
                        .init("format", .choice(formats), about: "mp3: a ZIP archive with a file for each chapter; m4b: one audiobook.")
                    ])),
                outcomes: [
                    .init(.created, "It is being made", .named("DocumentExport")),
                    .init(.ok, "It is there already", .named("DocumentExport")),
                ], problems: [.conflict, .serviceUnavailable], answer: api.add),
            Endpoint(
                .delete, "\(path)/{format}", "removeDocumentExport", topic: topic, "Removes a file of sound, or stops making it",
                parameters: [document, format], outcomes: [.init(.noContent, "It is gone")], answer: api.remove),
        ]
    }

    package static let schema = JSONSchema.object([
        .init("format", .choice(formats)), .init("state", .choice(["making", "ready", "failed"])),
        .init(
            "fault", .optional(.choice(DocumentExport.Fault.allCases.map(\.rawValue))),
            about: "Why it can't be made; null if it can."),
        .init("done", .optional(.integer()), about: "The document's parts that are made; null while it waits, and once it is ready."),
        .init("total", .optional(.integer()), about: "Of how many."),
        .init("bytes", .optional(.integer()), about: "null until it is ready, as what follows."),
        .init("voice", .optional(.text()), about: "The voice that reads."), .init("made", .optional(.moment)),
        .init("until", .optional(.moment), about: "How long it is kept."),
        .init("outdated", .flag, about: "Whether another voice, other rules or another choice of what is left out hold by now."),
        .init("file", .optional(.text()), about: "Where it is, with byte ranges; signed in as you are."),
        .init("chapters", .list(.object([.init("title", .text()), .init("duration", .number, about: "Seconds.")]))),
    ])

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
        let (export, made) = (shown.export, shown.export.made)
        let state: (name: String, fault: String?) =
            switch export.state {
            case .making: ("making", nil)
            case .ready: ("ready", nil)
            case .failed(let fault): ("failed", fault.rawValue)
            }
        var line = JSONLine()
        line.add("format", export.format.rawValue)
        line.add("state", state.name)
        line.add("fault", state.fault)
        line.add("done", shown.progress?.done)
        line.add("total", shown.progress?.total)
        line.add("bytes", made?.bytes)
        line.add("voice", made?.voice)
        line.add("made", made?.at.description)
        line.add("until", made.map { ($0.at + DocumentExport.Limits.time).description })
        line.add("outdated", shown.isOutdated)
        line.add("file", made == nil ? nil : WebOrigin(of: call.request, feature.site).address(DocumentExports.path(export)))
        let chapters = (made?.chapters ?? []).map { chapter -> JSONLine in
            var one = JSONLine()
            one.add("title", chapter.title)
            one.add("duration", json: DocumentsAPI.seconds(chapter.milliseconds))
            return one
        }
        line.add("chapters", chapters)
        return line
    }
}
