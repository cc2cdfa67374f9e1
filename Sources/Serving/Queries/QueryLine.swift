/// Who of those that ask for long queries goes next. A pure value.
///
/// Few run at once, so that the store keeps readers for everything else. Each person, and each network of strangers, has a share; of those that
/// wait, who has the fewest running goes first, then who came first.
struct QueryLine: Sendable {
    enum Answer: Hashable, Sendable {
        case goes, waits
        /// As many as one may have run or wait already.
        case hasEnough
        case isFull
    }

    static let width = 2
    static let ownLimit = 5
    static let limit = 60

    private var running: [String: Int] = [:]
    private var waiting: [(key: String, number: Int)] = []

    /// `number` is the query's own.
    mutating func enter(_ key: String, _ number: Int) -> Answer {
        let own = running[key, default: 0] + waiting.count { $0.key == key }
        guard own < Self.ownLimit else { return .hasEnough }
        if isFree {
            running[key, default: 0] += 1
            return .goes
        }
        guard waiting.count < Self.limit else { return .isFull }
        waiting.append((key, number))
        return .waits
    }

    /// One that ran has ended. Returns the number of the one that goes now.
    mutating func leave(_ key: String) -> Int? {
        running[key] = running[key].flatMap { $0 > 1 ? $0 - 1 : nil }
        guard isFree, let next = waiting.indices.min(by: { running[waiting[$0].key, default: 0] < running[waiting[$1].key, default: 0] })
        else { return nil }
        let (key, number) = waiting.remove(at: next)
        running[key, default: 0] += 1
        return number
    }

    /// One no longer waits. Returns whether it did.
    mutating func withdraw(_ number: Int) -> Bool {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return false }
        waiting.remove(at: place)
        return true
    }

    private var isFree: Bool { running.values.reduce(0, +) < Self.width }
}
