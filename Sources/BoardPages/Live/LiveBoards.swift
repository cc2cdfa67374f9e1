package import Broadcasting
import Fetching
package import Localisation
import Logging
package import Records
import ServiceLifecycle
package import Serving
import Synchronization
package import Watching

/// Live events for open pages of boards: one feed of events for all pages that show the same, rendered once for all of them.
///
/// A screen is a page's view of some feeds. The first page opens it, and it closes a while after the last page leaves. When its feeds
/// change, it renders and sends the differences: `region` replaces part of the page, `progress` moves the bar, and `running` says whether
/// the source is being read and what the last change was (`change`), so that a page can tell that its rows are outdated. New followers get
/// the whole state, so events needn't be stored for reconnecting pages.
package actor LiveBoards: Service {
    /// Identifies a screen. Pages with equal keys get the same events.
    package struct Key: Hashable {
        package let board: String
        package let choice: [String: String]
        package let feeds: [Feed.ID]
        package let language: String
        package let zone: String
        /// The search value of a lookup page; nil for other views.
        package let needle: Value?
        /// `LiveScreen.own`
        package var own: [String] = []

        package init(
            board: String, choice: [String: String], feeds: [Feed.ID], language: String, zone: String, needle: Value?, own: [String] = []
        ) {
            self.board = board
            self.choice = choice
            self.feeds = feeds
            self.language = language
            self.zone = zone
            self.needle = needle
            self.own = own
        }
    }

    private final class Screen {
        let showing: any LiveScreen
        let events: EventFeed
        /// The feeds as of the last request for the screen.
        var feeds: [Feed]
        /// Hashes of what was last sent: each region's HTML, and `running`.
        var told: [String: Int] = [:]
        var sequence: Int64 = 0
        var matches: Int?
        var isRendering = false
        /// Whether something happened after the current rendering began.
        var isStale = false
        var lastAsked: Timestamp
        /// The number of consecutive failed renderings.
        var failures = 0
        /// Waits to render again; nil unless the last rendering failed. The screen owns it and cancels it at its end.
        var retry: Task<Void, Never>?

        deinit { retry?.cancel() }

        init(_ showing: any LiveScreen, _ events: EventFeed, _ feeds: [Feed], at now: Timestamp) {
            self.showing = showing
            self.events = events
            self.feeds = feeds
            lastAsked = now
        }
    }

    /// Feeds that are shown together, and their screens.
    private final class Source {
        var screens: Set<Key> = []
        let needles = Needles()
        var task: Task<Void, Never>?
        deinit { task?.cancel() }
    }

    /// How many screens search for each value. The watcher checks every row against it.
    private final class Needles: Sendable {
        private let counts = Mutex<[Value: Int]>([:])

        func add(_ needle: Value) { counts.withLock { $0[needle, default: 0] += 1 } }
        func remove(_ needle: Value) {
            counts.withLock { counts in
                let count = (counts[needle] ?? 0) - 1
                counts[needle] = count > 0 ? count : nil
            }
        }
        func contains(_ value: Value?) -> Bool { value.map { value in counts.withLock { $0[value] != nil } } ?? false }
    }

    package nonisolated let broadcaster: Broadcaster
    private let watcher: Watcher
    private let limit: Int
    private let pause: Duration
    private let epoch = EventFeed.newEpoch()
    private let now: @Sendable () -> Timestamp
    private var screens: [Key: Screen] = [:]
    private var sources: [[Feed.ID]: Source] = [:]
    private var lastScreen = 0
    private let logger = Logger(label: "tidings.live")

    /// How long a screen without followers stays, so that a reopened page finds it.
    private static let idleTimeout = Duration.seconds(30)
    private static let longestPause = Duration.seconds(60)

    /// `limit`: the most screens. `pause`: the first delay after a failed rendering.
    package init(
        _ broadcaster: Broadcaster, watcher: Watcher, limit: Int = 10_000, pause: Duration = .seconds(1),
        now: @escaping @Sendable () -> Timestamp = { .system() }
    ) {
        self.broadcaster = broadcaster
        self.watcher = watcher
        self.limit = limit
        self.pause = pause
        self.now = now
    }

    /// The up-to-date events of a screen; nil if the limit of screens is reached.
    ///
    /// `asked`: the index of the field that a lookup's search value is compared with.
    package func events(of key: Key, feeds: [Feed], asked: Int = 0, _ showing: any LiveScreen) async -> EventFeed? {
        if let screen = screens[key] {
            screen.lastAsked = now()
            // Another process may have read the source, or the last rendering failed.
            if screen.feeds != feeds || screen.retry != nil {
                screen.feeds = feeds
                await render(key)
            }
            return screen.events
        }
        if screens.count >= limit { closeUnfollowed(for: .seconds(1)) }
        guard screens.count < limit else { return nil }
        lastScreen += 1
        let events = broadcaster.events(epoch: "\(epoch).\(lastScreen)", sequence: 0, state: [], remembers: false)
        screens[key] = Screen(showing, events, feeds, at: now())
        let source = source(of: key.feeds, asked: asked)
        source.screens.insert(key)
        if let needle = key.needle { source.needles.add(needle) }
        await render(key)
        return events
    }

    var screenCount: Int { screens.count }
    /// The number of pages that follow.
    package var followerCount: Int { screens.values.reduce(0) { $0 + $1.events.followerCount } }

    /// Closes unused screens until the group shuts down.
    package func run() async throws {
        let ticks = AsyncStream<Void> { (try? await Task.sleep(for: .seconds(15))) != nil ? () : nil }
        for await _ in ticks.cancelOnGracefulShutdown() { closeUnfollowed(for: Self.idleTimeout) }
        for source in sources.values { source.task?.cancel() }
        for screen in screens.values { screen.retry?.cancel() }
    }

    /// Closes screens that had no followers and no requests for this long.
    func closeUnfollowed(for time: Duration) {
        let now = now()
        for (key, screen) in screens where screen.events.followerCount == 0 && now - screen.lastAsked >= time { close(key) }
    }

    /// Closes the screens of a board that was changed or removed. Its open pages reconnect, and get the current board.
    package func close(board: String) { for key in screens.keys where key.board == board { close(key) } }

    private func close(_ key: Key) {
        screens.removeValue(forKey: key)?.events.close()
        guard let source = sources[key.feeds] else { return }
        source.screens.remove(key)
        if let needle = key.needle { source.needles.remove(needle) }
        if source.screens.isEmpty { sources[key.feeds] = nil }
    }

    // MARK: Events

    private func source(of feeds: [Feed.ID], asked: Int) -> Source {
        if let source = sources[feeds] { return source }
        let source = Source()
        sources[feeds] = source
        // The source owns this task and cancels it at its end, after its last screen.
        source.task = Task { [weak self, watcher, needles = source.needles] in
            let events = await watcher.events(of: feeds) { needles.contains($0.values[asked]) }
            // Catches up with events from before it listened.
            await self?.handle(.began, of: feeds, asked: asked)
            for await event in events { await self?.handle(event, of: feeds, asked: asked) }
        }
        return source
    }

    private func handle(_ event: LiveEvent, of feeds: [Feed.ID], asked: Int) async {
        guard let keys = sources[feeds]?.screens else { return }
        switch event {
        case .progress(let progress): for key in keys { tell(progress, key) }
        case .row(let row): for key in keys where key.needle == row.record.values[asked] { await render(key) }
        case .withdrawn: for key in keys where screens[key]?.matches ?? 0 > 0 { await render(key) }
        case .began, .ended: for key in keys { await render(key) }
        }
    }

    private func tell(_ progress: JobProgress, _ key: Key) {
        guard let screen = screens[key], screen.events.followerCount > 0 else { return }
        let line = FetchProgress(progress, matches: screen.matches).line(screen.showing.words)
        screen.sequence += 1
        screen.events.publish([.init(line.closed, named: "progress")], sequence: screen.sequence)
    }

    /// Sends the differences. If something happens meanwhile, renders again; if rendering fails, tries again after a pause.
    private func render(_ key: Key) async {
        guard let screen = screens[key] else { return }
        guard !screen.isRendering else { return screen.isStale = true }
        screen.isRendering = true
        defer { screen.isRendering = false }
        repeat {
            screen.isStale = false
            do {
                // On behalf of no one, because all followers get the result.
                tell(try await Asking.$behalf.withValue(nil, operation: { try await screen.showing.picture() }), screen)
            } catch {
                // A cancelled request isn't a failure; of several consecutive failures, the first is logged.
                if !Task.isCancelled { screen.failures += 1 }
                if !Task.isCancelled, screen.failures == 1 {
                    logger.error("a live page cannot be rendered", metadata: ["board": "\(key.board)", "error": "\(error)"])
                }
                return renderLater(key, screen)
            }
            screen.failures = 0
            screen.retry?.cancel()
            screen.retry = nil
        } while screen.isStale
    }

    /// Renders again after a pause that grows with each failure, for as long as the screen is open.
    private func renderLater(_ key: Key, _ screen: Screen) {
        guard screens[key] === screen, screen.retry == nil else { return }
        let pause = min(pause * (1 << min(max(screen.failures, 1) - 1, 10)), Self.longestPause)
        screen.retry = Task { [weak self] in
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            await self?.renderAgain(key)
        }
    }

    private func renderAgain(_ key: Key) async {
        guard let screen = screens[key], !Task.isCancelled else { return }
        screen.retry = nil
        // Without followers, it waits again, because a page may be about to follow. A page that follows later starts a rendering.
        if screen.events.followerCount == 0 { renderLater(key, screen) } else { await render(key) }
    }

    private func tell(_ picture: LivePicture, _ screen: Screen) {
        screen.matches = picture.matches
        var (news, state): ([EventFeed.Event], [EventFeed.Event]) = ([], [])
        func add(_ name: String, _ line: JSONLine, as part: String) {
            let event = EventFeed.Event(line.closed, named: name)
            state.append(event)
            guard screen.told.updateValue(event.data.hashValue, forKey: part) != event.data.hashValue else { return }
            news.append(event)
        }
        for (id, html) in picture.regions { add("region", .region(id, html), as: id) }
        // Last, because it removes the progress bar or updates the button.
        add("running", picture.running, as: "running")
        guard !news.isEmpty else { return }
        screen.sequence += 1
        screen.events.publish(news, state: state, sequence: screen.sequence)
    }
}

