import Records
import Testing

@Suite("Scale") struct ScaleTests {
    @Test(
        "a shift of the decimal mark is exact; any other number multiplies",
        arguments: [
            ("0.00001", "4867800", 48.678), ("0.00001", "483200.25", 4.8320025), ("1e-5", "-519800", -5.198), ("100", "1.409", 140.9),
            ("0.001", "1859", 1.859), ("-2.5", "4", -10), ("1", "7", 7), ("0.1", "3e2", 30), ("10", "0", 0),
        ])
    func scales(scale: String, text: String, number: Double) throws {
        var field = Field(name: "f", kind: .number)
        field.scale = Scale(scale)
        #expect(field.scale != nil)
        #expect(try field.value(from: text) == .number(number))
    }

    @Test("what is no number to multiply by is none", arguments: ["", "0", "0.000", "x", "1/2", "1e40", "1e-40", "1e999999999999", "nan"])
    func refuses(text: String) { #expect(Scale(text) == nil) }

    @Test("both numbers of a position are scaled, in one text or in two, as the source writes them")
    func positions() throws {
        var field = Field(name: "f", kind: .position)
        field.scale = Scale("0.00001")
        #expect(try field.value(from: "4620100, 519800")?.text == "46.201,5.198")
        field.numbers = NumberFormat(decimal: ",", group: ".")
        #expect(try field.value(from: ["4.620.100", "519.800,5"])?.text == "46.201,5.198005")
        #expect(throws: FieldError.self) { try field.value(from: ["99999999", "1"]) }
    }

    @Test("a number too large to be one is refused") func tooLarge() {
        var field = Field(name: "f", kind: .number)
        field.scale = Scale("1e30")
        for text in ["1e300", "1e999", "1e99999999999999999999"] {
            #expect(throws: FieldError.self) { try field.value(from: text) }
        }
    }
}
