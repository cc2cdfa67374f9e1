import Records

/// Measures how much a sound takes, from its packets in about the order of their times: all of it, and the most in any two seconds.
///
/// Two seconds are what a player may fetch by itself at least: segments of sound are four seconds long, but for the last. They are moved on by a
/// quarter of a second.
struct FlowMeasure: Sendable {
    private static let step: Int64 = 250_000
    private static let steps = 8
    /// Two seconds.
    static let length = MediaTime(microseconds: step * Int64(steps))

    private(set) var flow = MediaCuts.Flow(packets: 0, bytes: 0, most: 0)
    /// Bytes of each step, by its number.
    private var recent = [Int](repeating: 0, count: steps)
    private var latest: Int64 = 0

    mutating func add(_ bytes: Int, at time: MediaTime) {
        let number = max(time.microseconds / Self.step, latest)
        for passed in latest..<min(number, latest + Int64(Self.steps)) { recent[Self.place(passed + 1)] = 0 }
        latest = number
        recent[Self.place(number)] += bytes
        flow.packets += 1
        flow.bytes += bytes
        flow.most = max(flow.most, recent.reduce(0, +))
    }

    private static func place(_ number: Int64) -> Int { Int(number % Int64(steps)) }
}
