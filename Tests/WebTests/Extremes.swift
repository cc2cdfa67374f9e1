import Foundation
import Records

/// Values at the limits of their kinds, and texts that no editor would write. The same in every run.
struct Extremes: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    static let numbers: [Double] = [
        0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e308, -1e308, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        0x1p63, -0x1p63, 0x1p64, 1e15, 1e-300,
        0.1, 149.9, .infinity, -.infinity, .nan,
    ]
    static let integers: [Int64] = [.min, .min + 1, -1, 0, 1, 1 << 31, 1 << 53, .max - 1, .max]
    static let texts = [
        "", " ", "\u{0}", "a\u{0}b", String(repeating: "\u{301}", count: 3_000), "\u{202E}evil\u{202C}", "\u{2067}\u{2066}\u{200F}",
        "<script>alert(1)</script>", "\"'`&<>\u{2028}\u{FFFD}\u{FFFE}", "%00%s%n{0}{board}", "👩‍👩‍👧‍👦🏳️‍🌈", "=1+1", "\r\n\r\nX: y",
        String(repeating: "x", count: 20_000),
        "ﷺ", "İıßŉ", "-9223372036854775808", "1e999", "nan", "../../etc/passwd", "\u{10FFFF}",
    ]
    private static let addresses = [
        "http://", "https://\u{202E}.example/", "http://[::1", "javascript:alert(1)", "data:text/html,<b>", "http://a:99999/",
        "https://x/\u{0}", "//", "http://%",
        "https://" + String(repeating: "a.", count: 2_000),
    ]
    private static let pictures = [
        "data:image/png;base64,", "data:image/png;base64,iVBORw0KGgo=", "data:,", "x", "..", "http://10.0.0.1/x.png", "file:///etc/passwd",
        "https://[", "?", "data:image/svg+xml;base64,PHN2Zz4=",
    ]
    private static let dates = [(1, 1, 1), (9999, 12, 31), (1582, 10, 10), (1970, 1, 1), (2000, 2, 29), (1, 3, 1)]
    private static let places: [(Double, Double)] = [
        (90, 180), (-90, -180), (90, -180), (0, 180), (0, -180), (.leastNonzeroMagnitude, 0), (-85.06, 179.999_999), (31.95, -115.86),
    ]

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next() % UInt64(elements.count))] }

    mutating func value(_ kind: Field.Kind) -> Value? {
        switch kind {
        case .text: .text(pick(Self.texts))
        case .number: .number(pick(Self.numbers))
        case .money:
            Money(units: pick(Self.integers), scale: pick([0, 2, 12]), currency: pick(["EUR", "JPY", "KWD", "XXX"])).map(Value.money)
        case .date:
            { CalendarDate(year: $0.0, month: $0.1, day: $0.2) }(pick(Self.dates)).map(Value.date)
        case .time: TimeOfDay(hour: pick([0, 12, 24]), minute: 0).map(Value.time)
        case .timestamp: .timestamp(Timestamp(milliseconds: pick(Self.integers)))
        case .duration: .duration(.milliseconds(pick(Self.integers)))
        case .flag: .flag(pick([true, false]))
        case .url: .url(pick(Self.addresses))
        case .image: .image(pick(Self.pictures))
        case .position:
            { Position(latitude: $0.0, longitude: $0.1) }(pick(Self.places)).map(Value.position)
        case .list: .list(pick([[], [""], Self.texts, (0..<10_000).map(String.init)]))
        case .phone: .phone(pick(Self.texts + ["+49 (0) 30 1234 x 5"]))
        case .email: .email(pick(Self.texts + ["a@b.example"]))
        }
    }

    /// One in five of the fields that may be missing is.
    mutating func record(key: String, _ schema: Schema) -> Record {
        Record(
            schema.fields.map { field in
                if field.isKey, field.kind == .text { return .text(key) }
                return field.isOptional && next() % 5 == 0 ? nil : value(field.kind)
            })
    }
}
