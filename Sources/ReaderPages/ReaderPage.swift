import HTTPTypes
package import Hummingbird
import Localisation
import Operating
package import Records
package import Serving
import Speaking
import Storage

/// `/reader`: a person's documents, and forms to add more.
package struct ReaderPage: Sendable {
    package static let path = "/reader"
    /// The maximum size of the form with a pasted text, form-encoded.
    package static let textFormLimit = 4 << 20

    private let feature: ReaderFeature
    private let context: PageContext
    private let person: Person

    package init(_ feature: ReaderFeature, _ context: PageContext) throws {
        self.feature = feature
        self.context = context
        person = try context.knownPerson()
    }

    static func picture(of page: Int, in id: StoredDocument.ID) -> String { "\(path(of: id))/pages/\(page)/picture" }
    package static func path(of id: StoredDocument.ID) -> String { "\(path)/documents/\(id)" }

    /// The accepted MIME types and file extensions.
    package static let accepted = StoredDocument.Kind.allCases.flatMap { kind in kind.endings.map { ".\($0)" } + kind.types }

    package enum Added: String { case address, text }

    /// The page with a prefilled form, which the person submits.
    package static func path(adding text: String, as way: Added) -> String { "\(path)?\(way.rawValue)=\(Percent.encoded(text))" }

    package func list(for request: Request) async throws -> Response {
        let query = request.query
        var view = try await view(ReaderShelf(words: context.words, query: query))
        (view.address, view.text) = (query[Added.address.rawValue] ?? "", query[Added.text.rawValue] ?? "")
        guard request.wantsJSON else {
            return try await NewSecret.shown(on: Self.path, of: request, for: person, by: feature.site) { texts in
                (view.person, view.podcastAddress) = (person, texts.first)
                return .page(view.page(context.reader, assets: feature.assets.prefix))
            }
        }
        var answer = JSONLine()
        answer.add("html", view.list.description)
        return .json(answer.closed)
    }

    /// Adds a pasted text.
    package func addText(_ request: Request) async throws -> Response {
        guard let library = feature.documents else { throw Refusal(.notFound) }
        let form = try await request.form(upTo: Self.textFormLimit)
        let text = form["text"] ?? ""
        guard text.contains(where: { !$0.isWhitespace }) else { return try await refused(context.words("Paste some text first.")) }
        let file = try await library.receive(for: person.id) { try await $0.take(Array(text.utf8)) }
        guard let file else { return try await refused(context.words("The server is busy. Try again in a few seconds.")) }
        switch try await library.add(file, named: DocumentName.plain(form["title"] ?? ""), for: person.id, through: feature.store) {
        case .new(let id), .known(let id): return .on(to: Self.path(of: id))
        case .tooMany, .tooLarge: return try await refused(context.words("You’ve reached the limit. Delete a document to add another."))
        case .tooManyWaiting: return try await refused(context.words("The server is busy. Try again in a few seconds."))
        }
    }

    /// Adds a file from a form without a script.
    package func addFile(_ request: Request) async throws -> Response {
        let (words, form) = (context.words, context.uploadForm)
        switch form?.fault {
        case .tooLarge:
            let size = words.bytes(StoredDocument.Limits.fileBytes)
            return try await refused(words("The file is larger than \(size). Choose a smaller one."), at: .file)
        case .broken: return try await refused(words("The file didn’t arrive completely. Send it again."), at: .file)
        case nil: break
        }
        guard let library = feature.documents, let file = context.upload, let name = form?.fileName, !name.isEmpty else {
            return try await refused(words("Choose a file first."), at: .file)
        }
        guard file.finish().bytes > 0 else { return try await refused(words("The file is empty. Choose another one."), at: .file) }
        switch try await library.add(file, named: DocumentName.plain(name), isFileName: true, for: person.id, through: feature.store) {
        case .new(let id), .known(let id): return .on(to: Self.path(of: id))
        case .tooMany, .tooLarge:
            return try await refused(words("You’ve reached the limit. Delete a document to add another."), at: .file)
        case .tooManyWaiting: return try await refused(words("The server is busy. Try again in a few seconds."), at: .file)
        }
    }

    /// Adds a document by its address.
    package func addAddress(_ request: Request) async throws -> Response {
        let words = context.words
        switch try await DocumentFetch(feature, person).add(try await Form(request)["address"]) {
        case .added(.new(let id)), .added(.known(let id)): return .on(to: Self.path(of: id))
        case .added(.tooMany), .added(.tooLarge):
            return try await refused(words("You’ve reached the limit. Delete a document to add another."), at: .address)
        case .added(.tooManyWaiting), .busy:
            return try await refused(words("The server is busy. Try again in a few seconds."), at: .address)
        case .noAddress: return try await refused(words("Enter a web address, like https://example.com/article."), at: .address)
        case .cancelled: return try await refused(words("Fetching was cancelled. Try again."), at: .address)
        case .notPublic(let address): return try await refused(DocumentFetch.notPublic(address, words), at: .address)
        case .failed(let failure):
            return try await refused(words.text(failure).asSentence, at: .address, isForSettings: failure.kind == .privateHost)
        }
    }

    /// Creates or revokes the address of the podcast.
    package func changePodcast(_ request: Request) async throws -> Response {
        guard let act = SecretAddressView.Act(rawValue: try await Form(request)["podcast"]) else { throw Refusal(.badRequest) }
        guard act == .make else {
            try await feature.store.people.removeFeedAddress(for: .podcast, of: person)
            return .on(to: "\(Self.path)#podcast")
        }
        let secret = Secret()
        try await feature.store.people.setFeedAddress(secret.hash, for: .podcast, of: person, at: .system())
        let address = WebOrigin(of: request, feature.site).address(Podcast.path(secret))
        return NewSecret.sent([address], to: Self.path, at: "#podcast", for: person, by: feature.site)
    }

    private func refused(_ problem: String, at way: ReaderView.Way = .text, isForSettings: Bool = false) async throws -> Response {
        var view = try await view()
        (view.problem, view.isForSettings) = (problem, isForSettings)
        view.way = way
        var response: Response = .page(view.page(context.reader, assets: feature.assets.prefix))
        response.status = .unprocessableContent
        return response
    }

    private func view(_ shelf: ReaderShelf? = nil) async throws -> ReaderView {
        var shelf = shelf ?? ReaderShelf(words: context.words)
        let found = try await feature.store.documents.documents(on: shelf.choice, of: person.id)
        shelf.hasMore = found.hasMore
        shelf.groups = try await feature.store.documents.documentGroups(of: person.id)
        var view = ReaderView(
            words: context.words, documents: found.documents, speaks: await speaks, token: context.formTokenField,
            podcast: try await feature.store.people.feedAddress(for: .podcast, of: person), shelf: shelf)
        view.covers = Set(view.documents.filter { feature.documents?.hasPictures(of: $0) == true }.map(\.id))
        view.notAdded = await feature.folders?.problems(of: person.id) ?? []
        view.mailbox = try await feature.store.documents.documentMailbox(of: person.id)
        return view
    }

    private var speaks: Bool {
        get async {
            guard let maker = feature.documents?.maker else { return false }
            return (try? await maker.voices().isEmpty == false) ?? false
        }
    }
}
