/// The deadlines of one job. A pure value: the time is passed in.
struct JobClock {
    enum Stage {
        /// Waiting for its turn.
        case queued
        /// Waiting for the head.
        case asking
        /// Waiting for the next piece of the body.
        case reading
        /// Waiting for the owner's closure, which is nobody's delay but ours.
        case handing
    }

    enum Verdict: Hashable {
        /// Nothing is late; look again then.
        case lookAgain(at: ContinuousClock.Instant)
        /// This is late, as half a sentence for people.
        case late(String)
    }

    private let timeouts: Timeouts
    private var stage = Stage.queued
    private var stageBegan: ContinuousClock.Instant
    /// When it left the line.
    private var began: ContinuousClock.Instant?
    private var received = 0
    /// The current window of the low-speed bound: bytes in it, and how much of its time was the source's.
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

    /// So many bytes of the wire have come.
    mutating func received(_ count: Int) {
        received += count
        window.received += count
    }

    /// No wait is longer than the shortest bound: a piece that comes meanwhile moves the deadline, and a new stage has another.
    mutating func look(at now: ContinuousClock.Instant) -> Verdict {
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
        let shortest = min(timeouts.firstByte, timeouts.idle, timeouts.lowSpeed?.window ?? timeouts.idle)
        return .lookAgain(at: deadlines.map(\.time).reduce(now + shortest, min))
    }
}
