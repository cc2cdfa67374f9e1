import Foundation
import Records
import Testing

@testable import BoardPages
@testable import Following
@testable import Serving
@testable import Web

@Suite("The form of a watch")
struct WatchFormTests {
    private static let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    /// A field of each kind, named for it.
    private static let schema = Schema(
        fields: Field.Kind.allCases.map { kind in
            var field = Field(name: kind.rawValue, kind: kind)
            if kind == .number { field.unit = "ct/l" }
            if kind == .money { field.currency = "AUD" }
            return field
        })

    private static func operand(_ kind: Field.Kind) -> (String, String) {
        switch kind {
        case .text, .list: ("Issued", "“Łódź” <b>")
        case .url, .image: ("https://example.org/a?b=1&c=2", "https://example.org/b")
        case .phone: ("+48 601 000 000", "601 000 001")
        case .email: ("ada@example.org", "bob@example.org")
        case .number: ("12.5", "150")
        case .money: ("12.50", "13.00 AUD")
        case .date: ("2026-03-07", "2026-04-01")
        case .time: ("06:30", "22:15:30")
        // On either side of a clock change in the person's zone.
        case .timestamp: ("2026-03-28T09:30:00Z", "2026-03-29T09:30:15Z")
        case .duration: ("90 min", "PT2H")
        case .flag: ("true", "false")
        case .position: ("", "")
        }
    }

    private static func conditions(_ kind: Field.Kind) -> [Condition] {
        let (low, high) = operand(kind)
        return Condition.Test.names(for: kind).flatMap { name -> [Condition.Test] in
            switch name {
            case "equals": [.equals(low)]
            case "oneOf": [.oneOf([low, high])]
            case "contains": [.contains(low)]
            case "matches": [.matches("^[0-9]{3} <&> \"x\"$")]
            case "less": [.less(low)]
            case "atMost": [.atMost(low)]
            case "greater": [.greater(low)]
            case "atLeast": [.atLeast(high)]
            case "between": [.between(low, high)]
            case "changed": [.changed]
            case "changedAfter": [.changedAfter(.seconds(600)), .changedAfter(.seconds(2 * 86_400))]
            case "changedBy": [.changedBy("0.10"), .changedBy("5%")]
            case "roseBy": [.roseBy("0.10"), .roseBy("5%")]
            case "fellBy": [.fellBy("0.10"), .fellBy("5%")]
            case "within":
                [5000, 5.5, 1234.5, 1_500].compactMap { metres in
                    Position("-31.95,115.86").map { .within(metres: metres, of: $0) }
                }
            case "fromNow":
                [
                    .fromNow(from: .zero, to: .seconds(2 * 86_400)), .fromNow(from: .seconds(-7200), to: .zero),
                    .fromNow(from: .seconds(86_400), to: nil), .fromNow(from: nil, to: .seconds(-1800)),
                    .fromNow(from: .seconds(-43_200), to: .seconds(90_061)), .fromNow(from: nil, to: .seconds(60)),
                    .fromNow(from: .zero, to: nil),
                ]
            default: []
            }
        }.map { .field(kind.rawValue, $0) }
    }

    /// The form that a browser would post for the page as shown.
    private func posted(_ form: WatchForm) -> [String: String] {
        PostedForm(WatchEditorSample.view(form, Self.schema).page(Reader(), assets: "").description).fields
    }

    @Test("every test of every kind of field survives being shown, posted and read", arguments: Field.Kind.allCases)
    func roundTrip(kind: Field.Kind) throws {
        let conditions = Self.conditions(kind)
        #expect(!conditions.isEmpty)
        for condition in conditions {
            #expect(throws: Never.self) { try condition.bound(to: Self.schema) }
            let form = WatchForm(condition, Self.schema, in: Self.zone)
            #expect(form.written == nil)
            var again = WatchForm(posted: posted(form))
            let taken = again.condition(Self.schema, in: Self.zone)
            #expect(taken == condition, "\(condition.json)")
        }
    }

    @Test("groups, begins and tests of the record survive too")
    func groups() {
        let less = Condition.field("number", .less("150"))
        let text = Condition.field("text", .equals("Subiaco"))
        for condition in [
            .everything, .appeared, .gone, .new, .all([less, text]), .any([less, text, .appeared]), .begins(less),
            .begins(.any([less, text])),
        ] as [Condition] {
            let form = WatchForm(condition, Self.schema, in: Self.zone)
            #expect(form.written == nil)
            var again = WatchForm(posted: posted(form))
            let taken = again.condition(Self.schema, in: Self.zone)
            #expect(taken == condition, "\(condition.json)")
        }
    }

    @Test("what the form cannot show is carried as it is written")
    func nested() {
        let condition = Condition.all([.field("text", .equals("a")), .any([.appeared, .begins(.field("number", .less("1")))])])
        let form = WatchForm(condition, Self.schema, in: Self.zone)
        #expect(form.rows.isEmpty)
        var again = WatchForm(posted: posted(form))
        let taken = again.condition(Self.schema, in: Self.zone)
        #expect(taken == condition)
        again.written = "{"
        let broken = again.condition(Self.schema, in: Self.zone)
        #expect(broken == nil)
        #expect(again.problem == "This is not a condition in JSON.")
    }

