import Boards
import Hummingbird

/// The view `table`: all rows with a column for each field, which people can sort by.
struct TableBoards: BoardView {
    let form = ViewForm("table")
    let kind = PageKind.list

    func page(_ visit: BoardVisit) async throws -> Response { try await TablePage(visit.shown).page(for: visit.request) }
}
