import Boards
import DemoPublishing
import Hummingbird
import Localisation
import Storage

/// The whole map: every address this server answers, a line each.
enum Routes {
    /// Who may use which of them; what is not here is for whoever is logged in.
    static let access: [(path: String, access: Access)] =
        [
            ("/", .anyone),  // shows strangers what is public
            ("/boards/:board", .readers),
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
            ("/boards/:board/changes", .readers),
            ("/boards/:board/health", .readers),
            ("/boards/:board/stations/:station", .readers),
            ("/boards/:board/settings", .readers),  // a stranger's are their browser's
            ("/boards/:board/places", .readers),
            ("/boards/:board/favourites", .readers),

            ("/queue/:queue/console", .people),
            ("/queue/:queue/console/:act", .people),
            ("/queue/:queue/settings", .administrators),
            ("/queue/:queue/statistics", .people),
            ("/queue/:queue/statistics.csv", .people),
            ("/queue/:queue/audit", .people),
            ("/queue/:queue/audit.csv", .people),

            ("/watches", .people),
            ("/watches/new", .people),
            ("/watches/preview", .people),
            ("/watches/:watch", .people),
            ("/watches/:watch/mute", .people),
            ("/watches/:watch/remove", .people),
            ("/boards/:board/alerts/new", .people),
            ("/alerts/:alert", .people),
            ("/alerts/:alert/mute", .people),
            ("/alerts/:alert/remove", .people),
            ("/notices", .people),
            ("/notices/seen", .people),
            ("/notices/channels", .people),
            ("/notices/channels/confirm/:token", .people),
            ("/notices/channels/:channel", .people),
            ("/notices/channels/:channel/test", .people),
            ("/notices/:notice", .people),

            ("/manifest.webmanifest", .anyone),
            ("/service-worker.js", .anyone),
            ("/app/offline", .anyone),
            ("/app/share", .anyone),
            ("/app/push-key", .people),
            ("/app/push-subscriptions", .people),
            ("/app/unread", .people),
            ("/app/mute", .people),

            ("/queue/:queue", .readers),
            ("/queue/:queue/ticket", .anyone),  // a linked ticket is its guest's, wherever; else as the queue
            ("/queue/:queue/another", .readers),
            ("/queue/:queue/leave", .anyone),  // whoever has the ticket's link
            ("/queue/:queue/hold", .anyone),
            ("/queue/:queue/tickets/:link", .anyone),
            ("/queue/:queue/tickets/:link/print", .anyone),
            ("/queue/:queue/push", .anyone),
            ("/queue/:queue/speech/:label", .readers),
            ("/queue/:queue/qr.svg", .readers),
            ("/queue/:queue/display", .readers),
            ("/queue/:queue/kiosk", .anyone),  // asks for a kiosk's key, or an administrator
            ("/queue/:queue/kiosk/take", .anyone),
            ("/queue/:queue/kiosk/numbers", .anyone),
            ("/live/queue", .anyone),  // who may read the queue's board
            ("/live/queue/:queue", .anyone),

            ("/boards/{board}.json", .readers),
            ("/boards/{board}.csv", .readers),
            ("/boards/{board}.atom", .readers),
            ("/boards/:board/feed.json", .readers),
            ("/notices/{secret}.atom", .anyone),  // whoever has the secret

            ("/static/**", .anyone),
            ("/l10n/:file", .anyone),
            ("/healthz", .anyone),
            ("/metrics", .anyone),  // asks for this machine, or a token
            (DispensePage.path, .anyone),  // asks whether the queue is public
            ("/demo/visa.pdf", .anyone),
            ("/demo/edition", .anyone),
            ("/demo/contacts.xml", .anyone),
            ("/demo/contacts.json", .anyone),
            ("/demo/contact.xml", .anyone),
            ("/demo/photos/:photo", .anyone),
            ("/demo/fuel.xml", .anyone),
        ] + API.access

