import BoardPages
import Following
import GuidePages
import Hummingbird
package import Localisation
import LongJobs
import MediaPages
import NewBoardPages
import QueuePages
import ReaderPages
package import Records
import ServiceLifecycle
import Serving
import StationPages

/// The features of the app, one line each, and what is built from all of them.
package struct Features: Sendable {
    static let installed: [Installed] = [
        Installed {
            HomeFeature(
                boards: $0.boards, queues: $0.queues, following: $0.following, accounts: $0.accounts, hasSettings: $0.settings != nil,
                addsBoards: $0.addsBoards,
                features: $0.features)
        },
        Installed { NewBoardFeature($0.boards) },
        Installed { ViewsFeature(boards: $0.boards) },
        Installed { $0.following },
        Installed { GuideFeature($0.boards, $0.guide) },
        Installed { StationsFeature($0.boards, $0.stations) },
        Installed { $0.queues },
        Installed {
            ReaderFeature(
                site: $0.site, store: $0.store, documents: $0.libraries.documents, folders: $0.libraries.folders,
                mailboxes: $0.libraries.mailboxes, exporter: $0.libraries.exporter, fetcher: $0.sources.fetcher, jobs: $0.sources.jobs)
        },
        Installed {
            MediaFeature(
                site: $0.site, store: $0.store, media: $0.libraries.media, pictures: $0.libraries.pictures,
                lookUps: $0.libraries.lookUps, broadcaster: $0.sources.live.broadcaster)
        },
        Installed { JobsFeature(boards: $0.boards, jobs: $0.sources.jobs) },
        Installed {
            AccountsFeature(
                site: $0.site, accounts: $0.accounts, documents: $0.libraries.documents, queues: $0.queues.desk, features: $0.features)
        },
        Installed {
            OperatingFeature(
                boards: $0.boards, settings: $0.settings, geocoding: $0.sources.geocoding, jobs: $0.sources.jobs,
                liveQueues: $0.queues.live?.broadcaster, nodes: $0.nodes)
        },
        Installed {
            AppFeature(
                boards: $0.boards, pushKey: $0.telling.pushKey, listens: $0.libraries.documents != nil, addsBoards: $0.addsBoards)
        },
        Installed { DemoFeature(demo: $0.demo) },
    ]

    /// A listed feature: its type, whose static members need no server, and its initializer for one.
    ///
    /// The members are read when they are used, because schemas refer to the job kinds of all features.
    struct Installed: Sendable {
        let part: any Feature.Type
        let make: @Sendable (ServerParts) -> any Feature

        init<Part: Feature>(_ make: @escaping @Sendable (ServerParts) -> Part) {
            part = Part.self
            self.make = make
        }
    }

    static let jobKinds = installed.flatMap { $0.part.jobKinds }

    /// nil: the kind is unknown, or was removed.
    package static func jobKind(of job: LongJob) -> JobKind? { jobKinds.first { $0.name == job.kind } }

    private let parts: ServerParts
    let routes: [Route]
    let api: API
    let services: [any Service]

    init(_ parts: ServerParts) {
        self.parts = parts
        let all = Self.installed.map { $0.make(parts) }
        parts.features.set(all)
        routes = all.flatMap(\.routes)
        services = all.flatMap(\.runningServices)
        api = API(all.flatMap(\.endpoints), boards: parts.registry, assets: parts.site.assets)
    }

    /// The access rule of each path, for any method. A path that isn't listed is for signed-in people.
    var access: [(path: String, access: Access)] {
        Dictionary(routes.map { ($0.path, $0.access) } + api.access.map { ($0.path, $0.access) }) { first, _ in first }.map { ($0, $1) }
    }

    /// The body limit of each path that accepts more than a form.
    private var bodyLimits: [(path: String, bytes: Int)] {
        routes.compactMap { route in if case .bytes(let limit) = route.body { (route.path, limit) } else { nil } } + api.bodyLimits
    }

    private var formUploads: [(path: String, bytes: Int)] {
        routes.compactMap { route in if case .formWithFile(let limit) = route.body { (route.path, limit) } else { nil } }
    }

    func router(shares: RequestShares = .unlimited) -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        let (site, identification) = (parts.site, Identification(accounts: parts.accounts))
        router.add(middleware: BehindProxy(trusted: site.operating.trustedProxies))
        router.add(middleware: CookiesOfPort())
        router.add(middleware: RequestFigures(site.operating.metrics))
        router.add(middleware: Compression())
        router.add(middleware: SecurityHeaders())
        router.add(middleware: ReaderLanguage())
        router.add(middleware: ErrorPages(assets: site.assets))
        router.add(middleware: shares)
        router.add(
            middleware: WholeBody(
                identification: identification, limits: bodyLimits, uploads: api.uploads, formUploads: formUploads,
                documents: parts.libraries.documents))
        router.add(middleware: identification)
        router.add(middleware: AccessControl(access: access, isPublic: parts.isPublic))
        router.add(middleware: APIMethods(api: api))
        router.add(middleware: PageOwner())
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { try await route.handler($0, $1) }
        }
        api.addRoutes(to: router)
        return router
    }
}
