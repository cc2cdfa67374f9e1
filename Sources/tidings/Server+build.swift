import Boards
import Broadcasting
import DemoPublishing
import Fetching
import Foundation
import Localisation
import Logging
import Notifying
import Operating
import Places
import Queueing
import Records
import ServiceLifecycle
import Speaking
import Storage
import UnixSignals
import Watching
import Web

/// The server, put together: the only place that knows everybody.
struct Server: Sendable {
    var host: String
    var port: Int
    var data: URL
    var sources: [String: String]
    var secrets: Secrets
    var fetching: Fetcher.Configuration
    var notices: NoticeSettings
    var geocoding = GeocodingSettings()
    var assets: URL?
    var accounts = Accounts.Configuration()
    /// Boards that are on although their files say `enabled: false`.
    var enabledBoards: Set<String> = []
    /// Boards that strangers may read although their files do not say so.
    var publicBoards: Set<String> = []
    /// The password of the first administrator; nil: they set it themselves.
    var administratorPassword: String?
    /// Bytes a second of the sample list; nil: no demo.
    var demoRate: Int?
    /// How slow the sample directory is, and how many of a hundred answers of it are 503.
    var demoLatencyMilliseconds = 0
    var demoFailurePercent = 0
    var operating = OperatorSettings()
    /// Where internet addresses are, about; nil: nobody's is looked up.
    var addresses: MaxMindFile?
    /// Where the raw feed of the first queue listens.
    var queuePort = QueuePort.off
    /// How many may follow queues at once; nil: as many as can be.
    var liveLimit: Int?