    static func router(_ site: Site, demo: DemoPublisher?) -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        let api = API(site)
        router.add(middleware: BehindProxy(trusted: site.operating.trustedProxies))
        router.add(middleware: RequestFigures(site.operating.metrics))
        router.add(middleware: Compression())
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ReaderLanguage())
        router.add(middleware: ErrorPages(assets: site.assets))
        router.add(middleware: Identification(accounts: site.accounts))
        router.add(middleware: AccessControl(site: site))
        router.add(middleware: APIMethods(api: api))
        router.add(middleware: PageOwner())

        router.get("/") { try await HomePage(site, $1).page(for: $0) }
        router.get("/boards/:board") { request, context in
            guard let queues = site.queueBoard(context.parameters.get("board")) else {
                return try await BoardPage(site, context).page(for: request)
            }
            return try await QueuesPage(site, queues, context).page(for: request)
        }
        router.post("/boards/:board") { try await BoardPage(site, $1).post($0) }
        router.get("/boards/{board}.json") { try await BoardFiles(site, $1).json(for: $0) }
        router.get("/boards/{board}.csv") { try await BoardFiles(site, $1).csv(for: $0) }
        router.get("/boards/{board}.atom") { try await BoardFiles(site, $1).atom(for: $0) }
        router.get("/boards/:board/feed.json") { try await BoardFiles(site, $1).jsonFeed(for: $0) }
        router.get("/live/boards/:board") { try await BoardPage(site, $1).events(for: $0) }
        router.get("/boards/:board/changes") { try await ChangesPage(site, $1).page(for: $0) }
        router.get("/boards/:board/health") { try await HealthPage(site, $1).page(for: $0) }
        router.get("/boards/:board/stations/:station") {
            try await BoardPage(site, $1).stations.station($1.parameters.get("station"), for: $0)
        }
        router.get("/boards/:board/settings") { try await BoardPage(site, $1).stations.settingsPage(for: $0) }
        router.post("/boards/:board/settings") { try await BoardPage(site, $1).stations.set($0) }
        router.post("/boards/:board/places") { try await BoardPage(site, $1).stations.setPlace($0) }
        router.post("/boards/:board/favourites") { try await BoardPage(site, $1).stations.setFavourite($0) }
        router.get("/boards/:board/contacts.vcf") { try await CardFiles(site, try site.list($1), $1).all(for: $0) }
        router.get("/boards/:board/records/:record") { request, context in
            let (board, id) = (try site.list(context), context.parameters.get("record") ?? "")
            guard !id.hasSuffix(".vcf") else {
                return try await CardFiles(site, board, context).one(String(id.dropLast(4)), for: request)
            }
            return try await DetailPage(site, board, context).page(id, for: request)
        }
        router.get("/boards/:board/records/:record/:field") {
            try await Pictures(site, try site.list($1)).picture($1.parameters.get("record"), $1.parameters.get("field"), for: $0)
        }

        router.get("/live/queue") { try QueueEvents(site, $1).events(for: $0) }
        router.get("/live/queue/:queue") { try QueueEvents(site, $1).events(for: $0) }

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

        router.get("/queue/:queue/console") { try await ConsolePage(site, $1).page(for: $0) }
        router.post("/queue/:queue/console/:act") { try await ConsolePage(site, $1).act($0) }
        router.get("/queue/:queue/settings") { try await QueueSettingsPage(site, $1).page(for: $0) }
        router.post("/queue/:queue/settings") { try await QueueSettingsPage(site, $1).set($0) }
        router.get("/queue/:queue/statistics") { try await StatisticsPage(site, $1).page(for: $0) }
        router.get("/queue/:queue/statistics.csv") { try await StatisticsPage(site, $1).tickets(for: $0) }
        router.get("/queue/:queue/audit") { try await QueueAuditPage(site, $1).page(for: $0) }
        router.get("/queue/:queue/audit.csv") { _, context in try await StatisticsPage(site, context).acts() }

        api.addRoutes(to: router)
        router.get("/notices/{secret}.atom") { try await NoticeFeed(site).feed($1.parameters.get("secret"), for: $0, $1.words) }

        router.get("/watches") { try await WatchesPage(site, $1).page() }
        router.post("/watches") { try await WatchesPage(site, $1).add($0) }
        router.get("/watches/new") { try await WatchEditorPage(site, $1).new(for: $0) }
        router.post("/watches/new") { try await WatchEditorPage(site, $1).add($0) }
        router.post("/watches/preview") { try await WatchEditorPage(site, $1).preview($0) }
        router.get("/watches/:watch") { try await WatchEditorPage(site, $1).page($1.parameters.get("watch")) }
        router.post("/watches/:watch") { try await WatchEditorPage(site, $1).save($0, $1.parameters.get("watch")) }
        router.post("/watches/:watch/mute") { try await WatchesPage(site, $1).mute($0, $1.parameters.get("watch")) }
        router.post("/watches/:watch/remove") { try await WatchesPage(site, $1).remove($0, $1.parameters.get("watch")) }
        router.get("/boards/:board/alerts/new") { try await AlertPage(site, $1).new(for: $0) }
        router.post("/boards/:board/alerts/new") { try await AlertPage(site, $1).add($0) }
        router.get("/alerts/:alert") { _, context in try await AlertPage(site, context).page(context.parameters.get("alert")) }
        router.post("/alerts/:alert") { try await AlertPage(site, $1).save($0, $1.parameters.get("alert")) }
        router.post("/alerts/:alert/mute") { try await AlertPage(site, $1).mute($0, $1.parameters.get("alert")) }
        router.post("/alerts/:alert/remove") { try await AlertPage(site, $1).remove($0, $1.parameters.get("alert")) }
        router.get("/notices") { try await NoticesPage(site, $1).list(for: $0) }
        router.post("/notices/seen") { try await NoticesPage(site, $1).markSeen($0) }
        router.get("/notices/channels") { try await ChannelsPage(site, $1).page(for: $0) }
        router.post("/notices/channels") { try await ChannelsPage(site, $1).add($0) }
        router.get("/notices/channels/confirm/:token") { _, context in
            try ChannelsPage(site, context).confirmation(context.parameters.get("token"))
        }
        router.post("/notices/channels/confirm/:token") { try await ChannelsPage(site, $1).confirm($0, $1.parameters.get("token")) }
        router.post("/notices/channels/:channel") { try await ChannelsPage(site, $1).alter($0, $1.parameters.get("channel")) }
        router.post("/notices/channels/:channel/test") { try await ChannelsPage(site, $1).test($0, $1.parameters.get("channel")) }
        router.get("/notices/:notice") { try await NoticesPage(site, $1).why($1.parameters.get("notice")) }

        router.get("/queue/:queue") { try await GuestPage(site, $1).page(for: $0) }
        router.post("/queue/:queue") { try await GuestPage(site, $1).join($0) }
        router.get("/queue/:queue/ticket") { try await GuestPage(site, $1).ticket(for: $0) }
        router.post("/queue/:queue/another") { try await GuestPage(site, $1).another($0) }
        router.get("/queue/:queue/leave") { try await GuestPage(site, $1).leaving(for: $0) }
        router.post("/queue/:queue/leave") { try await GuestPage(site, $1).leave($0) }
        router.post("/queue/:queue/hold") { try await GuestPage(site, $1).hold($0) }
        router.get("/queue/:queue/tickets/:link") { try await GuestPage(site, $1).linked($1.parameters.get("link"), for: $0) }
        router.get("/queue/:queue/tickets/:link/print") { try await GuestPage(site, $1).paper($1.parameters.get("link"), for: $0) }
        router.post("/queue/:queue/push") { try await TicketPush(site, $1).subscribe($0) }
        router.delete("/queue/:queue/push") { try await TicketPush(site, $1).unsubscribe($0) }
        router.get("/queue/:queue/speech/:label") { try await SpeechPage(site, $1).speech(for: $0) }
        router.get("/queue/:queue/qr.svg") { try DisplayPage(site, $1).code(for: $0) }
        router.get("/queue/:queue/display") { try await DisplayPage(site, $1).page(for: $0) }
        router.get("/queue/:queue/kiosk") { try await KioskPage(site, $1).page(for: $0) }
        router.post("/queue/:queue/kiosk") { try await KioskPage(site, $1).enrol($0) }
        router.post("/queue/:queue/kiosk/take") { try await KioskPage(site, $1).take($0) }
        router.post("/queue/:queue/kiosk/numbers") { try await KioskPage(site, $1).numbers($0) }

        router.get("/manifest.webmanifest") { WebManifest(site, $1).response() }
        router.get("/service-worker.js") { ServiceWorkerScript(site, $1).response() }
        router.get("/app/offline") { OfflinePage(site, $1).response() }
        router.get("/app/share") { try await SharePage(site, $1).answer(to: $0) }
        router.get("/app/push-key") { _, context in try PushDevices(site, context).key() }
        router.post("/app/push-subscriptions") { try await PushDevices(site, $1).subscribe($0) }
        router.delete("/app/push-subscriptions") { try await PushDevices(site, $1).unsubscribe($0) }
        router.get("/app/unread") { _, context in try await PushDevices(site, context).unread() }
        router.post("/app/mute") { try await PushDevices(site, $1).mute($0) }

        router.get("/dispense/token.json") { try await DispensePage(site: site).number(for: $0, $1) }
        router.post("/dispense/token.json") { try await DispensePage(site: site).number(for: $0, $1) }

        router.get("/static/**") { try site.assets.response(to: $0, path: $1.parameters.getCatchAll().joined(separator: "/")) }
        router.get("/l10n/:file") { try ScriptWords.response(to: $0, name: $1.parameters.get("file")) }
        router.get("/healthz") { _, _ in await Liveness(site: site).answer() }
        router.get("/metrics") { try await MetricsPage(site: site).page(for: $0, $1) }
        if let demo {
            router.get("/demo/visa.pdf") { request, _ in await DemoFiles(demo).visaList(for: request) }
            router.post("/demo/edition") { request, _ in try await DemoFiles(demo).setEdition(for: request) }
            let contacts = DemoContactsFiles(demo)
            router.get("/demo/contacts.xml") { request, _ in try await contacts.list(for: request) }
            router.get("/demo/contacts.json") { request, _ in try await contacts.listJSON(for: request) }
            router.get("/demo/contact.xml") { request, _ in try await contacts.contact(for: request) }
            router.get("/demo/photos/:photo") { try await contacts.photo($1.parameters.get("photo"), for: $0) }
            router.get("/demo/fuel.xml") { request, _ in DemoFuelFiles(demo).prices(for: request) }
        }
        return router
    }
}

