import BoardPages
import Boards
import DemoPublishing
import Following
import GuidePages
import Hummingbird
import Localisation
import MediaPages
import QueuePages
import ReaderPages
import Records
import Serving
import StationPages

/// All addresses that this server answers, one line each.
enum Routes {
    /// Who may use each path. A path that isn't listed is for people who are signed in.
    static let access: [(path: String, access: Access)] =
        [
            ("/", .anyone),  // shows strangers the public boards
            ("/boards/:board", .readers),
            ("/live/boards/:board", .readers),
            ("/boards/:board/contacts.vcf", .readers),
            ("/boards/:board/records/:record", .readers),
            ("/boards/:board/records/:record/:field", .readers),

            ("/login", .anyone),
            ("/login/link/:code", .anyone),  // needs the code
            ("/logout", .anyone),
            ("/setup", .anyone),  // needs the code
            ("/invitation/:code", .anyone),
            ("/account", .browsers),
            ("/account/settings", .browsers),
            ("/account/boards", .browsers),
            ("/account/password", .browsers),
            ("/account/sessions", .browsers),
            ("/account/tokens", .browsers),
            ("/account/tokens/revoke", .browsers),
            ("/account/data", .browsers),
            ("/account/delete", .browsers),
            ("/server", .administrators),
            ("/server/mail", .administrators),
            ("/people", .administrators),
            ("/people/audit", .administrators),
            ("/people/invitations", .administrators),
            ("/people/invitations/revoke", .administrators),
            ("/people/:person", .administrators),
            ("/boards/:board/changes", .readers),
            ("/boards/:board/health", .readers),

            ("/queue/:queue/console", .clerks),
            ("/queue/:queue/console/:act", .clerks),
            ("/queue/:queue/settings", .administrators),
            ("/queue/:queue/statistics", .clerks),
            ("/queue/:queue/statistics.csv", .clerks),
            ("/queue/:queue/audit", .clerks),
            ("/queue/:queue/audit.csv", .clerks),

            ("/jobs", .people),
            ("/jobs/:job/cancel", .people),
            ("/jobs/:job/again", .people),
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
            ("/queue/:queue/ticket", .anyone),  // for anyone with the ticket's link; otherwise for readers of the queue
            ("/queue/:queue/another", .readers),
            ("/queue/:queue/leave", .anyone),  // needs the ticket's link
            ("/queue/:queue/hold", .anyone),
            ("/queue/:queue/tickets/:link", .anyone),
            ("/queue/:queue/tickets/:link/print", .anyone),
            ("/queue/:queue/push", .anyone),
            ("/queue/:queue/speech/:label", .readers),
            ("/queue/:queue/qr.svg", .readers),
            ("/queue/:queue/display", .readers),
            ("/queue/:queue/kiosk", .anyone),  // needs a kiosk's key, or an administrator
            ("/queue/:queue/kiosk/take", .anyone),
            ("/queue/:queue/kiosk/numbers", .anyone),
            ("/live/queue", .anyone),  // checks who may read the queue's board
            ("/live/queue/:queue", .anyone),

            ("/boards/{board}.json", .readers),
            ("/boards/{board}.csv", .readers),
            ("/boards/{board}.atom", .readers),
            ("/boards/:board/feed.json", .readers),
            ("/notices/{secret}.atom", .anyone),  // needs the secret
            ("/reminders/{secret}.ics", .anyone),  // needs the secret
            ("/podcasts/{secret}.xml", .anyone),  // needs the secret
            ("/podcasts/:secret/:export/{chapter}.mp3", .anyone),  // needs the secret

            (ReaderPage.path, .people),
            ("\(ReaderPage.path)/texts", .people),
            ("\(ReaderPage.path)/files", .people),
            ("\(ReaderPage.path)/podcast", .people),
            ("\(ReaderPage.path)/addresses", .people),
            (MailboxPage.path, .people),
            (PronunciationPage.path, .people),
            ("\(PronunciationPage.path)/sound", .people),
            ("\(PronunciationPage.path)/:rule", .people),
            ("\(ReaderPage.path)/documents/:document", .people),
            ("\(ReaderPage.path)/documents/:document/title", .people),
            ("\(ReaderPage.path)/documents/:document/leaving", .people),
            ("\(ReaderPage.path)/documents/:document/passages", .people),
            ("\(ReaderPage.path)/documents/:document/voice", .people),
            ("\(ReaderPage.path)/documents/:document/sample", .people),
            ("\(ReaderPage.path)/documents/:document/remove", .people),
            ("\(ReaderPage.path)/documents/:document/parts/:part/sound", .people),
            ("\(ReaderPage.path)/documents/:document/pages/:page/picture", .people),
            ("\(ReaderPage.path)/documents/:document/offline", .people),
            ("\(ReaderPage.path)/documents/:document/bookmarks", .people),
            ("\(ReaderPage.path)/documents/:document/bookmarks/:bookmark", .people),
            ("\(ReaderPage.path)/documents/:document/exports", .people),
            ("\(ReaderPage.path)/documents/:document/exports/:format", .people),

            (MediaPage.path, .people),
            ("\(MediaPage.path)/items/:item", .people),
            ("\(MediaPage.path)/items/:item/art", .people),
            ("\(MediaPage.path)/items/:item/playlists", .people),
            ("\(PlaylistPage.path)/:playlist", .people),
            (MediaStreams.path, .anyone),  // needs the token

            ("/static/**", .anyone),
            ("/l10n/:file", .anyone),
            ("/healthz", .anyone),
            ("/metrics", .anyone),  // needs a token, or a request from this machine
            (DispensePage.path, .anyone),  // checks whether the queue is public
            ("/demo/visa.pdf", .anyone),
            ("/demo/edition", .anyone),
            ("/demo/contacts.xml", .anyone),
            ("/demo/contacts.json", .anyone),
            ("/demo/contact.xml", .anyone),
            ("/demo/photos/:photo", .anyone),
            ("/demo/fuel.xml", .anyone),
            ("/demo/guide.xml", .anyone),
            ("/demo/guide/:file", .anyone),
            ("/demo/guide/logos/:logo", .anyone),
        ] + viewAccess + API.access

