import Foundation
import Localisation
import Records
import Testing

@Suite("Forms of conditions") struct ConditionFormTests {
    /// One of each kind, with its JSON and its words.
    private static let forms: [(condition: Condition, json: String, words: String)] = [
        (.everything, #"{"all":[]}"#, "anything changes"),
        (.appeared, #"{"appeared":true}"#, "a row appears"),
        (.gone, #"{"gone":true}"#, "a row is gone"),
        (.new, #"{"new":true}"#, "it’s new since you last looked"),
        (.field("name", .equals("A/B")), #"{"equals":"A/B","field":"name"}"#, "Name is A/B"),
        (.field("name", .oneOf(["a", "b"])), #"{"field":"name","oneOf":["a","b"]}"#, "Name is one of a, b"),
        (.field("name", .contains("x")), #"{"contains":"x","field":"name"}"#, "Name contains “x”"),
        (.field("name", .matches("^a")), #"{"field":"name","matches":"^a"}"#, "Name matches the pattern ^a"),
        (.field("services", .equals("24h")), #"{"equals":"24h","field":"services"}"#, "Services has 24h"),
        (.field("price", .less("150")), #"{"field":"price","less":"150"}"#, "Price is less than 150 ct/l"),
        (.field("price", .atMost("150")), #"{"atMost":"150","field":"price"}"#, "Price is at most 150 ct/l"),
        (.field("day", .greater("2026-03-07")), #"{"field":"day","greater":"2026-03-07"}"#, "Day is after 7 Mar 2026"),
        (.field("day", .atLeast("2026-03-07")), #"{"atLeast":"2026-03-07","field":"day"}"#, "Day is on or after 7 Mar 2026"),
        (.field("price", .between("1", "2")), #"{"between":["1","2"],"field":"price"}"#, "Price is between 1 and 2 ct/l"),
        (.field("price", .changed), #"{"changed":true,"field":"price"}"#, "Price changes"),
        (
            .field("price", .changedAfter(.seconds(5400))), #"{"changedAfter":"1h30m","field":"price"}"#,
            "Price changes after 1 hour 30 minutes or more without a change"
        ),
        (.field("price", .changedBy("5%")), #"{"changedBy":"5%","field":"price"}"#, "Price changes by 5% or more"),
        (.field("price", .roseBy("5")), #"{"field":"price","roseBy":"5"}"#, "Price rises by 5 ct/l or more"),
        (.field("fee", .fellBy("5 EUR")), #"{"fellBy":"5 EUR","field":"fee"}"#, "Fee falls by 5 EUR or more"),
        (
            .field("place", .within(metres: 1500, of: Stations.centre)), #"{"field":"place","within":{"metres":1500,"of":"52.52,13.405"}}"#,
            "Place is within 1.5 km of 52.52, 13.405"
        ),
        (
            .field("day", .fromNow(from: .zero, to: .seconds(172_800))), #"{"field":"day","fromNow":{"from":"now","to":"2d"}}"#,
            "Day is within the next 2 days"
        ),
        (
            .field("day", .fromNow(from: .seconds(-5400), to: .zero)), #"{"field":"day","fromNow":{"from":"-1h30m","to":"now"}}"#,
            "Day is within the last 1 hour 30 minutes"
        ),
        (
            .field("seen", .fromNow(from: nil, to: .seconds(-60))), #"{"field":"seen","fromNow":{"to":"-1m"}}"#,
            "Seen is 1 minute or more ago"
        ),
        (
            .begins(.any([.field("price", .less("150")), .field("open", .equals("true"))])),
            #"{"begins":{"any":[{"field":"price","less":"150"},{"equals":"true","field":"open"}]}}"#,
            "(Price is less than 150 ct/l or Open is true), and didn’t before"
        ),
        (
            .all([.field("name", .equals("a")), .any([.appeared, .gone])]),
            #"{"all":[{"equals":"a","field":"name"},{"any":[{"appeared":true},{"gone":true}]}]}"#,
            "Name is a and (a row appears or a row is gone)"
        ),
    ]

    @Test("every condition goes to JSON and back, and has its words")
    func roundTrip() throws {
        for (condition, json, words) in Self.forms {
            #expect(condition.json == json)
            #expect(try Condition(json: json) == condition)
            #expect(condition.describe(Stations.schema) == words)
            #expect(throws: Never.self) { try condition.bound(to: Stations.schema) }
        }
    }

    @Test("numbers and flags are read as the texts they are")
    func operands() throws {
        #expect(try Condition(json: #"{"field":"price","less":1.5}"#) == .field("price", .less("1.5")))
        #expect(try Condition(json: #"{"field":"open","equals":true}"#) == .field("open", .equals("true")))
        #expect(try Condition(json: #"{"field":"price","between":[1,2]}"#) == .field("price", .between("1", "2")))
    }

    @Test(
        "what is not a condition says where it is not",
        arguments: [
            ("[", "this is not a condition in JSON"),
            ("3", "an object like {\"field\": \"status\", \"equals\": \"Issued\"} is expected"),
            (#"{"all":[{"appeared":true},{"field":"x"}]}"#, "part 2: field 'x': one test is expected"),
            (#"{"field":"x","equals":"1","less":"2"}"#, "one test is expected"),
            (#"{"field":"x","is":"1"}"#, "field 'x': there is no test 'is'; there are equals, oneOf"),
            (#"{"equals":"1"}"#, "one test is expected"),
            (#"{"appeared":false}"#, "there is no test 'appeared'"),
            (#"{"field":"x","between":[1]}"#, "'between' takes two values"),
            (#"{"field":"x","within":{"metres":1,"of":"here"}}"#, "'of' takes a position"),
            (#"{"field":"x","fromNow":{"to":"soon"}}"#, "'to' takes now or a length of time like 2d"),
            (#"{"field":"x","oneOf":"a"}"#, "what 'oneOf' is given is not what it takes"),
        ])
    func refusedJSON(_ json: String, _ reason: String) {
        let error = #expect(throws: ConditionError.self) { try Condition(json: json) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("JSON nested without end is refused")
    func nesting() {
        let json = String(repeating: #"{"all":["#, count: 300) + String(repeating: "]}", count: 300)
        #expect(throws: ConditionError.self) { try Condition(json: json) }
    }

    @Test(
        "what does not fit the schema names field and mend",
        arguments: [
            (.field("prize", .equals("1")), "field 'prize': there is no such field; there are name, price, fee"),
            (
                .field("name", .less("1")),
                "field 'name': 'less' does not go with the type text; there are equals, oneOf, contains, matches, changed"
            ),
            (.field("logo", .equals("1")), "'equals' does not go with the type image; there are changed"),
            (.field("price", .less("cheap")), "field 'price': found “cheap”, a number like 12.5 is expected"),
            (.field("fee", .less("5 USD")), "field 'fee': found “5 USD”, an amount like 12.50 EUR is expected"),
            (.field("day", .less("7.3.2026")), "a date like yyyy-MM-dd is expected"),
            (.field("price", .between("2", "1")), "'between' takes the smaller value first, found 2 and 1"),
            (.field("price", .changedAfter(.seconds(90))), "'changedAfter' takes whole minutes"),
            (.field("price", .changedAfter(.zero)), "'changedAfter' takes whole minutes"),
            (.begins(.field("price", .changedAfter(.seconds(60)))), "begins"),
            (.field("price", .changedBy("-1")), "an amount above zero like 0.10 or 5% is expected"),
            (.field("name", .matches("(")), "pattern '('"),
            (.field("name", .contains(" ")), "'contains' takes a text that is not empty"),
            (.field("name", .oneOf([])), "'oneOf' takes 1 to 200 values, found 0"),
            (.field("name", .equals(String(repeating: "x", count: 501))), "a value has at most 500 bytes"),
            (.field("place", .within(metres: .nan, of: Stations.centre)), "a distance of more than 0"),
            (.field("day", .fromNow(from: nil, to: nil)), "'fromNow' takes 'from', 'to' or both"),
            (.field("day", .fromNow(from: .seconds(2), to: .seconds(1))), "'from' comes after 'to'"),
            (.field("day", .fromNow(from: nil, to: .seconds(Int64.max))), "'fromNow' reaches ten years at most"),
            (.any([]), "'any' of nothing is never true"),
            (.begins(.appeared), "inside 'begins' only a record's fields can be tested"),
            (.begins(.all([.field("name", .changed)])), "part 1: field 'name': inside 'begins'"),
            (.begins(.begins(.everything)), "'begins' cannot stand inside 'begins'"),
            (.all([.all([.all([.all([.all([])])])])]), "groups stand at most 4 deep"),
            (.any(Array(repeating: .appeared, count: 51)), "a condition has at most 50 tests"),
            (.all(Array(repeating: .everything, count: 51)), "a condition has at most 50 tests"),
        ] as [(Condition, String)])
    func refused(_ condition: Condition, _ reason: String) {
        let error = #expect(throws: ConditionError.self) { try condition.bound(to: Stations.schema) }
        #expect(error.map { "\($0)".contains(reason) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("a value is held against the field's pattern, as a person's")
    func pattern() throws {
        var batch = Field(name: "batch", kind: .text)
        (batch.pattern, batch.hint) = (try Pattern("^2[0-9]{10}$"), "It has 11 digits.")
        let error = #expect(throws: ConditionError.self) { try Condition.field("batch", .equals("2")).bound(to: Schema(fields: [batch])) }
        #expect(error?.description == "field 'batch': found “2”. It has 11 digits.")
    }

    @Test("a condition names the fields that it tests; a search names none")
    func named() {
        let price = Condition.field("price", .fellBy("5%"))
        #expect(price.namedFields == ["price"])
        #expect(Condition.all([.begins(price), .any([.appeared, .field("name", .contains("x"))])]).namedFields == ["name", "price"])
        #expect(Condition.any([.field("name", .contains("x")), .field("place", .contains("y"))]).namedFields == ["name", "place"])
        #expect(Condition.any([.field("name", .contains("x")), .field("place", .contains("x"))]).namedFields.isEmpty)
        #expect(Condition.everything.namedFields.isEmpty)
    }

    @Test("a condition on a field takes no more than 48 bytes and, for a key, nothing besides")
    func size() {
        #expect(MemoryLayout<BoundCondition>.stride <= 48)
    }

    @Test("four groups inside each other, fifty tests, and every test with every kind it goes with, are in order")
    func limits() throws {
        let deep = Condition.all([.all([.all([.all([.appeared])])])])
        #expect(throws: Never.self) { try deep.bound(to: Stations.schema) }
        #expect(throws: Never.self) { try Condition.any(Array(repeating: .appeared, count: 50)).bound(to: Stations.schema) }
        #expect(try Condition(json: deep.json) == deep)
        for kind in Field.Kind.allCases { #expect(Condition.Test.names(for: kind).contains("changed")) }
    }
}
