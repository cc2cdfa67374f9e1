import Boards
import DemoPublishing
import Hummingbird
import Localisation
import Storage

/// The whole map: every address this server answers, a line each.
enum Routes {
    static func router(_ site: Site, demo: DemoPublisher?) -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ReaderLanguage())
        router.add(middleware: ErrorPages(assets: site.assets))
        router.add(middleware: LocalPerson(store: site.store))
        router.add(middleware: PageOwner())

        router.get("/") { try await HomePage(site, $1.words).page(for: $0) }
        router.get("/boards/:board") { try await BoardPage(site, $1).page(for: $0) }
        router.post("/boards/:board") { try await BoardPage(site, $1).post($0) }
        router.get("/live/boards/:board") { try await BoardPage(site, $1).events(for: $0) }
        router.get("/boards/:board/contacts.vcf") { try await CardFiles(site, try site.list($1), $1.words).all() }
        router.get("/boards/:board/records/:record") { request, context in
            let (board, id) = (try site.list(context), context.parameters.get("record") ?? "")
            guard !id.hasSuffix(".vcf") else {
                return try await CardFiles(site, board, context.words).one(String(id.dropLast(4)), for: request)
            }
            return try await DetailPage(site, board, context.words).page(id, for: request)
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

        router.get("/manifest.webmanifest") { WebManifest(site, $1).response() }
        router.get("/service-worker.js") { ServiceWorkerScript(site, $1).response() }
        router.get("/app/offline") { OfflinePage(site, $1).response() }
        router.get("/app/share") { try await SharePage(site, $1).answer(to: $0) }
        router.get("/app/push-key") { _, context in try PushDevices(site, context).key() }
        router.post("/app/push-subscriptions") { try await PushDevices(site, $1).subscribe($0) }
        router.delete("/app/push-subscriptions") { try await PushDevices(site, $1).unsubscribe($0) }
        router.get("/app/unread") { _, context in try await PushDevices(site, context).unread() }
        router.post("/app/mute") { try await PushDevices(site, $1).mute($0) }

        router.get("/static/**") { try site.assets.response(to: $0, path: $1.parameters.getCatchAll().joined(separator: "/")) }
        router.get("/l10n/:file") { try ScriptWords.response(to: $0, name: $1.parameters.get("file")) }
        router.get("/healthz") { _, _ in
            _ = try await site.store.feeds()
            return "ok\n"
        }
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
    private let words: Words

    init(_ site: Site, _ context: PageContext) throws {
        self.site = site
        board = try site.board(context.parameters.get("board"))
        words = context.words
    }

    func page(for request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board, words).page(for: request)
        case .list: try await ListPage(site, board, words).page(for: request)
        }
    }

    func post(_ request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board, words).ask(request)
        case .list: try await ListPage(site, board, words).refresh(request)
        }
    }

    func events(for request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LiveLookup(LookupPage(site, board, words)).events(for: request)
        case .list: try await LiveList(ListPage(site, board, words)).events(for: request)
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
