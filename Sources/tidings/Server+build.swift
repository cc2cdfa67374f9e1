import BoardPages
import Boards
import Broadcasting
import DemoPublishing
import Fetching
import Following
import Foundation
import Localisation
import Logging
import LongJobs
import Notifying
import Operating
import Places
import QueuePages
import Queueing
import Records
import ServiceLifecycle
import Serving
import Speaking
import Storage
import UnixSignals
import Watching
import Web

extension Server {
    /// Builds the server and runs it until it is asked to restart or to end. The only place that uses all modules. `channels` is the
    /// fetcher for notices.
    func run(on store: Store, by fetcher: Fetcher, channels: Fetcher, until renewal: Renewal) async throws {
        let logger = Logger(label: "tidings")
        for sentence in leftOut { logger.warning("\(sentence)") }
        let found = try await readBoards(in: store, logger)
        try await setUpAdministrator(in: store)
        let company = try await company(on: store, with: found.library)
        let settings = company.telling.map { CommonSettings(in: data, store.leases, $0, beginAnew: renewal.ask) }
        if try await settings?.agree() == true { return renewal.ask(at: port) }

        DescriptorLimit.raise()
        let budget = DescriptorBudget(
            descriptors: DescriptorLimit.current, connectionLimit: connectionLimit, followerLimit: liveLimit, addressLimit: addressLimit)
        let live = QueueFeeds(
            try Broadcaster(
                .init(
                    limit: budget.followers, share: budget.followerShare, proxies: operating.trustedProxies, ceiling: budget.ceiling)))
        let shared = company.telling.map { SharedQueueEvents(live, in: store, $0) }
        let queues = try await openQueues(found.queueBoards, in: store, live, shared, company)
        let reading = try await openReading(of: found.boards, in: store, by: fetcher, live.broadcaster, company)
        let telling = try openTelling(of: found, in: store, by: channels, reading, queues, company)
        let deliveries = Deliveries(store: store, ownPorts: ownPorts, now: company.now)
        let keeper = keeper(of: found, in: store, reading, deliveries, company, beginAnew: renewal.ask, logger)
        let demo = try await openDemo(of: found.boards, in: store)
        let reporter = reporter(of: company, reading.watcher, shared, settings, in: store)

        let (scheduling, sending, reporting) = (Listening(), Listening(), Listening())
        let web = try WebServer(
            try webConfiguration(keeper, found.boards, budget, demo, reporter, restart: renewal.ask), boards: found.boards,
            queueBoards: found.queueBoards, store: store, sources: reading.sources, libraries: reading.libraries, telling: telling.parts,
            queues: queues
        ) { port, setupPath in
            announce(port, setupPath)
            renewal.listening(at: port)
            keepListening(at: port)
            for gate in [scheduling, sending, reporting] { gate.begin() }
        }
        let readiness = Readiness(
            manager: ServiceManager(), store: store, watcher: reading.watcher, status: "Listening at \(host), port \(port)")
        let upkeep = Upkeep(
            store: store, retention: notices.retention, roles: company.roles, goneAfter: (node?.limits.lasting ?? .zero) * 2,
            now: company.now, isTrusted: { [watcher = reading.watcher] in await watcher.clockIsTrusted() },
            erase: { try await queues.desk.erase(at: $0) })
        let running: [any Service] =
            web.services + [
                web, live.broadcaster, reading.live, queues.desk, AfterListening(listening: scheduling, service: reading.watcher),
                AfterListening(listening: sending, service: deliveries), telling.tickets, reading.missing,
                telling.alerts, telling.reminders, upkeep,
                AfterListening(listening: reporting, service: readiness),
                AfterListening(
                    listening: reporting, service: BoardFolder(path: found.folder, began: found.began, keeper: keeper)),
                // Stopped first at shutdown, so that jobs that end then count as interrupted.
                reading.jobs,
            ]
        // A node ends last, when nothing is done any more under its leases.
        let keeping: [(any Service)?] = [company.keeper, company.telling, shared, settings, reporter]
        try await group(of: keeping.compactMap(\.self) + running, until: renewal, logger).run()
    }

    private func group(of services: [any Service], until renewal: Renewal, _ logger: Logger) -> ServiceGroup {
        // Named after its type. The default description includes every value, even secrets, and takes longer than the rest of the start.
        ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map { service in
                    // A node whose tables a later version has changed ends as by a signal, and with the reason.
                    ServiceGroupConfiguration.ServiceConfiguration(
                        service: service,
                        failureTerminationBehavior: service is NodeReporter ? .gracefullyShutdownGroup : .cancelGroup,
                        serviceName: "\(type(of: service))")
                }
                    + [.init(service: renewal, successTerminationBehavior: .gracefullyShutdownGroup, serviceName: "Renewal")],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
    }

    // MARK: Boards

