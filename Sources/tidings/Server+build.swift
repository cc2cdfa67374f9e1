import Boards
import Broadcasting
import DemoPublishing
import Fetching
import Foundation
import Localisation
import Logging
import LongJobs
import Notifying
import Operating
import Places
import Queueing
import Records
import ServiceLifecycle
import Serving
import Speaking
import Storage
import Streaming
import Synchronization
import UnixSignals
import Watching
import Web

/// Puts the server together. The only type that knows all modules.
struct Server: Sendable {
    var host: String
    var port: Int
    var data: URL
    var sources: [String: String]
    var secrets: Secrets
    var fetching: Fetcher.Configuration
    /// The same for sending notices.
    var sending: Fetcher.Configuration
    var ownPorts: OwnPorts
    var notices: NoticeSettings
    var geocoding = GeocodingSettings()
    var assets: URL?
    var accounts = Accounts.Configuration()
    /// Boards that are on although their files say `enabled: false`.
    var enabledBoards: Set<String> = []
    /// The same, and in a demo those that it publishes for.
    var enabling: Set<String> { demoRate == nil ? enabledBoards : enabledBoards.union(["fuel", "guide"]) }
    /// Boards that are off, whatever their files say.
    var disabledBoards: Set<String> = []
    /// Boards that strangers may read although their files don't say so.
    var publicBoards: Set<String> = []
    /// The password of the first administrator; nil if they set it themselves.
    var administratorPassword: String?
    /// Bytes a second of the sample list; nil without a demo.
    var demoRate: Int?
    /// Delay of the sample directory, and how many of a hundred of its answers are 503.
    var demoLatencyMilliseconds = 0
    var demoFailurePercent = 0
    var operating = OperatorSettings()
    /// Approximate positions of internet addresses; nil looks up none.
    var addresses: MaxMindFile?
    /// Folders of films and music.
    var media: [String] = []
    /// Folders whose files become documents of people.
    var documentFolders: [DocumentFolder] = []
    /// Natural voices to read documents with; nil if there are none.
    var naturalVoices: SpeechProcess.Program?
    /// Where the raw feed of the first queue listens.
    var queuePort = QueuePort.off
    /// How many may follow queues at once; nil sets the limit by the number of descriptors.
    var liveLimit: Int?
    /// How many connections there may be, in all and from one address; nil sets the limits by the number of descriptors.
    var connectionLimit: Int?
    var addressLimit: Int?
    /// Makes the page of settings from the boards and a function that restarts this server; nil removes the page.
    var settings: (@Sendable (BoardLibrary, @escaping @Sendable () -> Void) -> ServerSettings)?

    /// Runs the server. Returns the port to listen on if it ended to restart with other settings; nil if it ended for good.
    func run() async throws -> Int? {
        try DataFolder.check(data)
        let lock = try DataLock(data)
        DataFolder.restrict(data, isDeep: true)
        let store = try Store(in: data)
        var configuration = fetching
        if demoRate != nil { configuration.allowedHosts.insert("127.0.0.1:\(port)") }
        configuration.cache = try ResponseCache(data.appendingPathComponent("cache"))
        let renewal = Renewal()
        try await withFetcher(configuration) { fetcher in
            try await withFetcher(sending) { try await run(on: store, by: fetcher, channels: $0, until: renewal) }
        }
        withExtendedLifetime(lock) {}
        return renewal.port
    }

    /// Shuts the fetcher and the mail connections down, however the body ends.
    func withFetcher(_ configuration: Fetcher.Configuration, _ body: (Fetcher) async throws -> Void) async throws {
        var configuration = configuration
        configuration.ownPorts = ownPorts
        configuration.onRefused = { [logger = Logger(label: "tidings.fetching")] host, address in
            logger.notice("a private address was refused", metadata: ["host": "\(host)", "address": "\(address)"])
        }
        let fetcher = Fetcher(configuration)
        let result: Result<Void, any Error>
        do { result = .success(try await body(fetcher)) } catch { result = .failure(error) }
        await notices.mail?.shutdown()
        try? await fetcher.shutdown()
        try result.get()
    }

