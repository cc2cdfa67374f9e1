/// The time limits for the client of an HTTP connection. Decides; `ConnectionHandler` carries it out.
///
/// A request's head has to be complete some seconds after its first byte. Its body and our response have a grace period, and then every
/// byte extends the deadline: a client that sends or receives fewer bytes per second than the limit is cut off. While we don't read, the
/// sender's clock stops; while we prepare a response, no time limit applies.
struct ConnectionPace {
    struct Limits: Sendable {
        /// From the first byte of a head to its last.
        var head = Duration.seconds(10)
        /// From the connection to its first byte. Browsers open some connections in advance.
        var silence = Duration.seconds(10)
        /// From a response to the next request. Longer than the usual minute of proxies, so that they close first.
        var keepAlive = Duration.seconds(75)
        /// How long a body may stay below its minimum rate at first.
        var bodyGrace = Duration.seconds(10)
        /// How long a response may stay below its minimum rate at first.
        var answerGrace = Duration.seconds(20)
        /// The minimum rate of bodies and responses.
        var bytesPerSecond = 500
    }

    enum Event: Equatable {
        /// Bytes have arrived.
        case received(Int)
        /// `head`: a request's head is complete; `end`: so is its body.
        case head, end
        /// We stop reading, or continue.
        case pauses, reads
        /// `writes`: bytes of a response were given to the socket; `answered`: its last bytes were.
        case writes, answered
        /// The deadline of an action has come. `unacknowledged` is how many of all bytes ever written are still unacknowledged.
        case wakes(written: Int, unacknowledged: Int)
    }

    enum Action: Equatable {
        /// Wake up at that time; nil: no time limit applies.
        case wait(until: ContinuousClock.Instant?)
        /// No request was sent, or no response is being received: close the connection.
        case close
        /// A request isn't completed: answer with 408 and close.
        case refuse
    }

    private enum Reading: Equatable {
        case silence(since: ContinuousClock.Instant)
        case head(since: ContinuousClock.Instant)
        case body(since: ContinuousClock.Instant, received: Int)
        /// The request is complete and being answered.
        case nothing
    }

    private enum Writing: Equatable {
        case nothing
        /// Not checked yet whether the client receives it.
        case something(since: ContinuousClock.Instant)
        /// At the last check, `acknowledged` of the `written` bytes had been received; `lately` more have been since.
        case owed(since: ContinuousClock.Instant, acknowledged: Int, written: Int, lately: Int)
    }

    private let limits: Limits
    private var reading: Reading
    private var writing = Writing.nothing
    private var pausedSince: ContinuousClock.Instant?
    /// Requests that have begun and aren't fully answered yet.
    private var openRequests = 0
    private var isAnswering = false
    private var hasAnswered = false

    init(_ limits: Limits, at now: ContinuousClock.Instant) {
        self.limits = limits
        reading = .silence(since: now)
    }

    /// Every request has been answered.
    var isIdle: Bool { openRequests == 0 }

    mutating func event(_ event: Event, at now: ContinuousClock.Instant) -> Action {
        switch event {
        case .received(let count):
            switch reading {
            case .silence, .nothing: reading = .head(since: now)
            case .body(let since, let received): reading = .body(since: since, received: received + count)
            case .head: break
            }
        case .head:
            openRequests += 1
            reading = .body(since: now, received: 0)
        case .end:
            reading = openRequests == 0 ? .silence(since: now) : .nothing
        case .pauses:
            pausedSince = pausedSince ?? now
        case .reads:
            if let since = pausedSince { delay(by: since.duration(to: now)) }
            pausedSince = nil
        case .writes:
            isAnswering = true
            if writing == .nothing { writing = .something(since: now) }
        case .answered:
            (isAnswering, hasAnswered) = (false, true)
            openRequests = max(0, openRequests - 1)
            if openRequests == 0, reading == .nothing { reading = .silence(since: now) }
        case .wakes(let written, let unacknowledged):
            check(acknowledged: written - unacknowledged, of: written, at: now)
            if let deadline = readingDeadline, now >= deadline { return ending }
            if let deadline = writingDeadline, now >= deadline { return .close }
        }
        return .wait(until: [readingDeadline, writingDeadline].compactMap { $0 }.min())
    }

    private var ending: Action {
        if case .silence = reading { return .close }
        return isAnswering ? .close : .refuse
    }

    private mutating func check(acknowledged: Int, of written: Int, at now: ContinuousClock.Instant) {
        if acknowledged >= written {
            writing = .nothing
        } else if case .owed(let since, let before, let due, _) = writing, acknowledged < due {
            writing = .owed(since: since, acknowledged: before, written: due, lately: acknowledged - before)
        } else {
            // Everything owed before has been received.
            writing = .owed(since: now, acknowledged: acknowledged, written: written, lately: 0)
        }
    }

    private var readingDeadline: ContinuousClock.Instant? {
        guard pausedSince == nil else { return nil }
        switch reading {
        case .silence(let since): return since + (hasAnswered ? limits.keepAlive : limits.silence)
        case .head(let since): return since + limits.head
        case .body(let since, let received): return since + limits.bodyGrace + bought(by: received)
        case .nothing: return nil
        }
    }

    private var writingDeadline: ContinuousClock.Instant? {
        switch writing {
        case .nothing: nil
        case .something(let since): since + limits.answerGrace
        case .owed(let since, _, _, let lately): since + limits.answerGrace + bought(by: lately)
        }
    }

    private func bought(by bytes: Int) -> Duration { .seconds(1) * bytes / limits.bytesPerSecond }

    private mutating func delay(by pause: Duration) {
        switch reading {
        case .silence(let since): reading = .silence(since: since + pause)
        case .head(let since): reading = .head(since: since + pause)
        case .body(let since, let received): reading = .body(since: since + pause, received: received)
        case .nothing: break
        }
    }
}
