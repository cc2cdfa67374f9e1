package import Boards
import Extraction
package import Fetching
import Foundation
import Logging
package import Records
import ServiceLifecycle
package import Storage

/// Keeps the feeds up to date: fetches those that are due, and those somebody asks for, each once at a time however many ask.
///
/// One a server, run as a `Service`. Whoever wants to see a fetch happen subscribes; a subscriber that does not keep up
/// loses events and never memory, and is told the end in any case.
package actor Watcher: Service {
    private let boards: [Board]
    private let store: Store
    private let fetcher: Fetcher
    private let secrets: Secrets
    private let teller: Teller?
    private let places: KnownPlaces?
    /// Called when a fetch was noted, and with it whatever is to be told.
    private let onNoted: @Sendable () -> Void
    private let now: Now
    /// Told the end of each fetch, with the bytes it has received.
    private let onEnded: @Sendable (Result<Refresh.Outcome, RefreshError>, Int) -> Void
    private let logger = Logger(label: "tidings.watcher")
    /// A source asked again within this time has been asked enough: a moment where it can say "not modified", ten times as long
    /// where it would have to send everything again.
    private let freshness: Duration

    private let boardsByName: [String: Board]
    private var fetches: [Feed.ID: Run] = [:]
    /// Fetches that have ended since the store was last asked what is due.
    private var endedMeanwhile: Set<Feed.ID> = []
    private var subscribers: [Int: Subscriber] = [:]
    private var nextSubscriber = 0
    private var isStopping = false
    private var newFeeds = NewFeeds()

    /// Of one board at most.
    package static let feedLimit = 2_000
    /// A feed that nobody watches is kept up to date for so long after somebody asked for it.
    private static let remembered = Duration.seconds(14 * 86_400)
    /// That somebody asks for a feed is noted so often.
    private static let askedNoted = Duration.seconds(3600)
    /// When the schedule was last looked at.
    private var lastRound = ContinuousClock.now

    private struct Run {
        let job: Job
        let task: Task<Void, Never>
        /// Rows passed so far that are still standing, for those who come late.
        var seen: [Int: (record: Record, isProvisional: Bool)] = [:]
        var lastProgress: ContinuousClock.Instant?
    }

    private struct Subscriber {
        let feeds: Set<Feed.ID>
        let matches: @Sendable (Record) -> Bool
        let continuation: AsyncStream<LiveEvent>.Continuation
    }

    package init(
        boards: [Board], store: Store, fetcher: Fetcher, secrets: Secrets = Secrets(), freshness: Duration = .seconds(2),
        teller: Teller? = nil, places: KnownPlaces? = nil, onNoted: @escaping @Sendable () -> Void = {},
        now: @escaping Now = Timestamp.system,
        onEnded: @escaping @Sendable (Result<Refresh.Outcome, RefreshError>, Int) -> Void = { _, _ in }
    ) {
        self.onEnded = onEnded
        self.boards = boards
        boardsByName = Dictionary(boards.map { ($0.name, $0) }) { first, _ in first }
        self.store = store
        self.fetcher = fetcher
        self.secrets = secrets
        self.freshness = freshness
        self.teller = teller
        self.places = places
        self.onNoted = onNoted
        self.now = now
    }

    // MARK: The schedule

    /// The boards' tables have to be prepared (`Store.prepare`). Looks for due feeds until the server stops, then ends what is still running.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                try await self.putOnSchedule()
                while !Task.isCancelled {
                    let pause = try await self.fetchDue()
                    try await Task.sleep(for: pause)
                }
            } catch is CancellationError {
            } catch {
                self.logger.error("the schedule stopped", metadata: ["error": "\(error)"])
            }
        }
        isStopping = true
        for run in fetches.values { run.job.cancel() }
        for run in fetches.values { await run.task.value }
        for subscriber in subscribers.values { subscriber.continuation.finish() }
    }

    /// Why feeds are not fetched when they are due; nil if they are. A round is never longer than a minute.
    package func scheduleProblem() -> String? {
        if isStopping { return "has stopped" }
        return lastRound.duration(to: .now) > .seconds(180) ? "has not been looked at for three minutes" : nil
    }

    private func putOnSchedule() async throws {
        for board in boards {
            for feed in try await feeds(of: board) where feed.due == nil && board.source.isScheduled {
                try await store.setDue(now(), for: feed)
            }
        }
        try await joinWatched()
        let watched = try await store.watchedFeeds()
        for feed in try await store.feeds() {
            guard let board = boardsByName[feed.board] else { continue }
            let isDue = isUsed(feed, board, isWatched: watched.contains(feed.id))
            if isDue != (feed.due != nil) { try await store.setDue(isDue ? now() : nil, for: feed) }
        }
    }

    /// Whoever watches one of the feeds that are shown together watches all, also those of a choice that the board's file has come to list.
    private func joinWatched() async throws {
        let watched = try await store.watchedFeeds()
        for board in boards where board.source.each != nil {
            let choices = try await store.feeds(of: board.name).filter { watched.contains($0.id) && board.owns($0.url, $0.binding) }
                .map { board.chosen(in: $0.binding) }
            for choice in Set(choices) {
                // What can't be made stays as it is.
                do { _ = try await feeds(of: board, choice) } catch {
                    logger.warning("\(error)", metadata: ["board": "\(board.name)"])
                }
            }
        }
    }

    /// Whether the schedule keeps a feed up to date: a board's standard feed, and those that somebody watches or has asked for lately.
    private func isUsed(_ feed: Feed, _ board: Board, isWatched: Bool) -> Bool {
        guard board.source.isScheduled, board.owns(feed.url, feed.binding) else { return false }
        if isWatched || isStandard(feed, board) { return true }
        return feed.lastAsked.map { now() - $0 < Self.remembered } ?? false
    }

    private func isStandard(_ feed: Feed, _ board: Board) -> Bool { board.chosen(in: feed.binding).isEmpty }

    /// Starts what is due; returns how long there is nothing to do, a minute at most.
    private func fetchDue() async throws -> Duration {
        endedMeanwhile = []
        lastRound = .now
        let time = now()
        let (due, next) = try await store.dueFeeds(at: time)
        let watched = due.isEmpty ? [] : try await store.watchedFeeds()
        for feed in due {
            guard let board = boardsByName[feed.board] else { continue }
            guard isUsed(feed, board, isWatched: watched.contains(feed.id)) else {
                try await store.setDue(nil, for: feed)
                continue
            }
            // One that has ended since the store was asked is not due any more.
            if fetches[feed.id] == nil, !endedMeanwhile.contains(feed.id) { start(feed, board, for: "schedule", .background) }
        }
        return max(.milliseconds(250), min(.seconds(60), (next ?? time + .seconds(60)) - now()))
    }

    // MARK: What pages ask

    /// The board's standard feed, the first of them where there are several.
    package func feed(of board: Board) async throws -> Feed {
        try await store.feed(of: board.name, url: board.source.url.absoluteString, binding: (try? board.bindings().first)?.values ?? [:])
    }

    /// The feed of a binding, made if it is new, and noted as asked for. Throws `ParameterError`, and `StorageError` with `full` where there
    /// are as many feeds as there may be.
    package func feed(of board: Board, _ binding: Binding, limit: Int = Watcher.feedLimit) async throws -> Feed {
        let binding = board.complete(binding)
        let url = try board.url(binding).absoluteString
        guard !board.chosen(in: binding.values).isEmpty else {
            return try await store.feed(of: board.name, url: url, binding: binding.values)
        }
        return try await noteAsked(
            try await store.feed(of: board.name, url: url, binding: binding.values, limit: limit), board)
    }

    /// The feeds that are shown together for what somebody has chosen: one, or as many as `source.each` has choices, in their order.
    ///
    /// What nobody has asked for yet is made within bounds; `known` are the parameters whose value is known to be there. Throws
    /// `ParameterError`, `NewFeedError`, and `StorageError` with `full`.
    package func feeds(of board: Board, _ given: [String: String] = [:], for asker: FeedAsker = .person, known: Set<String> = [])
        async throws
        -> [Feed]
    {
        let bindings = try board.bindings(given)
        if let first = bindings.first, !board.chosen(in: first.values).isEmpty,
            try await store.knownFeed(of: board.name, url: try board.url(first).absoluteString) == nil
        {
            try newFeeds.admit(board.chosen(in: first.values), of: board, for: asker, known: known, at: now())
        }
        var feeds: [Feed] = []
        // Strangers leave room for people.
        let limit = asker == .stranger ? Self.feedLimit / 2 : Self.feedLimit
        for binding in bindings { feeds.append(try await feed(of: board, binding, limit: limit)) }
        if board.source.each != nil { try await store.join(feeds) }
        return feeds
    }

    private func noteAsked(_ feed: Feed, _ board: Board) async throws -> Feed {
        let time = now()
        guard feed.lastAsked.map({ time - $0 >= Self.askedNoted }) ?? true else { return feed }
        try await store.noteAsked(feed, at: time, due: board.source.isScheduled ? time : nil)
        return try await store.feed(feed.id) ?? feed
    }

    /// Fetches the board's standard feeds now, unless that is under way or was done a moment ago; returns whether it does.
    @discardableResult
    package func refresh(_ board: Board, for requester: String) async throws -> Bool {
        var isFetched = false
        for feed in try await feeds(of: board) where refresh(feed, board, for: requester) { isFetched = true }
        return isFetched
    }

    /// Fetches all feeds in use now, as `refresh` does one; returns how many it does.
    package func refreshAll(for requester: String) async throws -> Int {
        let watched = try await store.watchedFeeds()
        return try await store.feeds().count { feed in
            guard let board = boardsByName[feed.board], board.owns(feed.url, feed.binding),
                isStandard(feed, board) || isUsed(feed, board, isWatched: watched.contains(feed.id))
            else { return false }
            return refresh(feed, board, for: requester)
        }
    }

    /// Fetches a feed now, unless that is under way or was done a moment ago; returns whether it does.
    @discardableResult
    package func refresh(_ feed: Feed, _ board: Board, for requester: String) -> Bool {
        guard fetches[feed.id] == nil, !isStopping else { return false }
        let patience = feed.etag == nil && feed.lastModified == nil ? freshness * 10 : freshness
        if let last = feed.lastSuccess, now() - last < patience { return false }
        start(feed, board, for: requester, .interactive)
        return true
    }

    /// The feeds that are being fetched, or wait in line for that.
    package var running: Set<Feed.ID> { Set(fetches.keys) }

    /// How far the fetch of a feed is; nil if there is none.
    package func progress(of feed: Feed) -> JobProgress? { fetches[feed.id]?.job.progress }

    /// Rows of the fetch under way that match, in the document's order; empty if there is none.
    package func rowsSoFar(of feed: Feed, matching: (Record) -> Bool) -> [LiveRow] {
        (fetches[feed.id]?.seen ?? [:]).filter { matching($0.value.record) }.sorted { $0.key < $1.key }
            .map { LiveRow(number: $0.key, record: $0.value.record, isProvisional: $0.value.isProvisional) }
    }

    package func events(of feed: Feed, matching: @escaping @Sendable (Record) -> Bool) -> AsyncStream<LiveEvent> {
        events(of: [feed], matching: matching)
    }

    /// Everything that happens to feeds from now on, rows only where they match.
    package func events(of feeds: [Feed], matching: @escaping @Sendable (Record) -> Bool) -> AsyncStream<LiveEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: LiveEvent.self, bufferingPolicy: .bufferingNewest(64))
        let number = nextSubscriber
        nextSubscriber += 1
        subscribers[number] = Subscriber(feeds: Set(feeds.map(\.id)), matches: matching, continuation: continuation)
        // Ends by itself as soon as the actor has a moment.
        continuation.onTermination = { _ in Task { await self.drop(number) } }
        if isStopping { continuation.finish() }
        return stream
    }

    package var subscriberCount: Int { subscribers.count }

    private func drop(_ number: Int) { subscribers[number] = nil }

    // MARK: One fetch

    private func start(_ feed: Feed, _ board: Board, for requester: String, _ priority: Priority) {
        let refresh = Refresh(
            board: board, feed: feed, store: store, secrets: secrets, schedule: Schedule(board.source), teller: teller,
            places: places, now: now)
        let job: Job
        do { job = fetcher.job(try refresh.request(priority), for: requester) } catch {
            // Owned by nobody, and done as soon as the note is written.
            Task { await self.ended(feed, board, .failure(await refresh.refused(error))) }
            return
        }
        // Owned by `fetches`, from here until `ended`.
        let task = Task {
            let result: Result<Refresh.Outcome, RefreshError>
            do throws(RefreshError) {
                result = .success(try await refresh.run(job, of: fetcher) { await self.passed($0, of: feed.id) })
            } catch {
                result = .failure(error)
            }
            await self.ended(feed, board, result)
        }
        fetches[feed.id] = Run(job: job, task: task)
        tell(feed.id) { _ in .began }
    }

    private func passed(_ extracted: [Extracted], of feed: Feed.ID) {
        guard var run = fetches.removeValue(forKey: feed) else { return }
        for event in extracted {
            switch event {
            case .final(let number, let record):
                run.seen[number] = (record, false)
                tell(feed) { $0.matches(record) ? .row(LiveRow(number: number, record: record, isProvisional: false)) : nil }
            case .provisional(let number, let record):
                run.seen[number] = (record, true)
                tell(feed) { $0.matches(record) ? .row(LiveRow(number: number, record: record, isProvisional: true)) : nil }
            case .withdrawn(let number):
                guard let old = run.seen.removeValue(forKey: number) else { continue }
                tell(feed) { $0.matches(old.record) ? .withdrawn(number: number) : nil }
            }
        }
        let progress = run.job.progress
        if run.lastProgress.map({ .now - $0 >= .milliseconds(200) }) ?? true {
            run.lastProgress = .now
            tell(feed) { _ in .progress(progress) }
        }
        fetches[feed] = run
    }

    private func ended(_ feed: Feed, _ board: Board, _ result: Result<Refresh.Outcome, RefreshError>) async {
        let metadata: Logger.Metadata = ["board": "\(board.name)", "feed": "\(feed.id)"]
        switch result {
        case .success(.unmodified): logger.debug("not modified", metadata: metadata)
        case .success(.stored(let difference, let count)):
            logger.info("\(count) records, \(difference.changeCount) changes", metadata: metadata)
        case .failure(let error):
            logger.warning("\(error)", metadata: metadata)
        }
        onEnded(result, fetches[feed.id]?.job.progress.receivedBytes ?? 0)
        fetches[feed.id] = nil
        endedMeanwhile.insert(feed.id)
        onNoted()
        tell(feed.id) { _ in .ended }
    }

    private func tell(_ feed: Feed.ID, _ event: (Subscriber) -> LiveEvent?) {
        for subscriber in subscribers.values where subscriber.feeds.contains(feed) {
            if let event = event(subscriber) { subscriber.continuation.yield(event) }
        }
    }
}
