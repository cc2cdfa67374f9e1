/// Merges the programmes of several sources of one guide: the first source that has a channel at a time wins, and later sources only fill
/// gaps.
package struct SlotMerge: Sendable {
    /// By channel: the occupied times, in order, with gaps between them.
    private var taken: [String: [Range<Timestamp>]] = [:]
    private var pending: [String: [Range<Timestamp>]] = [:]

    package init() {}

    /// Whether a programme of the current source has room: no earlier source has its channel at its time.
    package mutating func takes(_ channel: String, from start: Timestamp, to stop: Timestamp) -> Bool {
        let end = max(stop, start + .milliseconds(1))
        guard !isTaken(channel, start..<end) else { return false }
        pending[channel, default: []].append(start..<end)
        return true
    }

    private func isTaken(_ channel: String, _ time: Range<Timestamp>) -> Bool {
        guard let times = taken[channel] else { return false }
        // The first that ends after the programme's start.
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle].upperBound <= time.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < times.count && times[low].lowerBound < time.upperBound
    }

    /// Ends the current source: its programmes now take precedence over the next source's.
    package mutating func endSource() {
        for (channel, times) in pending {
            var joined: [Range<Timestamp>] = []
            for time in (taken[channel, default: []] + times).sorted(by: { $0.lowerBound < $1.lowerBound }) {
                if let last = joined.last, time.lowerBound <= last.upperBound {
                    joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
                } else {
                    joined.append(time)
                }
            }
            taken[channel] = joined
        }
        pending = [:]
    }
}
