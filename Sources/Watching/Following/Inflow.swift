import Boards
import Fetching
import Records

/// Buffers the records of a stream on their way to the store: merged by key, limited in number, released at a limited rate.
///
/// A pure value: the time is passed in. Of several records with one key, the latest counts. Dropped records are counted.
struct Inflow {
    enum Limits {
        /// Limit of records per transaction.
        static let records = 100
        /// The time between two transactions.
        static let pause = Duration.seconds(1)
        /// Records read per second. Beyond that, the next bytes wait, and so does their sender.
        static let readInSecond = 200_000
        /// Stored changes per feed, and lines of its log.
        static let history = 10_000
    }

    struct Batch {
        /// The records in order of arrival.
        var records: [Record]
        /// Records dropped since the last batch: a later one had their key, or the buffer was full.
        var leftOut: Int
    }

    private let schema: Schema
    private let isByKey: Bool
    private let room: Int
    private var waiting: [Record] = []
    private var places: [String: Int] = [:]
    private var leftOut = 0
    private var last: ContinuousClock.Instant?
    private var second: (began: ContinuousClock.Instant, count: Int)?

    init(_ source: Board.Source, _ schema: Schema) {
        self.schema = schema
        isByKey = source.delivery == .upsert
        // One more than allowed, to detect that the source exceeds the limit.
        room = isByKey ? source.keeps + 1 : min(source.keeps, Limits.records)
    }

    /// Adds records, and returns how long to wait before reading more.
    mutating func take(_ records: [Record], at now: ContinuousClock.Instant) -> Duration {
        for record in records { isByKey ? join(record) : append(record) }
        if let second, now - second.began < .seconds(1) {
            self.second?.count += records.count
            return second.count + records.count > Limits.readInSecond ? .seconds(1) - (now - second.began) : .zero
        }
        second = (now, records.count)
        return .zero
    }

    private mutating func join(_ record: Record) {
        let key = schema.key(of: record)
        if let place = places[key] {
            waiting[place] = record
            leftOut += 1
        } else if waiting.count < room {
            places[key] = waiting.count
            waiting.append(record)
        } else {
            leftOut += 1
        }
    }

    private mutating func append(_ record: Record) {
        waiting.append(record)
        // Trimmed in batches, so that the cost per record is constant.
        if waiting.count >= 2 * room { cut() }
    }

    private mutating func cut() {
        guard waiting.count > room else { return }
        leftOut += waiting.count - room
        waiting.removeFirst(waiting.count - room)
    }

    /// The next batch; nil if there is nothing to store, or not yet. `isLast` doesn't wait.
    mutating func batch(at now: ContinuousClock.Instant, isLast: Bool = false) -> Batch? {
        if !isByKey { cut() }
        guard !waiting.isEmpty, isLast || last.map({ now - $0 >= Limits.pause }) ?? true else { return nil }
        let batch = Batch(records: Array(waiting.prefix(Limits.records)), leftOut: leftOut)
        waiting.removeFirst(batch.records.count)
        places = [:]
        if isByKey { for (place, record) in waiting.enumerated() { places[schema.key(of: record)] = place } }
        (leftOut, last) = (0, now)
        return batch
    }
}
