import HTTPTypes
package import Hummingbird
import Localisation
import Records
package import Serving
import Speaking
import Storage

/// `/reader/documents/<number>`: a document's text and its player. Documents of other people are "not found".
package struct DocumentPage: Sendable {
    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    /// The part where the person stopped, or the one in the query.
    package func page(for request: Request) async throws -> Response {
        let document = try await document()
        var view = DocumentView(words: context.words, document: document, token: context.formTokenField)
        if document.extent != nil {
            view.starts = try await feature.store.documents.documentPartStarts(document.id)
            let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
            let wanted = query["part"].flatMap { Int($0) } ?? view.part(of: document.position)
            guard let part = try await feature.store.documents.documentPart(wanted, of: document.id) else { throw Self.missing }
            view.shown = part
            if request.wantsJSON {
                var answer = JSONLine()
                answer.add("html", view.section(part).description)
                return .json(answer.closed)
            }
            view.pages = try await feature.store.documents.documentPageStarts(document.id)
            view.hasPictures = feature.documents?.hasPictures(of: document) ?? false
            await addVoices(to: &view)
            view.bookmarks = try await DocumentBookmarksPage(feature, context).view(of: document).html
            if let voice = view.voice { view.offline = try await DocumentOfflinePage(feature, context).view(of: document, voice).html }
            if feature.exporter != nil, view.voice != nil {
                view.exports = try await DocumentExportsPage(feature, context).view(of: document).html
            }
        }
        return .page(view.page(context.reader, assets: feature.assets.prefix))
    }

    package func rename(_ request: Request) async throws -> Response {
        let title = DocumentName.plain(try await Form(request)["title"])
        let id = try id()
        guard !title.isEmpty else { return .on(to: ReaderPage.path(of: id)) }
        guard try await feature.store.documents.change(id, title: title, for: person.id) else { throw Self.missing }
        return .on(to: ReaderPage.path(of: id))
    }

    package func setVoice(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let (id, voice) = (try id(), form["voice"])
        guard try await feature.documents?.maker?.voices().contains(where: { $0.identifier == voice }) == true,
            try await feature.store.documents.change(id, voice: voice, followsLanguages: !form["languages"].isEmpty, for: person.id)
        else { throw Self.missing }
        return .on(to: ReaderPage.path(of: id))
    }

    /// Ticked kinds are skipped; everything else is read.
    package func setLeaving(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let id = try id()
        let kinds = Set(LeavingOut.Kind.allCases.filter { !form[$0.rawValue].isEmpty })
        guard try await feature.store.documents.setLeaving(kinds, in: id, for: person.id) else { throw Self.missing }
        return .on(to: ReaderPage.path(of: id))
    }

    /// Includes or skips a single passage.
    package func setPassage(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        let document = try await document()
        guard let start = Int(form["read"].isEmpty ? form["leave"] : form["read"]) else { throw Self.missing }
        let number = try await feature.store.documents.documentPartStarts(document.id).lastIndex { $0 <= start }
        guard let number, let part = try await feature.store.documents.documentPart(number, of: document.id),
            part.sentences.contains(where: { $0.passages.contains { $0.start == start } }),
            try await feature.store.documents.setPassage(start, isRead: !form["read"].isEmpty, in: document.id, for: person.id)
        else { throw Self.missing }
        return .on(to: "\(ReaderPage.path(of: document.id))?part=\(number)")
    }

    package func remove(_ request: Request) async throws -> Response {
        _ = try await request.form()
        guard try await feature.store.documents.removeDocument(try id(), of: person.id) else { throw Self.missing }
        feature.documents?.tidy()
        try await feature.exporter?.tidy()
        return .on(to: ReaderPage.path)
    }

    package func sound(for request: Request) async throws -> Response {
        let document = try await document()
        guard document.extent != nil, let number = context.parameters.get("part").flatMap({ Int($0) }),
            let part = try await feature.store.documents.documentPart(number, of: document.id)
        else { throw Refusal(.notFound) }
        let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
        let sounds = DocumentSound(feature)
        let (sound, _) = try await sounds.sound(of: part, document, query["voice"])
        // If the sound has changed, for example by a rule, its times have changed too.
        if let known = query["sound"], !sound.file.hasPrefix(known) { throw Refusal(.notFound) }
        return try sounds.answer(sound, to: request)
    }

    /// A page of a PDF as a picture; small with `size=cover`.
    package func picture(for request: Request) async throws -> Response {
        let document = try await document()
        let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
        let size = query["size"] == "cover" ? PagePictures.Size.cover : .page
        guard let page = context.parameters.get("page").flatMap({ Int($0) }) else { throw Refusal(.notFound) }
        let found: [UInt8]?
        do { found = try await feature.documents?.picture(of: page, size, in: document) } catch is SpeechError {
            throw Refusal(.serviceUnavailable, headers: [.retryAfter: "2"])
        }
        guard let found else {
            guard size == .cover else { throw Refusal(.notFound) }
            return .bytes(Self.emptySheet, to: request, headers: [.contentType: "image/svg+xml", .cacheControl: "private, max-age=60"])
        }
        let headers: HTTPFields = [
            .contentType: "image/jpeg", .cacheControl: "private, max-age=86400",
            .eTag: "\"\(document.content.prefix(16))-\(page)-\(size.rawValue)\"",
        ]
        return .bytes(found, to: request, headers: headers)
    }

    /// The placeholder in the list for a cover that can't be rendered, for example of a damaged file.
    private static let emptySheet = Array(
        #"<svg xmlns="http://www.w3.org/2000/svg" width="170" height="240"><path fill="white" d="M0 0h170v240H0z"/></svg>"#.utf8)

    private func addVoices(to view: inout DocumentView) async {
        guard let maker = feature.documents?.maker, let voices = try? await maker.voices(), !voices.isEmpty else { return }
        view.speaks = true
        view.voice = try? await maker.voice(view.document.voice, for: view.document.extent?.language)
        let language = view.document.extent?.language ?? "en"
        let own = voices.filter { $0.speaks(language) }
        view.voices = (own.isEmpty ? voices : own).sorted { ($0.isNatural ? 0 : 1, $0.name) < ($1.isNatural ? 0 : 1, $1.name) }
        view.misses = view.document.voice != nil && view.document.voice != view.voice?.identifier
        if let voice = view.voice, !view.voices.contains(voice) { view.voices.insert(voice, at: 0) }
    }

    package static let missing = Refusal(.notFound, "There’s no such document.")

    private func id() throws -> StoredDocument.ID {
        guard let id = context.parameters.get("document").flatMap({ Int64($0) }) else { throw Self.missing }
        return id
    }

    private func document() async throws -> StoredDocument {
        guard let document = try await feature.store.documents.document(try id(), of: person.id) else { throw Self.missing }
        return document
    }
}
