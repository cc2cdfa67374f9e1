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

/// A configured server. `run` starts it.
struct Server: Sendable {
    var host: String
    var port: Int
    var data: URL
    /// The store's location; nil: in the data folder.
    var database: DatabaseAddress?
    /// Which of several servers on that database this is; nil: the only one.
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
    /// Boards that are enabled even if their files say `enabled: false`.
    var enabledBoards: Set<String> = []
    /// Boards that are disabled even if their files enable them.
    var disabledBoards: Set<String> = []
    /// Boards that visitors may read even if their files don't allow it.
    var publicBoards: Set<String> = []
    /// The password of the first administrator; nil if they set it themselves.
    var administratorPassword: String?
    /// The rate of the sample list in bytes per second; nil without a demo.
    var demoRate: Int?
    /// The delay of the sample directory, and the percentage of its responses that are 503.
    var demoLatencyMilliseconds = 0
    var demoFailurePercent = 0
    var operating = OperatorSettings()
    /// The push services that visitors' browsers may use.
    var pushServices = PushServices.known
    /// Approximate positions of IP addresses; nil: none are looked up.
    var addresses: MaxMindFile?
    /// Folders of films and music.
    var media: [String] = []
    /// The services for looking up posters, covers and plots; empty: none.
    var mediaSources: [any LookUpSource] = []
    /// Folders whose files become people's documents.
    var documentFolders: [DocumentFolder] = []
    /// The program for natural voices; nil if there is none.
    var naturalVoices: SpeechProcess.Program?
    /// The port of the first queue's raw feed.
    var queuePort = QueuePort.off
    /// The limit on followers of queues; nil derives it from the number of descriptors.
    var liveLimit: Int?
    /// The limits on connections, in all and per address; nil derives them from the number of descriptors.
    var connectionLimit: Int?
    var addressLimit: Int?
    /// How many CPU-bound tasks run at once.
    var widths = Widths()
    /// A sentence for each entry of the settings that is left out.
    var leftOut: [String] = []
    /// The settings of this server that commands in the data folder need.
    var served = KeptSettings([:])
    /// Makes the settings page from functions that return the current boards and restart this server; nil removes the page.
    var settings: (@Sendable (@escaping @Sendable () -> BoardLibrary, @escaping @Sendable () -> Void) -> ServerSettings)?

    struct Node: Sendable {
        let name: String
        var limits = FeedLeases.Limits()
    }

    /// Runs the server. Returns the port to listen on if it ended for a restart with other settings; nil if it ended for good.
    func run() async throws -> Int? {
        try DataFolder.check(data)
        // Before anything is created.
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

    /// Shuts down the fetcher and the mail connections, however the body ends.
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
