import Records
import Testing

@Suite("Words of a source") struct WordsTests {
    private func field(_ kind: Field.Kind, _ alter: (inout Field) throws -> Void) rethrows -> Field {
        var field = Field(name: "f", kind: kind)
        try alter(&field)
        return field
    }

    @Test("a time that is a distance from now is told from a date and from any other text")
    func relative() {
        let times = [
            ("3 hours ago", nil), ("an hour ago", nil), ("yesterday", nil), ("Yesterday, 14:05", nil), ("just now", nil),
            ("in 5 minutes", nil), ("3h", nil), ("12 min", nil),
            ("vor 3 Stunden", "de"), ("gestern", "de-AT"), ("heute 09:30", "de"), ("il y a 2 jours", "fr"), ("hace 3 horas", "es"),
            ("3 godziny temu", "pl"), ("wczoraj", "pl"),
            ("3時間前", "ja"), ("昨日", "ja"), ("قبل ٣ ساعات", "ar"), ("2 ore fa", "it"), ("för 3 timmar sedan", "sv"), ("3 часа назад", "ru"),
            ("3 uur geleden", "nl"),
            ("3\u{A0}hours ago", "de"),
        ]
        for (text, language) in times { #expect(RelativeTime.isOne(text, language: language), "\(text)") }
        for text in [
            "14 March 2026", "in stock", "ago", "2026-03-14", "in 2027", "nowhere", "todays", "12", "3 pm", "vor 3 Stunden", "Chicago 5",
            "",
        ] {
            #expect(!RelativeTime.isOne(text), "\(text)")
        }
    }

    @Test("a relative time leaves its field empty where the board says so, and is an error elsewhere")
    func relativeFields() throws {
        let format = try DatePattern("d. MMMM yyyy", language: "de")
        let field = field(.date) { ($0.format, $0.language, $0.leavesRelativeEmpty) = (format, "de", true) }
        #expect(field.mayBeMissing)
        #expect(try field.value(from: "vor 3 Stunden") == nil)
        #expect(try field.value(from: "gestern") == nil)
        #expect(try field.value(from: "14. März 2026")?.text == "2026-03-14")
        #expect(throws: FieldError.self) { try field.value(from: "bald") }
        #expect(throws: FieldError.self) { try self.field(.timestamp) { _ in }.value(from: "3 hours ago") }
    }

    @Test("words of a flag are those of the board, of its language, and of schema.org")
    func flags() throws {
        let field = field(.flag) { $0.flagWords = ["auf lager": true, "in 3 tagen": false] }
        #expect(
            try ["Auf Lager", "in 3 Tagen", "true", "0"].map { try field.value(from: $0) } == [
                .flag(true), .flag(false), .flag(true), .flag(false),
            ])
        #expect(throws: FieldError.self) { try field.value(from: "ja") }
        let german = self.field(.flag) { $0.language = "de" }
        #expect(
            try ["Ja", "ausverkauft", "✓", "https://schema.org/InStock", "http://schema.org/OutOfStock"].map {
                try german.value(from: $0)?.text
            } == ["true", "false", "true", "true", "false"])
        #expect(throws: FieldError.self) { try german.value(from: "épuisé") }
        #expect(FlagWords.value(of: "épuisé") == false)
        #expect(FlagWords.value(of: "在庫あり") == true)
        #expect(FlagWords.value(of: "maybe") == nil)
    }

    @Test("a column is one of flags if it has two words, one that says yes and one that says no")
    func flagColumns() throws {
        let found = try #require(FlagWords.decide(for: ["In stock", "", "Sold out", "In stock"], language: "en"))
        #expect(found == ("In stock", "Sold out"))
        #expect(FlagWords.decide(for: ["Yes", "Yes"]) == nil)
        #expect(FlagWords.decide(for: ["Yes", "No", "Later"]) == nil)
        #expect(FlagWords.decide(for: ["Yes", "Open"]) == nil)
    }

    @Test("texts around a value are no part of it: units, labels")
    func around() throws {
        let weight = field(.number) { ($0.surroundings, $0.numbers) = (["kg", "ca."], NumberFormat(decimal: ",")) }
        #expect(
            try ["4,5 kg", "4,5kg", "ca. 4,5 kg", "4,5", "ca. −4,5"].map { try weight.value(from: $0)?.text } == [
                "4.5", "4.5", "4.5", "4.5", "-4.5",
            ])
        for text in ["4,5 g", "kg", "4,5 kg kg", "4,5 kg 3"] { #expect(throws: FieldError.self) { try weight.value(from: text) } }
        #expect(try field(.number) { $0.unit = "°C" }.value(from: "-3.5\u{A0}°C") == .number(-3.5))
        #expect(try field(.text) { $0.surroundings = ["by", "Author:"] }.value(from: "Author: Ada Merrick") == .text("Ada Merrick"))
        let posted = try field(.date) { ($0.surroundings, $0.format) = (["Posted on"], try DatePattern("d MMMM yyyy")) }
        #expect(try posted.value(from: "Posted on 14 March 2026")?.text == "2026-03-14")
        let price = field(.money) { ($0.surroundings, $0.currency) = (["/ kg", "*"], "EUR") }
        #expect(try ["1,99 € / kg", "1,99 €*"].map { try price.value(from: $0)?.text } == ["1.99 EUR", "1.99 EUR"])
    }

    @Test("a dash says that there is nothing where there need be nothing")
    func dashes() throws {
        for text in ["-", "–", "—", "--"] {
            #expect(try field(.money) { ($0.currency, $0.isOptional) = ("EUR", true) }.value(from: text) == nil)
            #expect(throws: FieldError.self) { try field(.money) { $0.currency = "EUR" }.value(from: text) }
            #expect(try field(.text) { $0.isOptional = true }.value(from: text) == .text(text))
        }
        #expect(throws: FieldError.self) { try field(.number) { $0.isOptional = true }.value(from: "n/a") }
    }

    @Test(
        "an address loses its tracking, and nothing else",
        arguments: [
            ("https://shop.example/a?id=7&utm_source=x&UTM_Medium=y&fbclid=Z#c", "https://shop.example/a?id=7#c"), ("/a?gclid=1", "/a"),
            ("/a?b=1&c=%26&b=2", "/a?b=1&c=%26&b=2"), ("/a", "/a"), ("/a#utm_source=x", "/a#utm_source=x"),
            ("/a?q=utm_source", "/a?q=utm_source"), ("?page=2&ref=home", "?page=2&ref=home"),
        ])
    func tracking(address: String, kept: String) throws {
        let field = field(.url) { $0.dropped.parameters = DroppedParts.tracking }
        #expect(try field.value(from: address) == .url(kept))
    }

    @Test("an address loses what the board names besides")
    func named() throws {
        let field = field(.url) {
            $0.dropped.parameters = ["ref", "sid_*"]
            $0.dropped.fragment = true
        }
        #expect(try field.value(from: "/a?Ref=x&sid_1=2&id=7&utm_source=y#c") == .url("/a?id=7&utm_source=y"))
    }

    @Test("a text of a million signs is none of them, and isn't looked at")
    func long() {
        for sign in ["$", "–", "1,", "٣", "März "] {
            let text = String(repeating: sign, count: 1_000_000)
            #expect(Money(text, currency: "EUR", format: nil) == nil)
            #expect(WrittenNumber(text) == nil)
            #expect(Money.currencies(of: text) == nil)
            #expect(DateStyle.decide(for: [text], language: "de") == .none)
            #expect(NumberStyle.decide(for: [text]) == .none)
            #expect(FlagWords.value(of: text) == nil)
            #expect(!RelativeTime.isOne(text))
            #expect(!CurrencyNames.isFree(text))
            #expect(throws: FieldError.self) { try field(.money) { ($0.currency, $0.isOptional) = ("EUR", true) }.value(from: text) }
        }
    }
}
