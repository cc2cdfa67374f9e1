import Boards
import Extraction
import Foundation
import Records
import Testing

@testable import Watching

@Suite("Records of a stream, on their way into the store") struct InflowTests {
    private let start = ContinuousClock.now

    private func board(_ source: String = "") throws -> Board {
        let yaml = """
            title: T
            view: list
            source: { tcp: numbers.example:7201\(source) }
            extract: { frames: { words: { bytes: 4, order: big, field: level }, with: { place: x } } }
            fields: { place: { type: text, key: true }, level: { type: number } }
            """
        return try Board(BoardFile.declaration(of: yaml), name: "test", folder: URL(fileURLWithPath: "/"))
    }

    private func record(_ place: String, _ level: Double) -> Record { Record([.text(place), .number(level)]) }

    private func stored(_ records: [Record]) -> () -> StoredRecord? {
        var rest = records.enumerated().map { StoredRecord(id: Int64($0.offset + 1), record: $0.element, position: $0.offset) }[...]
        return { rest.popFirst() }
    }

    @Test("the latest word of a key wins, and those before it are counted")
    func joined() throws {
        let board = try board()
        var inflow = Inflow(board.source, board.schema)
        _ = inflow.take([record("a", 1), record("b", 1), record("a", 2), record("a", 3)], at: start)
        let stored = inflow.batch(at: start)
        let batch = try #require(stored)
        #expect(batch.records == [record("a", 3), record("b", 1)])
        #expect(batch.leftOut == 2)
    }

    @Test("the first batch goes at once, the next after a second, the last whenever it is")
    func rate() throws {
        let board = try board()
        var inflow = Inflow(board.source, board.schema)
        _ = inflow.take([record("a", 1)], at: start)
        let first = inflow.batch(at: start)
        #expect(first != nil)
        _ = inflow.take([record("a", 2)], at: start)
        let early = inflow.batch(at: start + .milliseconds(999))
        #expect(early == nil)
        _ = inflow.take([record("a", 3)], at: start + .milliseconds(999))
        let second = inflow.batch(at: start + .seconds(1))
        #expect(second?.records == [record("a", 3)])
        _ = inflow.take([record("a", 4)], at: start + .seconds(1))
        let last = inflow.batch(at: start + .seconds(1), isLast: true)
        #expect(last?.records == [record("a", 4)])
        let none = inflow.batch(at: start + .seconds(9))
        #expect(none == nil)
    }

    @Test("a batch has a bound, and so has what waits for the next")
    func bounds() throws {
        let board = try board(", keeps: 150")
        var inflow = Inflow(board.source, board.schema)
        _ = inflow.take((0..<1_000).map { record("\($0)", 1) }, at: start)
        let firstBatch = inflow.batch(at: start)
        let first = try #require(firstBatch)
        #expect(first.records.count == 100)
        #expect(first.leftOut == 849)
        _ = inflow.take([record("120", 2)], at: start)
        let secondBatch = inflow.batch(at: start + .seconds(1))
        let second = try #require(secondBatch)
        #expect(second.records.count == 51)
        #expect(second.records.contains(record("120", 2)))
        #expect(second.leftOut == 1)
    }

    @Test("what is appended faster than it is stored loses its oldest")
    func appended() throws {
        let board = try board(", gives: append")
        var inflow = Inflow(board.source, board.schema)
        for level in 0..<10_000 { _ = inflow.take([record("a", Double(level))], at: start) }
        let stored = inflow.batch(at: start)
        let batch = try #require(stored)
        #expect(batch.records == (9_900..<10_000).map { record("a", Double($0)) })
        #expect(batch.leftOut == 9_900)
    }

    @Test("more than a number of records in a second make the next bytes wait")
    func reading() throws {
        let board = try board()
        var inflow = Inflow(board.source, board.schema)
        let many = [Record](repeating: record("a", 1), count: Inflow.Limits.readInSecond / 2)
        let first = inflow.take(many, at: start)
        #expect(first == .zero)
        let second = inflow.take(many, at: start)
        #expect(second == .zero)
        let third = inflow.take([record("a", 1)], at: start + .milliseconds(400))
        #expect(third == .milliseconds(600))
        let fourth = inflow.take([record("a", 1)], at: start + .seconds(1))
        #expect(fourth == .zero)
    }

