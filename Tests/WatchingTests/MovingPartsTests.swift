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

    private func fields(_ readings: [[Change]], of schema: Schema = Self.schema, recordCount: Int) -> [String] {
        MovingParts(readings.map { MovingParts.Reading($0) }, of: schema, recordCount: recordCount).fields
    }

    @Test("fields that differ in half of the rows or more move; a price that changes in some of them is news")
    func fields() {
        let changes = [
            altered("a", views: 2), altered("b", views: 3, offer: "b"), altered("c", price: 2, views: 4, offer: "c"),
            .appeared(Record([.text("new"), .number(1), .number(1), .text("x")])),
        ]
        #expect(fields([changes], recordCount: 5) == ["views", "offer"])
        #expect(fields([changes], recordCount: 7) == ["views"])
        #expect(fields([changes], recordCount: 8).isEmpty)
        #expect(fields([[]], recordCount: 0).isEmpty)
        #expect(fields([], recordCount: 3).isEmpty)
    }

    @Test("the rows of both readings count, however many have come and gone since")
    func rowsOfBoth() {
        let many = (0..<10).map { Change.appeared(Record([.text("new \($0)"), .number(1), .number(1), .text("x")])) }
        let readings = [[altered("a", views: 2), altered("b", views: 2)], [altered("a", views: 3), altered("b", views: 3)] + many]
        #expect(fields(readings, recordCount: 14) == ["views"])
        #expect(fields(readings, recordCount: 15).isEmpty)
    }

    @Test("what a reading soon afterwards leaves as it is doesn't move; a late reading says nothing")
    func unchanged() {
        let first = [altered("a", views: 2, offer: "b"), altered("b", views: 2, offer: "b")]
        let second = [altered("a", views: 3), altered("b", views: 3)]
        #expect(fields([first, second], recordCount: 2) == ["views"])
        #expect(fields([first, second, []], recordCount: 2).isEmpty)
        let late = [MovingParts.Reading(first), MovingParts.Reading([], isSoon: false)]
        #expect(MovingParts(late, of: Self.schema, recordCount: 2).fields == ["views", "offer"])
    }

    @Test("in a row alone any field may move that changes twice in a row, but not the only one")
    func one() {
        let change = altered("a", views: 2)
        #expect(fields([[change]], recordCount: 1).isEmpty)
        #expect(fields([[change], [change]], recordCount: 1) == ["views"])
        #expect(fields([[change], [altered("a", price: 2)]], recordCount: 1).isEmpty)
        let late = [MovingParts.Reading([change]), MovingParts.Reading([change], isSoon: false)]
        #expect(MovingParts(late, of: Self.schema, recordCount: 1).fields == ["views"])
        let short = Schema(fields: Array(Self.schema.fields.prefix(2)))
        let only = Change.altered(before: Record([.text("a"), .number(1)]), after: Record([.text("a"), .number(2)]))
        #expect(fields([[only], [only]], of: short, recordCount: 1).isEmpty)
        #expect(fields([[only, only]], of: short, recordCount: 2) == ["price"])
    }

    @Test("fields that are quiet already aren't offered")
    func quiet() {
        var fields = Self.schema.fields
        fields[2].isQuiet = true
        let change = altered("a", views: 2)
        #expect(self.fields([[change], [change]], of: Schema(fields: fields), recordCount: 1).isEmpty)
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
        let parts = MovingParts([MovingParts.Reading(changes)], of: schema, recordCount: 20)
        #expect(parts.texts == ["Visitors so far today:", "people are looking at this"])
        #expect(parts.fields.isEmpty)
        let later = [gone("Visitors so far today: 4,712"), new("Visitors so far today: 4,713")]
        let both = MovingParts([MovingParts.Reading(changes), MovingParts.Reading(later)], of: schema, recordCount: 20)
        #expect(both.texts == ["Visitors so far today:"])
    }
}
