package import Records

/// A rate limit for each key: a burst at once, then one each `interval`.
///
/// A value; time is passed in. Holds at most `keyLimit` keys: full buckets are dropped first, then the least recently used.
package struct TokenBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: Timestamp
    }

    private let capacity: Double
    private let interval: Duration
    private let keyLimit: Int
    private var buckets: [String: Bucket] = [:]

    package init(capacity: Int, interval: Duration, keyLimit: Int = 10_000) {
        self.capacity = Double(capacity)
        self.interval = interval
        self.keyLimit = keyLimit
    }

    package var count: Int { buckets.count }

    /// Takes one token. Returns nil if there was one, otherwise the time until there is.
    package mutating func take(_ key: String, at now: Timestamp) -> Duration? {
        var bucket = buckets[key].map { filled($0, at: now) } ?? Bucket(tokens: capacity, filled: now)
        defer { buckets[key] = bucket }
        if buckets[key] == nil, buckets.count >= keyLimit { makeRoom(at: now) }
        guard bucket.tokens >= 1 else {
            return .milliseconds(Int64(clamping: (Double(interval.wholeMilliseconds) * (1 - bucket.tokens)).rounded(.up)))
        }
        bucket.tokens -= 1
        return nil
    }

    private func filled(_ bucket: Bucket, at now: Timestamp) -> Bucket {
        let passed = Double(max(0, (now - bucket.filled).wholeMilliseconds)) / Double(interval.wholeMilliseconds)
        return Bucket(tokens: min(capacity, bucket.tokens + passed), filled: now)
    }

    private mutating func makeRoom(at now: Timestamp) {
        buckets = buckets.filter { filled($0.value, at: now).tokens < capacity }
        guard buckets.count >= keyLimit else { return }
        let kept = buckets.sorted { $0.value.filled > $1.value.filled }.prefix(keyLimit * 9 / 10)
        buckets = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
