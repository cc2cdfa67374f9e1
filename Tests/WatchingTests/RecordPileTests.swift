import Foundation
import Records
import Testing

@testable import Watching

@Suite("Piles of records")
struct RecordPileTests {
    /// Values of each kind, at the limits of their ranges.
    private static let values: [Value?] = [
        nil, .text(""), .text("Ærøskøbing \u{0} 放送"), .text(String(repeating: "x", count: 300)), .number(0), .number(-1.5e300),
        .money(Money(units: .min, scale: 3, currency: "KWD")!), .money(Money(units: 5, scale: 2, currency: "AUD")!),
        .date(CalendarDate(year: 2024, month: 2, day: 29)!), .date(CalendarDate(year: 1, month: 1, day: 1)!),
        .time(TimeOfDay(hour: 24, minute: 0)!), .time(TimeOfDay(hour: 3, minute: 4, second: 5)!),
        .timestamp(Timestamp(milliseconds: .min)), .timestamp(Timestamp(milliseconds: 1_700_000_000_123)),
        .duration(Duration(secondsComponent: -3, attosecondsComponent: -5)), .duration(.seconds(5_400)), .flag(true), .flag(false),
        .url("https://example.org/a?b=c"), .image("picture.png"), .position(Position(latitude: -90, longitude: 179.999)!), .list([]),
        .list(["", "two", "three"]), .phone("+61 8 5550 1234"), .email("ada@example.org"),
    ]

    @Test("a record is the same when it has been packed, whatever its values are")
    func packing() throws {
        for record in Self.values.map({ Record([$0]) }) + [Record([]), Record(Self.values), Record(Self.values + Self.values.reversed())] {
            var bytes: [UInt8] = []
            record.pack(into: &bytes)
            #expect(bytes.withUnsafeBytes { Record(packed: $0) } == record)
            // Nothing else reads as a record either, and nothing ends the process.
            for end in bytes.indices { #expect(bytes.prefix(end).withUnsafeBytes { Record(packed: $0) } == nil) }
        }
    }

    @Test("values of a packed record are read where they lie, lists as the JSON that is stored")
    func pieces() throws {
        let lists: [[String]] = [[], ["", "two"], ["“quoted” \"", "<b>\\", "line\nend", "\u{2028}", "é"]]
        for value in Self.values + lists.map({ Value.list($0) }) {
            var bytes: [UInt8] = []
            Record([value, .flag(true)]).pack(into: &bytes)
            var found: [String] = []
            let isRecord = bytes.withUnsafeBytes { bytes in
                PackedValue.forEach(in: bytes) { place, piece in
                    #expect(place == found.count)
                    switch piece {
                    case .nothing: found.append("nothing")
                    case .text(let text): found.append(String(decoding: text, as: UTF8.self))
                    case .list(let list):
                        var json: [UInt8] = []
                        list.appendJSON(to: &json)
                        found.append(String(decoding: json, as: UTF8.self))
                    case .other(let value): found.append("\(value)")
                    }
                }
            }
            let expected =
                switch value {
                case nil: "nothing"
                case .list(let texts): JSONLine.array(texts)
                case .text(let text), .url(let text), .image(let text), .phone(let text), .email(let text): text
                case let value?: "\(value)"
                }
            #expect(isRecord)
            #expect(found == [expected, "\(Value.flag(true))"])
            for end in bytes.indices { #expect(!bytes.prefix(end).withUnsafeBytes { PackedValue.forEach(in: $0) { _, _ in } }) }
        }
    }

    @Test("records come back by their numbers, in any order, from memory and from the file, also while more are added")
    func numbers() throws {
        var random = SeededGenerator(state: 7)
        let pile = RecordPile(keptWeight: 10_000)
        func record(_ number: Int) -> Record {
            Record([.number(Double(number)), .text(String(repeating: "é", count: number * 7919 % 4_000))])
        }
        for number in 0..<2_000 {
            #expect(try pile.append(record(number)) == number)
            let earlier = Int.random(in: 0...number, using: &random)
            #expect(try pile[earlier] == record(earlier))
        }
        #expect(pile.isPacked)
        #expect(pile.count == 2_000)
        // All of them, the first as well.
        var packed: [UInt8] = []
        #expect(try pile.take(0, &packed) == nil)
        #expect(packed.withUnsafeBytes { Record(packed: $0) } == record(0))
        for number in 0..<2_000 { #expect(try pile[number] == record(number)) }
        for _ in 0..<2_000 {
            let number = Int.random(in: 0..<2_000, using: &random)
            #expect(try pile[number] == record(number))
        }
    }

    @Test("of many records next to nothing is held in memory: the place of one in thirty-two")
    func held() throws {
        let pile = RecordPile(keptWeight: 10_000)
        for number in 0..<100_000 { try pile.append(Record([.number(Double(number)), .text("a text")])) }
        #expect(pile.heldCount == (100_000 + 31) / 32)
        let records = ReadRecords(pile, in: nil)
        #expect(records.count == 100_000)
        #expect(try records[77_777] == Record([.number(77_777), .text("a text")]))
    }

    @Test("where no file can be made, all lie in memory")
    func noFile() throws {
        let pile = RecordPile(keptWeight: 0, folder: "/proc/nowhere")
        for number in 0..<100 { try pile.append(Record([.number(Double(number))])) }
        #expect(!pile.isPacked)
        #expect(pile.count == 100)
        #expect(try pile[99] == Record([.number(99)]))
    }

    @Test("few records lie in memory")
    func few() throws {
        let pile = RecordPile()
        for number in 0..<1_000 { try pile.append(Record([.number(Double(number))])) }
        #expect(!pile.isPacked)
    }
}
