import BoardPages
import Boards
import Hummingbird
import Localisation
package import Serving

/// `/new-board/ready`: the gallery, grouped by topic, with a search.
struct ReadyListPage: Sendable {
    private let feature: NewBoardFeature
    private let context: PageContext
    private var words: Words { context.words }

    static let searchLength = 100

    init(_ feature: NewBoardFeature, _ context: PageContext) throws {
        guard feature.boards.own != nil else { throw Refusal(.notFound) }
        (self.feature, self.context) = (feature, context)
    }

    func list(for request: Request) -> Response {
        let search = String((request.query["q"] ?? "").prefix(Self.searchLength))
        let found = ReadyBoards.installed.matching(search, in: words.catalogue.language.code)
        return .page(html(found, search))
    }

    private func html(_ found: [ReadyBoard], _ search: String) -> HTML {
        let title = words("Ready-made boards")
        let groups = ReadyBoard.Group.allCases.compactMap { group in section(group, found.filter { $0.group == group }) as HTML? }
        let nothing = found.isEmpty ? EmptyState.html(words("No ready-made board matches. Try fewer words.")) : nil
        let form = SearchForm.html(
            words("Search"), to: NewBoardPaths.ready, id: "ready-query", value: search, longest: Self.searchLength, words)
        return PageShell(title: title, assets: feature.assets.prefix, kind: .readyBoards, reader: context.reader).page(
            """
            <div class="ready"><h1>\(title)</h1>
            <p class="lead">\(words("Choose what to watch, fill in the details, and turn it on."))</p>
            \(form)
            \(groups)\(nothing)
            <p><a class="quiet-link" href="\(NewBoardPaths.form)">\(words("Add a board from any page"))</a></p></div>
            """)
    }

    private func section(_ group: ReadyBoard.Group, _ boards: [ReadyBoard]) -> HTML? {
        guard !boards.isEmpty else { return nil }
        let id = "group-\(group.rawValue)"
        let rows = boards.map { ready -> HTML in
            let board = ready.translated(to: words.catalogue.language.code)
            return """
                <li><a href="\(NewBoardPaths.ready(ready.name))"><span class="ready-title">\(board.title)</span>\
                <span class="ready-about">\(board.about)</span></a></li>

                """
        }
        return PageSection.html(
            words.title(of: group), id: id,
            """
            <ul class="ready-list">\(rows)</ul>
            """)
    }
}

extension PageKind {
    package static let readyBoards = PageKind("ready-boards", styles: ["account", "table", "list", "ready"], scripts: ["server-restart"])
}

extension Words {
    fileprivate func title(of group: ReadyBoard.Group) -> String {
        switch group {
        case .nature: self("Weather and nature")
        case .money: self("Money and shopping")
        case .travel: self("Travel and leisure")
        case .reading: self("Reading, watching, listening")
        case .work: self("Work and government")
        case .software: self("Software")
        case .security: self("Services and security")
        }
    }
}
