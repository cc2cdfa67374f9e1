import Records
import Testing

@Suite("Signs that no one sees") struct UnseenSignsTests {
    @Test(
        "a text is the same value with them and without",
        arguments: [
            "soft\u{AD}hyphen", "\u{FEFF}softhyphen", "soft\u{200B}hyphen\u{200B}", "soft\u{2060}hyphen", "\u{200B} softhyphen",
            "soft\u{2063}hyphen",
        ])
    func texts(text: String) throws {
        #expect(try Field(name: "f", kind: .text).value(from: text) == .text("softhyphen"))
        #expect(try Field(name: "f", kind: .list).value(from: [text, text]) == .list(["softhyphen", "softhyphen"]))
    }

    @Test("what people do see stays: letters joined or parted, emoji, marks of direction in a text")
    func kept() throws {
        for text in ["می\u{200C}خواهم", "👩\u{200D}🚀", "❤\u{FE0F}", "Größe – „so“", "\u{202B}שלום\u{202C} 1", "a\u{A0}b"] {
            #expect(try Field(name: "f", kind: .text).value(from: text) == .text(text))
        }
    }

    @Test("of a number, a date or an address the marks of direction are no part either")
    func marks() throws {
        #expect(try Field(name: "f", kind: .number).value(from: "\u{200E}12.5\u{2069}") == .number(12.5))
        #expect(try Field(name: "f", kind: .date).value(from: "2026-\u{200E}11-24") == .date(try #require(CalendarDate(iso: "2026-11-24"))))
        #expect(try Field(name: "f", kind: .phone).value(from: "\u{202A}+49 30 1234567\u{202C}") == .phone("+49 30 1234567"))
        #expect(try Field(name: "f", kind: .url).value(from: "https://x.example/a\u{200B}b") == .url("https://x.example/ab"))
    }

    @Test("a text of nothing else is empty, and one that means nothing still does")
    func nothing() throws {
        var field = Field(name: "f", kind: .text)
        field.isOptional = true
        field.nothings = ["TBA"]
        #expect(try field.value(from: "\u{200B}\u{FEFF}") == nil)
        #expect(try field.value(from: "TBA\u{AD}") == nil)
    }

    @Test("U+0000, which a database may not take, is U+FFFD in every kind of text")
    func nulls() throws {
        #expect(try Field(name: "f", kind: .text).value(from: "a\0b") == .text("a\u{FFFD}b"))
        #expect(try Field(name: "f", kind: .list).value(from: ["a\0", "b"]) == .list(["a\u{FFFD}", "b"]))
        #expect(try Field(name: "f", kind: .url).value(from: "https://x.example/\0") == .url("https://x.example/\u{FFFD}"))
        #expect("\0\0é".withoutNulls == "\u{FFFD}\u{FFFD}é")
    }
}
