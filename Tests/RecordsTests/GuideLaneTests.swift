import Records
import Testing

@Suite("What a channel shows, cell by cell")
struct GuideLaneTests {
    private static func time(_ minute: Int) -> Timestamp { Timestamp(milliseconds: Int64(minute) * 60_000) }

    /// `a0-30` is the programme a from minute 0 to 30; `-` stands for nothing known; what is included follows in parentheses.
    private static func lane(_ slots: [(String, Range<Int>)], _ window: Range<Int> = 0..<120) -> [String] {
        let lane = GuideLane(
            slots.map { .init($0.0, time($0.1.lowerBound), time($0.1.upperBound)) }, in: time(window.lowerBound)..<time(window.upperBound))
        return lane.cells.map { cell in
            let minutes = [cell.start, cell.stop].map { "\($0.milliseconds / 60_000)" }.joined(separator: "-")
            return "\(cell.id ?? "·")\(minutes)\(cell.included.isEmpty ? "" : "(\(cell.included.joined(separator: ",")))")"
        }
    }

    @Test("gaps are cells, and programmes are cut at both edges")
    func gaps() {
        #expect(Self.lane([]) == ["·0-120"])
        #expect(Self.lane([("a", -30..<30), ("b", 40..<60), ("c", 110..<180)]) == ["a0-30", "·30-40", "b40-60", "·60-110", "c110-120"])
        #expect(Self.lane([("over", -30..<0), ("later", 120..<130)]) == ["·0-120"])
    }

    @Test("of two at once the later start is shown, and what is still on after it comes back")
    func overlaps() {
        #expect(Self.lane([("a", 0..<61), ("b", 60..<120)]) == ["a0-60", "b60-120"])
        #expect(Self.lane([("long", 0..<120), ("short", 30..<40)]) == ["long0-30", "short30-40", "long40-120"])
        #expect(Self.lane([("a", 0..<60), ("b", 20..<90), ("c", 30..<40)]) == ["a0-20", "b20-30", "c30-40", "b40-90", "·90-120"])
    }

    @Test("what has no length or is covered whole is in the cell that covers it")
    func included() {
        #expect(Self.lane([("news", 0..<60), ("headlines", 30..<30)], 0..<60) == ["news0-60(headlines)"])
        #expect(Self.lane([("one", 0..<60), ("same", 0..<60)], 0..<60) == ["same0-60(one)"])
        #expect(Self.lane([("alone", 30..<30)], 0..<60) == ["·0-60(alone)"])
    }

    @Test("very many programmes without a cell are each in the one that covers them")
    func many() {
        let count = 20_000
        let slots = (0..<count).flatMap { index in
            [GuideLane.Slot(index, Self.time(index), Self.time(index + 1)), GuideLane.Slot(-index - 1, Self.time(index), Self.time(index))]
        }
        let lane = GuideLane(slots, in: Self.time(0)..<Self.time(count))
        #expect(lane.cells.compactMap(\.id) == Array(0..<count))
        #expect(lane.cells.map(\.included) == (0..<count).map { [-$0 - 1] })
    }

    @Test("cells always join from the window's beginning to its end, and every programme of the window is in one")
    func whole() {
        var random = Sequence(state: 5)
        for _ in 0..<500 {
            let slots = (0..<Int.random(in: 0...12, using: &random)).map { index in
                let start = Int.random(in: -60...130, using: &random)
                return GuideLane.Slot(index, Self.time(start), Self.time(start + Int.random(in: 0...90, using: &random)))
            }
            let lane = GuideLane(slots, in: Self.time(0)..<Self.time(120))
            #expect(lane.cells.first?.start == Self.time(0))
            #expect(lane.cells.last?.stop == Self.time(120))
            #expect(zip(lane.cells, lane.cells.dropFirst()).allSatisfy { $0.stop == $1.start })
            #expect(lane.cells.allSatisfy { $0.start < $0.stop })
            let seen = Set(lane.cells.compactMap(\.id)).union(lane.cells.flatMap(\.included))
            let wanted = slots.filter { $0.start < Self.time(120) && ($0.stop > Self.time(0) || $0.start >= Self.time(0)) }
            #expect(seen == Set(wanted.map(\.id)))
        }
    }

    /// Knuth's linear congruential generator (MMIX): the same numbers in each run.
    private struct Sequence: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
    }
}
