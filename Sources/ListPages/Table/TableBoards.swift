import BoardPages
package import Boards
package import Hummingbird
package import Serving

/// The view `table`: all rows with a column for each field, which people can sort by.
package struct TableBoards: BoardView {
    package init() {}

    package let form = ViewForm("table")
    package let kind = PageKind.list

    package func page(_ visit: BoardVisit) async throws -> Response { try await TablePage(visit.shown).page(for: visit.request) }
}
