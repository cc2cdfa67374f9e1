import Testing

@testable import Fetching

@Suite("Request queue")
struct RequestQueueTests {
    private let start = ContinuousClock.now

    private func queue(_ change: (inout RequestLimits) -> Void) -> RequestQueue {
        var limits = RequestLimits()
        change(&limits)
        return RequestQueue(limits)
    }

    @Test("no more go out than the limits allow, in all and to one host, and each that ends makes room for one")
    func limits() throws {
        var queue = queue {
            $0.total = 5
            $0.perHost = 2
        }
        for ticket in 0..<4 { try queue.enter(ticket, host: "a", .visible, at: start) }
        for ticket in 4..<8 { try queue.enter(ticket, host: "b", .visible, at: start) }
        for ticket in 8..<10 { try queue.enter(ticket, host: "c", .visible, at: start) }
        #expect(queue.admit(at: start) == [0, 4, 8, 1, 5])
        #expect(queue.admit(at: start) == [])
        queue.leave(0)
        #expect(queue.admit(at: start) == [2])
        queue.leave(8)
        // Host c has none on the way now, the others two each.
        #expect(queue.admit(at: start) == [9])
        queue.leave(9)
        queue.leave(4)
        #expect(queue.admit(at: start) == [6])
    }

    @Test("what a person waits for goes before what a page shows, and that before the schedule")
    func priorities() throws {
        var queue = queue { $0.perHost = 1 }
        try queue.enter(1, host: "a", .background, at: start)
        try queue.enter(2, host: "a", .visible, at: start)
        try queue.enter(3, host: "a", .interactive, at: start)
        var order: [Int] = []
        for _ in 0..<3 {
            let next = queue.admit(at: start)
            order += next
            next.forEach { queue.leave($0) }
        }
        #expect(order == [3, 2, 1])
    }

    @Test("waiting makes more urgent, so that nothing waits for ever")
    func ageing() throws {
        var queue = queue {
            $0.perHost = 1
            $0.ageing = .seconds(10)
        }
        try queue.enter(1, host: "a", .background, at: start)
        try queue.enter(2, host: "a", .interactive, at: start + .seconds(25))
        #expect(queue.admit(at: start + .seconds(25)) == [1])
        #expect(queue.nextAdmission(after: start + .seconds(25)) == nil)
    }

    @Test("background requests to one host are spaced, others are not")
    func spacing() throws {
        var queue = queue { $0.backgroundSpacing = .seconds(2) }
        for ticket in 1...3 { try queue.enter(ticket, host: "a", .background, at: start) }
        try queue.enter(4, host: "b", .background, at: start)
        #expect(Set(queue.admit(at: start)) == [1, 4])
        #expect(queue.nextAdmission(after: start) == start + .seconds(2))
        try queue.enter(5, host: "a", .visible, at: start + .seconds(1))
        #expect(queue.admit(at: start + .seconds(1)) == [5])
        #expect(queue.admit(at: start + .seconds(2)) == [2])
        #expect(queue.admit(at: start + .seconds(4)) == [3])
        #expect(queue.nextAdmission(after: start + .seconds(4)) == nil)
    }

    @Test("a host that asked for a pause gets nothing until it is over, and other hosts are not held up")
    func pause() throws {
        var queue = queue { _ in }
        queue.pause("a", until: start + .seconds(8))
        queue.pause("a", until: start + .seconds(3))
        try queue.enter(1, host: "a", .interactive, at: start)
        try queue.enter(2, host: "b", .background, at: start)
        #expect(queue.admit(at: start) == [2])
        #expect(queue.nextAdmission(after: start) == start + .seconds(8))
        #expect(queue.admit(at: start + .seconds(8)) == [1])
    }

    @Test("a pause too long to wait for is told at once")
    func longPause() throws {
        var queue = queue { _ in }
        queue.pause("a", until: start + .seconds(60))
        #expect(throws: RequestQueue.Refusal.paused(until: start + .seconds(60))) { try queue.enter(1, host: "a", .visible, at: start) }
        try queue.enter(2, host: "a", .visible, at: start + .seconds(61))
        #expect(queue.admit(at: start + .seconds(61)) == [2])
    }

    @Test("one that leaves the line is passed over, and the line is bounded")
    func leavingAndBound() throws {
        var queue = queue {
            $0.perHost = 1
            $0.waiting = 3
        }
        for ticket in 1...3 { try queue.enter(ticket, host: "a", .visible, at: start) }
        #expect(throws: RequestQueue.Refusal.full) { try queue.enter(4, host: "a", .visible, at: start) }
        queue.leave(1)
        queue.leave(2)
        #expect(queue.admit(at: start) == [3])
        #expect(queue.waitingCount == 0)
    }

    @Test("ten thousand in line for three hosts all go out, each once, none over a limit")
    func many() throws {
        var queue = queue { $0.waiting = 10_000 }
        for ticket in 0..<10_000 {
            try queue.enter(ticket, host: "host\(ticket % 3)", Priority.allCases[ticket % 7 % 3], at: start)
        }
        var (now, seen) = (start, Set<Int>())
        var running: [Int] = []
        while seen.count < 10_000 {
            let next = queue.admit(at: now)
            for ticket in next { #expect(seen.insert(ticket).inserted) }
            running += next
            #expect(running.count <= 18)
            if running.isEmpty {
                let opening = queue.nextAdmission(after: now)
                now = try #require(opening)
            } else {
                queue.leave(running.removeFirst())
            }
        }
    }
}
