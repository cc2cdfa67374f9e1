package import Boards
package import Fetching
import Hummingbird
import Localisation
package import LongJobs
package import Queueing
package import Records
package import Speaking
package import Storage
package import Streaming
import Synchronization
package import Watching

/// What all pages and the API are made of: what is stored, what reads, what tells, and how the server is run.
package struct Engine: Sendable {
    package let boards: [Board]
    package let queueBoards: [QueueBoard]
    /// The store for the server's own work, whoever asks.
    package let ownStore: Store
    package let sources: Sources
    package let libraries: Libraries
    package let telling: Telling
    /// nil if this server has no queues.
    package let queueing: Queues?
    package let views: Views
    package let accounts: Accounts
    package let operation: Operation
    package let queries = LongQueries()
    package let kept = Kept()

    /// What reads sources, and what is known from them.
    package struct Sources: Sendable {
        package let watcher: Watcher
        package let fetcher: Fetcher
        package let services: ServiceCalls
        package var places = KnownPlaces()
        /// nil if this server looks up no addresses.
        package var geocoding: Geocoding?
        /// nil if none are shown here.
        package var jobs: Jobs?
        package let live: LiveBoards

        package init(watcher: Watcher, fetcher: Fetcher, services: ServiceCalls, live: LiveBoards) {
            self.watcher = watcher
            self.fetcher = fetcher
            self.services = services
            self.live = live
        }
    }

    /// People's documents, the films and music of the server, and what is made of them.
    package struct Libraries: Sendable {
        /// nil if this server has no media folders.
        package var media: MediaLibrary?
        /// nil in a server without a folder for documents.
        package var documents: DocumentLibrary?
        /// nil in a server without folders whose files become documents.
        package var folders: DocumentFolders?
        /// nil in a server without a folder for documents.
        package var mailboxes: DocumentMailboxes?
        /// nil in a server that doesn't speak.
        package var exporter: DocumentExporter?

        package init() {}
    }

    /// What tells people.
    package struct Telling: Sendable {
        /// nil if this server sends no notices.
        package var messenger: Messenger?
        /// The public key of Web Push, which browsers tie their subscriptions to; nil turns push off.
        package var pushKey: String?
        /// Rings when someone changes a price alert.
        package var alerts = Bell()
        /// Rings when someone makes a reminder.
        package var reminders = Bell()

        package init(messenger: Messenger? = nil, pushKey: String? = nil, alerts: Bell = Bell(), reminders: Bell = Bell()) {
            self.messenger = messenger
            self.pushKey = pushKey
            self.alerts = alerts
            self.reminders = reminders
        }
    }

    /// What serves queues.
    package struct Queues: Sendable {
        package let desk: QueueDesk
        /// Live events; nil without any.
        package var live: QueueFeeds?
        /// Speaks numbers. Without an engine it answers with the reason.
        package var speaker: Speaker
        /// Rings when guests of a queue may have something to hear.
        package var bell: Bell

        package init(desk: QueueDesk, live: QueueFeeds?, speaker: Speaker, bell: Bell = Bell()) {
            self.desk = desk
            self.live = live
            self.speaker = speaker
            self.bell = bell
        }
    }

    /// How the server is run.
    package struct Operation: Sendable {
        let settings: OperatorSettings
        /// The settings that administrators can change on a page; nil removes the page.
        package let page: ServerSettings?
        package let linkKey: LinkKey
        let assets: AssetLibrary

        package init(settings: OperatorSettings, page: ServerSettings?, linkKey: LinkKey, assets: AssetLibrary) {
            self.settings = settings
            self.page = page
            self.linkKey = linkKey
            self.assets = assets
        }
    }

    package init(
        _ boards: [Board], _ queueBoards: [QueueBoard], views: Views, sources: Sources, libraries: Libraries, telling: Telling,
        queues: Queues?, accounts: Accounts, operation: Operation
    ) {
        self.boards = boards
        self.queueBoards = queueBoards
        ownStore = accounts.store
        self.sources = sources
        self.libraries = libraries
        self.telling = telling
        queueing = queues
        self.views = views
        self.accounts = accounts
        self.operation = operation
    }

    /// The store for changes on behalf of the person who asks. Each write checks that the person still may make it (`OnBehalf`).
    package var store: Store { ownStore.acting(for: Asking.behalf) }
    package var watcher: Watcher { sources.watcher }
    package var places: KnownPlaces { sources.places }
    package var operating: OperatorSettings { operation.settings }
    package var assets: AssetLibrary { operation.assets }

    /// The boards that the reader may see. Strangers see only public ones.
    package func boards(for context: PageContext) -> [Board] {
        let isReader = context.person != nil && context.scopes?.contains(.read) ?? true
        return isReader ? boards : boards.filter(\.isPublic)
    }

    package func board(_ name: String?) throws -> Board {
        guard let board = boards.first(where: { $0.name == name }) else { throw Refusal(.notFound, "This board doesn’t exist.") }
        return board
    }

    /// Whether strangers may read what the address is about: its board, or its queue.
    package func isPublic(_ context: PageContext) -> Bool {
        if let queue = context.parameters.get("queue") { return queueing?.desk[queue]?.isPublic ?? false }
        let name = context.parameters.get("board")
        return boards.contains { $0.name == name && $0.isPublic } || queueBoards.contains { $0.name == name && $0.isPublic }
    }
}

/// What parts of the web keep in memory while the server runs, one value of a type: caches and guards.
package final class Kept: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    package func the<Value: Sendable>(_ make: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[ObjectIdentifier(Value.self)] as? Value { return known }
            let new = make()
            values[ObjectIdentifier(Value.self)] = new
            return new
        }
    }
}
