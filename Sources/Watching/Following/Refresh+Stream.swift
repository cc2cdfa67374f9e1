import Boards
import Extraction
package import Fetching
import Foundation
package import Records
import Storage
import Synchronization

// A source that never ends: its records are stored as they arrive, at the rate of `Inflow`. It always ends with an error, and the records
// stored before stay.
extension Refresh {
    /// Longer than any server runs.
    static let forever = Duration.seconds(100 * 365 * 86_400)

    /// The outcome of one transaction of a stream.
    package struct StreamPart: Sendable {
        package let difference: Difference
        /// Records in the transaction.
        package let recordCount: Int
        /// Records dropped since the last transaction.
        package let leftOut: Int
        package let bytes: Int
    }

    /// Follows the source until the connection is lost, which is recorded, or until the job or the task is cancelled.
    package func follow(_ job: Job, onStored: @escaping @Sendable (StreamPart) async -> Void) async -> RefreshError {
        let began = now()
        let reading = StreamReading(board, timeout: job.request.timeouts.idle)
        async let writing = write(reading, ending: job, onStored)
        var failure: any Error = CancellationError()
        do { _ = try await job.run { try await reading.take($0) } } catch { failure = error }
        await reading.end()
        if let ours = await writing { failure = ours }
        let error = RefreshError(failure, at: feed.url)
        guard error.fault != .nobodys else { return error }
        await note(error, Self.event(failure, error), FetchReport(began: began, ended: now(), bytes: 0))
        return error
    }

    /// Reads one record and stores it. For the command line, which then exits.
    func runToFirstRecord(
        _ job: Job, _ observe: @escaping @Sendable ([Extracted]) async throws -> Void
    ) async throws(RefreshError) -> Outcome {
        let began = now()
        let reading = StreamReading(board, timeout: job.request.timeouts.idle, isForOne: true)
        do {
            do { _ = try await job.run { try await reading.take($0) } } catch is StreamReading.Enough {}
            guard let batch = await reading.batch(isLast: true), let record = batch.records.first else { throw CancellationError() }
            try await observe([.final(row: 0, record)])
            let difference = try await store(batch.records, FetchReport(began: began, ended: now(), bytes: job.progress.receivedBytes))
            return .stored(difference, recordCount: 1)
        } catch {
            let failure = RefreshError(error, at: feed.url)
            guard failure.fault != .nobodys else { throw failure }
            await note(failure, Self.event(error, failure), FetchReport(began: began, ended: now(), bytes: job.progress.receivedBytes))
            throw failure
        }
    }

    /// Stores records until the reading ends, and then the rest. Returns why it failed.
    private func write(
        _ reading: StreamReading, ending job: Job, _ onStored: @Sendable (StreamPart) async -> Void
    ) async -> (any Error)? {
        var count = 0
        do {
            var began = now()
            func pass(isLast: Bool) async throws -> Bool {
                guard let batch = await reading.batch(isLast: isLast) else { return false }
                let report = FetchReport(began: began, ended: now(), bytes: await reading.takeByteCount())
                let difference = try await store(batch.records, report)
                // The source determines the volume.
                if count % 256 == 0 { _ = try await store.pruneHistory(of: feed.id, keeping: Inflow.Limits.history) }
                (count, began) = (count + 1, now())
                await onStored(
                    StreamPart(
                        difference: difference, recordCount: batch.records.count, leftOut: batch.leftOut, bytes: report.bytes))
                return true
            }
            for await _ in reading.signals {
                while try await pass(isLast: false) { try await Task.sleep(for: Inflow.Limits.pause) }
            }
            while try await pass(isLast: true) {}
            return nil
        } catch {
            job.cancel()
            return error
        }
    }

    private func store(_ records: [Record], _ report: FetchReport) async throws -> Difference {
        let (schema, source) = (board.schema, board.source)
        let leftOut = Mutex(0)
        let difference = try await store.feeds.apply(
            nil, to: feed, schema, report, telling: telling(report),
            checkup: checkup(.fetched(records, schema, hasChanged: false), report)
        ) { next in
            // A stream that an operator chose for a board of documents is stored by key.
            guard source.delivery != .append else { return try Comparison.append(from: { try next() }, records, keeps: source.keeps) }
            let found = try Comparison.upsert(from: { try next() }, records, schema, keeps: source.keeps)
            leftOut.withLock { $0 = found.leftOut }
            return found.difference
        }
        guard leftOut.withLock({ $0 }) == 0 else {
            throw ExtractionError(.limit, "names more than \(source.keeps) records; 'keeps' of the source says how many there may be")
        }
        return difference
    }
}

/// Converts a stream to batches, in an actor that the job's closure can use.
private actor StreamReading {
    /// The one requested record has arrived.
    struct Enough: Error {}

    private let board: Board
    private let isForOne: Bool
    /// How long bytes may arrive without completing a record.
    private let timeout: Duration
    private var run: (any ExtractionRun)?
    private var inflow: Inflow
    private var lastRecord = ContinuousClock.now
    private var byteCount = 0
    /// One signal for any number of records since the last.
    nonisolated let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init(_ board: Board, timeout: Duration, isForOne: Bool = false) {
        self.board = board
        self.isForOne = isForOne
        self.timeout = timeout
        inflow = Inflow(board.source, board.schema)
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func take(_ part: Part) async throws {
        switch part {
        case .head(let head):
            guard type(of: board.extractor).readsStreams else {
                throw ExtractionError(.unsupported, "is a stream, and this board reads documents (\(type(of: board.extractor).name))")
            }
            var hints = DocumentHints(head)
            hints.isEndless = true
            run = board.begin(hints, joining: [])
            lastRecord = .now
        case .body(let bytes):
            let pause = try read(bytes)
            if pause > .zero { try await Task.sleep(for: pause) }
        }
    }

    /// Returns how long to wait before the next bytes.
    private func read(_ bytes: [UInt8]) throws -> Duration {
        let now = ContinuousClock.now
        guard now - lastRecord < timeout else {
            throw ExtractionError(.truncated, "sent bytes but no whole record for \(timeout)")
        }
        byteCount += bytes.count
        var records: [Record] = []
        let result = Result {
            try run?.append(bytes) { extracted in
                guard case .final(_, let record) = extracted else { return }
                records.append(record)
                if isForOne { throw Enough() }
            }
        }
        var pause = Duration.zero
        if !records.isEmpty {
            lastRecord = now
            pause = inflow.take(records, at: now)
            continuation.yield()
        }
        try result.get()
        return pause
    }

    func batch(isLast: Bool) -> Inflow.Batch? { inflow.batch(at: .now, isLast: isLast) }

    func takeByteCount() -> Int {
        defer { byteCount = 0 }
        return byteCount
    }

    func end() { continuation.finish() }
}
