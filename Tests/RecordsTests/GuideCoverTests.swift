import Foundation
import Records
import Testing

@Suite("What a reading of a guide covers")
struct GuideCoverTests {
    private static let schema = Schema(fields: [
        Field(name: "channel", kind: .text), Field(name: "start", kind: .timestamp), Field(name: "stop", kind: .timestamp),
    ])
    private static let now = Timestamp(iso: "2026-06-10T12:00:00Z")!

    /// From and to, in hours from now.
    private func record(_ from: Int, _ to: Int) -> Record {
        func time(_ hours: Int) -> Value { .timestamp(Self.now + .seconds(3600 * hours)) }
        return Record([.text("One"), time(from), time(to)])
    }

    /// What becomes of programmes that the reading doesn't have: the ids of those that are gone, forgotten and moved.
    private func outcome(
        of stored: [(Int, Int)], by read: [(Int, Int)], limit: Int = 100
    ) throws -> (gone: [Int64], forgotten: [Int64], moved: [[Int]]) {
        var difference = Difference()
        difference.gone = stored.enumerated().map { place, hours in
            StoredRecord(id: Int64(place), record: record(hours.0, hours.1), position: place)
        }
        var tally = try #require(GuideCover.Tally(Self.schema))
        for hours in read { tally.add(record(hours.0, hours.1)) }
        var cover = try #require(GuideCover(tally))
        cover.limit = limit
        cover.keepOthers(in: &difference, at: Self.now)
        return (difference.gone.map(\.id), difference.forgotten, difference.moved.map { [Int($0.id), $0.position] })
    }

    @Test("what it covers is replaced, what is before and after it stays, what has been over for two days is forgotten")
    func outside() throws {
        let read = [(0, 1), (1, 2), (2, 3), (3, 4)]
        let stored = [(-60, -49), (-60, -47), (-1, 0), (-1, 1), (0, 2), (3, 5), (4, 5), (90, 91)]
        let found = try outcome(of: stored, by: read)
        #expect(found.gone == [4, 5])
        #expect(found.forgotten == [0])
        #expect(found.moved == [[1, 4], [2, 5], [3, 6], [6, 7], [7, 8]])
    }

    @Test("there is a bound on how many stay")
    func bounded() throws {
        let found = try outcome(of: [(5, 6), (6, 7), (7, 8)], by: [(0, 1), (1, 2)], limit: 2)
        #expect(found.forgotten == [2])
        #expect(found.moved == [[0, 2], [1, 3]])
    }

    @Test("records without channels and slots cover nothing")
    func others() throws {
        #expect(GuideCover.Tally(Schema(fields: [Field(name: "channel", kind: .text)])) == nil)
        let nothing = try #require(GuideCover.Tally(Self.schema))
        #expect(GuideCover(nothing) == nil)
    }
}
