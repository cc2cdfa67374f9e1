package import Boards
package import Extraction
package import Fetching
import Foundation
package import Records
package import Storage

/// One fetch of one feed, the whole way: ask, read while it arrives, compare, store.
///
/// Used by the server's `Watcher` and by the command line alike. If anything fails, nothing stored changes but the note of
/// the failure. Rows are told to `observe` as soon as they are known, in batches, one per piece of the body.
package struct Refresh: Sendable {
    package let board: Board
    package let feed: Feed
    package let store: Store
    package let now: Now

    package init(board: Board, feed: Feed, store: Store, now: @escaping Now = Timestamp.system) {
        self.board = board
        self.feed = feed
        self.store = store
        self.now = now
    }

    package enum Outcome: Sendable {
        /// The source said that nothing has changed since the last fetch.
        case unmodified
        /// The records are stored; `Difference` is empty if they were the same, and for a feed's first fetch.
        case stored(Difference, recordCount: Int)
    }

    /// The request for this feed: conditional if its last version is stored.
    package var request: Request {
        var request = Request(url: URL(string: feed.url) ?? board.source.url)
        if let timeout = board.source.timeout { request.timeouts.total = timeout }
        if let limit = board.source.limit { request.bodyLimit = limit }
        request.validators = feed.lastSuccess == nil ? nil : Validators(etag: feed.etag, lastModified: feed.lastModified)
        return request
    }

    /// Runs the job made from `request`. Throws `RefreshError`, after noting it.
    package func run(_ job: Job, _ observe: @escaping @Sendable ([Extracted]) async throws -> Void) async throws(RefreshError) -> Outcome {
        let began = now()
        let reading = Reading(board.extractor.begin())
        do {
            let head = try await job.run { part in
                guard case .body(let bytes) = part else { return }
                let extracted = try await reading.append(bytes)
                if !extracted.isEmpty { try await observe(extracted) }
            }
            let report = FetchReport(
                began: began, ended: now(), bytes: job.progress.receivedBytes, etag: head.validators?.etag,
                lastModified: head.validators?.lastModified)
            if head.status == 304 {
                try await store.noteUnmodified(feed, report)
                return .unmodified
            }
            let rest = try await reading.finish()
            if !rest.isEmpty { try await observe(rest) }
            let records = await reading.records()
            guard !records.isEmpty || feed.recordCount == 0 else {
                throw ExtractionError(.row, "is empty now; the \(feed.recordCount) records it had are kept")
            }
            let schema = board.schema
            let difference = try await store.apply(records.count, to: feed, schema, report) {
                try Comparison.difference(from: $0, to: records, schema)
            }
            return .stored(difference, recordCount: records.count)
        } catch {
            let failure = RefreshError(error, at: feed.url)
            // A fetch that somebody ended says nothing about the source.
            guard failure.fault != .nobodys else { throw failure }
            let report = FetchReport(began: began, ended: now(), bytes: job.progress.receivedBytes)
            try? await store.noteFailure(failure.message, of: feed, report)
            throw failure
        }
    }
}

/// The extraction of one document, where the job's closure can reach it.
private actor Reading {
    private var run: any ExtractionRun
    private var finals: [(row: Int, record: Record)] = []
    private var isInOrder = true

    init(_ run: any ExtractionRun) { self.run = run }

    func append(_ bytes: [UInt8]) throws -> [Extracted] {
        var extracted: [Extracted] = []
        try run.append(bytes) { extracted.append($0) }
        keep(extracted)
        return extracted
    }

    func finish() throws -> [Extracted] {
        var extracted: [Extracted] = []
        try run.finish { extracted.append($0) }
        keep(extracted)
        return extracted
    }

    /// The certain records in the document's order.
    func records() -> [Record] {
        (isInOrder ? finals : finals.sorted { $0.row < $1.row }).map(\.record)
    }

    private func keep(_ extracted: [Extracted]) {
        var changed: [Int: Record]?
        for event in extracted {
            switch event {
            case .final(let row, let record):
                if changed != nil {
                    changed?[row] = record
                } else {
                    if let last = finals.last, last.row > row { isInOrder = false }
                    finals.append((row, record))
                }
            case .withdrawn(let row):
                // Nearly always one that was provisional only; an update at the end of a PDF takes back certain ones.
                if changed == nil, finals.contains(where: { $0.row == row }) {
                    changed = Dictionary(finals.map { ($0.row, $0.record) }) { $1 }
                }
                changed?[row] = nil
            case .provisional: break
            }
        }
        if let changed { finals = changed.sorted { $0.key < $1.key }.map { (row: $0.key, record: $0.value) } }
    }
}
