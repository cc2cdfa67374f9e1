import Records
import Testing

@testable import Extraction

@Suite("Texts that are held once") struct HeldTextsTests {
    private let reading = PlainReading(Field(name: "text", kind: .text))

    @Test("are those that came, whether as values or as bytes")
    func same() throws {
        var texts = HeldTexts()
        for number in 0..<20_000 {
            // The first ones come again after more than are found again.
            var text = String(repeating: "long enough é ", count: 1 + number % 3) + "\(number % 9_000)"
            #expect(try texts.hold(.text(text)) == .text(text))
            let value = try text.withUTF8 { try texts.value(of: $0, by: #require(reading)) }
            #expect(value == .text(text))
        }
        #expect(try texts.hold(.number(1)) == .number(1))
        #expect(try texts.hold(nil) == nil)
    }

    @Test("count once against the bound, as long as there are few of them")
    func bound() throws {
        var texts = HeldTexts()
        let status = String(repeating: "x", count: 1 << 20)
        for _ in 0..<200 { #expect(try texts.hold(.text(status)) == .text(status)) }
        #expect(throws: ExtractionError.self) {
            for number in 0..<64 { _ = try texts.hold(.text("\(number)\(status)")) }
        }
    }
}
