import Testing

@testable import Watching

@Suite("Records of streams that are left out") struct LeftOutTests {
    @Test("they are told of once a minute, and none of them twice")
    func told() {
        var leftOut = LeftOut()
        let start = ContinuousClock.Instant.now
        #expect(leftOut.record(0, of: 1, at: start) == nil)
        #expect(leftOut.record(3, of: 1, at: start) == 3)
        #expect(leftOut.record(2, of: 1, at: start + .seconds(1)) == nil)
        #expect(leftOut.record(4, of: 2, at: start + .seconds(2)) == 4, "each stream has its own minute")
        #expect(leftOut.record(5, of: 1, at: start + .seconds(59)) == nil)
        #expect(leftOut.record(0, of: 1, at: start + .seconds(60)) == 7)
        #expect(leftOut.record(0, of: 1, at: start + .seconds(180)) == nil)
        #expect(leftOut.inAll == [1: 10, 2: 4])
    }
}