    /// The boards that a server finds at start.
    private struct FoundBoards {
        /// Absolute and without links.
        let folder: String
        /// The folder's state, scanned before its files were read.
        let began: (folder: FolderMarks, files: [FolderMarks.Mark])
        let library: BoardLibrary
        let queueBoards: [QueueBoard]
        let own: [String: OwnBoard]
        /// The enabled boards, which change while the server runs.
        let boards: BoardRegistry
    }

    private func readBoards(in store: Store, _ logger: Logger) async throws -> FoundBoards {
        let folder = data.resolvingSymlinksInPath().appendingPathComponent("boards").path
        var marks = FolderMarks(of: folder)
        let files = marks.scan()
        let library = try library()
        for problem in library.problems { logger.warning("a board is left out", metadata: ["problem": "\(problem)"]) }
        for problem in problems(with: library) { logger.warning("\(problem)") }
        let queueBoards = queueBoards(of: library)
        let own = try await store.boards.own()
        for name in own.keys where library[name] == nil { try await store.boards.note(name, isThere: false) }
        let boards = BoardRegistry(boards(of: library, own))
        try await store.feeds.prepare(boards.current.all.map { ($0.name, $0.schema) })
        return FoundBoards(folder: folder, began: (marks, files), library: library, queueBoards: queueBoards, own: own, boards: boards)
    }

    private func keeper(
        of found: FoundBoards, in store: Store, _ reading: Reading, _ deliveries: Deliveries, _ company: Company,
        beginAnew: @escaping @Sendable () -> Void, _ logger: Logger
    ) -> BoardKeeper {
        BoardKeeper(
            found.library, found.own, store: store, watcher: reading.watcher, shown: { self.shown($0, $1) },
            onChanged: { name in
                await reading.live.close(board: name)
                deliveries.beginAnew()
                for signal in [reading.alertSignal, reading.reminderSignal] { signal.send() }
            }, onTaken: { await company.feeds?.note(boards: $0.edition) }, beginAnew: beginAnew, logger: logger)
    }

    private func openDemo(of boards: BoardRegistry, in store: Store) async throws -> DemoPublisher? {
        let demo = demoRate == nil ? nil : DemoPublisher(began: 1_767_225_600, now: { Int(clamping: Date().timeIntervalSince1970) })
        if let demo, let fuel = boards["fuel"], fuel.comesAlong {
            try await DemoHistory(store: store, board: fuel, metro: demo.metro).write(before: .system())
        }
        return demo
    }

    // MARK: Reading

    /// The parts that read sources, and those that pages need to show them.
    private struct Reading: Sendable {
        let sources: ServerParts.Sources
        let libraries: ServerParts.Libraries
        let watcher: Watcher
        let live: LiveBoards
        let jobs: Jobs
        let missing: MissingPositions
        /// Sent when there is news for price alerts and for reminders.
        let alertSignal: AsyncSignal
        let reminderSignal: AsyncSignal
    }

    private func openReading(
        of boards: BoardRegistry, in store: Store, by fetcher: Fetcher, _ broadcaster: Broadcaster, _ company: Company
    ) async throws -> Reading {
        let jobs = try await Jobs(
            store: store, node: company.name, now: company.now,
            onEnded: { [metrics = operating.metrics] in metrics.add(to: .jobsEnded, ("kind", $0.name), ("outcome", $1.rawValue)) })
        let places = try await KnownPlaces(in: data, store: store, addresses: addresses)
        let geocoding = Geocoding(
            geocoding.service, countries: geocoding.countries, file: geocoding.file, store: store, fetcher: fetcher,
            now: company.now, onAsked: { [metrics = operating.metrics] in metrics.add(to: .geocoderRequests, ("outcome", $0.rawValue)) })
        let missing = MissingPositions(of: boards, in: store, by: geocoding, places: places, jobs: jobs, roles: company.roles)
        let (alertSignal, reminderSignal) = (AsyncSignal(), AsyncSignal())
        let watcher = Watcher(
            boards: boards, store: store, fetcher: fetcher, secrets: secrets, teller: Teller(notices.due), places: places, jobs: jobs,
            leases: company.feeds, telling: company.telling,
            onNoted: { board in
                if ReminderFields(board.schema) != nil { reminderSignal.send() }
                guard board.stations != nil else { return }
                alertSignal.send()
                missing.wake()
            }, onEnded: { [metrics = operating.metrics] in metrics.note($0, bytes: $1) })
        let services = ServiceCalls(boards: boards, fetcher: fetcher, secrets: secrets)
        let live = LiveBoards(broadcaster, watcher: watcher)
        let libraries = try openLibraries(in: store, by: fetcher, jobs: jobs, company)
        var sources = ServerParts.Sources(watcher: watcher, fetcher: fetcher, services: services, live: live)
        (sources.places, sources.geocoding, sources.jobs) = (places, geocoding, jobs)
        return Reading(
            sources: sources, libraries: libraries, watcher: watcher, live: live, jobs: jobs, missing: missing, alertSignal: alertSignal,
            reminderSignal: reminderSignal)
    }

