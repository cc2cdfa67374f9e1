import Records
import Testing

@Suite("Fields") struct FieldTests {
    @Test(
        "each kind reads its texts",
        arguments: [
            (Field.Kind.text, " Issued ", Value.text("Issued")), (.number, "12.5", .number(12.5)), (.number, "-3", .number(-3)),
            (.flag, "Yes", .flag(true)),
            (.flag, "0", .flag(false)), (.url, "https://example.org/a", .url("https://example.org/a")), (.text, "\u{A0}x\t", .text("x")),
        ])
    func reads(kind: Field.Kind, text: String, value: Value) throws {
        #expect(try Field(name: "f", kind: kind).value(from: text) == value)
    }

    @Test(
        "a text that does not fit is an error with field and finding, never nil",
        arguments: [
            (Field.Kind.number, "twelve"), (.number, "nan"), (.number, "inf"), (.date, "07-Mar-12"), (.flag, "maybe"), (.url, "ftp://x"),
            (.timestamp, "noon"), (.text, " "),
        ])
    func refuses(kind: Field.Kind, text: String) {
        let error = #expect(throws: FieldError.self) { try Field(name: "price", kind: kind).value(from: text) }
        #expect(error.map { "\($0)" }?.contains("'price'") == true)
    }

    @Test("an optional field may be empty")
    func optional() throws {
        var field = Field(name: "f", kind: .number)
        field.isOptional = true
        #expect(try field.value(from: "  ") == nil)
    }

    @Test("values are written back the way ISO and people write them")
    func texts() throws {
        #expect(Value.number(3).text == "3")
        #expect(Value.number(3.25).text == "3.25")
        #expect(Value.timestamp(try #require(Timestamp(iso: "2026-03-07T09:30:00Z"))).text == "2026-03-07T09:30:00Z")
    }
}
