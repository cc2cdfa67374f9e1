import Boards
import Fetching
import Records

/// Records of a stream on their way into the store: joined by key, bounded in number, let out at a bounded rate.
///
/// A pure value: the time is passed in. Of several records with one key the latest word counts. What a bound leaves out is counted.
struct Inflow {
    enum Limits {
        /// Records in one transaction.
        static let records = 100
        /// Between two transactions.
        static let pause = Duration.seconds(1)
        /// Records read in one second. Then the next bytes wait, and so does their sender.
        static let readInSecond = 200_000
        /// Changes kept of one feed, and lines of its log.
        static let history = 10_000
    }

    struct Batch {
        /// In the order in which they came.
        var records: [Record]
        /// Records left out since the last batch: a later one had their key, or more came than there is room for.
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
        // One too many shows that the source names more than may be kept.
        room = isByKey ? source.keeps + 1 : min(source.keeps, Limits.records)
    }

    /// Takes records, and returns how long to wait before reading more.
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
        // Cut now and then, so that each record costs the same.
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
