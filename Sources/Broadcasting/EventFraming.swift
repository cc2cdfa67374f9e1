import Operating

/// An events feed on the wire: its log, and per-subscriber data that precedes the log if the connection was full when the subscriber
/// arrived.
final class EventFraming: Framing {
    let kind = FeedKind.events
    let tally: Tally
    private(set) var isOver = false

    private let feed: EventFeed
    private var log: EventLog
    private var state = ""
    private var arrivals: [EventFeed.Arrival] = []
    /// By descriptor: bytes to send first. At most an answer's head with its first event.
    private var remainders: [Int32: ArraySlice<UInt8>] = [:]

    init(_ feed: EventFeed, sequence: Int64, _ tally: Tally) {
        self.feed = feed
        self.tally = tally
        log = EventLog(sequence: sequence)
    }

    func takeNews() -> Bool {
        let pending = feed.takePending()
        if pending.isTorn, let first = pending.said.first { log.forget(upTo: first.sequence - 1) }
        for said in pending.said { log.append(said.event, sequence: said.sequence) }
        state = pending.state
        arrivals = pending.arrivals
        isOver = pending.isOver
        return !pending.said.isEmpty
    }

    func takeArrivals() -> [Subscriber] {
        defer { arrivals = [] }
        return arrivals.map { arrival in
            Socket.prepare(arrival.descriptor)
            var subscriber = Subscriber(arrival.descriptor, arrival.slot)
            var opening = arrival.head
            if let position = arrival.last.flatMap({ position(after: $0) }) {
                subscriber.position = position
            } else {
                subscriber.position = log.end
                if arrival.last != nil, feed.remembers { opening += Array(EventFeed.reset.utf8) }
                opening += Array(state.utf8)
            }
            remainders[arrival.descriptor] = opening[...]
            return subscriber
        }
    }

    /// Not used: event subscribers arrive over HTTP and don't connect directly.
    func newcomer(_ descriptor: Int32, _ slot: AddressShares.Slot) -> Subscriber { Subscriber(descriptor, slot) }

    func owe(_ subscriber: inout Subscriber) -> Bool { subscriber.position >= log.start }

    func send(to subscriber: inout Subscriber) -> Delivery {
        var hasMoved = false
        if !remainders.isEmpty, let rest = remainders[subscriber.descriptor] {
            switch rest.withUnsafeBytes({ Socket.send($0, to: subscriber.descriptor) }) {
            case .gone: return .gone
            case .bytes(let count):
                hasMoved = count > 0
                remainders[subscriber.descriptor] = count < rest.count ? rest.dropFirst(count) : nil
                if count < rest.count { return .blocked(hasMoved: hasMoved) }
            }
        }
        let position = subscriber.position
        guard position < log.end else { return .all }
        switch log.withBytes(from: position, { Socket.send($0, to: subscriber.descriptor) }) {
        case .gone: return .gone
        case .bytes(let count):
            subscriber.position += count
            tally[.events].delivered += log.count(after: position) - log.count(after: subscriber.position)
            return subscriber.position == log.end ? .all : .blocked(hasMoved: hasMoved || count > 0)
        }
    }

    func oweSign(_ subscriber: inout Subscriber) -> Bool {
        guard subscriber.position >= log.start else { return false }
        // Pending data already acts as a heartbeat.
        guard subscriber.position == log.end, remainders[subscriber.descriptor] == nil else { return true }
        remainders[subscriber.descriptor] = EventFeed.comment[...]
        return true
    }

    func remindOthers() { feed.remindStreams() }

    func forgetTold() {
        if !feed.remembers { log.clear() }
    }

    func forget(_ descriptor: Int32) {
        if !remainders.isEmpty { remainders[descriptor] = nil }
        feed.noteLeft()
    }

    func end() { feed.end() }

    private func position(after id: String) -> Int? { feed.sequence(of: id).flatMap { log.position(after: $0) } }
}
