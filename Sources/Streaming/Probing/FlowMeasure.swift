import Records

/// Measures the size of an audio track from packets in approximate time order: the total, and the maximum in any two seconds.
///
/// A player fetches at least two seconds: audio segments last four seconds, except the last. The window moves in steps of a quarter second.
struct FlowMeasure: Sendable {
    private static let step: Int64 = 250_000
    private static let steps = 8
    /// Two seconds.
    static let length = MediaTime(microseconds: step * Int64(steps))

    private(set) var flow = MediaCuts.Flow(packets: 0, bytes: 0, most: 0)
    /// Bytes of each step in the window.
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