    // MARK: Notifying

    /// The parts that notify people, and those that pages need of them.
    private struct Telling {
        let parts: ServerParts.Telling
        let alerts: AlertKeeper
        let reminders: ReminderKeeper
        let tickets: TicketTeller
    }

    private func openTelling(
        of found: FoundBoards, in store: Store, by channels: Fetcher, _ reading: Reading, _ queues: ServerParts.Queues,
        _ company: Company
    ) throws -> Telling {
        let pushKey = try VAPIDKey.stored(in: data.appendingPathComponent("vapid.pem"))
        let notifiers = try notices.notifiers(by: channels, key: pushKey)
        let sender = sender(of: store, boards: found.boards, notifiers: notifiers, now: company.now)
        let messenger = Messenger(
            kinds: notifiers.kinds, refuses: { await channels.refuses($0) }, test: { try await sender.test($0) },
            send: { await notifiers.send($0, over: $1, toStored: $2) })
        let alerts = AlertKeeper(
            boards: found.boards, store: store, watcher: reading.watcher, signal: reading.alertSignal, due: notices.due,
            roles: company.roles, now: company.now)
        let reminders = ReminderKeeper(
            boards: found.boards, store: store, watcher: reading.watcher, signal: reading.reminderSignal, roles: company.roles,
            now: company.now)
        let tickets = TicketTeller(
            store: store, node: company.name, notifiers: notifiers,
            writer: TicketWriter(publicURL: notices.publicURL) { [queueBoards = found.queueBoards] queue, words in
                queueBoards.flatMap { $0.translated(to: words.catalogue.language.code).queues }.first { $0.name == queue }.map(
                    queues.desk.named)
            }, signal: queues.signal, now: company.now)
        let parts = ServerParts.Telling(
            messenger: messenger, pushKey: pushKey.publicText, pushServices: pushServices, alerts: reading.alertSignal,
            reminders: reading.reminderSignal)
        return Telling(parts: parts, alerts: alerts, reminders: reminders, tickets: tickets)
    }

    // MARK: Serving

    private func setUpAdministrator(in store: Store) async throws {
        guard let administratorPassword, try await !store.people.hasAdministrator(byProxy: accounts.loginHeader != nil) else { return }
        try NewPerson.check(administratorPassword, for: "admin")
        _ = try await store.people.setUp(administrator: "admin", password: "\(PasswordHash(of: administratorPassword))", at: .system())
    }

    /// `shared`: publishes events, which servers that share the store also get; nil: this server is alone.
    private func openQueues(
        _ boards: [QueueBoard], in store: Store, _ live: QueueFeeds, _ shared: SharedQueueEvents?, _ company: Company
    ) async throws -> ServerParts.Queues {
        let signal = AsyncSignal()
        let desk = try await QueueDesk(
            plans: boards.flatMap(\.queues), store: store,
            sharing: shared.map { _ in QueueDesk.Sharing(as: company.name, event: QueueFeeds.event) }, now: company.now,
            onNews: { news in
                if let shared { shared.tell(news.queue) } else { live.publish(news) }
                if !news.called.isEmpty || !news.gone.isEmpty || news.ready > 0 { signal.send() }
            })
        try await live.open(desk, shared, in: store, host: host, port: queuePort)
        for plan in desk.plans { live.port(of: plan.name).map(ownPorts.insert) }
        return ServerParts.Queues(
            desk: desk, live: live, speaker: Speaker(Espeak.installed(), keptIn: DataFolder.Apart.speech.url(in: data)), signal: signal)
    }

    private func webConfiguration(
        _ keeper: BoardKeeper, _ boards: BoardRegistry, _ budget: DescriptorBudget, _ demo: DemoPublisher?, _ nodes: NodeReporter?,
        restart: @escaping @Sendable () -> Void
    ) throws -> WebServer.Configuration {
        var configuration = WebServer.Configuration(host: host, port: port, assets: assets, demo: demo)
        configuration.accounts = accounts
        configuration.linkKey = try LinkKey.stored(in: data.appendingPathComponent("links.key"))
        configuration.operating = operating
        configuration.connections = .init(
            limit: budget.connections, share: budget.connectionShare, proxies: operating.trustedProxies, ceiling: budget.ceiling)
        configuration.settings = settings?({ keeper.library }, restart)
        configuration.nodes = nodes
        configuration.ownBoards = OwnBoards(in: data.appendingPathComponent("boards")) { name in
            await keeper.take([name])
            return boards[name] != nil
        }
        return configuration
    }

    /// Prints the server's address, and the path for setting up the first administrator if there is none.
    private func announce(_ port: Int, _ setupPath: String?) {
        let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)\(operating.basePath)"
        Output.print("Tidings is at \(address)")
        if let setupPath { Output.print("No one has an account yet. Open \(notices.publicURL?.absoluteString ?? address)\(setupPath)") }
        ownPorts.insert(port)
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
