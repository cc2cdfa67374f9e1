import BoardPages
package import Boards
import Broadcasting
package import DemoPublishing
package import Foundation
import Hummingbird
import HummingbirdCore
import Localisation
import Logging
package import LongJobs
import NIOCore
import QueuePages
package import ServiceLifecycle
package import Serving
package import Storage

/// The web side of the server: pages, API, live events and assets on one port. A `Service`; ends with its group.
package struct WebServer: Service {
    package struct Configuration: Sendable {
        package var host: String
        package var port: Int
        /// A folder to read assets from at each request, for development; nil uses the installed ones.
        package var assets: URL?
        /// The sample publisher of a demo; nil without a demo.
        package var demo: DemoPublisher?
        package var accounts = Accounts.Configuration()
        /// Signs the links of tickets and kiosks. Printed links are valid while the key stays the same.
        package var linkKey = LinkKey()
        package var operating = OperatorSettings()
        package var connections = Connections.Configuration()
        /// The settings that administrators can change on a page; nil removes the page.
        package var settings: ServerSettings?
        /// Adds people's boards; nil: none can be added.
        package var ownBoards: OwnBoards?
        /// What this server says of itself as one of several; nil if it is alone.
        package var nodes: NodeReporter?

        package init(host: String, port: Int, assets: URL? = nil, demo: DemoPublisher? = nil) {
            self.host = host
            self.port = port
            self.assets = assets
            self.demo = demo
        }
    }

    let configuration: Configuration
    let parts: ServerParts
    let features: Features
    /// The services of its features, which run as long as it does.
    package var services: [any Service] { features.services }
    private let onRunning: @Sendable (Int, String?) async -> Void

    /// Calls `onRunning` once the server listens, with its port and the path for making the first administrator, if there is none yet.
    package init(
        _ configuration: Configuration, boards: BoardRegistry, queueBoards: [QueueBoard] = [], store: Store, sources: ServerParts.Sources,
        libraries: ServerParts.Libraries = ServerParts.Libraries(), telling: ServerParts.Telling, queues: ServerParts.Queues? = nil,
        onRunning: @escaping @Sendable (Int, String?) async -> Void = { _, _ in }
    ) throws {
        self.configuration = configuration
        self.onRunning = onRunning
        let leaflet = configuration.operating.leaflet ?? Leaflet.folder
        let site = Site(
            assets: try AssetLibrary(of: Views.pageKinds, Views.assets, override: configuration.assets, leaflet: leaflet),
            operating: configuration.operating, isSecure: configuration.accounts.isSecure, linkKey: configuration.linkKey,
            now: configuration.accounts.now)
        parts = ServerParts(
            boards, queueBoards, site: site, accounts: Accounts(configuration.accounts, store: store), sources: sources,
            libraries: libraries, telling: telling, queues: queues, settings: configuration.settings,
            ownBoards: configuration.ownBoards, nodes: configuration.nodes, demo: configuration.demo)
        // The API's OpenAPI document names addresses below the base path.
        features = BasePath.$current.withValue(configuration.operating.basePath) { [parts] in Features(parts) }
    }

    package func run() async throws {
        do {
            try await BasePath.$current.withValue(parts.site.operating.basePath) {
                try await Demo.$isOn.withValue(parts.demo != nil) { try await application.run() }
            }
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw WebServerError(detail: "port \(configuration.port) is taken; choose another with --port")
        }
    }

    var application: some ApplicationProtocol {
        let onRunning = onRunning
        let (port, accounts) = (configuration.port, parts.accounts)
        let connections = Connections(configuration.connections)
        let shares = RequestShares(
            requests: configuration.connections.share, proxies: configuration.connections.proxies)
        return Application(
            responder: HandingOver(
                inner: BelowBasePath(
                    base: parts.site.operating.basePath,
                    inner: QuickDispensing(feature: parts.queues, inner: features.router(shares: shares).buildResponder()))),
            server: HTTPServerBuilder { GuardedHTTP(http: HTTP1Channel(responder: $0), connections: connections) },
            // The backlog lets a crowd of pages reconnect at once.
            configuration: .init(address: .hostname(configuration.host, port: port), serverName: "Tidings", backlog: 4096),
            onServerRunning: { listener in
                try? await listener.eventLoop.submit {
                    try listener.pipeline.syncOperations.addHandler(ListenerHandler(), position: .first)
                }.get()
                await onRunning(listener.localAddress?.port ?? port, try? await accounts.setupPath())
            },
            logger: Logger(label: "tidings.web")
        )
    }
}