/// A board's page, by the view it has.
struct BoardPage: Sendable {
    private let site: Site
    private let board: Board
    private let context: PageContext

    init(_ site: Site, _ context: PageContext) throws {
        self.site = site
        self.context = context
        board = try site.board(context.parameters.get("board"))
    }

    func page(for request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board, context, request).page(for: request)
        case .list: try await ListPage(shown(for: request)).page(for: request)
        case .map: try await stations.page(for: request)
        case .table: try await TablePage(shown(for: request)).page(for: request)
        }
    }

    func post(_ request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LookupPage(site, board, context, request).ask(request)
        case .list, .table: try await shown(for: request).refresh(request)
        case .map: try await stations.refresh(request)
        }
    }

    func events(for request: Request) async throws -> Response {
        switch board.view {
        case .lookup: try await LiveLookup(LookupPage(site, board, context, request)).events(for: request)
        case .list, .table: try await LiveList(shown(for: request)).events(for: request)
        case .map: try await LiveStations(stations).events(for: request)
        }
    }

    /// Of a board that has stations; there is none at the address of another.
    var stations: StationsPage { get throws { try StationsPage(site, board, context) } }

    private func shown(for request: Request) throws -> ShownBoard { try ShownBoard(site, board, context, request) }
}

extension Site {
    /// The board an address names, whose records have pages of their own.
    fileprivate func list(_ context: PageContext) throws -> Board {
        let board = try board(context.parameters.get("board"))
        guard board.view != .lookup else { throw HTTPError(.notFound) }
        return board
    }
}
