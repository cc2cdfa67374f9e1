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

    /// The part at the person's position, or the requested one.
    package func page(for request: Request) async throws -> Response {
        let document = try await document()
        var view = DocumentView(words: context.words, document: document, token: context.formTokenField)
        if document.extent != nil {
            view.starts = try await feature.store.documents.documentPartStarts(document.id)
            let query = Dictionary(try Percent.form(request.uri.query ?? "")) { first, _ in first }
            if let find = query["find"] {
                view.search = try await search(find, from: query["from"].flatMap { Int($0) } ?? 0, in: document)
                if request.wantsJSON {
                    var answer = JSONLine()
                    answer.add("html", view.search?.list?.description ?? "")
                    return .json(answer.closed)
                }
            }
            view.wanted = query["word"].flatMap { Int($0) }.map { max(0, min($0, (document.extent?.words ?? 1) - 1)) }
            let wanted = query["part"].flatMap { Int($0) } ?? view.part(of: view.wanted ?? document.position)
            guard let part = try await feature.store.documents.documentPart(wanted, of: document.id) else { throw Self.missing }
            view.shown = part
            if request.wantsJSON {
                var answer = JSONLine()
                answer.add("html", view.section(part).description)
                return .json(answer.closed)
            }
            view.pages = try await feature.store.documents.documentPageStarts(document.id)
            view.chapters = try await feature.store.documents.documentChapters(document.id)
            view.hasPictures = feature.documents?.hasPictures(of: document) ?? false
            await addVoices(to: &view)
            view.bookmarks = try await DocumentBookmarksPage(feature, context).view(of: document).html
            if let voice = view.voice {
                let offline = try await DocumentOfflinePage(feature, context).view(of: document, voice)
                (view.offline, view.stale) = (offline.html, offline.notice)
            }
            if feature.exporter != nil, view.voice != nil {
                view.exports = try await DocumentExportsPage(feature, context).view(of: document).html
            }
        }
        return .page(view.page(context.reader, assets: feature.assets.prefix))
    }

    /// Searches the text. Each result has its surrounding sentence.
    private func search(_ text: String, from start: Int, in document: StoredDocument) async throws -> DocumentSearch {
        var search = DocumentSearch(words: context.words, document: document)
        search.text = text.trimmingWhitespace().limited(to: DocumentSearch.longest)
        let found = try await feature.store.documents.hits(of: DocumentSearch.wanted(search.text), in: document.id, from: max(0, start))
        var part: DocumentPart?
        for place in found.places {
            if part?.number != place.part { part = try await feature.store.documents.documentPart(place.part, of: document.id) }
            guard let quote = part?.quote(of: place.word) else { continue }
            search.hits.append(.init(word: place.word, quote: quote))
        }
        search.next = found.next
        return search
    }

    /// An empty title changes nothing. Author and group may be empty; a missing field leaves them unchanged.
    package func rename(_ request: Request) async throws -> Response {
        let form = try await request.form()
        let id = try id()
        let title = DocumentName.plain(form["title"] ?? "")
        let about = DocumentAbout(author: form["author"], group: form["group"])
        let isChanged = try await feature.store.documents.change(
            id, title: title.isEmpty ? nil : title, author: form["author"].map { _ in about.author },
            group: form["group"].map { _ in about.group }, for: person.id)
        guard isChanged else { throw Self.missing }
        return .on(to: ReaderPage.path(of: id))
    }

    /// Extracts the text again from a document that couldn't be read.
    package func readAgain(_ request: Request) async throws -> Response {
        _ = try await request.form()
        let id = try id()
        guard try await feature.store.documents.document(id, of: person.id) != nil else { throw Self.missing }
        if try await feature.store.documents.readAgain(id, for: person.id) { feature.documents?.tidy() }
        return .on(to: ReaderPage.path)
    }

    /// A picture inside a book.
    package func ownPicture(for request: Request) async throws -> Response {
        let document = try await document()
        guard let number = context.parameters.get("picture").flatMap({ Int($0) }),
            let bytes = await feature.documents?.picture(number, in: document), let type = DocumentCover.type(of: bytes)
        else { throw Refusal(.notFound) }
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "private, max-age=86400", .eTag: #""\#(document.content.prefix(16))-own-\#(number)""#,
        ]
        return .bytes(bytes, to: request, headers: headers)
    }

    /// A book's cover picture.
    package func cover(for request: Request) async throws -> Response {
        let document = try await document()
        guard let bytes = await feature.documents?.cover(of: document), let type = DocumentCover.type(of: bytes) else {
            return .bytes(Self.emptySheet, to: request, headers: [.contentType: "image/svg+xml", .cacheControl: "private, max-age=60"])
        }
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "private, max-age=86400", .eTag: #""\#(document.content.prefix(16))-own""#,
        ]
        return .bytes(bytes, to: request, headers: headers)
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
        // A changed audio file, for example after a new rule, also has other word times.
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
            .eTag: #""\#(document.content.prefix(16))-\#(page)-\#(size.rawValue)""#,
        ]
        return .bytes(found, to: request, headers: headers)
    }

    /// The placeholder for a cover that can't be rendered, for example of a damaged file.
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
