package import Boards
package import Extraction
package import Fetching
import Foundation
package import Records
package import Storage

/// One complete fetch of one feed: request, parse as it arrives, compare, store.
///
/// Used by the server's `Watcher` and by the command line. If anything fails, the only stored change is the record of the failure. Rows go
/// to `observe` as soon as they are known, in batches, one per piece of the body.
package struct Refresh: Sendable {
    package let board: Board
    package let feed: Feed
    package let store: Store
    let secrets: Secrets
    /// Decides when the feed is fetched next, which is stored with the outcome; nil leaves the due time unchanged.
    private let schedule: Schedule?
    /// Decides which notices the outcome leads to; nil for none.
    private let teller: Teller?
    /// Learns positions of suburbs from the records; nil: they aren't learned.
    private let places: KnownPlaces?
    package let now: Now

    package init(
        board: Board, feed: Feed, store: Store, secrets: Secrets = Secrets(), schedule: Schedule? = nil,
        teller: Teller? = nil, places: KnownPlaces? = nil, now: @escaping Now = Timestamp.system
    ) {
        self.board = board
        self.feed = feed
        self.store = store
        self.secrets = secrets
        self.schedule = schedule
        self.teller = teller
        self.places = places
        self.now = now
    }

    package enum Outcome: Sendable {
        /// The source reported that nothing has changed since the last fetch, or that there is no data yet, if the board allows that.
        case unmodified
        /// The records are stored; `Difference` is empty if they were unchanged, and for a feed's first fetch.
        case stored(Difference, recordCount: Int, ReadingNotes = ReadingNotes())
    }

    package typealias Ending = Result<Outcome, RefreshError>

    /// Whether the source never ends.
    var isStream: Bool { URL(string: feed.url).flatMap { SourceKinds.kind(of: $0) }?.isEndless == true }

    /// The request for this feed: conditional if its last version is stored. Throws `MissingSecret`.
    package func request(_ priority: Priority = .interactive) throws -> Request {
        var request = Request(url: URL(string: feed.url) ?? board.source.url, headers: board.source.headers)
        request.priority = priority
        if let timeout = board.source.timeout { request.timeouts.total = timeout }
        if let limit = board.source.limit { request.bodyLimit = limit }
        // Ranges of a document refer to its stored coding.
        request.acceptsCodings = !type(of: board.extractor).looksAhead
        request.renders = try board.source.render.map(secrets.filled)
        if request.renders != nil { request.picture = PagePicture() }
        if request.renders != nil {
            // A page opened in a browser has no version.
        } else if board.joins.isEmpty {
            request.validators = feed.lastSuccess == nil ? nil : Validators(etag: feed.etag, lastModified: feed.lastModified)
        } else {
            request.revalidates()
        }
        if isStream {
            (request.timeouts.total, request.timeouts.idle) = (Self.forever, board.source.silence)
            request.bodyLimit = .max
            request.readsStream = true
        }
        try secrets.apply(board.source.access, to: &request)
        board.bound(&request)
        return request
    }

    /// Runs the job made from `request`. Throws `RefreshError`, after recording it.
    package func run(
        _ job: Job, of fetcher: Fetcher, _ observe: @escaping @Sendable ([Extracted]) async throws -> Void
    ) async throws(RefreshError) -> Outcome {
        if isStream { return try await runToFirstRecord(job, observe) }
        let began = now()
        let reading = Reading(board, of: URL(string: feed.url)) { try await self.tables(by: fetcher, job) }
        let lookAhead = LookAhead(fetcher: fetcher, original: job.request)
        do {
            let head = try await job.run { part in
                let extracted = try await reading.take(part, lookAhead)
                if !extracted.isEmpty { try await observe(extracted) }
            }
            var report = FetchReport(
                began: began, ended: now(), bytes: job.progress.receivedBytes, etag: head.validators?.etag,
                lastModified: head.validators?.lastModified, due: due(failures: 0, notBefore: Pace(head, nil).notBefore(now())))
            report.picture = job.request.picture?.bytes
            if head.status == 304 {
                try await store.feeds.noteUnmodified(feed, report, telling: telling(report), checkup: checkup(.unmodified, report))
                return .unmodified
            }
            let rest = try await reading.finish()
            if !rest.isEmpty { try await observe(rest) }
            let (records, notes) = (await reading.records(), await reading.notes())
            if records.isEmpty, board.source.keepsWhenEmpty {
                let pace = Pace(head, await reading.pacing()).notBefore(now())
                report.due = schedule?.nextWhenEmpty(after: now(), chance: .random(in: 0..<1), notBefore: pace)
                try await store.feeds.noteUnmodified(feed, report, telling: telling(report), checkup: checkup(.unmodified, report))
                return .unmodified
            }
            let hasOtherRows = await reading.hasOtherRows
            guard !records.isEmpty || feed.recordCount == 0 || (hasOtherRows && !board.only.isEmpty) else {
                throw ExtractionError(.empty, "is empty now; the \(feed.recordCount) records it had are kept")
            }
            if let pacing = await reading.pacing() { report.due = due(failures: 0, notBefore: Pace(head, pacing).notBefore(now())) }
            return try await stored(records, try await reading.tallied(records), notes, report)
        } catch {
            let failure = RefreshError(await reading.explained(error), at: feed.url, isBounded: board.own?.isBounded == true)
            // A cancelled fetch says nothing about the source's state.
            guard failure.fault != .nobodys else { throw failure }
            var report = FetchReport(began: began, ended: now(), bytes: job.progress.receivedBytes)
            report.picture = job.request.picture?.bytes
            await note(failure, Self.event(error, failure), report)
            throw failure
        }
    }

    /// Replaces the stored records with those that were read.
    private func stored(
        _ records: ReadRecords, _ tally: ReadingTally, _ notes: ReadingNotes, _ report: FetchReport
    ) async throws -> Outcome {
        // Stored records outside the guide's covered time stay, and count.
        let (schema, cover, ended) = (board.schema, tally.slots.flatMap { GuideCover($0) }, report.ended)
        // The first reading after the board's rows weren't found: the page was redesigned and the board repaired, or the page is back.
        let isFoundAgain = feed.failure?.mayBeRepaired == true
        let difference = try await store.feeds.apply(
            cover == nil ? records.count : nil, to: feed, schema, report, telling: telling(report),
            checkup: checkup(.fetched(tally.filled, hasChanged: false), report), emptySaysNothing: board.source.keepsWhenEmpty
        ) {
            var difference = try Comparison.difference(from: $0, to: records, schema)
            if isFoundAgain { difference.leaveOutNewAddresses(schema, recordCount: records.count) }
            cover?.keepOthers(in: &difference, at: ended)
            return difference
        }
        // Most documents have no notes, and had none before.
        var isNoted = cover != nil || !notes.isEmpty
        if !isNoted { isNoted = try await store.feeds.notes(of: feed) != nil }
        if isNoted, let text = notes.json { try? await store.feeds.keepNotes(text, of: feed, at: ended) }
        if board.own?.isBounded == true, difference.changeCount > 0 {
            _ = try? await store.pruneHistory(of: feed.id, keepingCharacters: OwnBoard.Limits.history)
        }
        if let places, let fields = PlaceFields(of: board) {
            await places.learn(from: (try? records.all()) ?? [], of: board.name, fields, at: ended)
        }
        return .stored(difference, recordCount: records.count, notes)
    }

    /// Records a fetch that couldn't even be requested as failed.
    package func refused(_ error: any Error) async -> RefreshError {
        let failure = RefreshError(error, at: feed.url, isBounded: board.own?.isBounded == true)
        await note(failure, Self.event(error, failure), FetchReport(began: now(), ended: now(), bytes: 0))
        return failure
    }

    private func due(failures: Int, notBefore: Timestamp?) -> Timestamp? {
        guard let next = schedule?.next(after: now(), failures: failures, chance: .random(in: 0..<1), notBefore: notBefore) else {
            return nil
        }
        // A person's new board is read a second time soon, to detect the parts that change with each reading.
        guard failures == 0, feed.lastSuccess == nil, board.own?.person != nil else { return next }
        let soon = now() + MovingParts.Limits.pause
        return min(next, max(soon, notBefore ?? soon))
    }

    func note(_ failure: RefreshError, _ event: FeedHealth.Event?, _ report: FetchReport) async {
        var report = report
        // Repeated logins with a wrong password would lock the account.
        let regular = board.source.render?.secretNames.isEmpty == false ? board.source.every.map { now() + $0 } : nil
        report.due = due(failures: feed.failures + 1, notBefore: [failure.notBefore, regular].compactMap { $0 }.max())
        let checkup = event.map { self.checkup($0, report) }
        try? await store.feeds.noteFailure(failure.failure, of: feed, report, telling: telling(report), checkup: checkup)
    }

    func telling(_ report: FetchReport) -> Telling? { teller?.telling(of: feed, board.schema, at: report.ended) }

    /// Posts what the transaction that stored the records has left to be posted, which a feed with very many watches takes several more
    /// for. A server does this beside its fetches (`Watcher.continuePostings`).
    package func finishPosting() async {
        guard let teller, teller.hasLeftPostings(of: feed.id) else { return }
        await teller.finishPosting(of: feed, board.schema, in: store.following, now)
    }

    /// The feed's health is tracked even without a teller.
    func checkup(_ event: FeedHealth.Event, _ report: FetchReport) -> Checkup {
        (teller ?? Teller()).checkup(event, of: feed, at: report.ended)
    }

    /// The health event of a failure; nil if the failure says nothing about the feed.
    static func event(_ error: any Error, _ failure: RefreshError) -> FeedHealth.Event? {
        if failure.fault == .ours { return nil }
        guard let error = error as? ExtractionError else { return .failed(reason: failure.failure) }
        if error.code == .empty { return .empty }
        return error.field.map { .unreadable(field: $0, reason: "\(error)") } ?? .failed(reason: failure.failure)
    }
}
