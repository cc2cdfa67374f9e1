import Boards
import Fetching
import Foundation
import Logging
import Notifying
import Operating
import Places
import Records
import Serving
import Speaking
import Storage
import Streaming
import Watching
import Web

/// A server with its settings. `run` starts it.
struct Server: Sendable {
    var host: String
    var port: Int
    var data: URL
    /// Where the store is; nil: in the folder.
    var database: DatabaseAddress?
    /// Which of several servers over that database this is; nil: it is the only one.
    var node: Node?
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
    /// Boards that are on even if their files say `enabled: false`.
    var enabledBoards: Set<String> = []
    /// Boards that are off even if their files enable them.
    var disabledBoards: Set<String> = []
    /// Boards that visitors may read even if their files don't allow it.
    var publicBoards: Set<String> = []
    /// The password of the first administrator; nil if they set it themselves.
    var administratorPassword: String?
    /// Bytes a second of the sample list; nil without a demo.
    var demoRate: Int?
    /// Delay of the sample directory, and how many of a hundred of its answers are 503.
    var demoLatencyMilliseconds = 0
    var demoFailurePercent = 0
    var operating = OperatorSettings()
    /// The push services that visitors' browsers may use.
    var pushServices = PushServices.known
    /// Approximate positions of internet addresses; nil looks up none.
    var addresses: MaxMindFile?
    /// Folders of films and music.
    var media: [String] = []
    /// Where posters, covers and plots are looked up; nowhere if it is empty.
    var mediaSources: [any LookUpSource] = []
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
    /// How much of what takes a processor runs at once.
    var widths = Widths()
    /// What commands in the data folder need to know of this server.
    var served = KeptSettings([:])
    /// Makes the settings page, from functions that give the current boards and that restart this server; nil removes the page.
    var settings: (@Sendable (@escaping @Sendable () -> BoardLibrary, @escaping @Sendable () -> Void) -> ServerSettings)?

    struct Node: Sendable {
        let name: String
        var limits = FeedLeases.Limits()
    }

    /// Runs the server. Returns the port to listen on if it ended to restart with other settings; nil if it ended for good.
    func run() async throws -> Int? {
        try DataFolder.check(data)
        // Before anything is made.
        try Store.check(data, database: database)
        if database == nil, let address = try Store.database(of: data) {
            throw Failure(
                .nothingFound, "\(data.path) belongs to a database: start with --database \(address), or set TIDINGS_DATABASE to it")
        }
        let lock = try DataLock(data)
        DataFolder.restrict(data, isDeep: true)
        try served.write(in: data, named: KeptSettings.servedName)
        let store = try Store.opened(in: data, database: database)
        try store.reserve(asNode: node?.name)
        var configuration = fetching
        configuration.allowedHosts.formUnion(demoHosts)
        configuration.cache = try ResponseCache(DataFolder.Apart.cache.url(in: data))
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
}
