import Testing

@testable import Extraction

@Suite("What starts when on a channel") struct StartSlotsTests {
    @Test("in any order it is known what is there and what comes next", arguments: ["ascending", "descending", "anyhow"])
    func orders(_ order: String) {
        // Of three that start at once, the third is the first again.
        let all: [(start: Int64, title: Int)] = (0..<12_000).map { number in
            let title = number % 3
            return (Int64(number / 3) * 60_000, title == 2 ? 0 : title)
        }
        var random = SystemRandomNumberGenerator()
        let input =
            switch order {
            case "ascending": all
            case "descending": Array(all.reversed())
            default: all.shuffled(using: &random)
            }
        var (slots, known, starts) = (StartSlots(), Set<[Int64]>(), Set<Int64>())
        var (wrong, asked) = (0, 0)
        for (number, one) in input.enumerated() {
            let isNew = known.insert([one.start, Int64(one.title)]).inserted
            if slots.insert(one.start, one.title) != isNew { wrong += 1 }
            starts.insert(one.start)
            guard number % 500 == 0 else { continue }
            for time in [Int64.min, one.start - 60_000, one.start - 1, one.start, .max] {
                asked += 1
                if slots.start(after: time) != starts.filter({ $0 > time }).min() { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        #expect(asked == 120)
        #expect(known.count == 8000)
    }
}
