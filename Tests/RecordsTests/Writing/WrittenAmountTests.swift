import Records
import Testing

@Suite("Amounts as the world writes them") struct WrittenAmountTests {
    private func field(_ currency: String?, _ numbers: NumberFormat? = nil) -> Field {
        var field = Field(name: "price", kind: .money)
        (field.currency, field.numbers) = (currency, numbers)
        return field
    }

    @Test(
        "an amount is read with any blank, mark, sign and word around it, where the board says the currency alone",
        arguments: [
            ("EUR", "1 099,00 €", "1099.00"), ("EUR", "1\u{A0}099,00\u{A0}€", "1099.00"), ("EUR", "1\u{202F}099,00\u{202F}€", "1099.00"),
            ("EUR", "1\u{2009}099,00 €", "1099.00"), ("EUR", "1.099,00", "1099.00"), ("EUR", "1,099.00", "1099.00"),
            ("CHF", "1’099.00", "1099.00"),
            ("CHF", "CHF 1’234.–", "1234.00"), ("CHF", "Fr. 1'234.--", "1234.00"), ("CHF", "5.-", "5.00"),
            ("EUR", "EUR 1 099,-", "1099.00"),
            ("EUR", "0,99€", "0.99"), ("EUR", "ab 5,– €", "5.00"), ("EUR", "ab 5 €", "5.00"), ("EUR", "from €1,099", "1099.00"),
            ("EUR", "à partir de 12,50 €", "12.50"),
            ("EUR", "12,50 EUR", "12.50"), ("EUR", "12,50 Euro", "12.50"), ("EUR", "−12,50 €", "-12.50"), ("EUR", "-€12.50", "-12.50"),
            ("EUR", "€ -12.50", "-12.50"), ("EUR", "+12,50 €", "12.50"), ("EUR", "+ €12.50", "12.50"),
            ("PLN", "12.50 zł", "12.50"), ("PLN", "1 234,50 zł", "1234.50"), ("PLN", "od 12,50 zł", "12.50"),
            ("SEK", "1 299 kr", "1299.00"), ("SEK", "199:-", "199.00"),
            ("DKK", "kr. 1.299,95", "1299.95"), ("NOK", "1 299,-", "1299.00"), ("CZK", "1 290 Kč", "1290.00"),
            ("HUF", "12 990 Ft", "12990.00"), ("RUB", "1 299 руб.", "1299.00"),
            ("JPY", "1,234円", "1234"), ("JPY", "￥１，２３４", "1234"), ("JPY", "5円から", "5"), ("CNY", "1234.50元", "1234.50"),
            ("KRW", "12,000원", "12000"),
            ("SAR", "١٬٢٣٤٫٥٠ ر.س", "1234.50"), ("SAR", "ر.س.\u{200F} 99", "99.00"), ("EGP", "ج.م ٩٩", "99.00"),
            ("INR", "₹1,23,456.78", "123456.78"),
            ("INR", "Rs.500", "500.00"), ("INR", "Rs. 1,23,456", "123456.00"), ("BRL", "R$ 1.234,56", "1234.56"),
            ("USD", "US$12.50", "12.50"),
            ("TRY", "1.299,90 TL", "1299.90"), ("PEN", "S/. 12.90", "12.90"), ("KWD", "1.234 د.ك", "1.234"), ("EUR", ",89 €", "0.89"),
            ("EUR", "1.234.567,890", "1234567.89"), ("USD", "1,234,567.890", "1234567.89"), ("EUR", "12.5", "12.50"),
            ("EUR", "1234.567", "1234.567"),
        ])
    func reads(currency: String, text: String, amount: String) throws {
        #expect(try field(currency).value(from: text)?.text == "\(amount) \(currency)")
    }

    @Test(
        "three capitals that are no currency's are a code of something else",
        arguments: ["SMD-2040", "SMD 2040", "2040 SMD", "ABC12.50", "-12.50 QQQ"])
    func codes(text: String) {
        #expect(throws: FieldError.self) { try field(nil).value(from: text) }
        #expect(throws: FieldError.self) { try field("EUR").value(from: text) }
        #expect(CurrencyNames.codes(of: "SMD") == nil)
        #expect(Money.currencies(of: text) == nil)
    }

    @Test("an amount in a currency that only the board knows is read, and so is what was written down of it")
    func ownCode() throws {
        #expect(try field("QQQ").value(from: "12.50 QQQ")?.text == "12.50 QQQ")
        #expect(Money("12.50 QQQ", currency: nil)?.description == "12.50 QQQ")
        #expect(try field(nil).value(from: "XAF 1200")?.text == "1200 XAF")
    }

