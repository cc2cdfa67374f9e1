import Broadcasting
import Records
import Serving
import Synchronization

/// The browsers with an open player, each with a feed of events that tells it what to play. A person sees only their own. Stored in memory:
/// after a restart, browsers reconnect by themselves.
final class MediaDevices: Sendable {
    struct Shown: Hashable, Sendable {
        let id: String
        let name: String
    }

    private struct Device {
        let name: String
        let feed: EventFeed
        var sequence: Int64 = 0
    }

    private struct State {
        var devices: [Person.ID: [String: Device]] = [:]
        var count = 0
        var made = 0
    }

    /// The limits per person, and in all.
    private static let (personLimit, limit) = (10, 2000)

    private let broadcaster: Broadcaster
    private let epoch = EventFeed.newEpoch()
    private let state = Mutex(State())

    init(_ broadcaster: Broadcaster) { self.broadcaster = broadcaster }

    /// The feed of a browser; nil if too many are followed.
    func feed(of id: String, called name: String, for person: Person.ID) -> EventFeed? {
        state.withLock { state in
            if let known = state.devices[person]?[id] { return known.feed }
            if state.devices[person, default: [:]].count >= Self.personLimit { Self.forgetIdle(of: person, &state) }
            if state.count >= Self.limit { for person in Array(state.devices.keys) { Self.forgetIdle(of: person, &state) } }
            guard state.devices[person, default: [:]].count < Self.personLimit, state.count < Self.limit else { return nil }
            state.made += 1
            state.count += 1
            let feed = broadcaster.events(epoch: "\(epoch).\(state.made)", sequence: 0, state: [], remembers: false)
            state.devices[person, default: [:]][id] = Device(name: name, feed: feed)
            return feed
        }
    }

    /// The devices with a visible player, sorted by name.
    func all(of person: Person.ID) -> [Shown] {
        state.withLock { state in
            (state.devices[person] ?? [:]).filter { $0.value.feed.isFollowed }.map { Shown(id: $0.key, name: $0.value.name) }
        }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Makes a browser play an item from this second on. Returns whether it is connected.
    func play(_ item: MediaFile.ID, at seconds: Double, on id: String, of person: Person.ID) -> Bool {
        var line = JSONLine()
        line.add("item", Int(item))
        line.add("seconds", Value.number(seconds))
        let event = EventFeed.Event(line.closed, named: "play")
        return state.withLock { state in
            guard var device = state.devices[person]?[id], device.feed.isFollowed else { return false }
            device.sequence += 1
            device.feed.publish([event], sequence: device.sequence)
            state.devices[person]?[id] = device
            return true
        }
    }

    private static func forgetIdle(of person: Person.ID, _ state: inout State) {
        for (id, device) in state.devices[person] ?? [:] where !device.feed.isFollowed {
            device.feed.close()
            state.devices[person]?[id] = nil
            state.count -= 1
        }
        if state.devices[person]?.isEmpty == true { state.devices[person] = nil }
    }
}