/// The part of a board that open pages show.
package protocol LiveScreen: Sendable {
    var words: Words { get }
    /// The reader's own choices, which make this a separate screen.
    var own: [String] { get }
    func picture() async throws -> LivePicture
}

extension LiveScreen {
    package var own: [String] { [] }
}

/// The current content of the parts of a page that can change.
package struct LivePicture: Sendable {
    package let regions: [(id: String, html: HTML)]
    package let isRunning: Bool
    /// The number of the feeds' last change.
    package let change: Int64
    /// How many rows of the running fetch match the search.
    package var matches: Int?

    package init(regions: [(id: String, html: HTML)], isRunning: Bool, change: Int64, matches: Int? = nil) {
        self.regions = regions
        self.isRunning = isRunning
        self.change = change
        self.matches = matches
    }

    /// Part of `LiveScreen.own`: people who may change a board have a screen of their own.
    package static func rights(_ mayChange: Bool) -> [String] { mayChange ? ["may change"] : [] }

    package var running: JSONLine {
        var line = JSONLine()
        line.add("running", isRunning)
        line.add("change", Int(change))
        return line
    }
}

extension JSONLine {
    package static func region(_ id: String, _ html: HTML) -> JSONLine {
        var line = JSONLine()
        line.add("id", id)
        line.add("html", html.description)
        return line
    }
}

extension FetchProgress {
    /// The JSON that the page's script reads.
    package func line(_ words: Words) -> JSONLine {
        var line = JSONLine()
        line.add("received", receivedBytes)
        line.add("total", knownTotal)
        line.add("rate", bytesPerSecond)
        line.add("matches", matches)
        line.add("text", text(words))
        return line
    }
}
