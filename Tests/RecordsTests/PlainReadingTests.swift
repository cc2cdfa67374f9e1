import Records
import Testing

@Suite("Texts that are written plainly") struct PlainReadingTests {
    private static let pieces = [
        "0", "1", "9", "12", ".", "-", "+", "e", "E5", ",", "2024-02-29", "2023-02-29", "2024-2-9", "0000-01-01", "a", "Z", " ", "\u{A0}",
        "\t",
        "\n", "\u{0}", "\u{200B}", "\u{200E}", "\u{61C}", "\u{FEFF}", "\u{AD}", "é", "e\u{301}", " \u{308}", "\u{301}", "Ω", "Ж", "\u{483}",
        "放",
        "\u{3000}", "か\u{3099}", "🚂", "\u{180E}", "\u{1680}", "\u{2028}", "~", "\u{7F}", "“", "١", "999999999999999", "00",
    ]

    private static let fields: [Field] = {
        var fields: [Field] = []
        for kind in Field.Kind.allCases {
            for isOptional in [false, true] {
                var field = Field(name: "value", kind: kind)
                field.isOptional = isOptional
                fields.append(field)
            }
        }
        func with(_ kind: Field.Kind, _ change: (inout Field) -> Void) {
            var field = Field(name: "value", kind: kind)
            change(&field)
            fields.append(field)
        }
        with(.text) { $0.nothings = ["12"] }
        with(.text) { $0.digits = 5 }
        with(.text) { $0.surroundings = ["a"] }
        with(.number) { $0.numbers = NumberFormat() }
        with(.number) { $0.numbers = NumberFormat(decimal: ",", group: ".") }
        with(.number) { $0.unit = "e" }
        with(.number) { $0.leavesUnreadableEmpty = true }
        with(.date) { $0.leavesRelativeEmpty = true }
        with(.date) { $0.format = try? DatePattern("yyyy-MM-d") }
        return fields
    }()

    private func value(of text: String, by field: Field) -> Value?? {
        var text = text
        guard let plain = PlainReading(field), let value = text.withUTF8({ plain.value($0) }) else { return .none }
        return .some(value)
    }

    @Test("what is read from bytes is what the field reads from the text", arguments: 0..<40)
    func same(seed: Int) throws {
        var random = Generator(state: UInt64(seed) &* 77 &+ 5)
        var read = 0
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
            for field in Self.fields {
                guard let plain = value(of: text, by: field) else { continue }
                read += 1
                let long = try? field.value(from: text)
                #expect(plain == long, "\(field.kind) of \(text.debugDescription)")
                // Byte by byte: canonically equivalent texts are equal.
                if case .text(let one)? = plain, case .text(let other)? = long { #expect(Array(one.utf8) == Array(other.utf8)) }
            }
        }
        #expect(read > 500)
    }

    @Test("numbers are the nearest to what is written", arguments: 0..<20)
    func numbers(seed: Int) throws {
        var random = Generator(state: UInt64(seed) &+ 1)
        let field = Field(name: "value", kind: .number)
        for _ in 0..<2_000 {
            let shift = Int64.random(in: 0...40, using: &random)
            var text = String(Int64.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random) >> shift)
            let place = Int.random(in: 1...text.count, using: &random)
            if place < text.count, text.prefix(place) != "-" { text.insert(".", at: text.index(text.startIndex, offsetBy: place)) }
            #expect(value(of: text, by: field) == .some(.number(try #require(Double(text)))), "\(text)")
        }
    }

    @Test("what programs write is read so: that is nearly all there is")
    func ordinary() {
        let text = Field(name: "value", kind: .text)
        for plain in ["k500000", "Thing 447046 of Birch Hill", "Café", "Ærøskøbing – no", "Москва", "東京"] {
            #expect((value(of: plain, by: text) == nil) == plain.contains("–"))
        }
        #expect(value(of: "442.02", by: Field(name: "value", kind: .number)) == .some(.number(442.02)))
        #expect(value(of: "2026-05-25", by: Field(name: "value", kind: .date)) != nil)
    }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
}
