import Testing

@testable import Broadcasting

@Suite("What a client of words is owed")
struct WordDebtTests {
    /// Simulates a kernel that accepts `portions` bytes at a time, with a new number between portions, and then everything.
    private func received(_ numbers: [Int32], portions: [Int]) -> [UInt8] {
        var debt = WordDebt()
        var bytes: [UInt8] = []
        func send(_ newest: Int32, atMost room: Int) {
            let taken = min(room, debt.count)
            bytes += withUnsafeBytes(of: debt.line(newest: newest).bigEndian) { Array($0[..<taken]) }
            debt.pay(taken, newest: newest)
        }
        for (index, number) in numbers.enumerated() {
            debt.wantsNewest = true
            send(number, atMost: portions[index % portions.count])
        }
        while !debt.isPaid { send(numbers[numbers.count - 1], atMost: portions.max() ?? 1) }
        return bytes
    }

    @Test(
        "however little the kernel takes, words stay whole, go up, and end with the newest",
        arguments: [[1], [2], [3], [4], [5], [6], [7], [0, 0, 1], [0, 3], [1, 0, 0, 6], [3, 1, 2], [0, 0, 0, 0, 0, 0, 0, 0, 5]])
    func cuts(portions: [Int]) {
        let numbers = (0..<40).map { Int32(0x0102_0304 + $0 * 0x0101_0101 % 0x0FFF_FFFF) }.sorted()
        let bytes = received(numbers, portions: portions)
        #expect(bytes.count % 4 == 0)
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
            Int32(bitPattern: bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        #expect(words == words.sorted())
        #expect(words.last == numbers.last)
        #expect(Set(words).isSubset(of: numbers))
    }

    @Test("a word that was begun is finished although a newer number has come")
    func begun() {
        var debt = WordDebt(wantsNewest: true)
        debt.pay(3, newest: 0x0A0B_0C0D)
        #expect(debt.count == 1)
        debt.wantsNewest = true
        #expect(debt.count == 5)
        #expect(debt.line(newest: 0x0102_0304) == 0x0D01_0203_0400_0000)
        debt.pay(5, newest: 0x0102_0304)
        #expect(debt.isPaid)
    }

    @Test("numbers that nobody had room for are skipped, all but the newest")
    func skipped() {
        #expect(received([1, 2, 3], portions: [0, 0, 4]) == [0, 0, 0, 3])
        #expect(received([-1], portions: [4]) == [255, 255, 255, 255])
    }
}