    @Test("by key a record takes the place of another or is new, and the rest stays")
    func upsert() throws {
        let schema = try board().schema
        let (difference, leftOut) = Comparison.upsert(
            from: stored([record("a", 1), record("b", 1), record("c", 1)]),
            [record("b", 2), record("d", 1), record("e", 1), record("c", 1)], schema, keeps: 4)
        #expect(difference.altered.map(\.after) == [record("b", 2)])
        #expect(difference.altered.map(\.position) == [1])
        #expect(difference.appeared.map(\.record) == [record("d", 1)])
        #expect(difference.appeared.map(\.position) == [3])
        #expect(difference.changeCount == 2)
        #expect(leftOut == 1)
    }

    @Test("what is appended makes the oldest leave, without a word")
    func append() {
        let difference = Comparison.append(from: stored([record("a", 1), record("a", 2)]), [record("a", 3), record("a", 3)], keeps: 3)
        #expect(difference.appeared.map(\.position) == [2, 3])
        #expect(difference.forgotten == [1])
        #expect(difference.changeCount == 2)
    }

    @Test("a lost connection is made again after longer and longer, and soon if it held")
    func reconnection() {
        var reconnection = Reconnection()
        let first = reconnection.wait(after: .zero, chance: 0)
        #expect(first == .seconds(1))
        for _ in 0..<20 { _ = reconnection.wait(after: .seconds(1), chance: 0.5) }
        let late = reconnection.wait(after: .seconds(59), chance: 0.5)
        #expect(late == .seconds(150))
        let afterSuccess = reconnection.wait(after: .seconds(60), chance: 0.99)
        #expect(afterSuccess <= .seconds(2))
        let afterThat = reconnection.wait(after: .zero, chance: 0.99)
        #expect(afterThat <= .seconds(4))
    }

    @Test(
        "a board whose stream can't be read or kept is refused with its mend",
        arguments: [
            ("source: { tcp: numbers.example }", "isn't an address like tcp://"),
            ("source: { tcp: 'numbers.example:1', every: 1h }", "'every' doesn't go with 'tcp'"),
            ("source: { tcp: 'numbers.example:1', url: 'https://a.example/' }", "a source has one address"),
            ("source: { tcp: 'numbers.example:1', gives: replace }", "upsert, append"),
            ("source: { tcp: 'numbers.example:1', keeps: 10001 }", "from 1 to 10000"),
            ("source: { tcp: 'numbers.example:1', silence: 1s }", "from 5s to 1d"),
            ("source: { url: 'https://a.example/', keeps: 3 }", "'keeps' doesn't go with 'url'"),
            ("source: {}", "'url' is missing, or 'tcp'"),
            ("source: { tcp: 'numbers.example:1' }\nextract: { text: { rows: '(?<level>.)' } }", "a stream is read by: frames"),
            ("source: { tcp: 'numbers.example:1' }\nfields: { level: { type: number } }", "needs key: true"),
            ("source: { tcp: 'numbers.example:1' }\nparameters: { day: { optional: true } }", "takes no parameters"),
        ])
    func declarations(part: String, detail: String) {
        var yaml = "title: T\nview: list\n\(part)\n"
        if !part.contains("extract:") { yaml += "extract: { frames: { words: { bytes: 1, field: level } } }\n" }
        if !part.contains("fields:") { yaml += "fields: { place: { type: text, key: true, optional: false }, level: { type: number } }\n" }
        yaml = yaml.replacing("field: level } } }\nfields: { place", with: "field: level }, with: { place: x } } }\nfields: { place")
        yaml = yaml.replacing("(?<level>.)", with: "(?<place>.)(?<level>.)")
        let error = #expect(throws: DeclarationError.self) {
            try Board(BoardFile.declaration(of: yaml), name: "test", folder: URL(fileURLWithPath: "/"))
        }
        #expect(error?.detail.contains(detail) == true, "\(error.map { "\($0)" } ?? "")")
    }
}
