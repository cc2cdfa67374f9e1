import Records
import Serving

/// The JSON of a watch's condition (`Docs/Using/Watches.md`).
enum ConditionSchema {
    static let schema: JSONSchema = {
        let operand = JSONSchema.either([.text(0...Condition.Limits.operandBytes), .number, .flag])
        let groups: [JSONSchema] = [
            .object([.init("all", .list(.condition, upTo: Condition.Limits.tests), about: "All must be true; an empty list: any change.")]),
            .object([.init("any", .list(.condition, upTo: Condition.Limits.tests), about: "At least one must be true.")]),
            .object([.init("begins", .condition, about: "True now, and not before.")]),
        ]
        let events = ["appeared", "gone", "new"].map { JSONSchema.object([.init($0, .flag)]) }
        func test(_ name: String, _ schema: JSONSchema) -> JSONSchema { .object([.init("field", .text(1...64)), .init(name, schema)]) }
        let plain = ["equals", "contains", "matches", "less", "atMost", "greater", "atLeast", "changedBy", "roseBy", "fellBy"]
        let offset = JSONSchema.text(1...40)
        return .either(
            groups + events + plain.map { test($0, operand) } + [
                test("oneOf", .list(operand, upTo: Condition.Limits.choices)), test("between", .list(operand, upTo: 2)),
                test("changed", .flag), test("changedAfter", .text(1...40)),
                test("within", .object([.init("metres", .number), .init("of", .text(3...60))])),
                test("fromNow", .object([.init("from", offset, isRequired: false), .init("to", offset, isRequired: false)])),
            ])
    }()
}
