package import Records

/// A schema for JSON values: the subset of JSON Schema 2020-12 (https://json-schema.org/draft/2020-12) that the API needs.
///
/// Each schema has three uses: `json` writes it into the OpenAPI document, `JSONSchema+Checking` validates requests, and tests validate
/// responses. Objects may only have the declared members.
package indirect enum JSONSchema: Sendable {
    case text(Text = Text())
    case choice([String])
    case integer(ClosedRange<Int> = 0...JSONSchema.largestInteger)
    case number
    case flag
    case list(JSONSchema, upTo: Int = .max)
    case object([Member])
    /// An object with any names; all values have the same schema.
    case map(JSONSchema)
    /// The schema, or null.
    case optional(JSONSchema)
    case either([JSONSchema])
    /// A reference to one of the document's components.
    case named(String)
    /// A watch's condition, which is validated by its own parser.
    case condition
    case anything

    /// The format of a text. `format` is only documentation; the length and the pattern are checked.
    package struct Text: Sendable {
        var format: String?
        /// Checked in bytes of UTF-8; documented in characters, of which there are never more.
        var lengths = 0...10_000
        /// A regular expression for the whole text, from which programs can generate examples.
        var pattern: String?

        package init(format: String? = nil, lengths: ClosedRange<Int> = 0...10_000, pattern: String? = nil) {
            self.format = format
            self.lengths = lengths
            self.pattern = pattern
        }
    }

    package struct Member: Sendable {
        package let name: String
        package let schema: JSONSchema
        package var isRequired = true
        package var about: String?

        package init(_ name: String, _ schema: JSONSchema, isRequired: Bool = true, about: String? = nil) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
            self.about = about
        }
    }

    /// The largest integer that every JSON parser reads exactly (RFC 8259, section 6).
    static let largestInteger = 1 << 53 - 1

    package static let moment = JSONSchema.text(Text(format: "date-time"))
    package static let identifier = JSONSchema.integer(1...largestInteger)
    package static func text(_ lengths: ClosedRange<Int>) -> JSONSchema { .text(Text(lengths: lengths)) }
}

extension JSONSchema {
    /// The schema for a document whose components are under `#/components/schemas/`.
    package var json: JSONLine {
        var line = JSONLine()
        switch self {
        case .text(let text):
            line.add("type", "string")
            if let format = text.format { line.add("format", format) }
            if text.lengths.lowerBound > 0 { line.add("minLength", text.lengths.lowerBound) }
            if text.lengths.upperBound < 10_000 { line.add("maxLength", text.lengths.upperBound) }
            if let pattern = text.pattern { line.add("pattern", pattern) }
        case .choice(let choices):
            line.add("type", "string")
            line.add("enum", choices)
        case .integer(let range):
            line.add("type", "integer")
            line.add("minimum", range.lowerBound)
            line.add("maximum", range.upperBound)
        case .number: line.add("type", "number")
        case .flag: line.add("type", "boolean")
        case .list(let element, let limit):
            line.add("type", "array")
            line.add("items", element.json)
            if limit < .max { line.add("maxItems", limit) }
        case .object(let members):
            line.add("type", "object")
            var properties = JSONLine()
            for member in members { properties.add(member.name, member.schema.json.described(member.about)) }
            line.add("properties", properties)
            let required = members.filter(\.isRequired).map(\.name)
            if !required.isEmpty { line.add("required", required) }
            line.add("additionalProperties", false)
        case .map(let value):
            line.add("type", "object")
            line.add("additionalProperties", value.json)
        case .optional(let schema):
            var none = JSONLine()
            none.add("type", "null")
            line.add("anyOf", [schema.json, none])
        case .either(let schemas): line.add("anyOf", schemas.map(\.json))
        case .named(let name): line.add("$ref", "#/components/schemas/\(name)")
        case .condition: line.add("$ref", "#/components/schemas/Condition")
        case .anything: break
        }
        return line
    }
}

extension JSONLine {
    fileprivate func described(_ about: String?) -> JSONLine {
        guard let about else { return self }
        var line = self
        line.add("description", about)
        return line
    }
}