    /// Of addresses that views have. A view that shares an address with another says the same of it.
    private static let viewAccess = Dictionary(Views.installed.routes.map { ($0.address, $0.access) }) { first, _ in first }.map {
        (path: $0, access: $1)
    }

    /// The paths that accept more than a form (`WholeBody.formLimit`), with the limit in bytes.
    static let bodyLimits: [(path: String, bytes: Int)] =
        [
            ("/watches/new", WatchEditorPage.formLimit),
            ("/watches/preview", WatchEditorPage.formLimit),
            ("/watches/:watch", WatchEditorPage.formLimit),
            ("\(ReaderPage.path)/texts", ReaderPage.textFormLimit),
        ] + API.bodyLimits

    static func router(_ engine: Engine, demo: DemoPublisher?, shares: RequestShares = .unlimited) -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        let api = API(engine)
        router.add(middleware: BehindProxy(trusted: engine.operating.trustedProxies))
        router.add(middleware: RequestFigures(engine.operating.metrics))
        router.add(middleware: Compression())
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ReaderLanguage())
        router.add(middleware: ErrorPages(assets: engine.assets))
        router.add(middleware: shares)
        router.add(
            middleware: WholeBody(
                identification: Identification(accounts: engine.accounts), limits: bodyLimits, uploads: API.uploads,
                formUploads: [("\(ReaderPage.path)/files", StoredDocument.Limits.fileBytes)],
                documents: engine.libraries.documents))
        router.add(middleware: Identification(accounts: engine.accounts))
        router.add(middleware: AccessControl(engine: engine, access: access))
        router.add(middleware: APIMethods(api: api))
        router.add(middleware: PageOwner())

        router.get("/") { try await HomePage(engine, $1).page(for: $0) }
        router.get("/boards/:board") { request, context in
            guard let queues = engine.queueBoard(context.parameters.get("board")) else {
                let visit = try BoardVisit(engine, context, request)
                return try await visit.view.page(visit)
            }
            return try await QueuesPage(engine, queues, context).page(for: request)
        }
        router.post("/boards/:board") {
            let visit = try BoardVisit(engine, $1, $0)
            return try await visit.view.post(visit)
        }
        router.get("/boards/{board}.json") { try await BoardFiles(engine, $1).json(for: $0) }
        router.get("/boards/{board}.csv") { try await BoardFiles(engine, $1).csv(for: $0) }
        router.get("/boards/{board}.atom") { try await BoardFiles(engine, $1).atom(for: $0) }
        router.get("/boards/:board/feed.json") { try await BoardFiles(engine, $1).jsonFeed(for: $0) }
        router.get("/live/boards/:board") {
            let visit = try BoardVisit(engine, $1, $0)
            return try await visit.view.events(visit)
        }
        for route in Views.installed.routes {
            router.on(RouterPath(route.address), method: route.method) { try await BoardVisit(engine, $1, $0).answer(at: route) }
        }
        router.get("/boards/:board/changes") { try await ChangesPage(engine, $1).page(for: $0) }
        router.get("/boards/:board/health") { try await HealthPage(engine, $1).page(for: $0) }
        router.get("/boards/:board/contacts.vcf") {
            try await CardFiles(engine, BoardVisit(engine, $1, $0).withRecords().board, $1).all(for: $0)
        }
        router.get("/boards/:board/records/:record") { request, context in
            let visit = try BoardVisit(engine, context, request).withRecords()
            let (board, id) = (visit.board, visit.parameter("record") ?? "")
            guard !id.hasSuffix(".vcf") else {
                return try await CardFiles(engine, board, context).one(String(id.dropLast(4)), for: request)
            }
            return try await DetailPage(engine, board, context).page(id, for: request)
        }
        router.get("/boards/:board/records/:record/:field") {
            let visit = try BoardVisit(engine, $1, $0).withRecords()
            return try await Pictures(engine, visit.board).picture(visit.parameter("record"), visit.parameter("field"), for: $0)
        }

        router.get("/live/queue") { try QueueEvents(engine, $1).events(for: $0) }
        router.get("/live/queue/:queue") { try QueueEvents(engine, $1).events(for: $0) }

        router.get("/login") { try await LoginPage(engine).page(for: $0, $1) }
        router.post("/login") { try await LoginPage(engine).logIn($0, $1) }
        router.get("/login/link/:code") { try await LoginLinkPage(engine).page($1.parameters.get("code"), $1) }
        router.post("/login/link/:code") { try await LoginLinkPage(engine).logIn($1.parameters.get("code"), $0, $1) }
        router.post("/logout") { try await LoginPage(engine).logOut($0, $1) }
        router.get("/setup") { try await SetupPage(engine).page(for: $0, $1) }
        router.post("/setup") { try await SetupPage(engine).setUp($0, $1) }
        router.get("/invitation/:code") { try await InvitationPage(engine).page($1.parameters.get("code"), $1) }
        router.post("/invitation/:code") { try await InvitationPage(engine).accept($1.parameters.get("code"), $0, $1) }
        router.get("/account") { try await AccountPage(engine, $1).page(for: $0) }
        router.post("/account/settings") { try await AccountPage(engine, $1).set($0) }
        router.get("/account/boards") { try await BoardOrderPage(engine, $1).page(for: $0) }
        router.post("/account/boards") { try await BoardOrderPage(engine, $1).move($0) }
        router.post("/account/password") { try await AccountPage(engine, $1).changePassword($0) }
        router.post("/account/sessions") { try await AccountPage(engine, $1).endSessions($0) }
        router.post("/account/tokens") { try await AccountPage(engine, $1).addToken($0) }
        router.post("/account/tokens/revoke") { try await AccountPage(engine, $1).revokeToken($0) }
        router.get("/account/data") { _, context in try await AccountPage(engine, context).data() }
        router.post("/account/delete") { try await AccountPage(engine, $1).delete($0) }
        router.get("/server") { _, context in try ServerSettingsPage(engine, context).page() }
        router.post("/server") { try await ServerSettingsPage(engine, $1).save($0) }
        router.post("/server/mail") { try await ServerSettingsPage(engine, $1).tryMail($0) }
        router.get("/people") { _, context in try await PeoplePage(engine, context).page() }
        router.get("/people/audit") { try await PeoplePage(engine, $1).trail(for: $0) }
        router.post("/people/invitations") { try await PeoplePage(engine, $1).invite($0) }
        router.post("/people/invitations/revoke") { try await PeoplePage(engine, $1).takeBack($0) }
        router.post("/people/:person") { try await PeoplePage(engine, $1).change($0) }

        router.get("/queue/:queue/console") { try await ConsolePage(engine, $1).page(for: $0) }
        router.post("/queue/:queue/console/:act") { try await ConsolePage(engine, $1).act($0) }
        router.get("/queue/:queue/settings") { try await QueueSettingsPage(engine, $1).page(for: $0) }
        router.post("/queue/:queue/settings") { try await QueueSettingsPage(engine, $1).set($0) }
        router.get("/queue/:queue/statistics") { try await StatisticsPage(engine, $1).page(for: $0) }
        router.get("/queue/:queue/statistics.csv") { try await StatisticsPage(engine, $1).tickets(for: $0) }
        router.get("/queue/:queue/audit") { try await QueueAuditPage(engine, $1).page(for: $0) }
        router.get("/queue/:queue/audit.csv") { try await StatisticsPage(engine, $1).acts(for: $0) }

        api.addRoutes(to: router)
        router.get("/reminders/{secret}.ics") { try await ReminderCalendarFeed(engine, $1).feed($1.parameters.get("secret"), for: $0) }
        router.get("/podcasts/{secret}.xml") { try await Podcast(engine, $1).feed(for: $0) }
        router.get("/podcasts/:secret/:export/{chapter}.mp3") { try await Podcast(engine, $1).episode(for: $0) }
        router.get("/notices/{secret}.atom") { try await NoticeFeed(engine).feed($1.parameters.get("secret"), for: $0, $1.words) }

        router.get("/jobs") { try await JobsPage(engine, $1).page(for: $0) }
        router.post("/jobs/:job/cancel") { try await JobsPage(engine, $1).cancel($0, $1.parameters.get("job")) }
        router.post("/jobs/:job/again") { try await JobsPage(engine, $1).again($0, $1.parameters.get("job")) }
        router.get("/watches") { try await WatchesPage(engine, $1).page() }
        router.post("/watches") { try await WatchesPage(engine, $1).add($0) }
        router.get("/watches/new") { try await WatchEditorPage(engine, $1).new(for: $0) }
        router.post("/watches/new") { try await WatchEditorPage(engine, $1).add($0) }
        router.post("/watches/preview") { try await WatchEditorPage(engine, $1).preview($0) }
        router.get("/watches/:watch") { try await WatchEditorPage(engine, $1).page($1.parameters.get("watch")) }
        router.post("/watches/:watch") { try await WatchEditorPage(engine, $1).save($0, $1.parameters.get("watch")) }
        router.post("/watches/:watch/mute") { try await WatchesPage(engine, $1).mute($0, $1.parameters.get("watch")) }
        router.post("/watches/:watch/remove") { try await WatchesPage(engine, $1).remove($0, $1.parameters.get("watch")) }
        router.get("/boards/:board/alerts/new") { try await AlertPage(engine, $1).new(for: $0) }
        router.post("/boards/:board/alerts/new") { try await AlertPage(engine, $1).add($0) }
        router.get("/alerts/:alert") { _, context in try await AlertPage(engine, context).page(context.parameters.get("alert")) }
        router.post("/alerts/:alert") { try await AlertPage(engine, $1).save($0, $1.parameters.get("alert")) }
        router.post("/alerts/:alert/mute") { try await AlertPage(engine, $1).mute($0, $1.parameters.get("alert")) }
        router.post("/alerts/:alert/remove") { try await AlertPage(engine, $1).remove($0, $1.parameters.get("alert")) }
        router.get("/notices") { try await NoticesPage(engine, $1).list(for: $0) }
        router.post("/notices/seen") { try await NoticesPage(engine, $1).markSeen($0) }
        router.get("/notices/channels") { try await ChannelsPage(engine, $1).page(for: $0) }
        router.post("/notices/channels") { try await ChannelsPage(engine, $1).add($0) }
        router.get("/notices/channels/confirm/:token") { _, context in
            try ChannelsPage(engine, context).confirmation(context.parameters.get("token"))
        }
        router.post("/notices/channels/confirm/:token") { try await ChannelsPage(engine, $1).confirm($0, $1.parameters.get("token")) }
        router.post("/notices/channels/:channel") { try await ChannelsPage(engine, $1).alter($0, $1.parameters.get("channel")) }
        router.post("/notices/channels/:channel/test") { try await ChannelsPage(engine, $1).test($0, $1.parameters.get("channel")) }
        router.get("/notices/:notice") { try await NoticesPage(engine, $1).why($1.parameters.get("notice")) }

        router.get("/queue/:queue") { try await GuestPage(engine, $1).page(for: $0) }
        router.post("/queue/:queue") { try await GuestPage(engine, $1).join($0) }
        router.get("/queue/:queue/ticket") { try await GuestPage(engine, $1).ticket(for: $0) }
        router.post("/queue/:queue/another") { try await GuestPage(engine, $1).another($0) }
        router.get("/queue/:queue/leave") { try await GuestPage(engine, $1).leaving(for: $0) }
        router.post("/queue/:queue/leave") { try await GuestPage(engine, $1).leave($0) }
        router.post("/queue/:queue/hold") { try await GuestPage(engine, $1).hold($0) }
        router.get("/queue/:queue/tickets/:link") { try await GuestPage(engine, $1).linked($1.parameters.get("link"), for: $0) }
        router.get("/queue/:queue/tickets/:link/print") { try await GuestPage(engine, $1).paper($1.parameters.get("link"), for: $0) }
        router.post("/queue/:queue/push") { try await TicketPush(engine, $1).subscribe($0) }
        router.delete("/queue/:queue/push") { try await TicketPush(engine, $1).unsubscribe($0) }
        router.get("/queue/:queue/speech/:label") { try await SpeechPage(engine, $1).speech(for: $0) }
        router.get("/queue/:queue/qr.svg") { try DisplayPage(engine, $1).code(for: $0) }
        router.get("/queue/:queue/display") { try await DisplayPage(engine, $1).page(for: $0) }
        router.get("/queue/:queue/kiosk") { try await KioskPage(engine, $1).page(for: $0) }
        router.post("/queue/:queue/kiosk") { try await KioskPage(engine, $1).enrol($0) }
        router.post("/queue/:queue/kiosk/take") { try await KioskPage(engine, $1).take($0) }
        router.post("/queue/:queue/kiosk/numbers") { try await KioskPage(engine, $1).numbers($0) }

        router.get("/manifest.webmanifest") { WebManifest(engine, $1).response() }
        router.get("/service-worker.js") { try ServiceWorkerScript(engine, $1).response() }
        router.get("/app/offline") { OfflinePage(engine, $1).response() }
        router.get("/app/share") { try await SharePage(engine, $1).answer(to: $0) }
        router.get("/app/push-key") { _, context in try PushDevices(engine, context).key() }
        router.post("/app/push-subscriptions") { try await PushDevices(engine, $1).subscribe($0) }
        router.delete("/app/push-subscriptions") { try await PushDevices(engine, $1).unsubscribe($0) }
        router.get("/app/unread") { _, context in try await PushDevices(engine, context).unread() }
        router.post("/app/mute") { try await PushDevices(engine, $1).mute($0) }

        router.get("/dispense/token.json") { try await DispensePage(engine: engine).number(for: $0, $1) }
        router.post("/dispense/token.json") { try await DispensePage(engine: engine).number(for: $0, $1) }

        router.get("/reader") { try await ReaderPage(engine, $1).list(for: $0) }
        router.post("/reader/texts") { try await ReaderPage(engine, $1).addText($0) }
        router.post("/reader/files") { try await ReaderPage(engine, $1).addFile($0) }
        router.post("/reader/addresses") { try await ReaderPage(engine, $1).addAddress($0) }
        router.post("/reader/podcast") { try await ReaderPage(engine, $1).changePodcast($0) }
        router.get("/reader/mail") { try await MailboxPage(engine, $1).page(for: $0) }
        router.post("/reader/mail") { try await MailboxPage(engine, $1).change($0) }
        router.get("/reader/pronunciation") { try await PronunciationPage(engine, $1).list(for: $0) }
        router.post("/reader/pronunciation") { try await PronunciationPage(engine, $1).add($0) }
        router.get("/reader/pronunciation/sound") { try await PronunciationPage(engine, $1).sound(for: $0) }
        router.post("/reader/pronunciation/:rule") { try await PronunciationPage(engine, $1).change($0) }
        router.get("/reader/documents/:document") { try await DocumentPage(engine, $1).page(for: $0) }
        router.post("/reader/documents/:document/title") { try await DocumentPage(engine, $1).rename($0) }
        router.post("/reader/documents/:document/voice") { try await DocumentPage(engine, $1).setVoice($0) }
        router.get("/reader/documents/:document/sample") { try await VoiceSample(engine, $1).sound(for: $0) }
        router.post("/reader/documents/:document/leaving") { try await DocumentPage(engine, $1).setLeaving($0) }
        router.post("/reader/documents/:document/passages") { try await DocumentPage(engine, $1).setPassage($0) }
        router.post("/reader/documents/:document/remove") { try await DocumentPage(engine, $1).remove($0) }
        router.get("/reader/documents/:document/parts/:part/sound") { try await DocumentPage(engine, $1).sound(for: $0) }
        router.get("/reader/documents/:document/pages/:page/picture") { try await DocumentPage(engine, $1).picture(for: $0) }
        router.get("/reader/documents/:document/offline") { try await DocumentOfflinePage(engine, $1).answer(to: $0) }
        router.get("/reader/documents/:document/bookmarks") { try await DocumentBookmarksPage(engine, $1).list(for: $0) }
        router.post("/reader/documents/:document/bookmarks/:bookmark") { try await DocumentBookmarksPage(engine, $1).change($0) }
        router.get("/reader/documents/:document/exports") { try await DocumentExportsPage(engine, $1).list(for: $0) }
        router.post("/reader/documents/:document/exports") { try await DocumentExportsPage(engine, $1).change($0) }
        router.get("/reader/documents/:document/exports/:format") { try await DocumentExportsPage(engine, $1).file(for: $0) }

        router.get("/media") { try await MediaPage(engine, $1).list(for: $0) }
        router.get("/media/items/:item") { _, context in try await MediaPage(engine, context).one() }
        router.get("/media/items/:item/art") { try await MediaPage(engine, $1).art(for: $0) }
        router.post("/media/items/:item/playlists") { try await MediaPage(engine, $1).addToPlaylist($0) }
        router.get("/media/playlists/:playlist") { try await PlaylistPage(engine, $1).page(for: $0) }
        router.post("/media/playlists/:playlist") { try await PlaylistPage(engine, $1).change($0) }
        router.get(RouterPath(MediaStreams.path)) { try await MediaStreams(engine, $1).answer(to: $0) }

        router.get("/static/**") { try engine.assets.response(to: $0, path: $1.parameters.getCatchAll().joined(separator: "/")) }
        router.get("/l10n/:file") { try ScriptWords.response(to: $0, name: $1.parameters.get("file")) }
        router.get("/healthz") { _, _ in await Liveness(engine: engine).answer() }
        router.get("/metrics") { try await MetricsPage(engine: engine).page(for: $0, $1) }
        if let demo {
            router.get("/demo/visa.pdf") { request, _ in await DemoFiles(demo).visaList(for: request) }
            router.post("/demo/edition") { request, _ in try await DemoFiles(demo).setEdition(for: request) }
            let contacts = DemoContactsFiles(demo)
            router.get("/demo/contacts.xml") { request, _ in try await contacts.list(for: request) }
            router.get("/demo/contacts.json") { request, _ in try await contacts.listJSON(for: request) }
            router.get("/demo/contact.xml") { request, _ in try await contacts.contact(for: request) }
            router.get("/demo/photos/:photo") { try await contacts.photo($1.parameters.get("photo"), for: $0) }
            router.get("/demo/fuel.xml") { request, _ in DemoFuelFiles(demo).prices(for: request) }
            router.get("/demo/guide.xml") { request, _ in DemoGuideFiles(demo).xmltv(for: request) }
            router.get("/demo/guide/:file") { try DemoGuideFiles(demo).file($1.parameters.get("file"), for: $0) }
            router.get("/demo/guide/logos/:logo") { try DemoGuideFiles(demo).logo($1.parameters.get("logo"), for: $0) }
        }
        return router
    }
}

extension BoardVisit {
    /// Throws where records have no pages of their own.
    fileprivate func withRecords() throws -> BoardVisit {
        guard view.hasRecordPages else { throw HTTPError(.notFound) }
        return self
    }
}
