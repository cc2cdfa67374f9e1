package import BoardPages
package import Boards
import GuidePages
import HTTPTypes
package import Hummingbird
import ListPages
import Localisation
package import Serving
import StationPages

extension Views {
    /// All views, one line each.
    private static let installed: [Installed] = [
        Installed { _, _ in LookupBoards() },
        Installed { _, _ in ListBoards() },
        Installed { stations, _ in StationBoards(stations) },
        Installed { _, _ in TableBoards() },
        Installed { _, _ in GaugeBoards() },
        Installed { _, guide in GuideBoards(guide) },
    ]

    /// A view of the list: the properties that need no server, and its initializer for one.
    private struct Installed: Sendable {
        let form: ViewForm
        let kind: PageKind
        let make: @Sendable (StationServices, GuideServices) -> any BoardView

        init<View: BoardView>(_ make: @escaping @Sendable (StationServices, GuideServices) -> View) {
            (form, kind) = (View.form, View.kind)
            self.make = make
        }
    }

    init(_ stations: StationServices, _ guide: GuideServices) {
        self.init(Self.installed.map { $0.make(stations, guide) }, plain: TableBoards())
    }

    static let kinds = installed.map(\.kind)

    /// The distinct kinds of pages: views may share one.
    static let pageKinds: [PageKind] = {
        var known: Set<String> = []
        return (Features.installed.flatMap { $0.part.pageKinds } + kinds).filter { known.insert($0.name).inserted }
    }()

    /// The files of the views' pages, shared by all servers of a process.
    package static let assets = Result { try AssetLibrary.Installed(of: pageKinds) }

    /// The views' names, and their requirements for a board's file.
    package static let forms = installed.map(\.form)
}

extension BoardVisit {
    /// Answers at a path that only some views have.
    package func answer(at route: BoardRoute) async throws -> Response {
        guard let own = view.routes.first(where: { $0.method == route.method && $0.path == route.path }) else {
            throw Refusal(.notFound, "This board doesn’t exist.")
        }
        return try await own.answer(self)
    }
}
