import DemoPublishing
import Following
import GuidePages
import Hummingbird
package import LongJobs
import MediaPages
import QueuePages
import ReaderPages
package import Records
import Serving
import StationPages

/// The parts of the app, one line each, and what is made of them all.
package struct Features: Sendable {
    static let installed: [Feature] = [
        .home, .views, .following, .guide, .stations, .queues, .reader, .media, .jobs, .accounts, .operating, .app,
    ]

    static let jobKinds = installed.flatMap(\.jobKinds)

    /// nil: there is no such kind, or no more.
    package static func jobKind(of job: LongJob) -> JobKind? { jobKinds.first { $0.name == job.kind } }

    let routes: [Route]

    init(demo: DemoPublisher? = nil) {
        routes = (Self.installed + (demo.map { [.demo($0)] } ?? [])).flatMap(\.routes)
    }

    /// Who may use which path, whatever the method. A path that isn't here is for people who are signed in.
    var access: [(path: String, access: Access)] {
        Dictionary(routes.map { ($0.path, $0.access) } + API.access.map { ($0.path, $0.access) }) { first, _ in first }.map { ($0, $1) }
    }

    /// Of each path to which more may be sent than a form.
    private var bodyLimits: [(path: String, bytes: Int)] {
        routes.compactMap { route in if case .bytes(let limit) = route.body { (route.path, limit) } else { nil } } + API.bodyLimits
    }

    private var formUploads: [(path: String, bytes: Int)] {
        routes.compactMap { route in if case .formWithFile(let limit) = route.body { (route.path, limit) } else { nil } }
    }

    func router(_ engine: Engine, shares: RequestShares = .unlimited) -> Router<PageContext> {
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
                formUploads: formUploads,
                documents: engine.libraries.documents))
        router.add(middleware: Identification(accounts: engine.accounts))
        router.add(middleware: AccessControl(engine: engine, access: access))
        router.add(middleware: APIMethods(api: api))
        router.add(middleware: PageOwner())
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { try await route.handler(engine, $0, $1) }
        }
        api.addRoutes(to: router)
        return router
    }
}
