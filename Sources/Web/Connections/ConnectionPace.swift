/// What the other end of a connection of HTTP owes us, and until when. Decides; `ConnectionHandler` carries it out.
///
/// A request's head has to be whole some seconds after its first byte. Its body and our answer have a grace, and then each of their bytes buys
/// time: who sends or takes fewer than so many a second is cut off. While we ourselves do not read, no time passes for the one who sends;
/// while we work on an answer, nobody owes anything.
struct ConnectionPace {
    struct Limits: Sendable {
        /// From the first byte of a head to its last.
        var head = Duration.seconds(10)
        /// From the connection to the first byte on it. Browsers open some in advance.
        var silence = Duration.seconds(10)
        /// From an answer to the next request. Longer than the usual minute of proxies, so that they close first.
        var keepAlive = Duration.seconds(75)
        /// Before a body has to have its rate.
        var bodyGrace = Duration.seconds(10)
        /// Before an answer has to be taken at its rate.
        var answerGrace = Duration.seconds(20)
        /// Of bodies and of answers.
        var bytesPerSecond = 500
    }

    enum Event: Equatable {
        /// Bytes have come in.
        case received(Int)
        /// A request's head is whole, its body too.
        case head, end
        /// We do not read, or do again.
        case pauses, reads
        /// Bytes of an answer were given to the socket; its last ones were.
        case writes, answered
        /// The time is over that an action named. Of all bytes that were ever written so many are not acknowledged.
        case wakes(written: Int, unacknowledged: Int)
    }

    enum Action: Equatable {
        /// To be woken then; nil: nothing is owed.
        case wait(until: ContinuousClock.Instant?)
        /// Nothing was asked, or nothing is taken: the connection is closed.
        case close
        /// A request does not get finished: 408, and closed.
        case refuse
    }

    private enum Reading: Equatable {
        case silence(since: ContinuousClock.Instant)
        case head(since: ContinuousClock.Instant)
        case body(since: ContinuousClock.Instant, received: Int)
        /// The request is whole, and being answered.
        case nothing
    }

    private enum Writing: Equatable {
        case nothing
        /// Nobody has looked yet whether it is taken.
        case something(since: ContinuousClock.Instant)
        /// When somebody looked, `acknowledged` of the `written` bytes were taken; `lately` more since.
        case owed(since: ContinuousClock.Instant, acknowledged: Int, written: Int, lately: Int)
    }

    private let limits: Limits
    private var reading: Reading
    private var writing = Writing.nothing
    private var pausedSince: ContinuousClock.Instant?
    /// Requests that were begun and not answered to the end.
    private var openRequests = 0
    private var isAnswering = false
    private var hasAnswered = false

    init(_ limits: Limits, at now: ContinuousClock.Instant) {
        self.limits = limits
        reading = .silence(since: now)
    }

    /// Nothing has been asked that is not answered.
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
            look(acknowledged: written - unacknowledged, of: written, at: now)
            if let deadline = readingDeadline, now >= deadline { return ending }
            if let deadline = writingDeadline, now >= deadline { return .close }
        }
        return .wait(until: [readingDeadline, writingDeadline].compactMap { $0 }.min())
    }

    private var ending: Action {
        if case .silence = reading { return .close }
        return isAnswering ? .close : .refuse
    }

    private mutating func look(acknowledged: Int, of written: Int, at now: ContinuousClock.Instant) {
        if acknowledged >= written {
            writing = .nothing
        } else if case .owed(let since, let before, let due, _) = writing, acknowledged < due {
            writing = .owed(since: since, acknowledged: before, written: due, lately: acknowledged - before)
        } else {
            // Whatever was owed before has been taken.
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
