import BoardPages
package import Boards
import GuidePages
import HTTPTypes
package import Hummingbird
import ListPages
import Localisation
package import Serving
import StationPages

extension Views {
    /// All there are.
    package static let installed = Views(
        [LookupBoards(), ListBoards(), StationBoards(), TableBoards(), GaugeBoards(), GuideBoards()], plain: TableBoards())

    /// The kinds of pages, each once: views may share one.
    static let pageKinds: [PageKind] = {
        var known: Set<String> = []
        return (Features.installed.flatMap(\.pageKinds) + installed.all.map { $0.kind }).filter { known.insert($0.name).inserted }
    }()

    /// The files of their pages, which all servers of a process share.
    package static let assets = Result { try AssetLibrary.Installed(of: pageKinds) }

    /// Their names, and what they want of a board's file.
    package static let forms = installed.all.map { $0.form }
}

extension BoardVisit {
    /// Answers at an address that some views have, and others don't.
    package func answer(at route: BoardRoute) async throws -> Response {
        guard let own = view.routes.first(where: { $0.method == route.method && $0.path == route.path }) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        return try await own.answer(self)
    }
}