    /// `channels` is the fetcher for notices.
    private func run(on store: Store, by fetcher: Fetcher, channels: Fetcher, until renewal: Renewal) async throws {
        var sources = sources
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
            sources["guide"] = "\(demo)/guide.xml"
        }
        let enabling = enabling
        let load = { @Sendable [data, sources] in BoardLibrary(data: data, sources: sources, enabling: enabling, views: Views.forms) }
        let boardFolder = data.appendingPathComponent("boards")
        let boardFiles = BoardFolder.files(in: boardFolder)
        let library = load()
        let logger = Logger(label: "tidings")
        for problem in library.problems { logger.warning("a board is left out", metadata: ["problem": "\(problem)"]) }

        var boards = library.enabled.filter { !disabledBoards.contains($0.name) }
        // No fetches from an address that is only an example.
        for index in boards.indices where boards[index].source.isExample {
            (boards[index].source.every, boards[index].source.clock) = (nil, [])
        }
        let isDemo = demoRate != nil
        for index in boards.indices where isDemo && boards[index].comesAlong {
            boards[index].isPublic = true
            // The data is made up, not the publisher's.
            boards[index].credit = ""
        }
        for index in boards.indices where publicBoards.contains(boards[index].name) { boards[index].isPublic = true }
        var queueBoards = library.enabledQueueBoards.filter { !disabledBoards.contains($0.name) }
        for index in queueBoards.indices where isDemo && queueBoards[index].comesAlong || publicBoards.contains(queueBoards[index].name) {
            queueBoards[index].isPublic = true
        }
        let known = Set(library.boards.map(\.name) + library.queueBoards.map(\.name))
        for name in disabledBoards where !known.contains(name) { logger.warning("boards-off: there is no board '\(name)'") }
        for name in enabledBoards where !known.contains(name) { logger.warning("boards: there is no board '\(name)'") }
        for name in publicBoards where !known.contains(name) { logger.warning("public-boards: there is no board '\(name)'") }
        for board in boards { try await store.prepare(board.name, board.schema) }
        if let administratorPassword, try await !store.hasAdministrator(byProxy: accounts.loginHeader != nil) {
            try NewPerson.check(administratorPassword, for: "admin")
            _ = try await store.setUp(
                administrator: "admin", password: "\(PasswordHash(of: administratorPassword))", at: .system())
        }

        DescriptorLimit.raise()
        let budget = DescriptorBudget(
            descriptors: DescriptorLimit.current, connectionLimit: connectionLimit, followerLimit: liveLimit, addressLimit: addressLimit)
        let live = QueueFeeds(
            try Broadcaster(
                .init(
                    limit: budget.followers, share: budget.followerShare, proxies: operating.trustedProxies, ceiling: budget.ceiling)))
        let ticketBell = Bell()
        let desk = try await QueueDesk(
            plans: queueBoards.flatMap(\.queues), store: store,
            onNews: { news in
                live.publish(news)
                if !news.called.isEmpty || !news.gone.isEmpty || news.ready > 0 { ticketBell.ring() }
            })
        try await live.open(desk, host: host, port: queuePort)
        for plan in desk.plans { live.port(of: plan.name).map(ownPorts.insert) }

