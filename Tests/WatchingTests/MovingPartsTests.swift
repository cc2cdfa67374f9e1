import Records
import Testing
import Watching

@Suite("What moves with each reading") struct MovingPartsTests {
    private static let schema = Schema(fields: [
        {
            var name = Field(name: "name", kind: .text)
            name.isKey = true
            return name
        }(), Field(name: "price", kind: .number), Field(name: "views", kind: .number), Field(name: "offer", kind: .text),
    ])

    private func altered(_ name: String, price: Double = 1, views: Double = 1, offer: String = "a") -> Change {
        .altered(
            before: Record([.text(name), .number(1), .number(1), .text("a")]),
            after: Record([.text(name), .number(price), .number(views), .text(offer)]))
    }

    @Test("fields that differ in a good part of the rows move; a price that changes in one of many is news")
    func fields() {
        let changes = [
            altered("a", views: 2), altered("b", views: 3, offer: "b"), altered("c", price: 2, views: 4, offer: "c"),
            .appeared(Record([.text("new"), .number(1), .number(1), .text("x")])),
        ]
        #expect(MovingParts(changes, of: Self.schema, recordCount: 10).fields == ["views", "offer"])
        #expect(MovingParts(changes, of: Self.schema, recordCount: 15).fields == ["views"])
        #expect(MovingParts(changes, of: Self.schema, recordCount: 100).isEmpty)
        #expect(MovingParts([], of: Self.schema, recordCount: 0).isEmpty)
    }

    @Test("in a row alone any field may move, but not the only one")
    func one() {
        #expect(MovingParts([altered("a", views: 2)], of: Self.schema, recordCount: 1).fields == ["views"])
        let short = Schema(fields: Array(Self.schema.fields.prefix(2)))
        let change = Change.altered(before: Record([.text("a"), .number(1)]), after: Record([.text("a"), .number(2)]))
        #expect(MovingParts([change], of: short, recordCount: 1).isEmpty)
        #expect(MovingParts([change, change], of: short, recordCount: 2).fields == ["price"])
    }

    @Test("fields that are quiet already aren't offered")
    func quiet() {
        var fields = Self.schema.fields
        fields[2].isQuiet = true
        #expect(MovingParts([altered("a", views: 2)], of: Schema(fields: fields), recordCount: 1).isEmpty)
    }

    @Test("paragraphs are told by the words that stay")
    func paragraphs() {
        let schema = Schema(fields: [Field(name: "text", kind: .text)])
        func gone(_ text: String) -> Change { .gone(Record([.text(text)])) }
        func new(_ text: String) -> Change { .appeared(Record([.text(text)])) }
        let changes = [
            gone("Visitors so far today: 4,711"), new("Visitors so far today: 4,712"), gone("12 people are looking at this"),
            new("9 people are looking at this"), gone("The baths are closed."), new("They open in May."), gone("Page 1"), new("Page 2"),
        ]
        let parts = MovingParts(changes, of: schema, recordCount: 20)
        #expect(parts.texts == ["Visitors so far today:", "people are looking at this"])
        #expect(parts.fields.isEmpty)
    }
}
