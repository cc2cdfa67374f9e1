package import BoardPages
import Boards
import Drafting
import Fetching
import Foundation
import Hummingbird
import Localisation
import Operating
import Records
import Serving
import Storage
import Watching

/// Boards made from an address. The page shows the lists found there, and one tap makes a board of one.
package struct NewBoardFeature: Sendable {
    package let boards: KnownBoards
    let shelf = Shelf<FoundLists>(byteLimit: heldBytes) { $0.document.bytes.count }
    let repairs = Shelf<FoundRepair>(byteLimit: heldBytes) { $0.document.bytes.count }
    let imports = Shelf<FoundImport>()
    let importResults = Shelf<ImportResult>()
    /// Of documents that are at hand to be read again.
    private static let heldBytes = 48 << 20
    /// What is found in a page costs up to some seconds of a processor.
    let analysing = FairSemaphore(.init(width: 1, own: 1, waiting: 5))
    /// A person looks at one address at a time, the fetch included.
    let looks = FairSemaphore(.init(width: 6, own: 1, waiting: 0))

    package init(_ boards: KnownBoards) { self.boards = boards }

    /// Views that boards may have.
    var forms: [ViewForm] { boards.views.all.map { $0.form } }

    /// Looks at an address, and keeps what is found there for the person until they look elsewhere. A browser is for administrators: it
    /// costs as much as a hundred plain fetches. With `value`, it is one value of the page that is looked for, as the page shows it.
    ///
    /// Throws `FetchError`, and `FairSemaphore.Refused` while others look.
    func look(
        at typed: TypedAddress, inBrowser: Bool, value: String? = nil, for person: Person, _ body: RequestBody
    ) async throws -> Look {
        let mayRender = person.role == .administrator
        guard mayRender || !inBrowser else { throw Refusal.below(.administrator) }
        let (address, document) = try await document(at: typed, rendered: inBrowser ? BoardFinder.rendering : nil, for: person, body)
        let proposals = try await analysing.run(for: "person \(person.id)") {
            await BoardFinder.apart { () -> Proposals? in
                if let value { try? document.proposals(ofValue: value) } else { try? document.proposals() }
            }
        }
        let hasList = proposals?.all.contains { !$0.isText } == true
        var look = Look(
            isPage: proposals?.isPage == true, places: proposals?.places ?? 0,
            mayNeedBrowser: mayRender && !inBrowser && !hasList && boards.fetcher.canRender && document.hasScripts)
        if let proposals, !proposals.all.isEmpty || !proposals.alternates.isEmpty || !proposals.frames.isEmpty {
            look.found = shelf.keep(for: person.id) {
                FoundLists(
                    number: $0, address: address.description, document: document, proposals: proposals, isRendered: inBrowser)
            }
        }
        return look
    }

    /// What a look at an address has come to.
    struct Look: Sendable {
        /// nil if there is nothing that a board reads.
        var found: FoundLists?
        /// Whether there is a page of HTML.
        let isPage: Bool
        /// In how many places it shows the value that was looked for.
        let places: Int
        /// The page has no list and scripts, and a browser is there.
        let mayNeedBrowser: Bool
    }

    /// The document at an address, as a board of the person may fetch it.
    func document(
        at address: WebAddress, rendered order: RenderOrder?, for person: Person, _ body: RequestBody
    ) async throws -> BoardFinder.Document {
        try await document(at: TypedAddress(address), rendered: order, for: person, body).1
    }

    /// The same at an address as a person typed it, with the address that led there.
    private func document(
        at typed: TypedAddress, rendered order: RenderOrder?, for person: Person, _ body: RequestBody
    ) async throws -> (WebAddress, BoardFinder.Document) {
        try await looks.run(for: "person \(person.id)") {
            try await body.whileClientWaits { [self] in
                func found(at address: WebAddress) async throws -> (WebAddress, BoardFinder.Document) {
                    let finder = BoardFinder(boards.fetcher)
                    return (address, try await finder.document(at: address.url, rendered: order, isBounded: person.role != .administrator))
                }
                do { return try await found(at: typed.address) } catch let error as FetchError {
                    guard let plain = typed.plain, error.code == .unreachable, !error.isUnlisted else { throw error }
                    do { return try await found(at: plain) } catch is FetchError { throw error }
                }
            }
        }
    }

    /// Writes the file of a new board, which is at work when this returns. It is the person's, and seen by them alone. → its name.
    ///
    /// Throws `OwnBoards.Refusal`.
    func add(_ file: String, titled title: String, by person: Person, from context: PageContext) async throws -> String {
        guard let own = boards.own else { throw Refusal(.notFound) }
        let known = boards.names
        // What a title can't be made a name of shows before anything is stored.
        _ = try own.name(for: title, besides: known)
        let added = try await store.boards.add(of: person.id, at: site.now()) { taken in
            (try? own.name(for: title, besides: known.union(taken))) ?? "page-\(UUID().uuidString.prefix(8).lowercased())"
        }
        switch added {
        case .tooMany: throw OwnBoards.Refusal.tooMany
        case .tooManyKept: throw OwnBoards.Refusal.tooManyKept
        case .named(let name):
            do {
                try await audit("board \(name)", by: person, from: context)
                try own.add(file, named: name)
                try await own.putToWork(name)
            } catch {
                try? await store.boards.note(name, isThere: false)
                throw error
            }
            return name
        }
    }

    /// Takes a board out of the folder and off work. What is stored of it stays. Throws `OwnBoards.Refusal`.
    func remove(_ name: String, by person: Person, from context: PageContext) async throws {
        guard let own = boards.own, try await store.boards.confirm(name, by: person.id, removing: true) else { throw Refusal(.notFound) }
        try await audit("removal of the board \(name)", by: person, from: context)
        try await own.remove(name)
    }

    /// Goes before each change of a board's file: a transaction in which the person still may make it.
    func confirm(_ what: String, of board: Board, by person: Person, from context: PageContext) async throws {
        guard try await store.boards.confirm(board.name, by: person.id) else { throw Refusal(.notFound, "This board doesn’t exist.") }
        try await audit("\(what) of the board \(board.name)", by: person, from: context)
    }

    /// Lets everyone with an account see a board, or its owner alone.
    func share(_ board: Board, _ isShared: Bool, by person: Person, from context: PageContext) async throws {
        guard let own = boards.own, try await store.boards.share(board.name, isShared, by: person.id) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        try await audit("\(isShared ? "sharing" : "hiding") of the board \(board.name)", by: person, from: context)
        await own.takeUp(board.name)
    }

    /// What administrators do is in the audit trail. Members change only what is theirs, and the trail is bounded.
    private func audit(_ what: String, by person: Person, from context: PageContext) async throws {
        guard person.role == .administrator else { return }
        try await store.people.audit(.settingsChanged, by: person.name, person: person.id, what, from: context.address, at: site.now())
    }
}
