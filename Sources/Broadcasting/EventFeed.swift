import Glibc
import Synchronization

/// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), the same bytes to all who follow.
///
/// Each event has an id, `<epoch>-<sequence>`. Who comes with none is told the state as it is; who names an event that is still known is told
/// exactly what came after it; who names another is told the event `reset`, with the state. For any thread.
package final class EventFeed: Sendable {
    struct Said: Sendable {
        let sequence: Int64
        let event: [UInt8]
    }

    struct Arrival: Sendable {
        let descriptor: Int32
        let head: [UInt8]
        let last: String?
    }

    /// What the loop has not seen yet.
    struct Pending {
        var said: [Said] = []
        /// More was said than is kept.
        var isTorn = false
        var arrivals: [Arrival] = []
        var sequence: Int64
        /// What newcomers are told: an event with the id of the last one.
        var state: String
    }

    private struct State {
        var pending: Pending
        var streams: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
        var lastStream = 0
        var isOver = false
    }

    private static let pendingLimit = 4096
    private static let streamLimit = 64
    static let reset = "event: reset\n"
    static let comment = Array(":\n\n".utf8)

    /// One run of the server: it remembers nothing of what the one before has said.
    package let epoch: String
    private let board: Switchboard
    private let state: Mutex<State>

    init(_ board: Switchboard, epoch: String, sequence: Int64, state: String) {
        self.board = board
        self.epoch = epoch
        self.state = Mutex(State(pending: Pending(sequence: sequence, state: Self.frame(id: "\(epoch)-\(sequence)", state))))
    }

    deinit {
        for arrival in state.withLock({ $0.pending.arrivals }) { close(arrival.descriptor) }
    }

    /// Tells everybody `event`, and those who come later `state`. Both are data of one event; the sequence goes up.
    package func publish(_ event: String, state: String, sequence: Int64) {
        let id = "\(epoch)-\(sequence)"
        let (frame, stateFrame) = (Array(Self.frame(id: id, event).utf8), Self.frame(id: id, state))
        let late = self.state.withLock { state in
            if state.pending.said.count == Self.pendingLimit {
                state.pending.said = []
                state.pending.isTorn = true
            }
            state.pending.said.append(Said(sequence: sequence, event: frame))
            (state.pending.sequence, state.pending.state) = (sequence, stateFrame)
            return Self.spread(frame, &state)
        }
        for stream in late { stream.finish() }
        board.ring()
    }

    /// Nobody else would be let in.
    package var isFull: Bool { board.isFull }

    /// Takes over a connection: sends the head of the answer, and all that comes. The descriptor is a stream socket's that nobody else uses; it
    /// is closed in any case. `last`: the id of the event that it says it had last.
    package func take(_ descriptor: Int32, head: String, last: String?) {
        let arrival = Arrival(descriptor: descriptor, head: Array(head.utf8), last: last)
        guard board.admit(to: .events) else {
            close(descriptor)
            return
        }
        let isTaken = state.withLock { state in
            if !state.isOver { state.pending.arrivals.append(arrival) }
            return !state.isOver
        }
        if isTaken { board.ring() } else { close(descriptor) }
    }

    /// The same bytes for somebody who has no descriptor to give, as in a test without a network: the state, and what comes. Ends when they
    /// are not read.
    package func frames(last: String?) -> AsyncStream<[UInt8]> {
        AsyncStream(bufferingPolicy: .bufferingOldest(256)) { continuation in
            let key = state.withLock { state -> Int? in
                guard !state.isOver, state.streams.count < Self.streamLimit else { return nil }
                let isUpToDate = last == "\(epoch)-\(state.pending.sequence)"
                if !isUpToDate { continuation.yield(Array(((last == nil ? "" : Self.reset) + state.pending.state).utf8)) }
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

    /// Whether anybody follows so.
    package var hasStreams: Bool { state.withLock { !$0.streams.isEmpty } }

    /// Lines of data are lines of the event.
    private static func frame(id: String, _ data: String) -> String {
        let lines = data.split(separator: "\n", omittingEmptySubsequences: false)
        return "id: \(id)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
    }

    /// Returns those who do not keep up. They are ended when the lock is free, which their end takes.
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

// For the loop.
extension EventFeed: Opening {
    var listener: Int32? { nil }

    func framing() -> any Framing {
        EventFraming(self, sequence: state.withLock { $0.pending.said.first.map { $0.sequence - 1 } ?? $0.pending.sequence })
    }

    /// What is new, with the state that it leads to.
    func takePending() -> Pending {
        state.withLock { state in
            defer { (state.pending.said, state.pending.isTorn, state.pending.arrivals) = ([], false, []) }
            return state.pending
        }
    }

    func remindStreams() {
        let late = state.withLock { Self.spread(Self.comment, &$0) }
        for stream in late { stream.finish() }
    }

    func end() {
        let (arrivals, streams) = state.withLock { state in
            defer { (state.pending.arrivals, state.streams, state.isOver) = ([], [:], true) }
            return (state.pending.arrivals, state.streams)
        }
        for arrival in arrivals { close(arrival.descriptor) }
        for stream in streams.values { stream.finish() }
    }
}