        let pushKey = try VAPIDKey.stored(in: data.appendingPathComponent("vapid.pem"))
        let notifiers = try notices.notifiers(by: channels, key: pushKey)
        let sender = sender(of: store, boards: boards, notifiers: notifiers)
        let places = try await KnownPlaces(in: data, store: store, addresses: addresses)
        let geocoding = Geocoding(
            geocoding.service, countries: geocoding.countries, file: geocoding.file, store: store, fetcher: fetcher,
            onAsked: { [metrics = operating.metrics] in metrics.add(to: .geocoderRequests, ("outcome", $0.rawValue)) })
        let jobs = try await Jobs(
            store: store,
            onEnded: { [metrics = operating.metrics] in metrics.add(to: .jobsEnded, ("kind", $0.name), ("outcome", $1.rawValue)) })
        let missing = MissingPositions(of: boards, in: store, by: geocoding, places: places, jobs: jobs)
        let alertBell = Bell()
        let reminderBell = Bell()
        let hasProgrammes = boards.contains { ReminderFields($0.schema) != nil }
        let hasStations = boards.contains { $0.stations != nil }
        let watcher = Watcher(
            boards: boards, store: store, fetcher: fetcher, secrets: secrets, teller: Teller(notices.due), places: places, jobs: jobs,
            onNoted: {
                if hasProgrammes { reminderBell.ring() }
                guard hasStations else { return }
                alertBell.ring()
                missing.wake()
            }, onEnded: { [metrics = operating.metrics] in metrics.note($0, bytes: $1) })
        let alerts = AlertKeeper(boards: boards, store: store, watcher: watcher, bell: alertBell, due: notices.due)
        let reminders = ReminderKeeper(boards: boards, store: store, watcher: watcher, bell: reminderBell)
        let messenger = Messenger(
            kinds: notifiers.kinds, test: { try await sender.test($0) },
            send: { await notifiers.send($0, over: $1, toStored: $2) })
        let tickets = TicketTeller(
            store: store, notifiers: notifiers,
            writer: TicketWriter(publicURL: notices.publicURL) { [queueBoards] queue, words in
                queueBoards.flatMap { $0.translated(to: words.catalogue.language.code).queues }.first { $0.name == queue }.map(desk.named)
            }, bell: ticketBell)
        let services = ServiceCalls(boards: boards, fetcher: fetcher, secrets: secrets)
        let (scheduling, sending, telling) = (Listening(), Listening(), Listening())
        let demo = demoRate == nil ? nil : DemoPublisher(began: 1_767_225_600, now: { Int(clamping: Date().timeIntervalSince1970) })
        if let demo, let fuel = boards.first(where: { $0.name == "fuel" && $0.comesAlong }) {
            try await DemoHistory(store: store, board: fuel, metro: demo.metro).write(before: .system())
        }
        var webConfiguration = WebServer.Configuration(
            host: host, port: port, assets: assets, demo: demo)
        webConfiguration.accounts = accounts
        webConfiguration.linkKey = try LinkKey.stored(in: data.appendingPathComponent("links.key"))
        webConfiguration.operating = operating
        webConfiguration.connections = .init(
            limit: budget.connections, share: budget.connectionShare, proxies: operating.trustedProxies, ceiling: budget.ceiling)
        webConfiguration.settings = settings?(library, renewal.ask)
        let base = operating.basePath
        let boardsLive = LiveBoards(live.broadcaster, watcher: watcher)
        var reading = Engine.Sources(watcher: watcher, fetcher: fetcher, services: services, live: boardsLive)
        reading.places = places
        reading.geocoding = geocoding
        reading.jobs = jobs
        let mediaLibrary = openMediaLibrary(in: store, jobs: jobs, logger)
        reading.media = mediaLibrary
        let documents = try openDocuments(in: store, jobs: jobs)
        reading.documents = documents
        let folders = documentFolders.isEmpty ? nil : DocumentFolders(documentFolders, library: documents, store: store)
        reading.folders = folders
        let mailboxes = DocumentMailboxes(library: documents, store: store, fetcher: fetcher, jobs: jobs)
        reading.mailboxes = mailboxes
        let exporter = try documents.maker.map {
            try DocumentExporter(in: data.appendingPathComponent("exports"), maker: $0, store: store, jobs: jobs)
        }
        reading.exporter = exporter
        let web = try WebServer(
            webConfiguration, boards: boards, queueBoards: queueBoards, store: store, sources: reading,
            telling: .init(messenger: messenger, pushKey: pushKey.publicText, alerts: alertBell, reminders: reminderBell),
            queues: .init(
                desk: desk, live: live, speaker: Speaker(Espeak.installed(), keptIn: data.appendingPathComponent("speech")),
                bell: ticketBell)
        ) { port, setupPath in
            let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(base)"
            Output.print("Tidings is at \(address)")
            if let setupPath { Output.print("Nobody has an account yet. Open \(notices.publicURL?.absoluteString ?? address)\(setupPath)") }
            ownPorts.insert(port)
            renewal.listening(at: port)
            scheduling.begin()
            sending.begin()
            telling.begin()
        }
        let readiness = Readiness(
            manager: ServiceManager(), store: store, watcher: watcher, status: "Listening at \(host), port \(port)")
        let libraries: [any Service] =
            (mediaLibrary.map { [$0] } ?? []) + [documents, mailboxes] + (exporter.map { [$0] } ?? []) + (folders.map { [$0] } ?? [])
        let running: [any Service] =
            libraries + [
                web, live.broadcaster, boardsLive, desk, AfterListening(listening: scheduling, service: watcher),
                AfterListening(listening: sending, service: Deliveries(store: store, ownPorts: ownPorts)), tickets, missing,
                alerts, reminders,
                Upkeep(
                    store: store, retention: notices.retention, isTrusted: { await watcher.clockIsTrusted() },
                    erase: { try await desk.erase(at: $0) }),
                AfterListening(listening: telling, service: readiness),
                AfterListening(
                    listening: telling,
                    service: BoardFolder(
                        folder: boardFolder, began: boardFiles, loaded: library, load: load, beginAnew: renewal.ask, logger: logger)),
                // It hears first that the server ends: what ends then was interrupted.
                jobs,
            ]
        // The description is the type's name. By default it includes every value, even secrets, and takes longer than the rest of the
        // start.
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: running.map { .init(service: $0, serviceName: "\(type(of: $0))") }
                    + [.init(service: renewal, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "Renewal")],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }
}

