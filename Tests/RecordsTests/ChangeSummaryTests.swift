import Foundation
import Localisation
import Records
import Testing

@Suite("Summaries of changes") struct ChangeSummaryTests {
    private func lines(_ before: [String: String], _ after: [String: String]) throws -> [String] {
        ChangeSummary(try Stations.altered(before, after), Stations.schema).lineTexts
    }

    @Test(
        "a field says what it was, what it is and how far it moved",
        arguments: [
            ("name", "a", "b", "Name a → b"),
            ("price", "149.9", "152.9", "Price 149.9 → 152.9\u{A0}ct/l (+3, +2%)"),
            ("price", "1.3", "1.2", "Price 1.3 → 1.2\u{A0}ct/l (−0.1, −7.7%)"),
            ("price", "0", "2", "Price 0 → 2\u{A0}ct/l (+2)"),
            ("fee", "2.00", "1.50", "Fee €2.00 → €1.50 (−€0.50, −25%)"),
            ("day", "2026-02-27", "2026-03-01", "Day 27 Feb 2026 → 1 Mar 2026 (+2 days)"),
            ("opens", "06:30", "06:00", "Opens 06:30 → 06:00 (−30 minutes)"),
            ("takes", "PT1H", "PT26H30M", "Takes 1 h → 26 h 30 min (+1 day 1 hour)"),
            ("seen", "2026-03-07T09:30:00Z", "2026-03-07T09:30:01Z", "Seen 7 Mar 2026, 09:30 UTC → 7 Mar 2026, 09:30 UTC (+1 second)"),
            ("place", "52.52,13.405", "52.53,13.405", "Place 52.52, 13.405 → 52.53, 13.405 (1.1 km)"),
            ("open", "yes", "no", "Open Yes → No"),
        ])
    func lines(_ field: String, _ before: String, _ after: String, _ words: String) throws {
        #expect(try lines([field: before], [field: after]) == [words])
    }

    @Test("only what differs has a line, in the schema's order, also where something was or becomes empty")
    func several() throws {
        let summary = ChangeSummary(
            try Stations.altered(["name": "A", "price": "1", "open": "yes"], ["name": "A", "fee": "2", "open": "no"]), Stations.schema)
        #expect(summary.lines.map(\.field.name) == ["price", "fee", "open"])
        #expect(summary.headline == "A: Price 1\u{A0}ct/l → empty; Fee empty → €2.00; Open Yes → No")
        #expect(summary.text == "A\nPrice 1\u{A0}ct/l → empty\nFee empty → €2.00\nOpen Yes → No")
    }

    @Test("a record that appears or is gone is told with all it has")
    func whole() throws {
        let record = try Stations.record(["name": "A", "price": "1"])
        #expect(ChangeSummary(.appeared(record), Stations.schema).text == "A is new\nName A\nPrice 1\u{A0}ct/l")
        #expect(ChangeSummary(.gone(record), Stations.schema).headline == "A is gone")
    }

    @Test("a field that has become quiet keeps its line in a change from before")
    func quiet() {
        var price = Field(name: "price", kind: .number)
        price.isQuiet = true
        let change = Change.altered(before: Record([.text("Kite"), .number(15)]), after: Record([.text("Kite"), .number(9)]))
        let schema = Schema(fields: [Field(name: "name", kind: .text), price])
        #expect(ChangeSummary(change, schema).lineTexts == ["Price 15 → 9 (−6, −40%)"])
    }

    @Test("an ordinal is said without separators and has no step")
    func ordinal() {
        var year = Field(name: "year", kind: .number)
        year.isOrdinal = true
        let change = Change.altered(before: Record([.number(1952)]), after: Record([.number(1971)]))
        #expect(ChangeSummary(change, Schema(fields: [year])).lineTexts == ["Year 1952 → 1971"])
    }

    @Test("a value without a name is told by what it was and is, not by itself")
    func nameless() {
        let schema = Schema(fields: [Field(name: "price", kind: .money)], isOne: true)
        func record(_ cents: Int64) -> Record { Record([Money(units: cents, scale: 2, currency: "EUR").map(Value.money)]) }
        let change = Change.altered(before: record(4990), after: record(4490))
        #expect(ChangeSummary(change, schema).headline == "Price €49.90 → €44.90 (−€5.00, −10%)")
        #expect(ChangeSummary(change, schema).text == "Price €49.90 → €44.90 (−€5.00, −10%)")
        #expect(ChangeSummary(.gone(record(4990)), schema).headline == "Price is gone")
        #expect(Words.english.name(of: record(4990), schema) == "Price")
    }

    @Test("amounts in two currencies, and those too far apart for 64 bits, have no step")
    func noStep() {
        func step(_ before: Money?, _ after: Money?) -> ChangeSummary.Step? {
            let line = Field(name: "fee", kind: .money)
            let change = Change.altered(before: Record([before.map(Value.money)]), after: Record([after.map(Value.money)]))
            return ChangeSummary(change, Schema(fields: [line])).lines.first?.step
        }
        #expect(step(Money(units: 1, scale: 2, currency: "EUR"), Money(units: 1, scale: 2, currency: "USD")) == nil)
        #expect(step(Money(units: .min, scale: 2, currency: "EUR"), Money(units: .max, scale: 2, currency: "EUR")) == nil)
    }
}
