import Localisation
import Records
import Testing

@testable import Serving
@testable import Web

@Suite("Values on a page")
struct ValueViewTests {
    @Test(
        "what leads somewhere is a link, and what is hostile is only text",
        arguments: [
            (Value.phone("+61 (8) 9123 4567"), #"<a href="tel:+6189123456"#),
            (.email("jo@example.org"), #"<a href="mailto:jo@example.org"><bdi>jo@example.org</bdi></a>"#),
            (.image("/p.png?a=1&b=2"), #"<img src="/p.png?a=1&amp;b=2" alt="" loading="lazy" decoding="async">"#),
            (.list(["a", "<b>"]), "<bdi>a, &lt;b&gt;</bdi>"),
            (.duration(.seconds(5_400)), #"<time datetime="PT1H30M">1 h 30 min</time>"#),
            (.duration(.seconds(-16_200)), "<bdi>\u{2212}4 h 30 min</bdi>"), (.duration(.seconds(-90)), "<bdi>\u{2212}1 min 30 s</bdi>"),
        ])
    func shown(value: Value, html: String) {
        #expect("\(ValueView(.english).html(value))".contains(html))
    }

    @Test("a number is shown with its field's unit, a picture with its field's label")
    func withField() {
        var price = Field(name: "price", kind: .number)
        price.unit = "ct/l"
        #expect("\(ValueView(.english).html(.number(1.5), of: price))" == "1.5\u{A0}ct/l")
        #expect("\(ValueView(.english).html(.image("/p.png"), of: Field(name: "photo", kind: .image)))".contains(#"alt="Photo""#))
        #expect(ValueView(.english).html(nil, of: price) == ValueView.absent)
    }

    @Test(
        "an ordinal is shown without separators, an amount with those of the language",
        arguments: [("en", true, "1952"), ("en", false, "1,952"), ("de", true, "1952"), ("de", false, "1.952")])
    func ordinals(language: String, isOrdinal: Bool, text: String) {
        let words = Words(language: language)
        var year = Field(name: "year", kind: .number)
        year.isOrdinal = isOrdinal
        #expect(words.text(.number(1952), of: year) == text)
        #expect("\(ValueView(words).html(.number(1952), of: year))" == text)
        #expect("\(RecognisedValue(.number(1952), of: year).html(words))" == text)
        year.isKey = true
        #expect(words.name(of: Record([.number(1952)]), Schema(fields: [year])) == text)
    }
}
