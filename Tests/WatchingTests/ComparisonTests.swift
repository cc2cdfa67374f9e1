import Records
import Testing

@testable import Watching

@Suite("Comparison") struct ComparisonTests {
    private let schema: Schema = {
        var batch = Field(name: "batch", kind: .text)
        batch.isKey = true
        return Schema(fields: [batch, Field(name: "status", kind: .text)])
    }()

    private func record(_ batch: String, _ status: String) -> Record { Record([.text(batch), .text(status)]) }

    private func stored(_ records: [Record]) -> [StoredRecord] {
        records.enumerated().map { StoredRecord(id: Int64($0.offset + 100), record: $0.element, position: $0.offset) }
    }

    private func difference(_ old: [Record], _ new: [Record]) throws -> Difference { try difference(stored(old), new) }

    private func difference(_ old: [StoredRecord], _ new: [Record]) throws -> Difference {
        var next = old.makeIterator()
        return try Comparison.difference(from: GivenRows { next.next() }, to: new, schema)
    }

    @Test("the same records are no change and no move")
    func same() throws {
        let records = [record("1", "a"), record("2", "b"), record("2", "c")]
        let difference = try difference(records, records)
        #expect(difference.changeCount == 0)
        #expect(difference.moved.isEmpty)
    }

    @Test("another order is a move and no change")
    func reordered() throws {
        let difference = try difference(
            [record("1", "a"), record("2", "b"), record("3", "c")], [record("3", "c"), record("1", "a"), record("2", "b")])
        #expect(difference.changeCount == 0)
        #expect(difference.moved.map(\.id).sorted() == [100, 101, 102])
    }

    @Test("an altered field is one change, with before and after")
    func altered() throws {
        let difference = try difference([record("1", "a"), record("2", "b")], [record("1", "a"), record("2", "z")])
        #expect(try difference.changes == [.altered(before: record("2", "b"), after: record("2", "z"))])
        #expect(try difference.changes[0].alteredFields == [1])
    }

    @Test("a number with two rows: the one that stays is not the one that changed")
    func twoRows() throws {
        let difference = try difference([record("1", "a"), record("1", "b")], [record("1", "z"), record("1", "a")])
        #expect(try difference.changes == [.altered(before: record("1", "b"), after: record("1", "z"))])
    }

    @Test("a second row for a number has appeared, and is gone again")
    func secondRow() throws {
        let (one, two) = ([record("1", "a")], [record("1", "a"), record("1", "b")])
        #expect(try difference(one, two).changes == [.appeared(record("1", "b"))])
        #expect(try difference(two, one).changes == [.gone(record("1", "b"))])
    }

    @Test("equal rows count: one of three copies gone is one change")
    func copies() throws {
        let difference = try difference(Array(repeating: record("1", "a"), count: 3), Array(repeating: record("1", "a"), count: 2))
        #expect(try difference.changes == [.gone(record("1", "a"))])
    }

    @Test(
        "applied to what was stored, the difference gives what was fetched, whatever the two were, in memory and in files",
        arguments: 0..<200, [0, 200, RecordPile.defaultWeight])
    func applied(seed: Int, keptWeight: Int) throws {
        var random = SeededGenerator(state: UInt64(seed) + 1)
        func list() -> [Record] {
            (0..<Int.random(in: 0...12, using: &random)).map { _ in
                record(String(Int.random(in: 0...4, using: &random)), String(Int.random(in: 0...2, using: &random)))
            }
        }
        let (old, new) = (stored(list()), list())
        let pile = RecordPile(keptWeight: keptWeight)
        for record in new { try pile.append(record) }
        var next = old.makeIterator()
        let difference = try Comparison.difference(
            from: GivenRows { next.next() }, to: ReadRecords(pile, in: new.indices.map { Int32($0) }), schema, keptWeight: keptWeight)
        #expect(pile.isPacked == (difference.filed != nil))
        var result: [Int: Record] = [:]
        var rest = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        for gone in difference.gone { rest[gone.id] = nil }
        for (before, after, position) in difference.altered {
            #expect(schema.key(of: before.record) == schema.key(of: after))
            #expect(before.record != after)
            rest[before.id] = nil
            result[position] = after
        }
        for (id, position) in difference.moved { result[position] = rest.removeValue(forKey: id)?.record }
        for (record, position) in difference.appeared { result[position] = record }
        if let filed = difference.filed { for position in filed.positions { result[position] = try filed.record(position) } }
        for record in rest.values { result[record.position] = record.record }
        #expect(result.sorted { $0.key < $1.key }.map(\.value) == new)
    }

