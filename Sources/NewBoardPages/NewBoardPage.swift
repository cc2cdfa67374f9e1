import BoardPages
import Boards
import Dispatch
import Drafting
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Operating
import Records
import Serving
import Storage
import Synchronization
import Watching

/// `/new-board`, for administrators: takes an address, shows the lists found there, and makes a board of one.
struct NewBoardPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private let person: Person
    private let own: OwnBoards
    private var words: Words { context.words }

    static let addressLength = 2000
    static let titleLength = 80
    /// Bytes of a document.
    private static let byteLimit = 8 << 20
    private static let time = Duration.seconds(30)
    private static let accept = "text/html,application/xhtml+xml,application/json,application/xml;q=0.9,text/csv;q=0.9,*/*;q=0.5"

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard let own = feature.own else { throw Refusal(.notFound) }
        (self.feature, self.context, self.own) = (feature, context, own)
        person = try context.knownPerson()
    }

    /// Nothing is fetched until it is sent.
    func form(for request: Request) -> Response {
        answer(NewBoardModel(address: String((request.query["address"] ?? "").prefix(Self.addressLength))))
    }

    // MARK: Looking

    func look(_ request: Request) async throws -> Response {
        let text = try await Form(request)["address"].trimmingWhitespace()
        var model = NewBoardModel(address: String(text.prefix(Self.addressLength)))
        guard text.utf8.count <= Self.addressLength, let address = try? WebAddress(text.contains("://") ? text : "https://\(text)") else {
            model.problem = words("Enter a web address like https://example.org/list.pdf.")
            return answer(model, .unprocessableContent)
        }
        do {
            let document = try await request.body.whileClientWaits { [self] in try await fetch(address) }
            let proposals = try await feature.turns.take(for: "person \(person.id)") { await Self.proposals(of: document) }
            if let proposals, !proposals.all.isEmpty {
                model.found = feature.shelf.keep(proposals, at: address.description, for: person.id)
                return answer(model)
            }
            model.problem = words(
                "Tidings found no list there. Pages that fill themselves by script or ask for a password can’t be read yet.")
        } catch let error as FetchError {
            model.problem = words.text(SourceFailure(error)).asSentence
        } catch is FairTurns.Refused {
            model.problem = words("The server is busy. Try again in a few seconds.")
        }
        return answer(model, .unprocessableContent)
    }

    private struct Document: Sendable {
        let bytes: [UInt8]
        let address: URL
        let charset: String?
    }

    private func fetch(_ address: WebAddress) async throws -> Document {
        var request = Fetching.Request(url: address.url, headers: [("Accept", Self.accept)], bodyLimit: Self.byteLimit)
        request.timeouts.total = Self.time
        let body = Mutex([UInt8]())
        let head = try await feature.boards.fetcher.job(request, for: "new board").run { part in
            if case .body(let bytes) = part { body.withLock { $0 += bytes } }
        }
        return Document(bytes: body.withLock { $0 }, address: head.url, charset: head.contentType?.charset)
    }

    /// nil: it can't be read as what it is. Finding blocks: not one of the threads that everything else runs on.
    private static func proposals(of document: Document) async -> Proposals? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: try? Proposals(of: document.bytes, at: document.address, charset: document.charset))
            }
        }
    }

    // MARK: Taking

    func take(_ request: Request) async throws -> Response {
        let form = try await Form(request)
        guard let found = feature.shelf.found(Int(form["found"]), for: person.id), let place = Int(form["list"]),
            found.proposals.all.indices.contains(place)
        else {
            var model = NewBoardModel(address: String(form["address"].prefix(Self.addressLength)))
            model.problem = words("What was found is no longer at hand. Look again.")
            return answer(model, .unprocessableContent)
        }
        var draft = found.proposals.all[place].draft
        let title = form["title"].trimmingWhitespace()
        if !title.isEmpty { draft.title = String(title.prefix(Self.titleLength)) }
        // The audit trail comes first: its transaction checks that this person is still an administrator.
        try await feature.store.people.audit(
            .settingsChanged, by: person.name, person: person.id, "board of \(found.address)", from: context.address, at: feature.site.now()
        )
        let name: String
        do throws(OwnBoards.Refusal) {
            name = try own.add(draft.yaml, titled: draft.title, besides: Set(feature.boards.all.map(\.name)))
            try await own.putToWork(name)
        } catch {
            var model = NewBoardModel(address: found.address)
            model.found = found
            model.problem = words.sentence(for: error)
            return answer(model, .insufficientStorage)
        }
        return .on(to: BoardPaths(name).page)
    }

    private func answer(_ model: NewBoardModel, _ status: HTTPResponse.Status = .ok) -> Response {
        var response = Response.page(NewBoardView(words: words).page(model, context.reader, feature.assets.prefix), status: status)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension Words {
    /// Why a board wasn't added.
    func sentence(for error: OwnBoards.Refusal) -> String {
        switch error {
        case .full: self("There are as many boards as there can be.")
        case .unwritable: self("The board can’t be saved: the data folder can’t be written to.")
        }
    }
}
