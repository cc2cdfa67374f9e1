package import Records

/// A request body with placeholders for parameters: JSON, or a form (`name={name}&town={town}`).
///
/// In JSON, a value is escaped between quotes; outside of them, only a number or a flag is allowed, unescaped. In a form, a value is
/// percent-encoded. So no value can add a member or a field of its own. A missing value is empty, or null outside of quotes. Braces around
/// anything but a parameter's name are no placeholder.
package struct BodyTemplate: Hashable, Sendable {
    package let source: String
    package let isJSON: Bool
    private let parts: [Part]

    private enum Part: Hashable {
        case literal(String)
        case hole(String, isBare: Bool)
    }

    package init(_ declaration: Declaration, knowing parameters: [Parameter]) throws(DeclarationError) {
        source = try declaration.text()
        isJSON = source.first { !$0.isWhitespace }.map { "{[".contains($0) } ?? false
        var parts: [Part] = []
        var (literal, isQuoted, isEscaped) = ("", false, false)
        var rest = source[...]
        while let character = rest.first {
            if character == "{", let parameter = parameters.first(where: { rest.hasPrefix("{\($0.name)}") }) {
                let isBare = isJSON && !isQuoted
                guard !isBare || [.number, .flag].contains(parameter.field.kind) else {
                    throw declaration.error("{\(parameter.name)} is neither a number nor a flag, so it must be in quotes")
                }
                parts += [.literal(literal), .hole(parameter.name, isBare: isBare)]
                literal = ""
                rest.removeFirst(parameter.name.count + 2)
            } else {
                if character == "\"", !isEscaped { isQuoted.toggle() }
                isEscaped = character == "\\" && !isEscaped
                literal.append(rest.removeFirst())
            }
        }
        self.parts = parts + [.literal(literal)]
    }

    package var mediaType: String { isJSON ? "application/json" : "application/x-www-form-urlencoded" }

    package func text(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .literal(let literal): literal
            case .hole(let name, isBare: true): values[name] ?? "null"
            case .hole(let name, _):
                isJSON ? String(JSONLine.quoted(values[name] ?? "").dropFirst().dropLast()) : AddressTemplate.encoded(values[name] ?? "")
            }
        }.joined()
    }
}
