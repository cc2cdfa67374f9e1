import Records

/// The current and next programmes of each channel at one moment. A pure value.
struct GuideNow: Hashable, Sendable {
    struct Channel: Hashable, Sendable {
        fileprivate(set) var channel: GuideChannel
        /// Current programmes; several if the source's overlap, the latest start first. Empty if there are none.
        fileprivate(set) var now: [GuideProgramme] = []
        fileprivate(set) var next: GuideProgramme?
    }

    let now: Timestamp
    /// The channels of the line-up that have records, in its order.
    let channels: [Channel]
    /// Why the line-up has no channels; nil if it has some, even without programmes.
    let absence: GuideLineUp.Absence?
    /// Whether only channels that aren't in the line-up have programmes.
    let isOnlyElsewhere: Bool

    /// When its content next changes; nil if nothing follows.
    var nextChange: Timestamp? {
        channels.flatMap { channel in channel.now.map(\.stop) + [channel.next?.start].compactMap { $0 } }.filter { $0 > now }.min()
    }

    /// The time range searched for current and next programmes.
    static func window(at now: Timestamp) -> Range<Timestamp> { now..<(now + .seconds(12 * 3600)) }

    /// `records` have slots that overlap the window. Those without duration are parts of longer ones and are dropped. `known` provides
    /// channel names; other channels are named by their first record in source order.
    init(_ records: [StoredRecord], _ schema: Schema, _ lineUp: GuideLineUp, known: [GuideChannel] = [], at now: Timestamp) {
        self.now = now
        guard let fields = GuideFields(schema) else {
            (channels, absence, isOnlyElsewhere) = ([], nil, false)
            return
        }
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        var channels: [String: Channel] = [:]
        var positions: [String: Int] = [:]
        for stored in records {
            guard let on = fields.channel(stored), let programme = fields.programme(stored), programme.stop > programme.start,
                programme.stop > now
            else { continue }
            var channel = channels[on.id] ?? Channel(channel: byID[on.id] ?? on)
            if stored.position < positions[on.id] ?? .max {
                positions[on.id] = stored.position
                channel.channel = byID[on.id] ?? on
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
        absence = known.isEmpty ? nil : lineUp.absence(of: known)
        isOnlyElsewhere = self.channels.isEmpty && !channels.isEmpty
    }
}
