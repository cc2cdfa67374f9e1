import Records
import Testing

@Suite("Money") struct MoneyTests {
    @Test(
        "amounts are read exactly, as sources write them",
        arguments: [
            ("12.5", "12.50 AUD"), ("$12.50", "12.50 AUD"), ("AUD 12", "12.00 AUD"), ("12.50AUD", "12.50 AUD"), ("-0.05", "-0.05 AUD"),
            ("-$ 3", "-3.00 AUD"),
            ("1.4390", "1.439 AUD"), ("A$1", "1.00 AUD"), ("12,50", nil), ("USD 1", nil), ("1 €", nil), ("", nil), ("$", nil),
            ("92233720368547758.08", nil),
            ("1.2.3", nil), ("--1", nil),
            // As programs write numbers.
            ("1e3", "1000.00 AUD"), ("1.5E+2", "150.00 AUD"), ("125e-1", "12.50 AUD"), ("0.30000000000000004", "0.30 AUD"),
            ("1.9999999999996", "2.00 AUD"), ("5e-13", "0.000000000001 AUD"), ("4e-13", "0.00 AUD"), ("5e-20", "0.00 AUD"),
            ("1e400", nil), ("1e999999999999999999999", nil), ("e3", nil), ("1e", nil),
        ])
    func reads(text: String, money: String?) {
        #expect(Money(text, currency: "AUD")?.description == money)
    }

    @Test("a source's own marks: 1.234,50 €")
    func marks() {
        #expect(Money("1.234,50 €", currency: "EUR", format: NumberFormat(decimal: ",", group: "."))?.amount == "1234.50")
        #expect(Money("1\u{A0}234 ¥", currency: "JPY", format: NumberFormat(group: " "))?.description == "1234 JPY")
    }

    @Test("equal amounts are equal values, however many zeros are written; another currency is another value")
    func equality() {
        #expect(Money("1.5", currency: "EUR") == Money("1.500", currency: "EUR"))
        #expect(Money("1.5", currency: "EUR") != Money("1.5", currency: "AUD"))
        #expect(Money("0.250", currency: "KWD")?.description == "0.250 KWD")
        #expect(Money("7 EUR", currency: nil)?.currency == "EUR")
        #expect(Money("7", currency: nil) == nil)
    }

    @Test("a value with an amount takes no more room than one with a text")
    func size() throws {
        #expect(MemoryLayout<Value?>.stride == 24)
        let largest = try #require(Money(units: .min, scale: 12, currency: "ZZZ"))
        #expect(largest.units == .min)
        #expect(largest.scale == 12)
        #expect(largest.currency == "ZZZ")
    }
}
