package import BoardPages
import Boards
import DemoPublishing
package import Fetching
package import Following
import GuidePages
import Hummingbird
package import LongJobs
package import Notifying
package import QueuePages
package import Queueing
package import Records
import Serving
package import Speaking
import StationPages
import Storage
package import Streaming
import Synchronization
package import Watching

/// The parts of a server. Each feature takes what it needs (`Features.installed`).
package struct ServerParts: Sendable {
    /// The parts that read sources, and the data from them.
    package struct Sources: Sendable {
        let watcher: Watcher
        let fetcher: Fetcher
        let services: ServiceCalls
        let live: LiveBoards
        package var places = KnownPlaces()
        /// nil if this server looks up no addresses.
        package var geocoding: Geocoding?
        /// nil if jobs aren't shown here.
        package var jobs: Jobs?

        package init(watcher: Watcher, fetcher: Fetcher, services: ServiceCalls, live: LiveBoards) {
            (self.watcher, self.fetcher, self.services, self.live) = (watcher, fetcher, services, live)
        }
    }

    /// People's documents, the server's films and music, and the files made from them.
    package struct Libraries: Sendable {
        /// nil if this server has no media folders.
        package var media: MediaLibrary?
        /// nil in a server without a folder for fetched posters and covers.
        package var pictures: FoundPictures?
        /// nil if this server has no media folders.
        package var lookUps: MediaLookUps?
        /// nil in a server without a folder for documents.
        package var documents: DocumentLibrary?
        /// nil in a server without folders whose files become documents.
        package var folders: DocumentFolders?
        /// nil in a server without a folder for documents.
        package var mailboxes: DocumentMailboxes?
        /// nil in a server without speech.
        package var exporter: DocumentExporter?

        package init() {}
    }

    /// The parts that notify people.
    package struct Telling: Sendable {
        /// nil if this server sends no notices.
        let messenger: Messenger?
        /// The public key of Web Push, which browsers bind their subscriptions to; nil disables push.
        let pushKey: String?
        /// The push services that strangers' browsers may subscribe through.
        let pushServices: PushServices
        /// Sent when someone changes a price alert.
        let alerts: AsyncSignal
        /// Sent when someone makes a reminder.
        let reminders: AsyncSignal

        package init(
            messenger: Messenger? = nil, pushKey: String? = nil, pushServices: PushServices = .known, alerts: AsyncSignal = AsyncSignal(),
            reminders: AsyncSignal = AsyncSignal()
        ) {
            (self.messenger, self.pushKey, self.pushServices) = (messenger, pushKey, pushServices)
            (self.alerts, self.reminders) = (alerts, reminders)
        }
    }

    /// The parts that serve queues.
    package struct Queues: Sendable {
        package let desk: QueueDesk
        /// Live events; nil without any.
        package let live: QueueFeeds?
        /// Speaks numbers. Without an engine, it answers with the reason.
        package let speaker: Speaker
        /// Sent when guests of a queue may have something to hear.
        package let signal: AsyncSignal

        package init(desk: QueueDesk, live: QueueFeeds?, speaker: Speaker, signal: AsyncSignal = AsyncSignal()) {
            (self.desk, self.live, self.speaker, self.signal) = (desk, live, speaker, signal)
        }
    }

    let site: Site
    let accounts: Accounts
    let registry: BoardRegistry
    let boards: KnownBoards
    let sources: Sources
    let libraries: Libraries
    let telling: Telling
    let queues: QueuesFeature
    let following: FollowingFeature
    let stations: StationServices
    let guide: GuideServices
    /// The settings that administrators can change on a page; nil removes the page.
    let settings: ServerSettings?
    /// What this server says of itself as one of several; nil if it is alone.
    let nodes: NodeReporter?
    /// nil without a demo.
    let demo: DemoPublisher?
    let features = FeatureList()

    init(
        _ registry: BoardRegistry, _ queueBoards: [QueueBoard], site: Site, accounts: Accounts, sources: Sources, libraries: Libraries,
        telling: Telling, queues: Queues?, settings: ServerSettings?, ownBoards: OwnBoards?, nodes: NodeReporter?, demo: DemoPublisher?
    ) {
        self.registry = registry
        (self.site, self.accounts, self.sources, self.libraries, self.telling) = (site, accounts, sources, libraries, telling)
        (self.settings, self.nodes, self.demo) = (settings, nodes, demo)
        stations = StationServices(geocoding: sources.geocoding, alerts: telling.alerts, now: site.now)
        guide = GuideServices(reminders: telling.reminders)
        self.boards = KnownBoards(
            registry, Views(stations, guide), site: site, store: accounts.store, watcher: sources.watcher, fetcher: sources.fetcher,
            services: sources.services, live: sources.live, places: sources.places, own: ownBoards)
        self.queues = QueuesFeature(
            queueBoards, site: site, store: accounts.store, desk: queues?.desk, live: queues?.live, speaker: queues?.speaker,
            signal: queues?.signal ?? AsyncSignal(), pushKey: telling.pushKey, pushServices: telling.pushServices)
        following = FollowingFeature(
            self.boards, messenger: telling.messenger, alerts: telling.alerts, hasSettings: settings != nil)
    }

    var store: Store { accounts.store }

    /// Whether people can add boards on a page.
    var addsBoards: Bool { boards.own != nil }

    /// Whether strangers may read the board or queue of a path.
    func isPublic(_ context: PageContext) -> Bool {
        if let isPublic = queues.isPublic(context) { return isPublic }
        let name = context.parameters.get("board")
        return name.flatMap { registry[$0] }?.audience == .everyone || queues.queueBoards.contains { $0.name == name && $0.isPublic }
    }
}

/// The list of a server's features, for features that combine all of them. Set once, when all are made.
final class FeatureList: Sendable {
    private let features = Mutex<[any Feature]>([])

    var all: [any Feature] { features.withLock { $0 } }

    func set(_ all: [any Feature]) { features.withLock { $0 = all } }
}