    @Test("three digits behind a lone mark are no cents, unless the board, the currency or a zero before them says so")
    func threeDigits() throws {
        #expect(try field("EUR").value(from: "1.099")?.text == "1099.00 EUR")
        #expect(try field("EUR").value(from: "1,099 €")?.text == "1099.00 EUR")
        #expect(try field("JPY").value(from: "1.099")?.text == "1099 JPY")
        #expect(try field("EUR").value(from: "0.439")?.text == "0.439 EUR")
        #expect(try field("EUR", NumberFormat()).value(from: "1.439")?.text == "1.439 EUR")
        #expect(try field("EUR", NumberFormat(decimal: ",")).value(from: "1,439 €")?.text == "1.439 EUR")
        #expect(try field("EUR", NumberFormat(decimal: ",", group: ".")).value(from: "1.439 €")?.text == "1439.00 EUR")
        #expect(try field("KWD").value(from: "1.439")?.text == "1.439 KWD")
        // What Tidings writes itself is read as it was.
        let value = try #require(try field("EUR", NumberFormat()).value(from: "1.439"))
        #expect(try field("EUR").plain.value(from: value.text) == value)
    }

    @Test(
        "a currency that is not the board's is an error that names both, and no amount of the board's",
        arguments: [
            ("EUR", "£12.50", "GBP"), ("EUR", "12,50 zł", "PLN"), ("EUR", "USD 12.50", "USD"), ("EUR", "12.50 $", "USD"),
            ("AUD", "12,50 €", "EUR"), ("GBP", "1 299 kr", "SEK"),
            ("EUR", "99 円", "JPY"), ("EUR", "CHF 1’234.–", "CHF"),
        ])
    func contradicts(currency: String, text: String, other: String) {
        for numbers in [nil, NumberFormat(), NumberFormat(decimal: ",")] {
            let error = #expect(throws: FieldError.self) { try field(currency, numbers).value(from: text) }
            #expect(error?.wanted.contains("its currency is \(other)") == true, "\(error?.wanted ?? "")")
            #expect(error?.wanted.hasSuffix("the field's is \(currency)") == true, "\(error?.wanted ?? "")")
        }
    }

    @Test(
        "what is no single amount is an error",
        arguments: [
            "12–15 €", "2 x 5 €", "sold out", "50¢", "5 € / kg", "1.2.3", "1,2,3 €", "1 2 €", "12,34,56 €", "€", "-", "5 stars", "€5 $6",
            "€ 5 USD", "1.234,567.8", "1,099.-.-",
        ])
    func none(text: String) { #expect(throws: FieldError.self) { try field("EUR").value(from: text) } }

    @Test("a sign names the currency where there is one of its name alone")
    func unnamed() throws {
        #expect(try field(nil).value(from: "12,50 €")?.text == "12.50 EUR")
        #expect(try field(nil).value(from: "1 234,50 zł")?.text == "1234.50 PLN")
        #expect(try field(nil).value(from: "R$ 5,00")?.text == "5.00 BRL")
        #expect(throws: FieldError.self) { try field(nil).value(from: "$12.50") }
        #expect(throws: FieldError.self) { try field(nil).value(from: "12 kr") }
        #expect(throws: FieldError.self) { try field(nil).value(from: "12.50") }
        #expect(Money.currencies(of: "12 kr") == ["SEK", "NOK", "DKK", "ISK"])
        #expect(Money.currencies(of: "12") == [])
        #expect(Money.currencies(of: "12 stars") == nil)
    }

    @Test("what is given away costs nothing", arguments: ["kostenlos", "Free", "GRATIS", "無料", "مجاني", " za darmo "])
    func free(text: String) throws {
        #expect(try field("EUR").value(from: text)?.text == "0.00 EUR")
        #expect(throws: FieldError.self) { try field(nil).value(from: text) }
    }

    @Test(
        "digits of any script are a number",
        arguments: [("١٢٫٥", "12.5"), ("१२", "12"), ("１２．５", "12.5"), ("−٣", "-3"), ("١٬٢٣٤", "1234"), ("۱۲۳", "123")])
    func digits(text: String, number: String) throws {
        #expect(try Field(name: "n", kind: .number).value(from: text)?.text == number)
    }

    @Test("the same amounts are read in declared marks, whatever else is around them")
    func declared() throws {
        let german = NumberFormat(decimal: ",", group: ".")
        #expect(try field("EUR", german).value(from: "ab 1.099,– €")?.text == "1099.00 EUR")
        #expect(throws: FieldError.self) { try field("EUR", german).value(from: "1,099.00 €") }
        #expect(try field("PLN", NumberFormat(decimal: ",", group: " ")).value(from: "1\u{A0}234,50 zł")?.text == "1234.50 PLN")
        #expect(try field("SAR", NumberFormat()).value(from: "١٬٢٣٤٫٥٠ ر.س")?.text == "1234.50 SAR")
    }

    @Test("a text is taken apart at its one number")
    func parts() throws {
        let number = try #require(WrittenNumber("★ 4,5 von 5") == nil ? WrittenNumber("Bids: −1\u{A0}234,5 km/h") : nil)
        #expect(number.before == "Bids:")
        #expect(number.digits == "1 234,5")
        #expect(number.isNegative)
        #expect(number.after == "km/h")
        #expect(number.markOfNoCents == nil)
        #expect(WrittenNumber("none") == nil)
        #expect(WrittenNumber(String(repeating: "1", count: 300)) == nil)
    }
}
