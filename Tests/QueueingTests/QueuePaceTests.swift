import Records
import Testing

@testable import Queueing

@Suite("How long it takes") struct QueuePaceTests {
    private func pace(_ seconds: [Int]) -> QueuePace {
        QueuePace(seconds.enumerated().map { QueuePace.Sample(ticket: Int64($0), duration: .seconds($1)) })
    }

    @Test("nothing is said before three services were seen, nor while nobody serves")
    func unknown() {
        #expect(pace([60, 60]).estimate(ahead: 3, counters: 1) == nil)
        #expect(pace([60, 60]).mean == nil)
        #expect(pace([60, 60, 60]).estimate(ahead: 3, counters: 0) == nil)
        #expect(pace([60, 60, 60]).estimate(ahead: 3, counters: 1) == .seconds(180) ... .seconds(240))
    }

    @Test("twice the counters, half the time; more people, a wider range")
    func proportions() throws {
        let pace = pace([100, 200, 300, 200, 100, 300])
        let (one, two) = (try #require(pace.estimate(ahead: 20, counters: 1)), try #require(pace.estimate(ahead: 20, counters: 2)))
        #expect(two.upperBound < one.upperBound)
        #expect(two.lowerBound < one.lowerBound)
        let near = try #require(pace.estimate(ahead: 1, counters: 1))
        #expect(one.upperBound - one.lowerBound > near.upperBound - near.lowerBound)
    }

    @Test("however many wait, and however long each takes, there is an estimate")
    func crowds() throws {
        for seconds in [0, 1, 600, 14_400] {
            for ahead in [0, 1, 700, 1_000_000, Ticket.numberLimit, .max] {
                let range = try #require(pace([seconds, seconds, seconds]).estimate(ahead: ahead, counters: 1))
                #expect(range.lowerBound >= .zero, "\(ahead) of \(seconds) s")
                #expect(range.upperBound <= .seconds(360_000), "\(ahead) of \(seconds) s")
            }
        }
        // Estimates are capped at a hundred hours.
        #expect(pace([600, 600, 600]).estimate(ahead: 1000, counters: 1) == .seconds(360_000) ... .seconds(360_000))
    }

    @Test("who forgot to press a button is not learned from, and the newest thirty count")
    func samples() {
        #expect(pace([60, 60, 60, 100_000]).mean == .seconds(60))
        #expect(pace(Array(repeating: 600, count: 40) + Array(repeating: 60, count: 30)).mean == .seconds(60))
    }

    /// One counter, independent services of 30 s to 10 min.
    @Test("between the bounds falls what comes, about four times of five", arguments: [1, 5, 20])
    func honesty(ahead: Int) throws {
        var dice = QueueWalkTests.Dice(state: 42)
        func service() -> Int { Int.random(in: 30...600, using: &dice) }
        var hits = 0
        let tries = 2_000
        for _ in 0..<tries {
            let range = try #require(pace((0..<30).map { _ in service() }).estimate(ahead: ahead, counters: 1))
            // The current service has been running for a while.
            let rest = Int.random(in: 0...service(), using: &dice)
            let wait = Duration.seconds(rest + (0..<ahead).reduce(0) { sum, _ in sum + service() })
            if range.contains(wait) { hits += 1 }
        }
        #expect(Double(hits) / Double(tries) > 0.75)
    }
}
