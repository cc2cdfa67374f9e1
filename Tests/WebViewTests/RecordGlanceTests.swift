import BoardPages
import Following
import Localisation
import Records
import Serving
import Testing

@Suite("A record in few words") struct RecordGlanceTests {
    private static func field(_ name: String, _ kind: Field.Kind, _ set: (inout Field) -> Void = { _ in }) -> Field {
        var field = Field(name: name, kind: kind)
        set(&field)
        return field
    }

    private static let product = Schema(fields: [
        field("id", .text) { $0.isKey = true }, field("name", .text) { $0.isHeading = true }, field("stock", .flag), field("price", .money),
        field("page", .url),
    ])

    private func glance(_ values: [Value?], _ schema: Schema = product, testing: [String] = []) -> [String]? {
        RecordGlance(Record(values), schema, testing: testing, .english).map { glance in
            ([glance.headline] + glance.notes).map { $0.text.replacing(/<[^>]*>/, with: "") }
        }
    }

    @Test("a price comes first, names, keys and addresses not at all, and a flag is said with its field")
    func order() throws {
        let price = try #require(Money("29.90", currency: "EUR"))
        let kettle: [Value?] = [.text("7"), .text("Kettle"), .flag(true), .money(price), .url("https://a.example")]
        #expect(glance(kettle) == ["€29.90", "Stock: Yes"])
        #expect(glance(kettle, testing: ["stock"]) == ["Stock: Yes", "€29.90"])
        #expect(glance([.text("7"), .text("Kettle"), nil, nil, nil]) == nil)
    }

    @Test("one value is its own headline, and a watch on it is about every change")
    func oneValue() throws {
        let price = Value.money(try #require(Money("29.90", currency: "EUR")))
        let one = Schema(fields: [Self.field("price", .money)], isOne: true)
        #expect(glance([price], one) == ["€29.90"])
        #expect(Condition.isRecord(Record([price]), one) == .everything)
        #expect(Condition.everything.recordKey(one)?.isEmpty == nil)
        #expect(Condition.field("price", .fellBy("5%")).subject(one)?.isEmpty == nil)
    }

    @Test("a long text is a headline, cut, and no note")
    func long() {
        let schema = Schema(fields: [Self.field("id", .text) { $0.isKey = true }, Self.field("one", .text), Self.field("two", .text)])
        let text = String(repeating: "word ", count: 200)
        let glance = glance([.text("7"), .text(text), .text(text)], schema)
        #expect(glance?.count == 1)
        #expect(glance?.first?.count ?? 0 <= Value.inTitle + 1)
    }

    @Test("a condition is about one record if it names all of its key, or the number that people ask for")
    func subject() {
        let schema = Schema(fields: [
            Self.field("shop", .text) { $0.isKey = true }, Self.field("number", .number) { $0.isKey = true }, Self.field("price", .money),
        ])
        func subject(_ condition: Condition, _ schema: Schema = schema) -> [String]? {
            condition.subject(schema).map { $0.map { "\($0.field)=\($0.value.text)" } }
        }
        let both = [Condition.field("shop", .equals("A")), .field("number", .equals("3"))]
        #expect(subject(.all(both)) == ["shop=A", "number=3"])
        #expect(subject(.begins(.all(both + [.field("price", .fellBy("5%"))]))) == ["shop=A", "number=3"])
        #expect(subject(both[0]) == nil)
        #expect(subject(.everything) == nil)
        #expect(subject(.any(both)) == nil)
        #expect(subject(.all([.field("shop", .equals("A")), .field("number", .equals("three"))])) == nil)
        #expect(subject(.field("batch", .equals("20121456171")), Samples.schema) == ["batch=20121456171"])
    }
}
