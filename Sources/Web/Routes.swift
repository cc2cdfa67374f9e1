import DemoPublishing
import Hummingbird
import Storage

/// The whole map: every address this server answers, a line each.
enum Routes {
    static func router(_ site: Site, demo: DemoPublisher?) -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ErrorPages(assets: site.assets))

        router.get("/") { request, _ in try await HomePage(site).page(for: request) }
        router.get("/boards/:board") { try await LookupPage(site, try site.board($1.parameters.get("board"))).page(for: $0) }
        router.post("/boards/:board") { try await LookupPage(site, try site.board($1.parameters.get("board"))).ask($0) }
        router.get("/live/boards/:board") {
            try await LiveLookup(LookupPage(site, try site.board($1.parameters.get("board")))).events(for: $0)
        }

        router.get("/api/v1/boards") { _, _ in try await BoardsAPI(site).list() }
        router.get("/api/v1/boards/:board/records") {
            try await BoardsAPI(site).records(try site.board($1.parameters.get("board")), for: $0)
        }
        router.get("/api/v1/boards/:board/changes") {
            try await BoardsAPI(site).changes(try site.board($1.parameters.get("board")), for: $0)
        }

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