    func run() async throws {
        let lock = try DataLock(data)
        let store = try Store(in: data)
        var sources = sources
        var configuration = fetching
        if let demoRate {
            guard port != 0 else { throw Failure(.badUse, "a demo needs a port of its own: --port") }
            let demo = "http://127.0.0.1:\(port)/demo"
            let manners = "latency=\(demoLatencyMilliseconds)&failures=\(demoFailurePercent)"
            sources["visa"] = "\(demo)/visa.pdf?rate=\(demoRate)"
            sources["contacts"] = "\(demo)/contacts.xml?\(manners)"
            sources["contacts.detail"] = "\(demo)/contact.xml?id={id}&\(manners)"
            let asked = [
                "Product={product}", "Suburb={suburb}", "Surrounding={surrounding}", "Region={region}", "Brand={brand}", "Day={day}",
            ]
            sources["fuel"] = "\(demo)/fuel.xml?\(asked.joined(separator: "&"))"
            configuration.allowedHosts.insert("127.0.0.1:\(port)")
        }
        // A demo shows what it publishes.
        let library = BoardLibrary(data: data, sources: sources, enabling: demoRate == nil ? enabledBoards : enabledBoards.union(["fuel"]))
        let logger = Logger(label: "tidings")
        for problem in library.problems { logger.warning("a board is left out", metadata: ["problem": "\(problem)"]) }

        var boards = library.enabled
        for index in boards.indices where demoRate != nil || publicBoards.contains(boards[index].name) {
            boards[index].isPublic = true
        }
        var queueBoards = library.enabledQueueBoards
        for index in queueBoards.indices where demoRate != nil || publicBoards.contains(queueBoards[index].name) {
            queueBoards[index].isPublic = true
        }
        let known = Set(library.boards.map(\.name) + library.queueBoards.map(\.name))
        for name in enabledBoards where !known.contains(name) { logger.warning("boards: there is no board '\(name)'") }
        for name in publicBoards where !known.contains(name) { logger.warning("public-boards: there is no board '\(name)'") }
        for board in boards { try await store.prepare(board.name, board.schema) }
        if let administratorPassword, try await !store.hasAdministrator() {
            try NewPerson.check(administratorPassword, for: "admin")
            _ = try await store.setUp(
                administrator: "admin", password: "\(PasswordHash(of: administratorPassword))", at: .system())
        }

        // Before the fetcher, which wants to be shut down: a port may be taken.
        DescriptorLimit.raise()
        let live = QueueFeeds(try Broadcaster(.init(limit: liveLimit)))
        let ticketBell = Bell()
        let desk = try await QueueDesk(
            plans: queueBoards.flatMap(\.queues), store: store,
            onNews: { news in
                live.publish(news)
                if !news.called.isEmpty || !news.gone.isEmpty || news.ready > 0 { ticketBell.ring() }
            })
        try await live.open(desk, host: host, port: queuePort)

        configuration.cache = try ResponseCache(data.appendingPathComponent("cache"))
        let fetcher = Fetcher(configuration)
        let mail = notices.mail
        let pushKey = try VAPIDKey.stored(in: data.appendingPathComponent("vapid.pem"))
        let notifiers = try notices.notifiers(by: fetcher, mail: mail, key: pushKey)
        let sender = sender(of: store, boards: boards, notifiers: notifiers)
        let places = try await KnownPlaces(in: data, store: store, addresses: addresses)
        let geocoding = Geocoding(
            geocoding.service, countries: geocoding.countries, file: geocoding.file, store: store, fetcher: fetcher,
            onAsked: { [metrics = operating.metrics] in metrics.add(to: .geocoderRequests, ("outcome", $0.rawValue)) })
        let missing = MissingPositions(of: boards, in: store, by: geocoding, places: places)
        let alertBell = Bell()
        let hasStations = boards.contains { $0.stations != nil }
        let watcher = Watcher(
            boards: boards, store: store, fetcher: fetcher, secrets: secrets, teller: Teller(notices.due), places: places,
            onNoted: {
                guard hasStations else { return }
                alertBell.ring()
                missing.wake()
            }, onEnded: { [metrics = operating.metrics] in metrics.note($0, bytes: $1) })
        let alerts = AlertKeeper(boards: boards, store: store, watcher: watcher, bell: alertBell, due: notices.due)
        let messenger = Messenger(
            channels: notifiers.channels, test: { try await sender.test($0) },
            send: { await notifiers.send($0, over: $1, toStored: $2) })
        let tickets = TicketTeller(
            store: store, notifiers: notifiers,
            writer: TicketWriter(publicURL: notices.publicURL) { [queueBoards] queue, words in
                queueBoards.flatMap { $0.translated(to: words.catalogue.language.code).queues }.first { $0.name == queue }
            }, bell: ticketBell)
        let services = ServiceCalls(boards: boards, fetcher: fetcher, secrets: secrets)
        let (scheduling, sending, telling) = (Listening(), Listening(), Listening())
        let demo = demoRate == nil ? nil : DemoPublisher(began: 1_767_225_600, now: { Int(Date().timeIntervalSince1970) })
        if let demo, let fuel = library["fuel"] {
            try await DemoHistory(store: store, board: fuel, metro: demo.metro).write(before: .system())
        }
        var webConfiguration = WebServer.Configuration(
            host: host, port: port, assets: assets, demo: demo, pushKey: notices.pushContact == nil ? nil : pushKey.publicText)
        webConfiguration.accounts = accounts
        webConfiguration.linkKey = try LinkKey.stored(in: data.appendingPathComponent("links.key"))
        webConfiguration.speaker = Speaker(Espeak.installed(), keptIn: data.appendingPathComponent("speech"))
        webConfiguration.ticketBell = ticketBell
        let base = operating.basePath
        let web = try WebServer(
            webConfiguration, boards: boards, store: store, watcher: watcher, fetcher: fetcher, services: services, messenger: messenger,
            places: places, alerts: alertBell, geocoding: geocoding, operating: operating, queueBoards: queueBoards, desk: desk,
            live: live
        ) { port, setupPath in
            let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(base)"
            Output.print("Tidings is at \(address)")
            if let setupPath { Output.print("Nobody has an account yet. Open \(notices.publicURL?.absoluteString ?? address)\(setupPath)") }
            scheduling.begin()
            sending.begin()
            telling.begin()
        }
        let readiness = Readiness(
            manager: ServiceManager(), store: store, watcher: watcher, status: "Listening at \(host), port \(port)")
        let running: [any Service] = [
            web, live.broadcaster, desk, AfterListening(listening: scheduling, service: watcher),
            AfterListening(listening: sending, service: Deliveries(store: store)), tickets, missing,
            alerts, Upkeep(store: store, retention: notices.retention, erase: { try await desk.erase(at: $0) }),
            AfterListening(listening: telling, service: readiness),
        ]
        // Named by their types. Else each is described down to the last value in it, secrets too, which takes longer than the rest of the start.
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: running.map { .init(service: $0, serviceName: "\(type(of: $0))") },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        let result: Result<Void, any Error>
        do { result = .success(try await group.run()) } catch { result = .failure(error) }
        await mail?.shutdown()
        try? await fetcher.shutdown()
        withExtendedLifetime(lock) {}
        try result.get()
    }
}

/// Tells that the server listens: a demo fetches from itself, and a schedule has time until then.
private final class Listening: Sendable {
    private let gate = AsyncStream<Never>.makeStream()

    func begin() { gate.continuation.finish() }
    /// For one service.
    func wait() async { for await _ in gate.stream {} }
}

private struct AfterListening<After: Service>: Service {
    let listening: Listening
    let service: After

    func run() async throws {
        await cancelWhenGracefulShutdown { await listening.wait() }
        try await service.run()
    }
}

extension Metrics {
    fileprivate func note(_ result: Result<Refresh.Outcome, RefreshError>, bytes: Int) {
        let outcome =
            switch result {
            case .success(.unmodified): "unmodified"
            case .success(.stored(let difference, _)): difference.changeCount > 0 ? "changed" : "same"
            case .failure: "failed"
            }
        add(to: .fetches, ("outcome", outcome))
        add(bytes, to: .fetchedBytes)
        if case .success(.stored(let difference, _)) = result { add(difference.changeCount, to: .changes) }
    }
}
