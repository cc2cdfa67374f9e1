/// The deadlines of one job. A pure value: the time is passed in.
struct JobClock {
    enum Stage {
        /// Waiting for its turn.
        case queued
        /// Waiting for the head.
        case asking
        /// Waiting for the next piece of the body.
        case reading
        /// Waiting for the owner's closure, a delay that isn't the source's.
        case handing
    }

    enum Verdict: Hashable {
        /// Nothing has timed out; check again at that time.
        case checkAgain(at: ContinuousClock.Instant)
        /// A stage has timed out; the text names it, as half a sentence for people.
        case late(String)
    }

    private let timeouts: Timeouts
    private var stage = Stage.queued
    private var stageBegan: ContinuousClock.Instant
    /// When the job left the queue.
    private var began: ContinuousClock.Instant?
    private var received = 0
    /// The current window of the low-speed limit: bytes received in it, and how long the source took for them.
    private var window = (received: 0, waited: Duration.zero)

    init(_ timeouts: Timeouts, at now: ContinuousClock.Instant) {
        self.timeouts = timeouts
        stageBegan = now
    }

    mutating func began(_ stage: Stage, at now: ContinuousClock.Instant) {
        if self.stage == .reading { window.waited += now - stageBegan }
        if began == nil, stage != .queued { began = now }
        self.stage = stage
        stageBegan = now
    }

    /// Records bytes received on the wire.
    mutating func received(_ count: Int) {
        received += count
        window.received += count
    }

    /// The next check is never later than the shortest timeout allows, because a new piece moves the deadline and a new stage has its own.
    mutating func check(at now: ContinuousClock.Instant) -> Verdict {
        var deadlines: [(time: ContinuousClock.Instant, words: String)] = []
        if let began {
            deadlines.append((began + timeouts.total, "took longer than \(timeouts.total) in all, after \(received) bytes"))
        }
        switch stage {
        case .queued: deadlines.append((stageBegan + timeouts.queued, "waited \(timeouts.queued) for its turn"))
        case .asking: deadlines.append((stageBegan + timeouts.firstByte, "did not answer within \(timeouts.firstByte)"))
        case .reading:
            deadlines.append((stageBegan + timeouts.idle, "sent nothing for \(timeouts.idle) after \(received) bytes"))
            if let lowSpeed = timeouts.lowSpeed {
                let waited = window.waited + (now - stageBegan)
                if waited >= lowSpeed.window {
                    guard window.received >= lowSpeed.bytes else {
                        return .late("sent only \(window.received) bytes in \(lowSpeed.window), after \(received) bytes")
                    }
                    window = (0, .zero - (now - stageBegan))
                }
                deadlines.append((now + max(.milliseconds(1), lowSpeed.window - waited), ""))
            }
        case .handing: break
        }
        if let late = deadlines.first(where: { $0.time <= now }) { return .late(late.words) }
        let shortest = min(timeouts.firstByte, timeouts.idle, timeouts.total, timeouts.lowSpeed?.window ?? timeouts.idle)
        return .checkAgain(at: deadlines.map(\.time).reduce(now + shortest, min))
    }
}
