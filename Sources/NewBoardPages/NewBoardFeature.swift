package import BoardPages
import Boards
import Drafting
import Fetching
import Foundation
import Hummingbird
import Operating
import Records
import Serving
import Storage
import Watching

/// Boards made from an address. The page shows the lists found there, and one tap makes a board of one.
package struct NewBoardFeature: Sendable {
    package let boards: KnownBoards
    let shelf = Shelf<FoundLists>()
    let repairs = Shelf<FoundRepair>()
    let imports = Shelf<FoundImport>()
    let importResults = Shelf<ImportResult>()
    /// What is found in a page costs up to some seconds of a processor.
    let turns = FairTurns(.init(width: 1, own: 1, waiting: 5))

    package init(_ boards: KnownBoards) { self.boards = boards }

    /// Views that boards may have.
    var forms: [ViewForm] { boards.views.all.map { $0.form } }

    /// Looks at an address, and keeps what is found there for the person until they look elsewhere; nil if there is nothing that a board reads.
    ///
    /// Throws `FetchError`, and `FairTurns.Refused` while others look.
    func found(at address: WebAddress, for person: Person, _ body: RequestBody) async throws -> FoundLists? {
        let document = try await body.whileClientWaits { [self] in try await BoardFinder(boards.fetcher).document(at: address.url) }
        let proposals = try await turns.take(for: "person \(person.id)") { await BoardFinder.apart { try? document.proposals() } }
        guard let proposals, !proposals.all.isEmpty || !proposals.alternates.isEmpty else { return nil }
        return shelf.keep(for: person.id) { FoundLists(number: $0, address: address.description, proposals: proposals) }
    }

    /// Writes the file of a new board, which is at work when this returns. → its name.
    func add(
        _ file: String, titled title: String, of address: String, by person: Person, from context: PageContext
    ) async throws -> String {
        guard let own = boards.own else { throw Refusal(.notFound) }
        try await audit("board of \(address)", by: person, from: context)
        let name = try own.add(file, titled: title, besides: Set(boards.all.map(\.name)))
        try await own.putToWork(name)
        return name
    }

    /// Goes before a change of boards: its transaction checks that the person is still an administrator.
    func audit(_ what: String, by person: Person, from context: PageContext) async throws {
        try await store.people.audit(.settingsChanged, by: person.name, person: person.id, what, from: context.address, at: site.now())
    }
}
