import Records
import Testing

@testable import Watching

@Suite("Rows that were printed") struct PrintedRowsTests {
    private func record(_ number: Int) -> Record { Record([.number(Double(number)), .text(String(repeating: "x", count: 200))]) }

    @Test("of a source that withdraws no certain row none is held once it is certain")
    func certain() throws {
        var rows = PrintedRows(withdrawsCertain: false)
        for row in 0..<10_000 {
            if row.isMultiple(of: 10) { try rows.printed(record(row), row: row, isCertain: false) }
            #expect(rows.heldCount <= 1)
            try rows.printed(record(row), row: row, isCertain: true)
            #expect(rows.heldCount == 0)
        }
        #expect(try rows.withdraw(17) == nil)
        try rows.printed(record(3), row: 20_000, isCertain: false)
        let taken = try #require(try rows.withdraw(20_000))
        #expect(taken.record == record(3))
        #expect(!taken.isCertain)
        #expect(try rows.withdraw(20_000) == nil)
    }

    @Test("of one that does, any comes back, and few are held in memory")
    func withdrawn() throws {
        var rows = PrintedRows(withdrawsCertain: true)
        for row in 0..<100_000 { try rows.printed(record(row), row: row, isCertain: true) }
        #expect(rows.heldCount < 100_000 / 16)
        for row in [0, 99_999, 31, 32, 33, 500] {
            let taken = try #require(try rows.withdraw(row))
            #expect(taken.record == record(row))
            #expect(taken.isCertain)
            #expect(try rows.withdraw(row) == nil)
        }
        // Another row in its place.
        try rows.printed(record(7), row: 31, isCertain: true)
        #expect(try rows.withdraw(31)?.record == record(7))
        // The command asked for one of many.
        try rows.printed(record(8), row: 150_000, isCertain: true)
        #expect(try rows.withdraw(149_999) == nil)
        #expect(try rows.withdraw(150_000)?.record == record(8))
    }

    @Test("numbers of rows are those of a list", arguments: 0..<50)
    func numbers(seed: Int) {
        var random = SeededGenerator(state: UInt64(seed))
        var (numbers, list, next) = (RowNumbers(), [Int?](), 0)
        for _ in 0..<200 {
            let row = Int.random(in: 0..<10, using: &random) < 8 ? list.count : Int.random(in: 0...list.count + 3, using: &random)
            if Int.random(in: 0..<30, using: &random) == 0 {
                numbers.remove(row)
                if row < list.count { list[row] = nil }
            } else {
                numbers.set(row, to: next)
                while list.count <= row { list.append(nil) }
                list[row] = next
                next += 1
            }
            #expect(numbers.count == list.count)
            #expect((0..<list.count + 2).map { numbers[$0] } == list + [nil, nil])
        }
        #expect(numbers.order.map { $0.map(Int.init) } ?? Array(list.indices) == list.compactMap { $0 })
    }
}
