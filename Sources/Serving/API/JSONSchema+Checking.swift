import Foundation
package import JSONReading
import Records

/// One error in a body or a parameter: its location, and how to fix it.
package struct Misfit: Hashable, Sendable {
    /// A JSON Pointer (RFC 6901) into the body, or the name of a parameter.
    package let place: String
    package let detail: String

    package init(place: String, detail: String) {
        self.place = place
        self.detail = detail
    }
}

extension JSONSchema {
    /// The errors of a value, up to `limit`; empty if it is valid.
    package func misfits(of value: JSONValue, at pointer: String = "", _ components: [String: JSONSchema], limit: Int = 20) -> [Misfit] {
        func one(_ detail: String) -> [Misfit] { [Misfit(place: pointer, detail: detail)] }
        switch self {
        case .anything: return []
        case .named(let name): return components[name]?.misfits(of: value, at: pointer, components, limit: limit) ?? []
        case .condition: return Self.misfits(ofCondition: value, at: pointer)
        case .optional(let schema): return value.kind == .null ? [] : schema.misfits(of: value, at: pointer, components, limit: limit)
        case .either(let schemas):
            let misfits = schemas.map { $0.misfits(of: value, at: pointer, components, limit: limit) }
            guard misfits.allSatisfy({ !$0.isEmpty }) else { return [] }
            // The errors against the alternative that fits best.
            guard value.kind == .object, let best = misfits.min(by: { $0.count < $1.count }) else { return one("none of its forms fits") }
            return best
        case .text, .choice:
            guard value.kind == .string else { return one("a text is expected, found \(value.kind.inWords)") }
            return misfit(ofText: value.text).map(one) ?? []
        case .integer, .number:
            guard value.kind == .number, value.number != nil else { return one("a number is expected, found \(value.kind.inWords)") }
            // 1.0 and 1e3 are integers too (JSON Schema, section 4.2.3 of the core).
            let text = value.number.flatMap { Int(exactly: $0) }.map(String.init) ?? value.text
            return misfit(ofText: text).map(one) ?? []
        case .flag: return value.kind == .flag ? [] : one("true or false is expected, found \(value.kind.inWords)")
        case .list(let element, let count):
            guard value.kind == .array else { return one("a list is expected, found \(value.kind.inWords)") }
            let elements = value.elements
            guard elements.count <= count else { return one("at most \(count) are taken, found \(elements.count)") }
            return first(
                limit,
                elements.enumerated().lazy.map { index, value in
                    element.misfits(of: value, at: "\(pointer)/\(index)", components, limit: limit)
                })
        case .map(let schema):
            guard value.kind == .object else { return one("an object is expected, found \(value.kind.inWords)") }
            return first(
                limit,
                value.members.lazy.map { name, value in
                    schema.misfits(of: value, at: pointer + Self.step(name), components, limit: limit)
                })
        case .object(let members):
            guard value.kind == .object else { return one("an object is expected, found \(value.kind.inWords)") }
            let given = value.members
            let missing = members.filter { member in member.isRequired && !given.contains { $0.name == member.name } }
            let lacks = missing.map { Misfit(place: pointer, detail: "'\($0.name)' is missing") }
            return first(
                limit,
                [lacks]
                    + given.map { name, value in
                        guard let member = members.first(where: { $0.name == name }) else {
                            let known = members.map(\.name).joined(separator: ", ")
                            return [
                                Misfit(place: pointer + Self.step(name), detail: "there is no '\(name.prefix(60))'; there are \(known)")
                            ]
                        }
                        return member.schema.misfits(of: value, at: pointer + Self.step(name), components, limit: limit)
                    })
        }
    }

    /// The error of a text from an address or from JSON; nil if it is valid.
    package func misfit(ofText text: String) -> String? {
        switch self {
        case .text(let form):
            let count = text.utf8.count
            if count < form.lengths.lowerBound { return form.lengths.lowerBound == 1 ? "must not be empty" : "it is too short" }
            if text.unicodeScalars.count > form.lengths.upperBound { return "it has more than \(form.lengths.upperBound) characters" }
            guard let pattern = form.pattern else { return nil }
            let whole = try? Records.Pattern(pattern).matches(text)
            return whole == true ? nil : "it does not match \(pattern)"
        case .choice(let choices): return choices.contains(text) ? nil : "it is one of \(choices.joined(separator: ", "))"
        case .integer(let range):
            if let number = Int(text), text.utf8.first != UInt8(ascii: "+"), range.contains(number) { return nil }
            return range.upperBound == Self.largestInteger
                ? "is a number from \(range.lowerBound)" : "is a number from \(range.lowerBound) to \(range.upperBound)"
        case .number: return Double(text).map(\.isFinite) == true ? nil : "is a number"
        case .flag: return text == "true" || text == "false" ? nil : "is true or false"
        case .optional(let schema): return schema.misfit(ofText: text)
        default: return nil
        }
    }

    private func first<Parts: Sequence>(_ limit: Int, _ parts: Parts) -> [Misfit] where Parts.Element == [Misfit] {
        var found: [Misfit] = []
        for part in parts where found.count < limit { found += part.prefix(limit - found.count) }
        return found
    }

    /// One step of a JSON Pointer, with `~` and `/` escaped.
    private static func step(_ name: String) -> String {
        "/" + name.prefix(60).replacing("~", with: "~0").replacing("/", with: "~1")
    }

    private static func misfits(ofCondition value: JSONValue, at pointer: String) -> [Misfit] {
        do throws(ConditionError) {
            _ = try Condition(json: value.text)
            return []
        } catch {
            return [Misfit(place: pointer + Self.pointer(to: error.place, in: value), detail: error.explanation)]
        }
    }

    /// The JSON Pointer to the part of a condition that an error names. `places` are indices within groups.
    package static func pointer(to places: [Int], in condition: JSONValue) -> String {
        var (value, pointer, places) = (condition, "", places[...])
        while true {
            if let inner = value["begins"] {
                (value, pointer) = (inner, pointer + "/begins")
            } else if let place = places.popFirst(), let group = ["all", "any"].first(where: { value[$0] != nil }),
                let part = value[group]?[place]
            {
                (value, pointer) = (part, pointer + "/\(group)/\(place)")
            } else {
                return pointer
            }
        }
    }
}

extension ConditionError {
    /// Without the location, which is given separately.
    package var explanation: String { (field.map { "field '\($0)': " } ?? "") + detail }
}

extension JSONValue.Kind {
    fileprivate var inWords: String {
        switch self {
        case .null: "null"
        case .flag: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
