import Records
import Testing

@Suite("Programmes of several sources of a guide")
struct SlotMergeTests {
    private static func time(_ minute: Int) -> Timestamp { Timestamp(milliseconds: 1_793_527_200_000 + Int64(minute) * 60_000) }

    @Test("the first source counts where it has a channel, the next fill its holes")
    func merged() {
        var merge = SlotMerge()
        func takes(_ channel: String, _ minutes: Range<Int>) -> Bool {
            merge.takes(channel, from: Self.time(minutes.lowerBound), to: Self.time(minutes.upperBound))
        }
        #expect(takes("a", 0..<30))
        #expect(takes("a", 20..<60))
        #expect(takes("a", 90..<120))
        merge.endSource()
        #expect(takes("a", 60..<90))
        #expect(takes("a", 120..<121))
        #expect(takes("b", 0..<30))
        #expect(!takes("a", 0..<30))
        #expect(!takes("a", 50..<70))
        #expect(!takes("a", 0..<500))
        #expect(!takes("a", 25..<25))
        merge.endSource()
        #expect(!takes("a", 60..<61))
        #expect(!takes("b", 10..<20))
        #expect(takes("b", 30..<31))
        #expect(takes("a", 121..<121))
    }

    @Test("very many programmes fill the holes of very many, in whatever order they come")
    func many() {
        var merge = SlotMerge()
        func takes(_ minutes: Range<Int>) -> Bool {
            merge.takes("a", from: Self.time(minutes.lowerBound), to: Self.time(minutes.upperBound))
        }
        let count = 20_000
        let places = (0..<count).map { 4 * ($0 * 7919 % count) }
        let first = places.count { takes($0..<$0 + 2) }
        merge.endSource()
        let overlapping = places.count { takes($0 + 1..<$0 + 3) }
        let between = places.count { takes($0 + 2..<$0 + 4) }
        merge.endSource()
        #expect([first, overlapping, between] == [count, 0, count])
        #expect(!takes(0..<1))
        #expect(!takes(2..<3))
        #expect(!takes(0..<4 * count))
        #expect(takes(4 * count..<4 * count + 1))
    }
}
