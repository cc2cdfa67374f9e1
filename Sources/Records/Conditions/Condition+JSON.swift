import Foundation

// The JSON form, the same in the API and in the store. Each part is an object with one test:
//
//     {"all": [{"field": "fuel", "equals": "ULP"}, {"begins": {"field": "price", "less": "150"}}]}
//
// Operands are encoded as texts; numbers and booleans are also accepted. Unknown members are rejected.
extension Condition: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Parses the JSON form. Throws `ConditionError`.
    package init(json: String) throws(ConditionError) {
        do {
            self = try JSONDecoder().decode(Condition.self, from: Data(json.utf8))
        } catch let error as ConditionError {
            throw error
        } catch {
            throw ConditionError("this is not a condition in JSON")
        }
    }

    /// The JSON form, members in alphabetical order.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    package init(from decoder: any Decoder) throws {
        let place = decoder.codingPath.compactMap(\.intValue)
        // `begins` nests the JSON deeper than the groups. More than four times the depth limit is rejected.
        guard decoder.codingPath.count <= 4 * Limits.depth else { throw ConditionError(at: place, ConditionError.tooDeep) }
        guard let members = try? decoder.container(keyedBy: Key.self) else {
            throw ConditionError(at: place, "an object like {\"field\": \"status\", \"equals\": \"Issued\"} is expected")
        }
        var names = Set(members.allKeys.map(\.stringValue))
        let field = try? members.decode(String.self, forKey: Key("field"))
        names.remove("field")
        guard names.count == 1, let name = names.first, (field == nil) == Self.groupNames.contains(name) else {
            throw ConditionError(
                at: place, field: field,
                "one test is expected: a field with one of \(Self.testNames.joined(separator: ", ")), or one of "
                    + Self.groupNames.joined(separator: ", "))
        }
        let key = Key(name)
        do {
            switch name {
            case "all": self = .all(try members.decode([Condition].self, forKey: key))
            case "any": self = .any(try members.decode([Condition].self, forKey: key))
            case "begins": self = .begins(try members.decode(Condition.self, forKey: key))
            case "appeared" where try members.decode(Bool.self, forKey: key): self = .appeared
            case "gone" where try members.decode(Bool.self, forKey: key): self = .gone
            case "new" where try members.decode(Bool.self, forKey: key): self = .new
            default: self = .field(field ?? "", try Self.test(name, members))
            }
        } catch let error as ConditionError {
            throw error.place.isEmpty && error.field == nil ? ConditionError(at: place, field: field, error.detail) : error
        } catch {
            throw ConditionError(at: place, field: field, "what '\(name)' is given is not what it takes")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        switch self {
        case .all(let parts): try members.encode(parts, forKey: Key("all"))
        case .any(let parts): try members.encode(parts, forKey: Key("any"))
        case .begins(let part): try members.encode(part, forKey: Key("begins"))
        case .appeared: try members.encode(true, forKey: Key("appeared"))
        case .gone: try members.encode(true, forKey: Key("gone"))
        case .new: try members.encode(true, forKey: Key("new"))
        case .field(let name, let test):
            try members.encode(name, forKey: Key("field"))
            let key = Key(test.name)
            switch test {
            case .equals(let text), .contains(let text), .matches(let text), .less(let text), .atMost(let text), .greater(let text),
                .atLeast(let text), .changedBy(let text), .roseBy(let text), .fellBy(let text):
                try members.encode(text, forKey: key)
            case .oneOf(let texts): try members.encode(texts, forKey: key)
            case .between(let low, let high): try members.encode([low, high], forKey: key)
            case .changed: try members.encode(true, forKey: key)
            case .changedAfter(let rest): try members.encode(rest.offset, forKey: key)
            case .within(let metres, let position):
                var circle = members.nestedContainer(keyedBy: Key.self, forKey: key)
                try circle.encode(metres, forKey: Key("metres"))
                try circle.encode(position.description, forKey: Key("of"))
            case .fromNow(let from, let to):
                var span = members.nestedContainer(keyedBy: Key.self, forKey: key)
                try span.encodeIfPresent(from?.offset, forKey: Key("from"))
                try span.encodeIfPresent(to?.offset, forKey: Key("to"))
            }
        }
    }

    private static let groupNames = ["all", "any", "begins", "appeared", "gone", "new"]
    private static let testNames = [
        "equals", "oneOf", "contains", "matches", "less", "atMost", "greater", "atLeast", "between", "changed", "changedAfter", "changedBy",
        "roseBy",
        "fellBy", "within", "fromNow",
    ]

    private static func test(_ name: String, _ members: KeyedDecodingContainer<Key>) throws -> Test {
        let key = Key(name)
        func operand() throws -> String { try members.decode(Operand.self, forKey: key).text }
        switch name {
        case "equals": return .equals(try operand())
        case "contains": return .contains(try operand())
        case "matches": return .matches(try operand())
        case "less": return .less(try operand())
        case "atMost": return .atMost(try operand())
        case "greater": return .greater(try operand())
        case "atLeast": return .atLeast(try operand())
        case "changedBy": return .changedBy(try operand())
        case "roseBy": return .roseBy(try operand())
        case "fellBy": return .fellBy(try operand())
        case "oneOf": return .oneOf(try members.decode([Operand].self, forKey: key).map(\.text))
        case "changed" where try members.decode(Bool.self, forKey: key): return .changed
        case "changedAfter":
            let text = try operand()
            guard let rest = Duration(written: text) else {
                throw ConditionError("'changedAfter' takes a length of time like 10m or 2h, found '\(text)'")
            }
            return .changedAfter(rest)
        case "between":
            let ends = try members.decode([Operand].self, forKey: key).map(\.text)
            guard ends.count == 2 else { throw ConditionError("'between' takes two values, like [1, 2]") }
            return .between(ends[0], ends[1])
        case "within":
            let circle = try members.nestedContainer(keyedBy: Key.self, forKey: key)
            guard let position = Position(try circle.decode(String.self, forKey: Key("of"))) else {
                throw ConditionError("'of' takes a position like \"-31.95,115.86\"")
            }
            return .within(metres: try circle.decode(Double.self, forKey: Key("metres")), of: position)
        case "fromNow":
            let span = try members.nestedContainer(keyedBy: Key.self, forKey: key)
            func offset(_ name: String) throws -> Duration? {
                guard let text = try span.decodeIfPresent(String.self, forKey: Key(name)) else { return nil }
                guard let offset = Duration(offset: text) else {
                    throw ConditionError("'\(name)' takes now or a length of time like 2d, 12h or -30m, found '\(text)'")
                }
                return offset
            }
            return .fromNow(from: try offset("from"), to: try offset("to"))
        default:
            throw ConditionError("there is no test '\(name)'; there are \(testNames.joined(separator: ", "))")
        }
    }

    /// A text, or a number or flag that is converted to one.
    private struct Operand: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                text = Value.flag(flag).text
            } else if let number = try? container.decode(Double.self) {
                text = Value.number(number).text
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

extension Condition.Test {
    /// Its name in JSON.
    package var name: String {
        switch self {
        case .equals: "equals"
        case .oneOf: "oneOf"
        case .contains: "contains"
        case .matches: "matches"
        case .less: "less"
        case .atMost: "atMost"
        case .greater: "greater"
        case .atLeast: "atLeast"
        case .between: "between"
        case .changed: "changed"
        case .changedAfter: "changedAfter"
        case .changedBy: "changedBy"
        case .roseBy: "roseBy"
        case .fellBy: "fellBy"
        case .within: "within"
        case .fromNow: "fromNow"
        }
    }
}

extension ConditionError {
    static let tooDeep = "groups stand at most \(Condition.Limits.depth) deep inside each other"
}

extension Duration {
    /// Parses `2d`, `-1h30m` or `now`.
    package init?(offset text: String) {
        if text == "now" {
            self = .zero
        } else if text.hasPrefix("-") {
            guard let length = Duration(written: String(text.dropFirst())) else { return nil }
            self = .zero - length
        } else {
            self.init(written: text)
        }
    }

    /// `2d`, `-1h30m` or `now`, to the second.
    package var offset: String {
        var rest = components.seconds.magnitude
        if rest == 0 { return "now" }
        var text = self < .zero ? "-" : ""
        for (unit, seconds) in [("d", UInt64(86_400)), ("h", 3600), ("m", 60), ("s", 1)] where rest >= seconds {
            text += "\(rest / seconds)\(unit)"
            rest %= seconds
        }
        return text
    }
}
