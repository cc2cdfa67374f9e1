import Boards
import DemoPublishing
import Hummingbird
import Storage

/// The whole map: every address this server answers, a line each.
enum Routes {
    /// Who may use which of them; what is not here is for whoever is logged in.
    static let access: [(path: String, access: Access)] =
        [
            ("/", .anyone),  // shows strangers what is public
            ("/boards/:board", .readers),
            ("/boards/{board}.json", .readers),
            ("/boards/{board}.csv", .readers),
            ("/boards/{board}.atom", .readers),
            ("/boards/:board/feed.json", .readers),
            ("/live/boards/:board", .readers),
            ("/boards/:board/contacts.vcf", .readers),
            ("/boards/:board/records/:record", .readers),
            ("/boards/:board/records/:record/:field", .readers),

            ("/login", .anyone),
            ("/logout", .anyone),
            ("/setup", .anyone),  // asks for the code
            ("/invitation/:code", .anyone),
            ("/account", .browsers),
            ("/account/settings", .browsers),
            ("/account/password", .browsers),
            ("/account/sessions", .browsers),
            ("/account/tokens", .browsers),
            ("/account/tokens/revoke", .browsers),
            ("/account/data", .browsers),
            ("/account/delete", .browsers),
            ("/people", .administrators),
            ("/people/audit", .administrators),
            ("/people/invitations", .administrators),
            ("/people/invitations/revoke", .administrators),
            ("/people/:person", .administrators),

            ("/notices/{secret}.atom", .anyone),  // whoever has the secret

            ("/static/**", .anyone),
            ("/healthz", .anyone),
            ("/demo/visa.pdf", .anyone),
            ("/demo/edition", .anyone),
            ("/demo/contacts.xml", .anyone),
            ("/demo/contacts.json", .anyone),
            ("/demo/contact.xml", .anyone),
            ("/demo/photos/:photo", .anyone),
        ] + API.access

    static func router(_ site: Site, demo: DemoPublisher?) -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        let api = API(site)
        router.add(middleware: Compression())
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ErrorPages(assets: site.assets))
        router.add(middleware: Identification(accounts: site.accounts))
        router.add(middleware: AccessControl(site: site))
        router.add(middleware: APIMethods(api: api))

        router.get("/") { try await HomePage(site).page(for: $0, $1) }
        router.get("/boards/:board") { try await BoardPage(site, $1).page(for: $0, $1) }
        router.post("/boards/:board") { try await BoardPage(site, $1).post($0, $1) }
        router.get("/boards/{board}.json") { try await BoardFiles(site, try site.board($1.parameters.get("board"))).json(for: $0) }
        router.get("/boards/{board}.csv") { try await BoardFiles(site, try site.board($1.parameters.get("board"))).csv(for: $0) }
        router.get("/boards/{board}.atom") { try await BoardFiles(site, try site.board($1.parameters.get("board"))).atom(for: $0) }
        router.get("/boards/:board/feed.json") { try await BoardFiles(site, try site.board($1.parameters.get("board"))).jsonFeed(for: $0) }
        router.get("/live/boards/:board") { try await BoardPage(site, $1).events(for: $0) }
        router.get("/boards/:board/contacts.vcf") { try await CardFiles(site, try site.list($1)).all() }
        router.get("/boards/:board/records/:record") { request, context in
            let (board, id) = (try site.list(context), context.parameters.get("record") ?? "")
            guard !id.hasSuffix(".vcf") else { return try await CardFiles(site, board).one(String(id.dropLast(4)), for: request) }
            return try await DetailPage(site, board).page(id, for: request, context.reader)
        }
        router.get("/boards/:board/records/:record/:field") {
            try await Pictures(site, try site.list($1)).picture($1.parameters.get("record"), $1.parameters.get("field"), for: $0)
        }

        router.get("/login") { try await LoginPage(site).page(for: $0, $1) }
        router.post("/login") { try await LoginPage(site).logIn($0, $1) }
        router.post("/logout") { try await LoginPage(site).logOut($0, $1) }
        router.get("/setup") { try await SetupPage(site).page(for: $0, $1) }
        router.post("/setup") { try await SetupPage(site).setUp($0, $1) }
        router.get("/invitation/:code") { try await InvitationPage(site).page($1.parameters.get("code"), $1) }
        router.post("/invitation/:code") { try await InvitationPage(site).accept($1.parameters.get("code"), $0, $1) }
        router.get("/account") { try await AccountPage(site, $1).page(for: $0) }
        router.post("/account/settings") { try await AccountPage(site, $1).set($0) }
        router.post("/account/password") { try await AccountPage(site, $1).changePassword($0) }
        router.post("/account/sessions") { try await AccountPage(site, $1).endSessions($0) }
        router.post("/account/tokens") { try await AccountPage(site, $1).addToken($0) }
        router.post("/account/tokens/revoke") { try await AccountPage(site, $1).revokeToken($0) }
        router.get("/account/data") { _, context in try await AccountPage(site, context).data() }
        router.post("/account/delete") { try await AccountPage(site, $1).delete($0) }
        router.get("/people") { _, context in try await PeoplePage(site, context).page() }
        router.get("/people/audit") { try await PeoplePage(site, $1).trail(for: $0) }
        router.post("/people/invitations") { try await PeoplePage(site, $1).invite($0) }
        router.post("/people/invitations/revoke") { try await PeoplePage(site, $1).takeBack($0) }
        router.post("/people/:person") { try await PeoplePage(site, $1).change($0) }

        api.addRoutes(to: router)
        router.get("/notices/{secret}.atom") { try await NoticeFeed(site).feed($1.parameters.get("secret"), for: $0, $1.words) }

        router.get("/static/**") { try site.assets.response(to: $0, path: $1.parameters.getCatchAll().joined(separator: "/")) }
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

    init(_ site: Site, _ context: PageContext) throws {
        self.site = site
        board = try site.board(context.parameters.get("board"))
    }

    func page(for request: Request, _ context: PageContext) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board).page(for: request, context.reader)
        case .list: try await ListPage(site, board).page(for: request, context.reader)
        }
    }

    func post(_ request: Request, _ context: PageContext) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board).ask(request, context.reader)
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
