import Boards
import Hummingbird
import Localisation
import Records

/// The view `list`: all rows with their pictures, and a search.
struct ListBoards: BoardView {
    let form = ViewForm("list")
    let kind = PageKind.list

    func page(_ visit: BoardVisit) async throws -> Response { try await ListPage(visit.shown).page(for: visit.request) }

    func offers(of shared: SharedText, on board: Board, _ words: Words) -> [ShareOffer] {
        guard !shared.searched.isEmpty else { return [] }
        return [
            ShareOffer(
                address: BoardPaths(board.name).page(shared.searched, .name),
                text: words("Search “\(board.title)” for “\(shared.searched)”"))
        ]
    }

    /// A list of something with a picture, or with ways to reach it.
    func hasCards(_ board: Board) -> Bool { board.schema.fields.contains { [.image, .phone, .email].contains($0.kind) } }
}
