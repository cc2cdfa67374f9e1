import Records
import Testing

@Suite("What a record is called") struct SchemaHeadingTests {
    private func field(_ name: String, _ kind: Field.Kind = .text, _ set: (inout Field) -> Void = { _ in }) -> Field {
        var field = Field(name: name, kind: kind)
        set(&field)
        return field
    }

    @Test("the fields with a heading name it, else the asked one, else the key, else the first text")
    func order() {
        let key = field("id") { $0.isKey = true }
        let asked = field("batch") { $0.isAsked = true }
        let heading = field("name") { $0.isHeading = true }
        func names(_ fields: [Field]) -> [String] { Schema(fields: fields).headingFields.map { fields[$0].name } }
        #expect(names([field("stock"), key, asked, heading]) == ["name"])
        #expect(names([field("stock"), key, asked]) == ["batch"])
        #expect(names([field("stock"), key]) == ["id"])
        #expect(names([field("price", .number), field("stock")]) == ["stock"])
        #expect(names([field("price", .number)]) == ["price"])
        #expect(names([field("photo", .image) { $0.isKey = true }, field("stock")]) == ["stock"])
    }

    @Test("a toaster whose price falls is the toaster, not its stock")
    func toaster() {
        let schema = Schema(fields: [field("good") { $0.isKey = true }, field("stock"), field("price", .number)])
        func record(_ price: Double) -> Record { Record([.text("Toaster"), .text("in stock"), .number(price)]) }
        let change = Change.altered(before: record(54), after: record(44))
        #expect(ChangeSummary(change, schema).name == [.text("Toaster")])
    }

    @Test("a record without its heading is called by the first value it has")
    func missing() {
        let schema = Schema(fields: [field("name") { $0.isHeading = true }, field("place")])
        #expect(schema.heading(of: Record([nil, .text("Perth")])) == [.text("Perth")])
        #expect(schema.heading(of: Record([])) == [])
    }

    @Test("one value has a record that is always the same and has no name, unless a field is its key or names it")
    func oneValue() {
        let one = Schema(fields: [field("price", .number)], isOne: true)
        func key(_ schema: Schema, _ values: Value...) -> String { schema.key(of: Record(values)) }
        #expect(one.keyFields.isEmpty)
        #expect(key(one, .number(49.9)) == key(one, .number(44.9)))
        #expect(one.isNameless)
        #expect(one.heading(of: Record([.number(49.9)])) == [])
        let labelled = Schema(fields: [field("price", .number), field("about") { $0.isKey = true }], isOne: true)
        #expect(labelled.keyFields == [1])
        #expect(key(labelled, .number(1), .text("Lamp")) == "Lamp")
        #expect(labelled.heading(of: Record([.number(1), .text("Lamp")])) == [.text("Lamp")])
        #expect(!Schema(fields: [field("price", .number)]).isNameless)
    }
}
