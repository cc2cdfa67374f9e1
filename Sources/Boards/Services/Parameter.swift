package import Records

/// What a service method, or a board, is asked with: a name, a type and its checks, and what holds where nothing is said.
package struct Parameter: Sendable {
    /// Name, type, label, hint and pattern, as a field of a record has them.
    package let field: Field
    /// The values there are; empty: any that the type takes.
    package let choices: [String]
    /// As it would be typed; nil: it has to be given.
    package let standard: String?

    package static let keys = ["type", "label", "hint", "pattern", "choices", "default", "format", "optional"]

    package init(_ name: String, _ declaration: Declaration) throws(DeclarationError) {
        let keys = try declaration.entries(knowing: Self.keys)
        var field = Field(name: name, kind: try keys["type"]?.choice(Field.Kind.self) ?? .text, label: try keys["label"]?.text())
        field.hint = try keys["hint"]?.text()
        field.pattern = try keys["pattern"]?.pattern()
        field.isOptional = try keys["optional"]?.flag() ?? false
        if let format = keys["format"] {
            guard field.kind == .date else { throw format.error("only a date has a format") }
            let text = try format.text()
            do { field.format = try DatePattern(text) } catch { throw format.error("\(error)") }
        }
        self.field = field
        choices = try keys["choices"]?.texts() ?? []
        standard = try keys["default"]?.text()
        if let standard, let place = keys["default"] {
            do { _ = try value(standard) } catch { throw place.error("the default is not one of its own values: \(error)") }
        }
    }

    package var name: String { field.name }
    package var isRequired: Bool { standard == nil && !field.isOptional }

    /// What goes into an address for `text`; nil where it is optional and nothing was said. Dates go as they are declared.
    package func value(_ text: String?) throws(ParameterError) -> String? {
        let text = text?.trimmingWhitespace() ?? ""
        guard !text.isEmpty else {
            if let standard { return try value(standard) }
            if field.isOptional { return nil }
            throw ParameterError(parameter: name, detail: "is missing" + wish)
        }
        guard text.utf8.count <= 1_000 else { throw ParameterError(parameter: name, detail: "has more than 1000 bytes") }
        if !choices.isEmpty, !choices.contains(text) {
            throw ParameterError(parameter: name, detail: "“\(text)” is none of \(choices.joined(separator: ", "))")
        }
        let value: Value?
        do { value = try field.value(from: text) } catch { throw ParameterError(parameter: name, detail: "found “\(text)”" + wish) }
        if let pattern = field.pattern, (try? pattern.matches(value?.text ?? "")) != true {
            throw ParameterError(parameter: name, detail: "“\(text)” does not match \(pattern.source)" + wish)
        }
        return field.kind == .date ? text : value?.text
    }

    private var wish: String { field.hint.map { ". \($0)" } ?? "" }

    /// Reads a map of parameters.
    package static func all(in declaration: Declaration) throws(DeclarationError) -> [Parameter] {
        var parameters: [Parameter] = []
        for entry in try declaration.entries() {
            guard Board.isName(entry.key, including: "_") else {
                throw DeclarationError(
                    line: entry.line, "\(declaration.path): named with lower-case letters, digits and underscores, not '\(entry.key)'")
            }
            parameters.append(try Parameter(entry.key, entry.value))
        }
        guard parameters.count <= 30 else { throw declaration.error("more than 30 parameters") }
        return parameters
    }
}

/// A parameter that is missing or cannot be: which, and why.
package struct ParameterError: Error, Hashable, CustomStringConvertible {
    package let parameter: String
    package let detail: String

    package var description: String { "parameter '\(parameter)' \(detail)" }
}
