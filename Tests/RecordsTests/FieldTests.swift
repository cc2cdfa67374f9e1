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

    @Test("a text that a source writes as a number gets its zeros back, and only such a text")
    func digits() throws {
        var field = Field(name: "postcode", kind: .text)
        field.digits = 5
        #expect(try ["1067", "80331", "SW1A"].map { try field.value(from: $0)?.text } == ["01067", "80331", "SW1A"])
    }

    @Test("several texts are put together by what stands between them; empty ones don't count")
    func joint() throws {
        var field = Field(name: "address", kind: .text)
        #expect(try field.value(from: ["High St", "7"]) == .text("High St, 7"))
        field.joint = " "
        #expect(try field.value(from: ["High St", " ", "7"]) == .text("High St 7"))
    }

    @Test("a position of two texts that are zero in the source's writing is none, where there need be none")
    func unknownPosition() throws {
        var field = Field(name: "place", kind: .position)
        field.numbers = NumberFormat(decimal: ",")
        #expect(throws: FieldError.self) { try field.value(from: ["0,000", "0,000"]) }
        field.isOptional = true
        #expect(try field.value(from: ["0,000", "0,000"]) == nil)
        #expect(try field.value(from: ["1,5", "0,000"])?.text == "1.5,0")
        #expect(throws: FieldError.self) { try field.value(from: ["1,5", ""]) }
    }
}