    @Test("a difference in quiet fields is written and is no change, beside another neither")
    func quiet() throws {
        var key = Field(name: "id", kind: .text)
        key.isKey = true
        var updated = Field(name: "updated", kind: .text)
        updated.isQuiet = true
        let schema = Schema(fields: [key, Field(name: "price", kind: .text), updated])
        func record(_ texts: String...) -> Record { Record(texts.map { .text($0) }) }
        var next = stored([record("1", "a", "x"), record("2", "b", "x"), record("3", "c", "x")]).makeIterator()
        let new = [record("2", "b", "y"), record("1", "z", "y"), record("3", "c", "x")]
        let difference = try Comparison.difference(from: GivenRows { next.next() }, to: new, schema)
        #expect(try difference.changes == [.altered(before: record("1", "a", "y"), after: record("1", "z", "y"))])
        #expect(difference.touched.map(\.id) == [101])
        #expect(difference.touched.map(\.position) == [0])
        #expect(difference.moved.isEmpty)
        #expect(difference.touched.map(\.after) == [record("2", "b", "y")])
        #expect(try difference.changes.map { ChangeSummary($0, schema).lines.map(\.field.name) } == [["price"]])
        var streamed = stored([record("1", "a", "x"), record("2", "b", "x")]).makeIterator()
        let (upserted, _) = Comparison.upsert(from: { streamed.next() }, Array(new.prefix(2)), schema, keeps: 9)
        #expect(try upserted.changes == [.altered(before: record("1", "a", "y"), after: record("1", "z", "y"))])
        #expect(upserted.touched.map(\.id) == [101])
    }

    @Test("new addresses in nearly all rows are no change after a redesign; other fields, and addresses in some rows, are")
    func newAddresses() throws {
        var key = Field(name: "id", kind: .text)
        key.isKey = true
        let schema = Schema(fields: [key, Field(name: "price", kind: .text), Field(name: "link", kind: .url)])
        func records(_ folder: String, prices: String = "a", until moved: Int = 20) -> [Record] {
            (0..<20).map { number in
                let link = number < moved ? "https://shop.example/\(folder)/\(number)" : "https://shop.example/old/\(number)"
                return Record([.text("\(number)"), .text(number == 3 ? prices : "a"), .url(link)])
            }
        }
        func news(_ new: [Record]) throws -> Difference {
            var next = stored(records("old")).makeIterator()
            var difference = try Comparison.difference(from: GivenRows { next.next() }, to: new, schema)
            difference.leaveOutNewAddresses(schema, recordCount: new.count)
            return difference
        }
        let redesigned = try news(records("new", prices: "b"))
        #expect(try redesigned.changes.map(\.alteredFields) == [[1]])
        #expect(redesigned.touched.count == 19)
        #expect(redesigned.touched.allSatisfy { $0.after.values[2]?.text.contains("/new/") == true })
        #expect(redesigned.altered.map { $0.after.values[2]?.text } == ["https://shop.example/new/3"])
        #expect(try news(records("new", until: 18)).changeCount == 0)
        #expect(try news(records("new", until: 17)).changeCount == 17)
        // Texts that have all changed are news.
        let other = try news((0..<20).map { Record([.text("\($0)"), .text("b"), .url("https://shop.example/new/\($0)")]) })
        #expect(try other.changes.allSatisfy { $0.alteredFields == [1] })
        #expect(other.changeCount == 20)
    }

    @Test("one value is altered, and never another that is new")
    func oneValue() throws {
        let schema = Schema(fields: [Field(name: "price", kind: .number), Field(name: "day", kind: .text)], isOne: true)
        func record(_ price: Double) -> Record { Record([.number(price), .text("\(price)")]) }
        var next = stored([record(49.9)]).makeIterator()
        let difference = try Comparison.difference(from: GivenRows { next.next() }, to: [record(44.9)], schema)
        #expect(try difference.changes == [.altered(before: record(49.9), after: record(44.9))])
    }

    @Test("without a key all fields but the quiet ones identify a record")
    func quietWithoutKey() throws {
        var updated = Field(name: "updated", kind: .text)
        updated.isQuiet = true
        #expect(Schema(fields: [updated, Field(name: "name", kind: .text)]).keyFields == [1])
    }
}

struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
}