extension Server {
    private func openDocuments(in store: Store, jobs: Jobs) throws -> DocumentLibrary {
        let programs = [naturalVoices].compactMap { $0 } + SpeechProcess.Program.allInstalled()
        let maker =
            programs.isEmpty
            ? nil : PartMaker(Narrator(programs, processes: 2), keptIn: data.appendingPathComponent("reader-cache"))
        return try DocumentLibrary(
            in: data.appendingPathComponent("documents"), maker: maker,
            pictures: PagePictures(keptIn: data.appendingPathComponent("reader-pictures")), store: store, jobs: jobs)
    }

    /// nil without folders, or without the programs that look into them.
    private func openMediaLibrary(in store: Store, jobs: Jobs, _ logger: Logger) -> MediaLibrary? {
        guard !media.isEmpty else { return nil }
        guard let ffmpeg = FFmpeg.installed() else {
            logger.warning("media: ffmpeg and ffprobe aren’t installed; apt install ffmpeg")
            return nil
        }
        return MediaLibrary(media, ffmpeg: ffmpeg, store: store, jobs: jobs, cache: data.appendingPathComponent("media-cache"))
    }
}

/// Tells services that the server listens: a demo fetches from itself, and the schedule can wait until then.
private final class Listening: Sendable {
    private let gate = AsyncStream<Never>.makeStream()

    func begin() { gate.continuation.finish() }
    /// Waits for it, for one service.
    func wait() async { for await _ in gate.stream {} }
}

/// Ends the server so that it can restart.
private final class Renewal: Service {
    private let (asks, asking) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let state = Mutex((isAsked: false, port: 0))

    /// The port of the next server; nil if no restart was asked for.
    var port: Int? { state.withLock { $0.isAsked ? $0.port : nil } }

    func listening(at port: Int) { state.withLock { $0.port = port } }

    @Sendable func ask() {
        state.withLock { $0.isAsked = true }
        asking.yield()
    }

    /// Returns when a restart is asked for or the group shuts down.
    func run() async { for await _ in asks.cancelOnGracefulShutdown() { return } }
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
    fileprivate func note(_ result: Refresh.Ending, bytes: Int) {
        let outcome =
            switch result {
            case .success(.unmodified): "unmodified"
            case .success(.stored(let difference, _, _)): difference.changeCount > 0 ? "changed" : "same"
            case .failure: "failed"
            }
        add(to: .fetches, ("outcome", outcome))
        add(bytes, to: .fetchedBytes)
        if case .success(.stored(let difference, _, _)) = result { add(difference.changeCount, to: .changes) }
    }
}
