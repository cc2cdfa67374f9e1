import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Records
import Serving
import Speaking
import Storage
import Streaming

/// Audio files of whole documents: shared code of page and API.
struct DocumentExports: Sendable {
    private let feature: ReaderFeature
    private let person: Person

    init(_ feature: ReaderFeature, _ person: Person) { (self.feature, self.person) = (feature, person) }

    static func path(_ document: StoredDocument.ID) -> String { "\(ReaderPage.path(of: document))/exports" }

    static func path(_ export: DocumentExport) -> String { "\(path(export.document))/\(export.format.rawValue)" }

    /// An export with its progress, if it is being made.
    struct Shown: Sendable {
        let export: DocumentExport
        let progress: LongJob.Progress?
        /// Whether a finished file no longer matches the current voice and options.
        let isOutdated: Bool
    }

    func all(of id: StoredDocument.ID) async throws -> [Shown] {
        var shown: [Shown] = []
        let exports = try await feature.store.documents.exports(of: id, for: person.id)
        let now = exports.contains { $0.made != nil } ? try await edition(of: id) : nil
        for export in exports {
            let isOutdated = now.flatMap { now in export.made?.isOutdated(now: now.edition, by: now.voice) } ?? false
            shown.append(
                Shown(export: export, progress: await feature.exporter?.progress(of: export.id), isOutdated: isOutdated))
        }
        return shown
    }

    /// The current voice and options for a file; nil if no voice can read the document.
    private func edition(of id: StoredDocument.ID) async throws -> (edition: String, voice: String)? {
        guard let document = try await feature.store.documents.document(id, of: person.id),
            let voice = try? await DocumentSound(feature).voice(of: document)
        else { return nil }
        let rules = try await feature.store.documents.pronunciations(of: person.id).map(\.rule)
        return (document.edition(by: voice.documentEdition, rules), voice.identifier)
    }

    func one(_ format: DocumentExport.Format, of id: StoredDocument.ID) async throws -> Shown? {
        try await all(of: id).first { $0.export.format == format }
    }

    /// Replaces a finished file only if asked to. Throws `Refusal`.
    func add(_ format: DocumentExport.Format, of id: StoredDocument.ID, anew: Bool = false) async throws -> (isNew: Bool, shown: Shown) {
        guard let exporter = feature.exporter, exporter.canMake else {
            throw Refusal(.conflict, text: "This server can’t make files of sound: espeak-ng or ffmpeg isn’t installed on it.")
        }
        let added = try await exporter.add(format, of: id, for: person.id, anew: anew, through: feature.store)
        switch added {
        case .noDocument: throw Refusal(.notFound, text: "There is no such document.")
        case .tooMany: throw Refusal(.serviceUnavailable, text: "Others of yours are being made.", headers: [.retryAfter: "60"])
        case .new, .known:
            guard let shown = try await one(format, of: id) else { throw Refusal(.notFound, text: "There is no such document.") }
            if case .new = added { return (true, shown) }
            return (false, shown)
        }
    }

    /// Returns false if the person has no such export.
    func remove(_ format: DocumentExport.Format, of id: StoredDocument.ID) async throws -> Bool {
        let removed = try await feature.store.documents.removeExport(format, of: id, for: person.id) != nil
        try await feature.exporter?.tidy()
        return removed
    }

    /// The file, with range support. Throws `Refusal`.
    func answer(_ format: DocumentExport.Format, of id: StoredDocument.ID, to request: Request) async throws -> Response {
        guard let document = try await feature.store.documents.document(id, of: person.id), let exporter = feature.exporter,
            let export = try await one(format, of: id)?.export, export.made != nil,
            let file = try? OpenFile(DocumentExporter.name(of: export), in: exporter.folder.path)
        else { throw Refusal(.notFound, text: "There is no such file.") }
        let title = document.title.isEmpty ? "document" : document.title
        let headers: HTTPFields = [
            .contentType: format == .m4b ? "audio/mp4" : "application/zip", .cacheControl: "no-cache, private",
            .eTag: #""export-\#(export.id)""#, .contentDisposition: Attachment.disposition(title, format.ending),
        ]
        return .file(file.size, to: request, headers: headers) { try await file.read($0) }
    }
}
