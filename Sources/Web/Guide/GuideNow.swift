import Foundation
import Records

/// What is on and what is on next, channel by channel, at one moment. A pure value.
struct GuideNow: Hashable, Sendable {
    struct Programme: Hashable, Sendable {
        let id: Int64
        let start: Timestamp
        let stop: Timestamp
        let title: String
        let subtitle: String?

        /// How much of it is over: 0…1.
        func share(at now: Timestamp) -> Double {
            let length = Double((stop - start).wholeMilliseconds)
            return length > 0 ? min(max(Double((now - start).wholeMilliseconds) / length, 0), 1) : 0
        }
    }

    struct Channel: Hashable, Sendable {
        let name: String
        /// What is on; several where the source has them overlap, the one that began last first. Empty where it says nothing.
        fileprivate(set) var now: [Programme] = []
        fileprivate(set) var next: Programme?
    }

    let now: Timestamp
    /// By name, numbers in them by their size.
    let channels: [Channel]

    /// When something of it will be different; nil if nothing follows.
    var nextChange: Timestamp? {
        channels.flatMap { channel in channel.now.map(\.stop) + [channel.next?.start].compactMap { $0 } }.filter { $0 > now }.min()
    }

    /// What is looked at to find what is on next.
    static func window(at now: Timestamp) -> Range<Timestamp> { now..<(now + .seconds(12 * 3600)) }

    /// `records` have slots that overlap the window. Those of no length are part of a longer one, and left out.
    init(_ records: [StoredRecord], _ schema: Schema, at now: Timestamp) {
        self.now = now
        guard let fields = Fields(schema) else {
            channels = []
            return
        }
        var channels: [String: Channel] = [:]
        for stored in records {
            guard let (id, name, programme) = fields.programme(stored), programme.stop > programme.start, programme.stop > now else {
                continue
            }
            var channel = channels[id] ?? Channel(name: name ?? id)
            if programme.start <= now {
                channel.now.append(programme)
            } else if programme.start < channel.next?.start ?? .init(milliseconds: .max) {
                channel.next = programme
            }
            channels[id] = channel
        }
        self.channels = channels.values.map { channel in
            var channel = channel
            channel.now.sort { ($1.start, $0.id) < ($0.start, $1.id) }
            return channel
        }.sorted { $0.name.compare($1.name, options: [.numeric, .caseInsensitive]) == .orderedAscending }
    }

    /// Where the board's records have what is shown.
    private struct Fields {
        let start, stop, channel, title: Int
        let channelName, subtitle: Int?

        init?(_ schema: Schema) {
            guard let slot = schema.slot, let channel = schema.index(of: "channel"), let title = schema.index(of: "title") else {
                return nil
            }
            (start, stop, self.channel, self.title) = (slot.start, slot.stop, channel, title)
            (channelName, subtitle) = (schema.index(of: "channel_name"), schema.index(of: "subtitle"))
        }

        func programme(_ stored: StoredRecord) -> (channel: String, name: String?, Programme)? {
            let values = stored.record.values
            guard case .timestamp(let start)? = values[start], case .timestamp(let stop)? = values[stop],
                let channel = values[channel]?.text
            else { return nil }
            let subtitle = subtitle.flatMap { values[$0]?.text }
            return (
                channel, channelName.flatMap { values[$0]?.text },
                Programme(id: stored.id, start: start, stop: stop, title: values[title]?.text ?? "", subtitle: subtitle)
            )
        }
    }
}
