package import BoardPages
package import Boards
package import Hummingbird
package import Serving

/// The view `table`: all rows with a column for each field, which people can sort by.
package struct TableBoards: BoardView {
    package init() {}

    package static let form = ViewForm("table")
    package static let kind = PageKind.list

    package func page(_ visit: BoardVisit) async throws -> Response { try await TablePage(visit.shown).page(for: visit.request) }
}
