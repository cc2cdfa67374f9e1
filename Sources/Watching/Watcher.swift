package import Boards
import Extraction
package import Fetching
package import Foundation
import Logging
package import LongJobs
package import Records
import ServiceLifecycle
package import Storage

/// Keeps feeds up to date: fetches due and requested feeds, with at most one fetch per feed at a time for any number of callers.
///
/// A server has one and runs it as a `Service`. Subscribers see a fetch while it happens. A slow subscriber loses events, never uses more
/// memory, and always receives the end.
package actor Watcher: Service {
    let boards: BoardRegistry
    let store: Store
    private let fetcher: Fetcher
    private let secrets: Secrets
    let teller: Teller?
    private let places: KnownPlaces?
    /// Shows requested readings as jobs; nil: they aren't shown.
    private let jobs: ReadingJobs?
    /// The leases of this node, if several share the store. nil: it is the only one, and fetches everything.
    private let leases: FeedLeases?
    /// Tells the other nodes, and hears of them; nil if there are none.
    let telling: NodeTelling?
    /// Called after each fetch is stored, with its notices.
    private let onNoted: @Sendable (Board) -> Void
    let now: Now
    /// Monotonic time, which setting the wall clock doesn't change.
    private let instant: @Sendable () -> ContinuousClock.Instant
    /// Called at the end of each fetch, with the bytes it received.
    private let onEnded: @Sendable (Refresh.Ending, Int) -> Void
    let logger = Logger(label: "tidings.watcher")
    /// A source read within this time isn't read again. Ten times as long if it gave no validator, because it would send everything again.
    private let freshness: Duration

    var fetches: [Feed.ID: Run] = [:]
    /// Sources that never end, each with the task that follows it.
    var streams: [Feed.ID: (board: String, task: Task<Void, Never>)] = [:]
    /// Boards that are being changed; their feeds aren't fetched.
    var held: Set<String> = []
    /// Feeds that were requested here while another node was fetching them, with their boards.
    var elsewhere: [Feed.ID: String] = [:]
    /// Whether more feeds are due than this node could fetch.
    private var isMoreDue = false
    /// Sent when a feed may be due that the schedule doesn't know of.
    let news = AsyncSignal()
    /// Sent when a fetch has left changes to be posted.
    let postings = AsyncSignal()
    private var leftOut = LeftOut()
    /// Streams that are connected and have sent data.
    private var flowing: Set<Feed.ID> = []
    /// Fetches that ended after the last query for due feeds.
    private var endedMeanwhile: Set<Feed.ID> = []
    var subscribers = LiveSubscribers()
    /// Followed feeds as they were when they were last compared with the store (`compare`).
    var editions: [Feed.ID: Feed] = [:]
    private(set) var isStopping = false
    var newFeeds = NewFeeds()

    /// When the schedule last ran.
    private var lastRound: ContinuousClock.Instant
    private var clock = ClockSteps()
    /// Whether stored times have been corrected since the start and since the clock was last set.
    private var timesAreKept = false
    private var isOnSchedule = false
    /// The schedule is starting, or has started.
    private(set) var hasBegun = false
    private var isWaitingForRoom = false

    /// How long a step of the clock is reported.
    private static let stepIsNews = Duration.seconds(86_400)
    /// A feed that has been due for longer than this, without running or being queued, is stuck.
    private static let overdue = Duration.seconds(900)
    /// How long to wait after an error in a round.
    private static let afterTrouble = Duration.seconds(15)

    struct Run {
        let board: String
        /// nil if the request couldn't be made.
        let job: Job?
        let task: Task<Void, Never>
        /// nil if this is the only server.
        let lease: Lease?
        var rows: RowsSoFar
        var lastProgress: ContinuousClock.Instant?
        /// Whether another node may have the lease now.
        var isLost = false
    }

    /// Gives the steps of a page the secrets to fill in. Throws `MissingSecret`.
    nonisolated package func filled(_ order: RenderOrder) throws -> RenderOrder { try secrets.filled(order) }

    /// Reads a board's source once, with the current secrets, and stores nothing.
    nonisolated package func trial(of board: Board, at url: URL) -> TrialReading { TrialReading(board, at: url, secrets) }

    package init(
        boards: BoardRegistry, store: Store, fetcher: Fetcher, secrets: Secrets = Secrets(), freshness: Duration = .seconds(2),
        teller: Teller? = nil, places: KnownPlaces? = nil, jobs: Jobs? = nil, leases: FeedLeases? = nil, telling: NodeTelling? = nil,
        onNoted: @escaping @Sendable (Board) -> Void = { _ in },
        now: @escaping Now = Timestamp.system, instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        onEnded: @escaping @Sendable (Refresh.Ending, Int) -> Void = { _, _ in }
    ) {
        self.onEnded = onEnded
        self.boards = boards
        self.store = store
        self.fetcher = fetcher
        self.secrets = secrets
        self.freshness = freshness
        self.teller = teller
        self.places = places
        self.jobs = if let jobs { ReadingJobs(jobs, logger) } else { nil }
        (self.leases, self.telling) = (leases, telling)
        self.onNoted = onNoted
        // Due times are the same on all nodes.
        if let leases { self.now = { leases.clock.time() } } else { self.now = now }
        self.instant = instant
        lastRound = instant()
    }

    // MARK: The schedule

    /// Fetches due feeds until the server stops, then ends the running fetches. Prepare the boards' tables first (`FeedStore.prepare`).
    package func run() async throws {
        let keeping = leases.map { leases in Task { await leases.keep { await self.lose($0) } } }
        let hearing = telling.map { telling in Task { await self.hear(telling.inbox()) } }
        let posting = Task { await self.continuePostings() }
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                var pause: Duration
                do { pause = try await self.round() } catch is CancellationError { break } catch {
                    self.logger.error("feeds cannot be put on schedule", metadata: ["error": "\(error)"])
                    pause = Self.afterTrouble
                }
                await self.news.wait(atMost: pause)
            }
        }
        isStopping = true
        for stream in streams.values { stream.task.cancel() }
        for stream in streams.values { await stream.task.value }
        for run in fetches.values { run.job?.cancel() }
        for run in fetches.values { await run.task.value }
        posting.cancel()
        hearing?.cancel()
        keeping?.cancel()
        await posting.value
        await hearing?.value
        await keeping?.value
        await leases?.leave()
        subscribers.finish()
    }

    /// Runs the schedule once. Returns the wait before the next round, at most a minute.
    private func round() async throws -> Duration {
        if !isOnSchedule {
            hasBegun = true
            try await keepTimes(nil)
            try await putOnSchedule()
            try await followStreams()
            isOnSchedule = true
        } else {
            try await lookAtClock()
        }
        guard let leases else { return try await fetchDue() }
        try await followStreams()
        try await lookElsewhere(by: leases)
        let pause = try await fetchDue()
        return min(pause, isMoreDue || !elsewhere.isEmpty ? leases.limits.closeLook : leases.limits.look)
    }

    /// Checks for a step of the clock; called by each round.
    func lookAtClock() async throws {
        // All nodes share the database's clock. If it is set, each of them would shift the due times.
        guard leases == nil || !timesAreKept else { return }
        let step = clock.observe(now(), at: instant())
        if let step { logger.warning("the wall clock was set \(step.description); the schedule goes on by the time that has passed") }
        if step != nil || !timesAreKept { try await keepTimes(step) }
    }

    /// Why due feeds aren't fetched; nil if they are. A round never takes longer than a minute.
    package func scheduleProblem() -> String? {
        if isStopping { return "has stopped" }
        return lastRound.duration(to: instant()) > .seconds(180) ? "has not been looked at for three minutes" : nil
    }

    /// Also checks the feeds: none may be due later than the schedule ever puts it, and none may be overdue without a fetch.
    package func scheduleProblem(of feeds: [Feed]) -> String? {
        if let problem = scheduleProblem() { return problem }
        // The next round corrects these times.
        var clock = clock
        let time = now()
        guard isOnSchedule, timesAreKept, clock.observe(time, at: instant()) == nil else { return nil }
        let stuck = feeds.count { feed in
            guard let due = feed.due, let board = boards[feed.board], let schedule = Schedule(board.source) else { return false }
            return due > time + schedule.longestWait || (time - due > Self.overdue && fetches[feed.id] == nil)
        }
        return stuck > 0 ? "is stuck: feeds are not fetched when they are due (\(stuck))" : nil
    }

    /// A recent step of the wall clock; nil if there was none.
    package func clockNews() -> String? {
        guard let step = clock.latest, instant() - step.instant < Self.stepIsNews else { return nil }
        return "was set \(step.description) at \(step.noticed)"
    }

    /// Whether the wall clock is right, so that data may be removed by its age.
    package func clockIsTrusted() -> Bool { timesAreKept && clock.isTrusted(at: instant()) }

    /// Corrects stored times after a step of the clock, or at the start if there is no step.
    private func keepTimes(_ step: ClockSteps.Step?) async throws {
        timesAreKept = false
        let (time, feeds) = (now(), try await store.feeds.all())
        if step == nil, !isOnSchedule {
            clock.start(time, at: instant(), storedUntil: feeds.compactMap(\.lastAttempt).max())
            _ = clock.observe(time, at: instant())
        }
        for feed in feeds {
            guard let due = feed.due, let board = boards[feed.board], let schedule = Schedule(board.source) else { continue }
            let chance = Double.random(in: 0..<1)
            let kept =
                step.map { schedule.moved(due, since: feed.lastAttempt, by: $0, at: time, chance: chance) }
                ?? schedule.kept(due, since: feed.lastAttempt, at: time, chance: chance)
            if kept != due { try await store.feeds.setDue(kept, for: feed, insteadOf: due) }
        }
        let moved = step?.by ?? .zero
        try await store.keepTimes(at: time, movedBy: moved, lease: Sender.Limits.lease) { FeedHealth.kept($0, movedBy: moved, at: time) }
        timesAreKept = true
    }

    /// Starts due fetches. Returns the wait before the next round.
    private func fetchDue() async throws -> Duration {
        endedMeanwhile = []
        lastRound = instant()
        // The store couldn't save the result, and the feed would be due again at once.
        if await store.isOutOfRoom() {
            if !isWaitingForRoom { logger.error("the disk is full: nothing is fetched on schedule until there is room") }
            isWaitingForRoom = true
            return Self.afterTrouble
        }
        isWaitingForRoom = false
        let time = now()
        let (due, next) = try await store.feeds.dueFeeds(at: time)
        let watched = due.isEmpty ? [] : try await store.feeds.watchedFeeds()
        var wanted: [(feed: Feed, board: Board)] = []
        for feed in due {
            guard let board = try await asItIs(boards[feed.board]) else { continue }
            guard isUsed(feed, board, isWatched: watched.contains(feed.id)) else {
                try await store.feeds.setDue(nil, for: feed)
                continue
            }
            guard board.own?.rests != true else {
                await putOff(feed, board)
                continue
            }
            // A feed whose fetch ended after the query is no longer due.
            guard !held.contains(board.name), fetches[feed.id] == nil else { continue }
            guard !endedMeanwhile.contains(feed.id) else { continue }
            if leases == nil { start(feed, board, for: "schedule", .background) } else { wanted.append((feed, board)) }
        }
        if let leases { isMoreDue = try await startLeased(wanted, by: leases) }
        return max(.milliseconds(250), min(.seconds(60), (next ?? time + .seconds(60)) - now()))
    }

    // MARK: Streams

    private func followStreams() async throws {
        for board in boards.current.all { try await followStreams(of: board) }
    }

    func followStreams(of board: Board) async throws {
        guard board.source.kind.isEndless, !board.source.isExample, board.own?.isBounded != true else { return }
        let feeds = try await feeds(of: board).filter { streams[$0.id] == nil }
        guard let leases else { return follow(feeds.map { ($0, nil) }, board) }
        follow(try await leases.take(feeds.map { WantedFeed($0) }, room: .max, byHand: true).map { ($0.feed, $0.lease) }, board)
    }

    private func follow(_ feeds: [(feed: Feed, lease: Lease?)], _ board: Board) {
        for (feed, lease) in feeds where streams[feed.id] == nil && !isStopping {
            // `streams` owns these tasks until the service ends, the board is changed, or the lease is lost.
            streams[feed.id] = (board.name, Task { await self.follow(feed, board, under: lease) })
        }
    }

    private func follow(_ feed: Feed, _ board: Board, under lease: Lease?) async {
        await follow(feed, board, in: store.under(lease))
        guard let lease else { return }
        if !Task.isCancelled { streams[feed.id] = nil }
        await leases?.give(lease, of: feed.id)
    }

    /// Connects, and reconnects after each loss, until it is cancelled or its lease is lost.
    private func follow(_ feed: Feed, _ board: Board, in store: Store) async {
        var reconnection = Reconnection()
        while !Task.isCancelled {
            let refresh = Refresh(board: board, feed: feed, store: store, secrets: secrets, teller: teller, places: places, now: now)
            let began = instant()
            let error: RefreshError
            do {
                let job = fetcher.job(try refresh.request(.background), for: "stream")
                error = await refresh.follow(job) { await self.stored($0, of: feed, board) }
            } catch let refusal {
                error = await refresh.refused(refusal)
            }
            flowing.remove(feed.id)
            guard !Task.isCancelled else { return }
            logger.warning("\(error)", metadata: ["board": "\(board.name)", "feed": "\(feed.id)"])
            guard !error.isLost else { return }
            onEnded(.failure(error), 0)
            subscribers.tell(feed.id, .ended)
            let wait = reconnection.wait(after: instant() - began, chance: .random(in: 0..<1))
            guard (try? await Task.sleep(for: wait)) != nil else { return }
        }
    }

    private func stored(_ part: Refresh.StreamPart, of feed: Feed, _ board: Board) async {
        flowing.insert(feed.id)
        let metadata: Logger.Metadata = ["board": "\(board.name)", "feed": "\(feed.id)"]
        logger.debug("\(part.recordCount) records, \(part.difference.changeCount) changes", metadata: metadata)
        if let count = leftOut.record(part.leftOut, of: feed.id, at: instant()) {
            logger.notice("\(count) records came too fast and were left out", metadata: metadata)
        }
        onEnded(.success(.stored(part.difference, recordCount: part.recordCount)), part.bytes)
        hear(of: feed.id, board)
        await tellOthers(of: feed.id)
    }

    // MARK: Requests of pages

    /// Fetches the board's standard feeds now, each like `refresh(_:_:for:)`.
    @discardableResult
    package func refresh(_ board: Board, for requester: String, by person: Person.ID? = nil) async throws -> Refreshing {
        var sum = Refreshing()
        for feed in try await feeds(of: board) { sum = sum + (await refresh(feed, board, for: requester, by: person)) }
        return sum
    }

    /// Fetches all feeds in use that the person may see, each like `refresh(_:_:for:)`.
    package func refreshAll(for requester: String, by person: Person.ID? = nil) async throws -> Refreshing {
        let watched = try await store.feeds.watchedFeeds()
        var sum = Refreshing()
        for feed in try await store.feeds.all() {
            guard let board = boards[feed.board], board.isVisible(to: person), board.owns(feed.url, feed.binding),
                isStandard(feed, board) || isUsed(feed, board, isWatched: watched.contains(feed.id))
            else { continue }
            sum = sum + (await refresh(feed, board, for: requester, by: person))
        }
        return sum
    }

    /// Fetches a feed now, unless a fetch of it is running or has just ended. `person` sees it among their jobs.
    @discardableResult
    package func refresh(_ feed: Feed, _ board: Board, for requester: String, by person: Person.ID? = nil) async -> Refreshing {
        // A stream is read continuously, so it needs no other fetch.
        if board.source.kind.isEndless { return flowing.contains(feed.id) ? Refreshing(fresh: 1) : Refreshing(running: 1) }
        // The caller's board may be out of date, so the current one is used.
        guard let board = try? await asItIs(boards[feed.board]), board.own?.rests != true else { return Refreshing() }
        guard fetches[feed.id] == nil else { return Refreshing(running: 1) }
        guard !isStopping, !held.contains(feed.board), boards[feed.board]?.edition == board.edition else { return Refreshing() }
        if isFresh(feed) { return Refreshing(fresh: 1) }
        if let leases { return await startByHand(feed, board, for: requester, by: person, with: leases) }
        start(feed, board, for: requester, by: person, .interactive)
        return Refreshing(started: 1)
    }

    /// Whether the feed was read recently, and isn't due since, as it is when it is read in another way now.
    func isFresh(_ feed: Feed) -> Bool {
        if let due = feed.due, due <= now() { return false }
        let maximumAge = feed.etag == nil && feed.lastModified == nil ? freshness * 10 : freshness
        // A last success in the future was recorded before the clock was set back, so it isn't recent.
        return feed.lastSuccess.map { (.zero..<maximumAge).contains(now() - $0) } ?? false
    }

    /// A person's board with its owner's current state, checked at each fetch: the owner may have been disabled, or be no administrator any
    /// more.
    private func asItIs(_ board: Board?) async throws -> Board? {
        guard let board, let own = board.own else { return board }
        return board.owned(try await store.boards.own(board.name) ?? own)
    }

    /// The feeds whose fetches are running or queued.
    package var running: Set<Feed.ID> { Set(fetches.keys) }

    /// The progress of a feed's fetch; nil if none is running.
    package func progress(of feed: Feed) -> JobProgress? { fetches[feed.id]?.job?.progress }

    /// Rows of the running fetch whose field at this index has this value, in the document's order; empty without a fetch.
    package func rowsSoFar(of feed: Feed, where field: Int, is value: Value) -> [LiveRow] {
        fetches[feed.id]?.rows.rows(where: field, is: value) ?? []
    }

    /// The number of a stream's records that were dropped since the start because they arrived faster than they can be stored.
    package func leftOutCount(of feed: Feed) -> Int { leftOut.inAll[feed.id] ?? 0 }

    /// The number of rows that the running fetch has read.
    package func rowCountSoFar(of feed: Feed) -> Int { fetches[feed.id]?.rows.all.count ?? 0 }

    package func events(of feed: Feed, matching: @escaping @Sendable (Record) -> Bool) -> AsyncStream<LiveEvent> {
        events(of: [feed.id], matching: matching)
    }

    /// Subscribes to the events of these feeds; row events only for matching records.
    package func events(of feeds: [Feed.ID], matching: @escaping @Sendable (Record) -> Bool) -> AsyncStream<LiveEvent> {
        guard !isStopping else { return AsyncStream { $0.finish() } }
        return subscribers.add(Set(feeds), matching: matching) { number in
            // The stream's end reaches the actor a moment later.
            Task { await self.drop(number) }
        }
    }

    package var subscriberCount: Int { subscribers.count }

    private func drop(_ number: Int) { subscribers.drop(number) }

    // MARK: One fetch

    /// `lease`: results are stored under it; nil if this is the only server.
    func start(
        _ feed: Feed, _ board: Board, for requester: String, by person: Person.ID? = nil, _ priority: Priority, under lease: Lease? = nil
    ) {
        let refresh = Refresh(
            board: board, feed: feed, store: store.under(lease), secrets: secrets, schedule: Schedule(board.source), teller: teller,
            places: places, now: now)
        defer { subscribers.tell(feed.id, .began) }
        let job: Job
        do { job = fetcher.job(try refresh.request(priority), for: requester) } catch {
            let task = Task { await self.ended(feed, board, .failure(await refresh.refused(error))) }
            fetches[feed.id] = Run(board: board.name, job: nil, task: task, lease: lease, rows: RowsSoFar(areKept: false))
            return
        }
        let read: @Sendable () async -> Refresh.Ending = { [fetcher] in
            do throws(RefreshError) {
                return .success(try await refresh.run(job, of: fetcher) { await self.passed($0, of: feed.id) })
            } catch {
                return .failure(error)
            }
        }
        // Scheduled refreshes are not shown as jobs; requested ones and first readings are.
        let isSeen = priority == .interactive || feed.lastAttempt == nil
        let series = isSeen && board.isSeveral ? jobs?.joined(feed.id, job, of: board, by: person) : nil
        // `fetches` owns this task until `ended` runs.
        let task = Task { [jobs] in
            let result = if isSeen, series == nil, let jobs { await jobs.run(board, by: person, job, read) } else { await read() }
            if let series {
                // Before the feed can be fetched again.
                let failure: String? = if case .failure(let error) = result { "\(error)" } else { nil }
                series.end(feed.id, failure: failure)
            }
            await self.ended(feed, board, result)
        }
        fetches[feed.id] = Run(
            board: board.name, job: job, task: task, lease: lease, rows: RowsSoFar(areKept: board.schema.asked != nil))
    }

    private func passed(_ extracted: [Extracted], of feed: Feed.ID) {
        guard var run = fetches.removeValue(forKey: feed) else { return }
        for event in extracted {
            switch event {
            case .final(let number, let record):
                run.rows.add(record, as: number, isProvisional: false)
                subscribers.tell(feed) { $0(record) ? .row(LiveRow(number: number, record: record, isProvisional: false)) : nil }
            case .provisional(let number, let record):
                run.rows.add(record, as: number, isProvisional: true)
                subscribers.tell(feed) { $0(record) ? .row(LiveRow(number: number, record: record, isProvisional: true)) : nil }
            case .withdrawn(let number):
                let old = run.rows.remove(number)
                if old == nil, run.rows.areKept { continue }
                subscribers.tell(feed) { old.map($0) ?? true ? .withdrawn(number: number) : nil }
            }
        }
        if let progress = run.job?.progress, run.lastProgress.map({ .now - $0 >= .milliseconds(200) }) ?? true {
            run.lastProgress = .now
            subscribers.tell(feed, .progress(progress))
        }
        fetches[feed] = run
    }

    private func ended(_ feed: Feed, _ board: Board, _ result: Refresh.Ending) async {
        let metadata: Logger.Metadata = ["board": "\(board.name)", "feed": "\(feed.id)"]
        switch result {
        case .success(.unmodified): logger.debug("not modified", metadata: metadata)
        case .success(.stored(let difference, let count, let notes)):
            logger.info("\(count) records, \(difference.changeCount) changes", metadata: metadata)
            for words in [notes.leftOutWords, notes.refusedWords].compactMap({ $0 }) { logger.notice("\(words)", metadata: metadata) }
        case .failure(let error):
            logger.warning("\(error)", metadata: metadata)
            if error.fault == .nobodys, !error.isLost, fetches[feed.id]?.isLost != true { await putOff(feed, board) }
        }
        let run = fetches.removeValue(forKey: feed.id)
        onEnded(result, run?.job?.progress.receivedBytes ?? 0)
        endedMeanwhile.insert(feed.id)
        hear(of: feed.id, board)
        await tellOthers(of: feed.id)
        guard let leases, let lease = run?.lease else { return }
        await leases.give(lease, of: feed.id)
        if isMoreDue { news.send() }
    }

    /// Notifies followers here of a feed's new stored data.
    func hear(of feed: Feed.ID, _ board: Board) {
        if teller?.hasLeftPostings(of: feed) == true { postings.send() }
        onNoted(board)
        subscribers.tell(feed, .ended)
    }

    /// A due reading that a person cancelled doesn't start again at once; a reading that the server's shutdown cancelled does.
    private func putOff(_ feed: Feed, _ board: Board) async {
        guard !isStopping, !held.contains(board.name) else { return }
        guard let schedule = Schedule(board.source), let due = feed.due, due <= now() else { return }
        let next = schedule.next(after: now(), failures: 0, chance: .random(in: 0..<1))
        do { try await store.feeds.setDue(next, for: feed, insteadOf: due) } catch { logger.error("a reading can’t be put off: \(error)") }
    }
}
