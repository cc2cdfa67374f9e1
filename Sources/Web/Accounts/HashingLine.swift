import Serving

/// The queue of passwords waiting to be hashed, and their order. A value.
///
/// Known browsers and signed-in people go first. The others are served round-robin by network, so a network that sends a hundred only
/// delays itself. When the queue is full, the newest entry of the largest network is evicted for an entry from a network with fewer.
package struct HashingLine<Work> {
    package enum Lane: Hashable, Sendable {
        case known
        case network(String)
    }

    enum Admission {
        case waits
        /// The queue is full.
        case isTurnedAway
        /// This entry is evicted for the new one.
        case displaces(Work)
    }

    private let limit: Int
    private var waiting: [Lane: [Work]] = [:]
    /// The networks with waiting entries, in the order of their turns.
    private var turns: [Lane] = []
    private var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ work: Work, from lane: Lane) -> Admission {
        guard count >= limit else {
            append(work, lane)
            return .waits
        }
        let mine = waiting[lane, default: []].count
        guard let largest = turns.max(by: { waiting[$0, default: []].count < waiting[$1, default: []].count }),
            // The known lane may evict other entries until it fills half of the queue.
            lane == .known ? mine < limit / 2 : waiting[largest, default: []].count > mine + 1,
            let last = waiting[largest]?.popLast()
        else { return .isTurnedAway }
        count -= 1
        if waiting[largest]?.isEmpty == true { forget(largest) }
        append(work, lane)
        return .displaces(last)
    }

    mutating func next() -> Work? {
        let lane = waiting[.known] == nil ? turns.first : .known
        guard let lane, let work = waiting[lane]?.removeFirst() else { return nil }
        count -= 1
        let isEmpty = waiting[lane]?.isEmpty == true
        if lane != .known { turns.removeFirst() }
        if isEmpty { waiting[lane] = nil } else if lane != .known { turns.append(lane) }
        return work
    }

    private mutating func append(_ work: Work, _ lane: Lane) {
        if waiting[lane] == nil, lane != .known { turns.append(lane) }
        waiting[lane, default: []].append(work)
        count += 1
    }

    private mutating func forget(_ lane: Lane) {
        waiting[lane] = nil
        turns.removeAll { $0 == lane }
    }
}

extension HashingLine: Sendable where Work: Sendable {}
extension HashingLine.Admission: Sendable where Work: Sendable {}
