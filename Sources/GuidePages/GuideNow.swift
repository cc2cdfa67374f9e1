import Records

/// What is on and what is on next, channel by channel, at one moment. A pure value.
struct GuideNow: Hashable, Sendable {
    struct Channel: Hashable, Sendable {
        let channel: GuideChannel
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

    /// `records` have slots that overlap the window. Those of no length are part of a longer one, and left out.
    init(_ records: [StoredRecord], _ schema: Schema, _ lineUp: GuideLineUp, at now: Timestamp) {
        self.now = now
        guard let fields = GuideFields(schema) else {
            channels = []
            return
        }
        var channels: [String: Channel] = [:]
        for stored in records {
            guard let on = fields.channel(stored), let programme = fields.programme(stored), programme.stop > programme.start,
                programme.stop > now
            else { continue }
            var channel = channels[on.id] ?? Channel(channel: on)
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
