package import Boards
package import DemoPublishing
package import Fetching
package import Foundation
import Hummingbird
import Localisation
import Logging
package import Queueing
package import Records
import ServiceLifecycle
package import Speaking
package import Storage
package import Watching

/// The web side of the server: pages, API, live events and assets on one port. A `Service`; ends when its group does.
package struct WebServer: Service {
    package struct Configuration: Sendable {
        package var host: String
        package var port: Int
        /// Read anew at each request, for those who work on them; nil: those that come along.
        package var assets: URL?
        /// The sample publisher, where the server is a demo.
        package var demo: DemoPublisher?
        package var accounts = Accounts.Configuration()
        /// By which browsers know whom they let push to them; nil: nothing is pushed.
        package var pushKey: String?
        /// With which links are signed that are given to guests of queues; printed ones are good as long as it stays.
        package var linkKey = LinkKey()
        /// Says numbers aloud; without an engine it says why not.
        package var speaker = Speaker(nil, keptIn: FileManager.default.temporaryDirectory)
        /// Rung when a guest of a queue may be told something.
        package var ticketBell = Bell()

        package init(host: String, port: Int, assets: URL? = nil, demo: DemoPublisher? = nil, pushKey: String? = nil) {
            self.pushKey = pushKey
            self.host = host
            self.port = port
            self.assets = assets
            self.demo = demo
        }
    }

    let configuration: Configuration
    let site: Site
    let demo: DemoPublisher?
    private let onRunning: @Sendable (Int, String?) async -> Void

    /// `onRunning` is told the port once the server listens, and the path on which the first administrator is made, where there is none.
    package init(
        _ configuration: Configuration, boards: [Board], store: Store, watcher: Watcher, fetcher: Fetcher, services: ServiceCalls,
        messenger: Messenger? = nil, places: KnownPlaces = KnownPlaces(), alerts: Bell = Bell(), geocoding: Geocoding? = nil,
        operating: OperatorSettings = OperatorSettings(), queueBoards: [QueueBoard] = [], desk: QueueDesk? = nil,
        live: QueueFeeds? = nil,
        onRunning: @escaping @Sendable (Int, String?) async -> Void = { _, _ in }
    ) throws {
        self.configuration = configuration
        self.onRunning = onRunning
        demo = configuration.demo
        site = Site(
            boards: boards, store: store, watcher: watcher, fetcher: fetcher, services: services, messenger: messenger,
            places: places, alerts: alerts, geocoding: geocoding, operating: operating,
            assets: try AssetLibrary(override: configuration.assets, leaflet: operating.leaflet ?? Leaflet.folder),
            accounts: Accounts(configuration.accounts, store: store), pushKey: configuration.pushKey, queueBoards: queueBoards, desk: desk,
            live: live, linkKey: configuration.linkKey, speaker: configuration.speaker, ticketBell: configuration.ticketBell)
    }

    package func run() async throws {
        do {
            try await BasePath.$current.withValue(site.operating.basePath) { try await application.run() }
        } catch let error where "\(error)".contains("Address already in use") {
            throw WebServerError(detail: "port \(configuration.port) is taken; choose another with --port")
        }
    }

    var application: some ApplicationProtocol {
        let onRunning = onRunning
        let (port, accounts) = (configuration.port, site.accounts)
        return Application(
            responder: HandingOver(
                inner: BelowBasePath(
                    base: site.operating.basePath,
                    inner: QuickDispensing(site: site, inner: Routes.router(site, demo: demo).buildResponder()))),
            // As many may knock at once as a crowd of pages that connect again.
            configuration: .init(address: .hostname(configuration.host, port: port), serverName: "Tidings", backlog: 4096),
            onServerRunning: { await onRunning($0.localAddress?.port ?? port, try? await accounts.setupPath()) },
            logger: Logger(label: "tidings.web")
        )
    }
}

package struct WebServerError: Error, CustomStringConvertible {
    package let detail: String
    package var description: String { detail }
}

/// What the handlers share.
struct Site: Sendable {
    let boards: [Board]
    let store: Store
    let watcher: Watcher
    let fetcher: Fetcher
    let services: ServiceCalls
    /// nil: nothing is sent from here.
    let messenger: Messenger?
    let places: KnownPlaces
    /// Rung when a price alert was altered.
    let alerts: Bell
    /// nil: addresses are not looked up from here.
    let geocoding: Geocoding?
    let operating: OperatorSettings
    let assets: AssetLibrary
    let accounts: Accounts
    let pushKey: String?
    let queueBoards: [QueueBoard]
    /// nil: there are no queues here.
    let desk: QueueDesk?
    let taking = TakingGuard()
    /// What is told live of queues; nil: there are none.
    let live: QueueFeeds?
    let linkKey: LinkKey
    let speaker: Speaker
    let ticketBell: Bell
    /// Phones that are to be told of a ticket: as often as tickets are taken.
    let subscribing = TakingGuard()
    let sending = SendingGuard()
    /// Addresses that nobody has asked for yet: twenty, and one more each minute.
    let looking = SendingGuard(capacity: 20, interval: .seconds(60))
    let histories = StationHistories()

    /// What whoever asks may read: strangers what is public.
    func boards(for context: PageContext) -> [Board] {
        let isReader = context.person != nil && context.scopes?.contains(.read) ?? true
        return isReader ? boards : boards.filter(\.isPublic)
    }

    func board(_ name: String?) throws -> Board {
        guard let board = boards.first(where: { $0.name == name }) else { throw Refusal(.notFound, "There is no such board.") }
        return board
    }
}
