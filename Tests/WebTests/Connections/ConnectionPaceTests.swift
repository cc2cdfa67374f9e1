import Testing

@testable import Web

@Suite("Pace of a connection") struct ConnectionPaceTests {
    /// A connection with a clock that is moved by hand.
    fileprivate struct Line {
        let start = ContinuousClock.now
        private(set) var seconds = 0
        private var pace: ConnectionPace
        /// In seconds after the start, from the last action.
        private(set) var deadline: Int?
        private(set) var last = ConnectionPace.Action.wait(until: nil)

        init() { pace = ConnectionPace(ConnectionPace.Limits(), at: start) }

        var isIdle: Bool { pace.isIdle }

        @discardableResult mutating func event(_ event: ConnectionPace.Event, after wait: Int = 0) -> ConnectionPace.Action {
            seconds += wait
            last = pace.event(event, at: start + .seconds(seconds))
            if case .wait(let until) = last { deadline = until.map { Int(start.duration(to: $0).components.seconds) } }
            return last
        }

        /// Wakes at that second; by default all written bytes are acknowledged.
        @discardableResult mutating func wake(at second: Int, written: Int = 0, unacknowledged: Int = 0) -> ConnectionPace.Action {
            event(.wakes(written: written, unacknowledged: unacknowledged), after: second - seconds)
        }
    }

    @Test("who says nothing is closed, and who does not finish a head is told so, a byte every second or not")
    func heads() {
        var silent = Line()
        silent.event(.reads)
        #expect(silent.deadline == 10)
        #expect(silent.wake(at: 9) != .close)
        #expect(silent.wake(at: 10) == .close)
        var slow = Line()
        slow.event(.received(5), after: 8)
        for _ in 0..<9 { slow.event(.received(1), after: 1) }
        #expect(slow.deadline == 18)
        #expect(slow.wake(at: 18) == .refuse)
    }

    @Test("each byte of a body buys time, and one a second buys too little")
    func bodies() {
        var quick = Line()
        quick.event(.received(200))
        quick.event(.head)
        #expect(quick.deadline == 10)
        quick.event(.received(50_000), after: 1)
        #expect(quick.deadline == 110)
        #expect(quick.wake(at: 109) == .wait(until: quick.instant(110)))
        var slow = Line()
        slow.event(.received(200))
        slow.event(.head)
        for _ in 0..<9 { slow.event(.received(1), after: 1) }
        #expect(slow.wake(at: 11) == .refuse)
    }

    @Test("no time passes for the sender of a body while we do not read")
    func pauses() {
        var line = Line()
        line.event(.received(200))
        line.event(.head)
        line.event(.received(1000), after: 1)
        line.event(.pauses)
        #expect(line.deadline == nil)
        #expect(line.wake(at: 1000) == .wait(until: nil))
        line.event(.reads, after: 0)
        // 10 s of grace and 2 s for the bytes that came, 1 s of them over.
        #expect(line.deadline == 999 + 12)
    }

    @Test("nobody owes anything while an answer is worked on, and then has a while for the next request")
    func keepAlive() {
        var line = Line()
        line.event(.received(200))
        line.event(.head)
        line.event(.end)
        #expect(line.deadline == nil)
        #expect(!line.isIdle)
        #expect(line.wake(at: 500) == .wait(until: nil))
        line.event(.writes)
        line.event(.answered)
        #expect(line.isIdle)
        #expect(line.wake(at: 520) == .wait(until: line.instant(575)))
        #expect(line.wake(at: 575) == .close)
    }

    @Test("of requests sent at once each is answered before the time for the next begins")
    func pipelined() {
        var line = Line()
        line.event(.received(400))
        for _ in 0..<2 {
            line.event(.head)
            line.event(.end)
        }
        line.event(.writes, after: 100)
        line.event(.answered)
        #expect(!line.isIdle)
        line.event(.answered, after: 100)
        #expect(line.isIdle)
    }

    @Test("who takes nothing of an answer is cut, and who takes a little all the time is not")
    func readers() {
        var stuck = Line()
        stuck.event(.received(200))
        stuck.event(.head)
        stuck.event(.end)
        stuck.event(.writes)
        #expect(stuck.deadline == 20)
        #expect(stuck.wake(at: 20, written: 1_000_000, unacknowledged: 900_000) == .wait(until: stuck.instant(40)))
        #expect(stuck.wake(at: 40, written: 1_000_000, unacknowledged: 900_000) == .close)
        var steady = Line()
        steady.event(.received(200))
        steady.event(.head)
        steady.event(.end)
        steady.event(.writes)
        for second in stride(from: 20, through: 200, by: 10) {
            let action = steady.wake(at: second, written: 1_000_000, unacknowledged: 1_000_000 - second * 1000)
            #expect(action != .close, "\(second)")
        }
        var dribbling = Line()
        dribbling.event(.writes)
        dribbling.event(.wakes(written: 1_000_000, unacknowledged: 900_000), after: 20)
        #expect(dribbling.wake(at: 40, written: 1_000_000, unacknowledged: 899_980) == .close)
    }

    @Test("a line of events is never cut for the event that is just on its way")
    func events() {
        var line = Line()
        line.event(.received(200))
        line.event(.head)
        line.event(.end)
        line.event(.writes)
        for round in 1...50 {
            // 100 bytes a round; at each check, the last ones are not acknowledged yet.
            let action = line.wake(at: round * 20, written: round * 100, unacknowledged: 100)
            #expect(action != .close, "\(round)")
            line.event(.writes)
        }
    }
}

extension ConnectionPaceTests.Line {
    fileprivate func instant(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }
}
