import Records
import Testing

@Suite("Lines of records") struct RecordLinesTests {
    private static let values: [Value?] = [
        nil, .text(""), .text("plain"), .text("a \"quoted\" <b>\n\u{2028}é"), .number(0), .number(-1.5),
        .number(1e300), .number(.infinity),
        .money(Money(units: 5, scale: 2, currency: "AUD")!), .date(CalendarDate(year: 1, month: 2, day: 3)!),
        .date(CalendarDate(year: 9999, month: 12, day: 31)!), .time(TimeOfDay(hour: 3, minute: 4, second: 5)!),
        .timestamp(Timestamp(milliseconds: 1_700_000_000_007)), .timestamp(Timestamp(milliseconds: -1)), .duration(.seconds(5_400)),
        .flag(true),
        .flag(false), .url("https://example.org/a?b=c"), .image("picture.png"), .position(Position(latitude: -90, longitude: 179.999)!),
        .list([]), .list(["", "two \""]), .phone("+61 8 5550 1234"), .email("ada@example.org"),
    ]

    @Test("are those that records make by themselves")
    func same() {
        let schema = Schema(fields: Self.values.indices.map { Field(name: "field_\($0)", kind: .text) })
        for count in [0, 1, 2, Self.values.count] {
            let record = Record(Array(Self.values.prefix(count)))
            var bytes: [UInt8] = []
            RecordLines(schema).appendJSON(of: record, to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == record.json(schema).closed)
            for without in [nil, 0, 1, count - 1] as [Int?] {
                bytes = []
                RecordLines(schema).appendText(of: record, without: without, to: &bytes)
                let texts = record.values.enumerated().filter { $0.offset != without }.map { $0.element?.text ?? "" }
                #expect(String(decoding: bytes, as: UTF8.self) == texts.joined(separator: ", "))
            }
        }
    }
}

@Suite("Sets of places") struct PlaceSetTests {
    @Test("are those of numbers", arguments: [0, 1, 63, 64, 65, 127, 128, 1_000])
    func same(bound: Int) {
        var (places, numbers) = (PlaceSet(below: bound), Set<Int>())
        for step in 0..<bound where step % 3 != 1 {
            let place = step * 7919 % bound
            places.insert(place)
            numbers.insert(place)
            #expect(places.contains(place))
            guard step % 5 == 0 else { continue }
            places.remove(place)
            numbers.remove(place)
            #expect(!places.contains(place))
        }
        #expect(Array(places) == numbers.sorted())
        #expect(places.count == numbers.count)
        #expect(places.last == numbers.max())
        let others = places.others(below: bound)
        #expect(Array(others) == (0..<bound).filter { !numbers.contains($0) })
        #expect(others.count == bound - numbers.count)
    }
}
