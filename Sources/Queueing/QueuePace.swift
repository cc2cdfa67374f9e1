package import Records

/// How fast a line goes, learned from the services that ended lately; nothing is guessed before `leastSamples` were seen.
///
/// With `n` before it and `c` counters that serve, somebody is called when about `n + 1` services have ended, at `c` a time. A service that
/// is under way has an unknown rest. So the estimate begins at `n / c` services that go well and ends at `(n + 1) / c` that go badly: the mean,
/// less and more by 1.28 standard deviations of such a sum, between which four of five fall if services are as they were.
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
    /// Longer ones are somebody who forgot to press a button.
    package static let longest = Duration.seconds(4 * 3600)
    /// Seconds that an estimate looks ahead: a hundred hours, for lines that grow while nobody serves.
    private static let farthest = 360_000.0
    /// Deviations on either side.
    private static let width = 1.28

    /// The oldest first.
    package private(set) var samples: [Sample] = []

    package init(_ samples: [Sample] = []) { for sample in samples { note(sample) } }

    package mutating func note(_ sample: Sample) {
        guard sample.duration >= .zero, sample.duration <= Self.longest else { return }
        samples.append(sample)
        if samples.count > Self.sampleLimit { samples.removeFirst() }
    }

    package mutating func forget(_ ticket: Ticket.ID) { samples.removeAll { $0.ticket == ticket } }

    /// nil: too little is known.
    package var mean: Duration? {
        samples.count < Self.leastSamples ? nil : .milliseconds(Int64(clamping: seconds.reduce(0, +) / Double(samples.count) * 1000))
    }

    /// How long until somebody is called, in whole minutes, the end rounded up; nil: too little is known, or nobody serves.
    package func estimate(ahead: Int, counters: Int) -> ClosedRange<Duration>? {
        guard samples.count >= Self.leastSamples, counters > 0 else { return nil }
        let (seconds, people, desks) = (seconds, Double(ahead), Double(counters))
        let mean = seconds.reduce(0, +) / Double(seconds.count)
        // Of few samples the deviation is itself uncertain: it counts for more.
        let variance = seconds.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(seconds.count - 1)
        let deviation = variance.squareRoot() * (1 + 1 / Double(seconds.count).squareRoot())
        let least = max(0, people * mean - Self.width * deviation * people.squareRoot()) / desks
        let most = ((people + 1) * mean + Self.width * deviation * (people + 1).squareRoot()) / desks
        func minutes(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Int64 {
            Int64(clamping: (min(seconds, Self.farthest) / 60).rounded(rule))
        }
        return .seconds(minutes(least, .down) * 60) ... .seconds(max(1, minutes(most, .up)) * 60)
    }

    private var seconds: [Double] { samples.map { Double($0.duration.wholeMilliseconds) / 1000 } }
}
