import Records

/// What is on and what is on next, channel by channel, at one moment. A pure value.
struct GuideNow: Hashable, Sendable {
    struct Channel: Hashable, Sendable {
        fileprivate(set) var channel: GuideChannel
        /// What is on; several where the source has them overlap, the one that began last first. Empty where it says nothing.
        fileprivate(set) var now: [GuideProgramme] = []
        fileprivate(set) var next: GuideProgramme?
    }

    let now: Timestamp
    /// Those of the line-up that the records have, in its order.
    let channels: [Channel]

    /// When something of it will be different; nil if nothing follows.
    var nextChange: Timestamp? {
        channels.flatMap { channel in channel.now.map(\.stop) + [channel.next?.start].compactMap { $0 } }.filter { $0 > now }.min()
    }

    /// What is looked at to find what is on next.
    static func window(at now: Timestamp) -> Range<Timestamp> { now..<(now + .seconds(12 * 3600)) }

    /// `records` have slots that overlap the window. Those of no length are part of a longer one, and left out. `known` says how channels are called; of
    /// another one the record that is first in its source's order does.
    init(_ records: [StoredRecord], _ schema: Schema, _ lineUp: GuideLineUp, known: [GuideChannel] = [], at now: Timestamp) {
        self.now = now
        guard let fields = GuideFields(schema) else {
            channels = []
            return
        }
        let known = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        var channels: [String: Channel] = [:]
        var positions: [String: Int] = [:]
        for stored in records {
            guard let on = fields.channel(stored), let programme = fields.programme(stored), programme.stop > programme.start,
                programme.stop > now
            else { continue }
            var channel = channels[on.id] ?? Channel(channel: known[on.id] ?? on)
            if stored.position < positions[on.id] ?? .max {
                positions[on.id] = stored.position
                channel.channel = known[on.id] ?? on
            }
            if programme.start <= now {
                channel.now.append(programme)
            } else if programme.start < channel.next?.start ?? .init(milliseconds: .max) {
                channel.next = programme
            }
            channels[on.id] = channel
        }
        self.channels = lineUp.channels(of: channels.values.map(\.channel)).compactMap { line in
            var channel = channels[line.id]
            channel?.now.sort { ($1.start, $0.id) < ($0.start, $1.id) }
            return channel
        }
    }
}
