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

/// Boards made from an address. The page shows the detected lists, and one tap makes a board from a list.
package struct NewBoardFeature: Sendable {
    package let boards: KnownBoards
    /// With several results of a person, because Back leads to the page that was searched before.
    let shelf = Shelf<FoundLists>(own: 3, byteLimit: heldBytes) { $0.document.bytes.count }
    let repairs = Shelf<FoundRepair>(byteLimit: heldBytes) { $0.document.bytes.count }
    let imports = Shelf<FoundImport>()
    let importResults = Shelf<ImportResult>()
    /// The limit on stored documents, which are kept to be read again.
    private static let heldBytes = 48 << 20
    /// Searching a page takes up to some seconds of CPU time.
    let analysing = FairSemaphore(.init(width: 1, own: 1, waiting: 5))
    /// A person searches one address at a time, including its fetch.
    let looks = FairSemaphore(.init(width: 6, own: 1, waiting: 0))

    package init(_ boards: KnownBoards) { self.boards = boards }

    /// The views available to boards.
    var forms: [ViewForm] { boards.views.all.map { $0.form } }

    /// Searches an address, and stores the result for the person, who can return to it. Only administrators can use a browser, which
    /// costs as much as a hundred plain fetches. With `value`, searches for this one value, as shown on the page.
    ///
    /// Throws `FetchError`, and `FairSemaphore.Refused` while others are searching.
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
        let mayNeedBrowser = mayRender && !inBrowser && !hasList && boards.fetcher.canRender && document.hasScripts
        var look = Look(isPage: proposals?.isPage == true, places: proposals?.places ?? 0, mayNeedBrowser: mayNeedBrowser)
        if let proposals, !proposals.all.isEmpty || !proposals.alternates.isEmpty || !proposals.frames.isEmpty {
            look.found = shelf.keep(for: person.id) {
                FoundLists(
                    number: $0, address: address.description, document: document, proposals: proposals, isRendered: inBrowser,
                    mayNeedBrowser: mayNeedBrowser)
            }
        }
        return look
    }

    /// The result of searching an address.
    struct Look: Sendable {
        /// nil if there is nothing that a board can read.
        var found: FoundLists?
        /// Whether it is an HTML page.
        let isPage: Bool
        /// How often it shows the requested value.
        let places: Int
        /// Whether the page has scripts but no list, and a browser is available.
        let mayNeedBrowser: Bool
    }

    /// Fetches the document at an address with the rights of the person's boards.
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
                    return (address, try await finder.document(at: address.url, rendered: order, isBounded: person.isBounded))
                }
                do { return try await found(at: typed.address) } catch let error as FetchError {
                    guard let plain = typed.plain, error.code == .unreachable, !error.isUnlisted else { throw error }
                    do { return try await found(at: plain) } catch is FetchError { throw error }
                }
            }
        }
    }

    /// Writes the file of a new board, which is running when this returns. The board belongs to the person, and only they see it. Returns
    /// its name.
    ///
    /// Throws `OwnBoards.Refusal`.
    func add(_ file: String, titled title: String, by person: Person, from context: PageContext) async throws -> String {
        guard let own = boards.own else { throw Refusal(.notFound) }
        let known = boards.names
        // Detects, before anything is stored, that no name can be made from the title.
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

    /// Removes a board from the folder and stops it. Its stored data remain. Throws `OwnBoards.Refusal`.
    func remove(_ name: String, by person: Person, from context: PageContext) async throws {
        guard let own = boards.own, try await store.boards.confirm(name, by: person.id, removing: true) else { throw Refusal(.notFound) }
        try await audit("removal of the board \(name)", by: person, from: context)
        try await own.remove(name)
    }

    /// Replaces a board's file; nil: restores the former one. Throws `OwnBoards.Refusal`.
    ///
    /// If the source is read in another way now, a check of it has begun when this returns, as the board's page then shows.
    func replace(_ board: Board, with file: String?, by person: Person) async throws {
        guard let own = boards.own else { throw Refusal(.notFound) }
        if let file { try await own.replace(board.name, with: file) } else { try await own.takeBack(board.name) }
        guard let changed = boards.evenHidden(board.name), changed.reading != board.reading else { return }
        // Otherwise the schedule begins it.
        _ = try? await boards.watcher.refresh(changed, for: "page", by: person.id)
    }

    /// Must precede each change of a board's file: a transaction that checks that the person may still make it.
    func confirm(_ what: String, of board: Board, by person: Person, from context: PageContext) async throws {
        guard try await store.boards.confirm(board.name, by: person.id) else { throw Refusal(.notFound, "This board doesn’t exist.") }
        try await audit("\(what) of the board \(board.name)", by: person, from: context)
    }

    /// Shows a board to everyone with an account, or only to its owner.
    func share(_ board: Board, _ isShared: Bool, by person: Person, from context: PageContext) async throws {
        guard let own = boards.own, try await store.boards.share(board.name, isShared, by: person.id) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        try await audit("\(isShared ? "sharing" : "hiding") of the board \(board.name)", by: person, from: context)
        await own.takeUp(board.name)
    }

    /// The audit trail records administrators. Members only change their own boards, and the trail's size is limited.
    private func audit(_ what: String, by person: Person, from context: PageContext) async throws {
        guard person.role == .administrator else { return }
        try await store.people.audit(.settingsChanged, by: person.name, person: person.id, what, from: context.address, at: site.now())
    }
}
