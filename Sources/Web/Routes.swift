import Boards
import DemoPublishing
import Hummingbird
import Storage

/// The whole map: every address this server answers, a line each.
enum Routes {
    static func router(_ site: Site, demo: DemoPublisher?) -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: BehindProxy(trusted: site.operating.trustedProxies))
        router.add(middleware: RequestFigures(site.operating.metrics))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ErrorPages(assets: site.assets))
        router.add(middleware: LocalPerson(store: site.store))

        router.get("/") { request, _ in try await HomePage(site).page(for: request) }
        router.get("/boards/:board") { try await BoardPage(site, $1).page(for: $0) }
        router.post("/boards/:board") { try await BoardPage(site, $1).post($0) }
        router.get("/live/boards/:board") { try await BoardPage(site, $1).events(for: $0) }
        router.get("/boards/:board/contacts.vcf") { try await CardFiles(site, try site.list($1)).all() }
        router.get("/boards/:board/records/:record") { request, context in
            let (board, id) = (try site.list(context), context.parameters.get("record") ?? "")
            guard !id.hasSuffix(".vcf") else { return try await CardFiles(site, board).one(String(id.dropLast(4)), for: request) }
            return try await DetailPage(site, board).page(id, for: request)
        }
        router.get("/boards/:board/records/:record/:field") {
            try await Pictures(site, try site.list($1)).picture($1.parameters.get("record"), $1.parameters.get("field"), for: $0)
        }

        router.get("/api/v1/boards") { _, _ in try await BoardsAPI(site).list() }
        router.get("/api/v1/boards/:board/records") {
            try await BoardsAPI(site).records(try site.board($1.parameters.get("board")), for: $0)
        }
        router.get("/api/v1/boards/:board/changes") {
            try await BoardsAPI(site).changes(try site.board($1.parameters.get("board")), for: $0)
        }

        router.get("/api/v1/feeds") { request, _ in try await FeedsAPI(site).list(request) }
        router.post("/api/v1/feeds/check") { request, _ in try await FeedsAPI(site).check(request) }
        router.get("/api/v1/changes") { request, _ in try await FeedsAPI(site).changes(request) }
        router.get("/api/v1/services") { _, _ in ServicesAPI(site).list() }
        router.get("/api/v1/services/:method") { try await ServicesAPI(site).call($1.parameters.get("method"), for: $0) }

        router.get("/static/**") { try site.assets.response(to: $0, path: $1.parameters.getCatchAll().joined(separator: "/")) }
        router.get("/healthz") { _, _ in await HealthPage(site: site).page() }
        router.get("/metrics") { try await MetricsPage(site: site).page(for: $0, $1) }
        if let demo {
            router.get("/demo/visa.pdf") { request, _ in await DemoFiles(demo).visaList(for: request) }
            router.post("/demo/edition") { request, _ in try await DemoFiles(demo).setEdition(for: request) }
            let contacts = DemoContactsFiles(demo)
            router.get("/demo/contacts.xml") { request, _ in try await contacts.list(for: request) }
            router.get("/demo/contacts.json") { request, _ in try await contacts.listJSON(for: request) }
            router.get("/demo/contact.xml") { request, _ in try await contacts.contact(for: request) }
            router.get("/demo/photos/:photo") { try await contacts.photo($1.parameters.get("photo"), for: $0) }
        }
        return router
    }
}

/// A board's page, by the view it has.
struct BoardPage: Sendable {
    private let site: Site
    private let board: Board

    init(_ site: Site, _ context: PageContext) throws {
        self.site = site
        board = try site.board(context.parameters.get("board"))
    }

    func page(for request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board).page(for: request)
        case .list: try await ListPage(site, board).page(for: request)
        }
    }

    func post(_ request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board).ask(request)
        case .list: try await ListPage(site, board).refresh(request)
        }
    }

    func events(for request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LiveLookup(LookupPage(site, board)).events(for: request)
        case .list: try await LiveList(ListPage(site, board)).events(for: request)
        }
    }
}

extension Site {
    /// The board an address names, whose records have pages of their own.
    fileprivate func list(_ context: PageContext) throws -> Board {
        let board = try board(context.parameters.get("board"))
        guard board.view == .list else { throw HTTPError(.notFound) }
        return board
    }
}
