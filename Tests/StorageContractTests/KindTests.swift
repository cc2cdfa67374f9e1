import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored kinds") struct KindTests {
    /// One value of each kind.
    private static let values: [(Field.Kind, Value?)] = [
        (.text, .text("a")), (.number, .number(1.5)), (.money, Money(units: 1439, scale: 3, currency: "AUD").map(Value.money)),
        (.date, CalendarDate(year: 2026, month: 3, day: 7).map(Value.date)), (.time, TimeOfDay(hour: 6, minute: 30).map(Value.time)),
        (.timestamp, .timestamp(Timestamp(milliseconds: 1_772_875_800_000))), (.duration, .duration(.milliseconds(5_400_250))),
        (.flag, .flag(true)),
        (.url, .url("https://example.org/")), (.image, .image("/p.png")),
        (.position, Position(latitude: -31.95, longitude: 115.8605).map(Value.position)),
        (.list, .list(["a, b", "\"c\"", "ż"])), (.phone, .phone("+61 8 9123 4567")), (.email, .email("jo@example.org")),
    ]

    @Test("a value of every kind comes back as it was put in, from its table and from the log of changes")
    func roundTrip() async throws {
        let kinds = Self.values
        #expect(Set(kinds.map(\.0)) == Set(Field.Kind.allCases))
        #expect(kinds.allSatisfy { $0.1 != nil })
        let schema = Schema(fields: kinds.map { Field(name: $0.0.rawValue, kind: $0.0) })
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Engine.store(in: folder.url)
        try await store.feeds.prepare("kinds", schema)
        let feed = try await store.feeds.feed(of: "kinds", url: "https://example.org/")
        let (before, after) = (Record([.text("b")] + kinds.dropFirst().map(\.1)), Record(kinds.map(\.1)))
        for (seconds, record) in [(Int64(1), before), (2, after)] {
            let time = Timestamp(milliseconds: seconds * 1000)
            _ = try await store.feeds.apply(1, to: feed, schema, FetchReport(began: time, ended: time, bytes: 1, etag: nil)) { next in
                var difference = Difference()
                if let stored = try next() {
                    difference.altered = [(before: stored, after: record, position: 0)]
                } else {
                    difference.appeared = [(record, 0)]
                }
                return difference
            }
        }
        #expect(try await store.feeds.records(of: feed, schema).map(\.record) == [after])
        #expect(
            try await store.feeds.records(of: feed, schema, where: kinds.compactMap { kind, value in value.map { (kind.rawValue, $0) } })
                .count
                == 1)
        #expect(try await store.feeds.changes(of: feed, schema).map(\.change) == [.altered(before: before, after: after)])
    }

    @Test(
        "texts and lists come back as they were, whatever is in them",
        arguments: [
            [.text(""), nil, .text("a\u{1}b"), .text("ż")], [.list([])], [.list([""]), .list(["", ""])],
            [.list(["a"]), nil, .list(["a", "b, c"])],
            [.list(["\"", "\\"]), .list(["]", "[", "\",\""]), .list(["ż", "a\nb"]), .list(["<b>", "c"])],
        ] as [[Value?]])
    func texts(values: [Value?]) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Engine.store(in: folder.url)
        let isList = if case .list? = values[0] { true } else { false }
        let schema = Schema(fields: [Field(name: "values", kind: isList ? .list : .text)])
        try await store.feeds.prepare("kinds", schema)
        let feed = try await store.feeds.feed(of: "kinds", url: "https://example.org/")
        let records = values.map { Record([$0]) }
        let report = FetchReport(began: .system(), ended: .system(), bytes: 1, etag: nil)
        _ = try await store.feeds.apply(records.count, to: feed, schema, report) { _ in
            var difference = Difference()
            difference.appeared = records.enumerated().map { ($1, position: $0) }
            return difference
        }
        #expect(try await store.feeds.records(of: feed, schema).map(\.record) == records)
    }
}
