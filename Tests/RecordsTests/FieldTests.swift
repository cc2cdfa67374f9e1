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

    @Test(
        "an amount in another way of writing is an error that names the option which reads it",
        arguments: [
            (Field.Kind.money, "$1,089.50", String?("AUD"), "write group: ',' to read it as 1089.50 AUD"),
            (.money, "$1,089.50", nil, "write group: ',', currency: AUD to read it as 1089.50 AUD"),
            (.money, "$12.50", nil, "write currency: AUD to read it as 12.50 AUD"),
            (.money, "1.089,50 €", "EUR", "write decimal: ',', group: '.' to read it as 1089.50 EUR"),
            (.number, "12,5", nil, "write decimal: ',' to read it as 12.5"),
            (.number, "1 234,5", nil, "write decimal: ',', group: blank to read it as 1234.5"),
            (.number, "$12", nil, "write type: money for amounts with a currency"),
        ])
    func mends(kind: Field.Kind, text: String, currency: String?, mend: String) {
        var field = Field(name: "price", kind: kind)
        (field.currency, field.numbers) = (currency, NumberFormat())
        let error = #expect(throws: FieldError.self) { try field.value(from: text) }
        #expect(error?.wanted.hasSuffix("; \(mend)") == true, "\(error?.wanted ?? "")")
    }

    @Test(
        "a number is read as people write it: with blanks, dashes, marks no one sees, and in any script",
        arguments: [
            ("2012 1456 171", "20121456171"), ("2012-1456-171", "20121456171"), ("2012\u{A0}1456\u{202F}171", "20121456171"),
            ("٢٠١٢١٤٥٦١٧١", "20121456171"), ("२०१२ १४५६ १७१", "20121456171"), ("\u{200F}２０１２１４５６１７１", "20121456171"),
        ])
    func spellings(typed: String, number: String) {
        #expect(Field(name: "batch", kind: .text).spellings(of: typed).last == number)
    }

    @Test("a text that is no number is read as it is, and a number keeps its sign")
    func plainSpellings() {
        #expect(Field(name: "name", kind: .text).spellings(of: "Anne-Marie 2") == ["Anne-Marie 2"])
        #expect(Field(name: "price", kind: .number).spellings(of: "- 1 2.5").last == "-12.5")
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

    @Test("what Tidings writes of a value is read as that value, whatever the source's writing and scale are")
    func plain() throws {
        func field(_ kind: Field.Kind, _ alter: (inout Field) throws -> Void) rethrows -> Field {
            var field = Field(name: "f", kind: kind)
            try alter(&field)
            return field
        }
        let fields: [(Field, String)] = [
            (field(.number) { $0.scale = Scale("0.001") }, "1459"),
            (field(.number) { $0.numbers = NumberFormat(decimal: ",", group: ".") }, "1.459,5"),
            (try field(.date) { $0.format = try DatePattern("d/M/yyyy") }, "7/3/2026"),
            (field(.position) { $0.scale = Scale("0.00001") }, "4620100,519800"),
            (field(.timestamp) { _ in }, "2026-03-07T09:30:00.5Z"), (field(.list) { $0.separator = ";" }, "a;b"),
            (field(.text) { $0.isOptional = true }, "TBA"),
        ]
        for (field, written) in fields {
            let value = try #require(try field.value(from: written))
            #expect(try field.plain.value(from: value.text) == value, "\(written)")
        }
        var none = Field(name: "f", kind: .text)
        none.nothings = ["TBA"]
        #expect(try none.value(from: "TBA") == nil)
        #expect(try none.plain.value(from: "TBA") == .text("TBA"))
    }

    @Test("the scheme of an address may be in capitals", arguments: ["HTTPS://x.example/a", "Http://x.example", "https://x.example/"])
    func schemes(address: String) throws {
        #expect(try Field(name: "f", kind: .url).value(from: address) == .url(address))
        #expect(Field.isWholeAddress(address))
    }

    @Test("lengths of time are in digits", arguments: [("1:30:00", 5400), ("23:45.5", 1425.5), ("0x10:30", nil), ("1e2:30", nil)])
    func lengths(text: String, seconds: Double?) {
        #expect(Duration(published: text) == seconds.map { .milliseconds(Int64($0 * 1000)) })
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
