import Glibc
package import Operating
import Synchronization

/// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), the same bytes for all followers.
///
/// Events published together share an id, `<epoch>-<sequence>`. A follower without an id gets the current state; with an id that the feed
/// still knows, it gets exactly the events after it. With any other id it also gets the state: as the event `reset` if the feed remembers
/// events, otherwise unchanged, because followers of such a feed need only the state. Thread-safe.
package final class EventFeed: Sendable {
    /// One event. A line break in its data starts another `data` line; without a name the event is a `message`.
    package struct Event: Sendable {
        let name: String?
        package let data: String

        package init(_ data: String, named name: String? = nil) {
            self.name = name
            self.data = data
        }
    }

    struct Said: Sendable {
        let sequence: Int64
        let event: [UInt8]
    }

    struct Arrival: Sendable {
        let descriptor: Int32
        let slot: AddressShares.Slot
        let head: [UInt8]
        let last: String?
    }

    /// Publications that the loop hasn't read yet.
    struct Pending {
        var said: [Said] = []
        /// The limit of pending events was exceeded, so some were dropped.
        var isTorn = false
        var arrivals: [Arrival] = []
        var sequence: Int64
        /// The frames for new followers: the state, with the id of the last event.
        var state: String
        var isOver = false
    }

    private struct State {
        var pending: Pending
        /// Whether the loop has been notified.
        var isWoken = false
        /// Accepted connections that aren't closed yet.
        var followers = 0
        var streams: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        var lastStream = 0
    }

    private static let pendingLimit = 4096
    private static let streamLimit = 64
    static let reset = "event: reset\n"
    static let comment = Array(":\n\n".utf8)

    /// Identifies one run of the server, which doesn't know the events of an earlier run.
    package let epoch: String
    /// Whether events are stored for followers that reconnect.
    let remembers: Bool
    let room: Int
    private let board: Switchboard
    private let state: Mutex<State>

    init(_ board: Switchboard, epoch: String, sequence: Int64, state: [Event], remembers: Bool) {
        self.board = board
        self.epoch = epoch
        self.remembers = remembers
        room = board.takeRoom()
        self.state = Mutex(State(pending: Pending(sequence: sequence, state: Self.frame(id: "\(epoch)-\(sequence)", state))))
    }

    deinit {
        for arrival in state.withLock({ $0.pending.arrivals }) { Glibc.close(arrival.descriptor) }
    }

    /// Sends `event` to all followers, and `state` to later ones. Both are the data of one event. `sequence` must increase. `isAfterGap`:
    /// events before it are missing, so earlier followers have to begin again with the state.
    package func publish(_ event: String, state: String, sequence: Int64, isAfterGap: Bool = false) {
        publish([Event(event)], state: [Event(state)], sequence: sequence, isAfterGap: isAfterGap)
    }

    /// Sends `events` to all followers, and `state` to later ones; nil leaves the state unchanged. `sequence` must increase.
    package func publish(_ events: [Event], state: [Event]? = nil, sequence: Int64, isAfterGap: Bool = false) {
        let id = "\(epoch)-\(sequence)"
        let (frame, stateFrame) = (Array(Self.frame(id: id, events).utf8), state.map { Self.frame(id: id, $0) })
        let (late, isNews) = self.state.withLock { state in
            var late: [AsyncStream<[UInt8]>.Continuation] = []
            if isAfterGap || state.pending.said.count == Self.pendingLimit {
                state.pending.said = []
                state.pending.isTorn = true
            }
            if isAfterGap { (late, state.streams) = (Array(state.streams.values), [:]) }
            state.pending.said.append(Said(sequence: sequence, event: frame))
            state.pending.sequence = sequence
            if let stateFrame { state.pending.state = stateFrame }
            return (late + Self.spread(frame, &state), Self.needsWake(&state))
        }
        for stream in late { stream.finish() }
        if isNews { board.wake(room) }
    }

    /// Ends the feed: closes its connections and accepts no new ones.
    package func close() {
        let (streams, isNews) = state.withLock { state in
            defer { (state.pending.isOver, state.streams) = (true, [:]) }
            return (Array(state.streams.values), Self.needsWake(&state))
        }
        for stream in streams { stream.finish() }
        if isNews { board.wake(room) }
    }

    /// Whether it has any followers.
    package var isFollowed: Bool { state.withLock { $0.followers > 0 || !$0.streams.isEmpty } }

    /// Whether the id is that of a later event than the last published one.
    package func isBehind(_ id: String) -> Bool {
        guard let sequence = sequence(of: id) else { return false }
        return sequence > state.withLock { $0.pending.sequence }
    }

    /// The sequence number in an id of this feed; nil for any other text.
    func sequence(of id: String) -> Int64? {
        id.hasPrefix("\(epoch)-") ? Int64(id.dropFirst(epoch.count + 1)) : nil
    }

    /// Whether the feed would reject another follower from this address.
    package func isFull(for address: InternetAddress?) -> Bool { board.isFull(for: address) }

    /// Whether the loop is running, so that an accepted connection gets its events.
    package var isSent: Bool { board.isRunning.load(ordering: .relaxed) }

    /// Takes over a connection and sends the head of the response and then the events. `descriptor` is a stream socket with no other user;
    /// the feed always closes it. `last` is the id of the client's last event; `address` is the client's.
    package func take(_ descriptor: Int32, head: String, last: String?, from address: InternetAddress? = nil) {
        guard let slot = board.admit(to: .events, from: address) else {
            Glibc.close(descriptor)
            return
        }
        let arrival = Arrival(descriptor: descriptor, slot: slot, head: Array(head.utf8), last: last)
        let (isTaken, isNews) = state.withLock { state in
            guard !state.pending.isOver else { return (false, false) }
            state.pending.arrivals.append(arrival)
            state.followers += 1
            return (true, Self.needsWake(&state))
        }
        if !isTaken {
            board.release(slot)
            Glibc.close(descriptor)
        } else if isNews {
            board.wake(room)
        }
    }

    /// The same bytes without a descriptor, for tests without a network: the state, then the events. Ends if they aren't read.
    package func frames(last: String?) -> AsyncStream<[UInt8]> {
        AsyncStream(bufferingPolicy: .bufferingOldest(256)) { continuation in
            let key = state.withLock { state -> Int? in
                guard !state.pending.isOver, state.streams.count < Self.streamLimit else { return nil }
                let isUpToDate = last == "\(epoch)-\(state.pending.sequence)"
                if !isUpToDate { continuation.yield(Array(((last == nil || !remembers ? "" : Self.reset) + state.pending.state).utf8)) }
                state.lastStream += 1
                state.streams[state.lastStream] = continuation
                return state.lastStream
            }
            guard let key else { return continuation.finish() }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.streams.removeValue(forKey: key) }
            }
        }
    }

    /// Whether `frames` has readers.
    package var hasStreams: Bool { state.withLock { !$0.streams.isEmpty } }
    package var followerCount: Int { state.withLock { $0.followers + $0.streams.count } }

    /// Only the last event has the id, so a client that loses the connection earlier hasn't received them all.
    private static func frame(id: String, _ events: [Event]) -> String {
        var text = ""
        for (index, event) in events.enumerated() {
            if let name = event.name { text += "event: \(name)\n" }
            if index == events.count - 1 { text += "id: \(id)\n" }
            for line in event.data.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
            text += "\n"
        }
        return text
    }

    /// Whether to wake the loop for the publication just added.
    private static func needsWake(_ state: inout State) -> Bool {
        defer { state.isWoken = true }
        return !state.isWoken
    }

    /// Returns the streams that are too slow. End them after releasing the lock, because ending them takes it.
    private static func spread(_ bytes: [UInt8], _ state: inout State) -> [AsyncStream<[UInt8]>.Continuation] {
        var late: [AsyncStream<[UInt8]>.Continuation] = []
        for (key, stream) in state.streams {
            guard case .dropped = stream.yield(bytes) else { continue }
            state.streams[key] = nil
            late.append(stream)
        }
        return late
    }
}

// The feed as the loop sees it.
extension EventFeed: Opening {
    var listener: Int32? { nil }

    func framing(_ tally: Tally) -> any Framing {
        EventFraming(self, sequence: state.withLock { $0.pending.said.first.map { $0.sequence - 1 } ?? $0.pending.sequence }, tally)
    }

    /// Returns the pending events and the state after them.
    func takePending() -> Pending {
        state.withLock { state in
            defer {
                (state.pending.said, state.pending.isTorn, state.pending.arrivals) = ([], false, [])
                state.isWoken = false
            }
            return state.pending
        }
    }

    func noteLeft() { state.withLock { $0.followers -= 1 } }

    func remindStreams() {
        let late = state.withLock { Self.spread(Self.comment, &$0) }
        for stream in late { stream.finish() }
    }

    func end() {
        let (arrivals, streams) = state.withLock { state in
            defer { (state.pending.arrivals, state.streams, state.pending.isOver) = ([], [:], true) }
            return (state.pending.arrivals, state.streams)
        }
        for arrival in arrivals { Glibc.close(arrival.descriptor) }
        for stream in streams.values { stream.finish() }
    }
}
