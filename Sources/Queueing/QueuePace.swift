package import Records

/// Estimates the speed of a queue from recent services; needs `leastSamples` of them.
///
/// With `n` tickets ahead and `c` serving counters, a ticket is called when about `n + 1` services have ended, `c` at a time. The remaining
/// time of current services is unknown. The estimate therefore ranges from `n / c` fast services to `(n + 1) / c` slow ones: the mean minus
/// and plus 1.28 standard deviations of the sum, which covers four of five cases if future services are like past ones.
package struct QueuePace: Hashable, Sendable {
    package struct Sample: Hashable, Sendable {
        package let ticket: Ticket.ID
        package let duration: Duration

        package init(ticket: Ticket.ID, duration: Duration) {
            self.ticket = ticket
            self.duration = duration
        }
    }

    package static let sampleLimit = 30
    package static let leastSamples = 3
    /// A longer service means that a clerk forgot to end it.
    package static let longest = Duration.seconds(4 * 3600)
    /// The maximum estimate in seconds: a hundred hours, for queues that grow while no counter serves.
    private static let farthest = 360_000.0
    /// The number of standard deviations on either side.
    private static let width = 1.28

    /// Oldest first.
    package private(set) var samples: [Sample] = []

    package init(_ samples: [Sample] = []) { for sample in samples { note(sample) } }

    package mutating func note(_ sample: Sample) {
        guard sample.duration >= .zero, sample.duration <= Self.longest else { return }
        samples.append(sample)
        if samples.count > Self.sampleLimit { samples.removeFirst() }
    }

    package mutating func forget(_ ticket: Ticket.ID) { samples.removeAll { $0.ticket == ticket } }

    /// nil if there are too few samples.
    package var mean: Duration? {
        samples.count < Self.leastSamples ? nil : .milliseconds(Int64(clamping: seconds.reduce(0, +) / Double(samples.count) * 1000))
    }

    /// The time until the call in whole minutes, with the upper end rounded up; nil if there are too few samples or no serving counters.
    package func estimate(ahead: Int, counters: Int) -> ClosedRange<Duration>? {
        guard samples.count >= Self.leastSamples, counters > 0 else { return nil }
        let (seconds, people, desks) = (seconds, Double(ahead), Double(counters))
        let mean = seconds.reduce(0, +) / Double(seconds.count)
        // With few samples the deviation itself is uncertain, so it is weighted more.
        let variance = seconds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(seconds.count - 1)
        let deviation = variance.squareRoot() * (1 + 1 / Double(seconds.count).squareRoot())
        let low = max(0, people * mean - Self.width * deviation * people.squareRoot()) / desks
        let high = ((people + 1) * mean + Self.width * deviation * (people + 1).squareRoot()) / desks
        func minutes(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Int64 {
            Int64(clamping: (min(seconds, Self.farthest) / 60).rounded(rule))
        }
        return .seconds(minutes(low, .down) * 60) ... .seconds(max(1, minutes(high, .up)) * 60)
    }

    private var seconds: [Double] { samples.map { Double($0.duration.wholeMilliseconds) / 1000 } }
}