    @Test("each row that is wrong says why, in place")
    func problems() {
        var form = WatchForm()
        form.rows = [
            TestRow(subject: "number", test: .less, value: "cheap"), TestRow(subject: "text", test: .equals, value: "a"),
            TestRow(subject: "text", test: .less, value: "1"), TestRow(subject: "nowhere", test: .equals, value: "1"),
            TestRow(subject: "position", test: .within, value: "here", other: "5", unit: "km"),
            TestRow(subject: "date", test: .next, value: "soon", unit: "d"),
        ]
        #expect(form.condition(Self.schema, in: Self.zone) == nil)
        #expect(
            form.rows.map(\.problem) == [
                "Found “cheap”, a number like 12.5 is expected.", nil, "Choose a condition that suits this field.", "Choose a field.",
                "A position like -31.95,115.86 (latitude, longitude) is expected.", "A whole number above zero is expected, like 2.",
            ])
    }

    @Test("a form with a hundred rows has as many as a condition may have tests")
    func tooMany() {
        let pairs = (0..<100).flatMap { [("test-\($0)-subject", "text"), ("test-\($0)-test", "equals"), ("test-\($0)-value", "a\($0)")] }
        var form = WatchForm(posted: Dictionary(uniqueKeysWithValues: pairs))
        #expect(form.rows.count == Condition.Limits.tests)
        form.addRow(Self.schema)
        #expect(form.rows.count == Condition.Limits.tests)
        #expect(form.condition(Self.schema, in: Self.zone) != nil)
    }

    @Test("how word comes survives too, and quiet hours that are none are refused")
    func settings() throws {
        var form = WatchForm(.appeared, Self.schema, in: Self.zone)
        form.ways.channels = ["push", "My “mail”"]
        form.digest = .daily
        form.dailyAt = "07:30"
        (form.ways.hasQuietHours, form.ways.quietFrom, form.ways.quietTo) = (true, "23:00", "06:15")
        var again = WatchForm(
            posted: PostedForm(
                WatchEditorSample.view(form, Self.schema, channels: ["My “mail”", "push", "other"]).page(Reader(), assets: "").description
            ).fields)
        let taken = again.settings(Self.schema, in: Self.zone)
        let settings = try #require(taken)
        #expect(settings.channels == ["My “mail”", "push"])
        #expect(settings.digest == .daily)
        #expect(settings.dailyAt?.description.hasPrefix("07:30") == true)
        #expect(settings.quietHours?.zone == "Europe/Berlin")
        #expect(WatchForm(settings, Self.schema, in: Self.zone).ways.quietTo == "06:15")
        again.ways.quietTo = again.ways.quietFrom
        #expect(again.settings(Self.schema, in: Self.zone) == nil)
        #expect(again.ways.hasWrongQuietHours)
    }

    @Test("a number above the rows takes one away, and a field that is chosen anew has tests of its own")
    func buttons() {
        var form = WatchForm(posted: ["test-0-subject": "number", "test-0-test": "contains", "test-4-subject": "*", "do": "remove-1"])
        form.settle(Self.schema)
        #expect(form.rows.map(\.test) == [.equals, .appeared])
        form.press(Self.schema)
        #expect(form.rows.map(\.subject) == ["number"])
        #expect(!form.wantsSaving)
    }

    @Test("a search and a record become conditions")
    func offered() {
        let schema = Schema(
            fields: [
                {
                    var id = Field(name: "id", kind: .text); id.isKey = true; return id
                }(), Field(name: "name", kind: .text),
                Field(name: "town", kind: .text),
            ])
        #expect(
            Condition.finds(" ada ", schema) == .any([.field("name", .contains("ada")), .field("town", .contains("ada"))]))
        #expect(
            Condition.finds("ada king", schema) == .all([.field("name", .contains("ada")), .field("name", .contains("king"))]))
        #expect(Condition.finds("", schema) == .everything)
        #expect(Condition.isRecord(Record([.text("7"), .text("Ada"), nil]), schema) == .field("id", .equals("7")))
    }

    @Test("a record becomes a condition that its board takes, whatever its key is made of")
    func offeredByKey() throws {
        let position = try #require(Position(latitude: -31.95, longitude: 115.86))
        let date = try #require(CalendarDate(daysSince1970: 20_045))
        let key: [(Field.Kind, Value, [Condition.Test])] = [
            (.text, .text("Perth"), [.equals("Perth")]), (.number, .number(1.5), [.equals("1.5")]),
            (.date, .date(date), [.equals("2024-11-18")]), (.flag, .flag(true), [.equals("true")]),
            (.timestamp, .timestamp(Timestamp(milliseconds: 0)), [.equals("1970-01-01T00:00:00Z")]),
            (.url, .url("https://a.example/"), [.equals("https://a.example/")]),
            (.position, .position(position), [.within(metres: 1, of: position)]), (.image, .image("a.png"), []),
            (.list, .list(["a", "b"]), [.equals("a"), .equals("b")]),
            (.text, .text(String(repeating: "x", count: 501)), []),
        ]
        for (kind, value, tests) in key {
            var (id, part) = (Field(name: "id", kind: .text), Field(name: "part", kind: kind))
            (id.isKey, part.isKey) = (true, true)
            let schema = Schema(fields: [id, part])
            let condition = Condition.isRecord(Record([.text("7"), value]), schema)
            let parts = [Condition.field("id", .equals("7"))] + tests.map { .field("part", $0) }
            #expect(condition == (parts.count == 1 ? parts[0] : .all(parts)))
            #expect(throws: Never.self) { try condition.bound(to: schema) }
        }
        var picture = Field(name: "picture", kind: .image)
        picture.isKey = true
        let schema = Schema(fields: [picture])
        let condition = Condition.isRecord(Record([.image("a.png")]), schema)
        #expect(throws: ConditionError.self) { try condition.bound(to: schema) }
    }
}
