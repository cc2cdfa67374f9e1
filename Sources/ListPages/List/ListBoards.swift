package import BoardPages
package import Boards
package import Hummingbird
package import Localisation
import Records
package import Serving

/// The view `list`: all rows with their pictures, and a search.
package struct ListBoards: BoardView {
    package init() {}

    package static let form = ViewForm("list")
    package static let kind = PageKind.list

    package func page(_ visit: BoardVisit) async throws -> Response { try await ListPage(visit.shown).page(for: visit.request) }

    package func offers(of shared: SharedText, on board: Board, _ words: Words) -> [ShareOffer] {
        guard !shared.searched.isEmpty else { return [] }
        return [
            ShareOffer(
                address: BoardPaths(board.name).page(shared.searched, .name),
                text: words("Search “\(board.title)” for “\(shared.searched)”"))
        ]
    }

    /// Whether records are shown as cards: they have a picture or contact details.
    package func hasCards(_ board: Board) -> Bool { board.schema.fields.contains { [.image, .phone, .email].contains($0.kind) } }
}
