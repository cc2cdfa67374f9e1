/// Programmes of several sources of one guide as if they were one: the first source that has a channel at a time says what is on, later ones only fill holes.
package struct SlotMerge: Sendable {
    /// By channel: what is taken, in the order in which it came.
    private var taken: [String: [(start: Timestamp, stop: Timestamp)]] = [:]
    private var pending: [(channel: String, start: Timestamp, stop: Timestamp)] = []

    package init() {}

    /// Whether a programme of the source that is read now has a place: no source before it has its channel at its time.
    package mutating func takes(_ channel: String, from start: Timestamp, to stop: Timestamp) -> Bool {
        let end = max(stop, start + .milliseconds(1))
        guard !(taken[channel] ?? []).contains(where: { $0.start < end && start < $0.stop }) else { return false }
        pending.append((channel, start, end))
        return true
    }

    /// The source is at its end: what it had counts against the next.
    package mutating func endSource() {
        for slot in pending { taken[slot.channel, default: []].append((slot.start, slot.stop)) }
        pending = []
    }
}
