package import Records

/// A parameter of a service method or a board: its name, type, checks and default.
package struct Parameter: Sendable {
    /// The name, type, label, hint and pattern, like those of a record's field.
    package private(set) var field: Field
    /// The allowed values; empty: any value of the type.
    package let choices: [String]
    /// The labels of choices that differ from the values.
    package private(set) var choiceLabels: [String: String]
    /// Whether it is a place name, so that pages suggest known places.
    package let isPlace: Bool
    /// The bounds of a number; nil: unbounded.
    package let least: Double?
    package let most: Double?
    /// The default, as a person would type it; nil: there is none.
    package let standard: String?

    package static let keys = ["type", "label", "hint", "pattern", "choices", "least", "most", "default", "format", "optional", "place"]
    private static let choiceLimit = 500

    init(_ name: String, _ declaration: Declaration, _ texts: inout TranslatedTexts) throws(DeclarationError) {
        let keys = try declaration.entries(knowing: Self.keys)
        var field = Field(name: name, kind: try keys["type"]?.choice(Field.Kind.self) ?? .text)
        if let label = keys["label"] { field.label = try texts.read(label) }
        if let hint = keys["hint"] { field.hint = try texts.read(hint) }
        field.pattern = try keys["pattern"]?.pattern()
        field.isOptional = try keys["optional"]?.flag() ?? false
        if let format = keys["format"] {
            guard field.kind == .date else { throw format.error("only a date has a format") }
            let text = try format.text()
            do { field.format = try DatePattern(text) } catch { throw format.error("\(error)") }
        }
        self.field = field
        isPlace = try keys["place"]?.flag() ?? false
        if isPlace, field.kind != .text, let place = keys["place"] { throw place.error("only a text is the name of a place") }
        (choices, choiceLabels) =
            try keys["choices"].map { choices throws(DeclarationError) in try Self.choices(choices, &texts) } ?? ([], [:])
        least = try keys["least"].map { bound throws(DeclarationError) in try Self.bound(bound, of: field) }
        most = try keys["most"].map { bound throws(DeclarationError) in try Self.bound(bound, of: field) }
        if let least, let most, least > most, let place = keys["most"] {
            throw place.error("'most' is less than 'least'; nothing is between them")
        }
        standard = try keys["default"]?.text()
        for choice in choices where (try? value(choice)) != choice {
            throw declaration.error("choices: “\(choice)” is not how its type is written")
        }
        if let standard, let place = keys["default"] {
            do { _ = try value(standard) } catch { throw place.error("the default is not one of its own values: \(error)") }
        }
    }

    /// `[yes, no]`, or with labels: `{ 1: Unleaded, 4: { en: Diesel, fr: Gazole } }`.
    private static func choices(_ declaration: Declaration, _ texts: inout TranslatedTexts) throws(DeclarationError)
        -> ([String], [String: String])
    {
        var (choices, labels): ([String], [String: String]) = ([], [:])
        if case .map = declaration.content {
            for entry in try declaration.entries() {
                choices.append(entry.key)
                labels[entry.key] = try texts.read(entry.value)
            }
        } else {
            choices = try declaration.texts()
        }
        guard (1...choiceLimit).contains(choices.count) else { throw declaration.error("1 to \(choiceLimit) choices are wanted") }
        return (choices, labels)
    }

    private static func bound(_ declaration: Declaration, of field: Field) throws(DeclarationError) -> Double {
        guard field.kind == .number else { throw declaration.error("only a number has bounds") }
        let text = try declaration.text()
        guard let bound = NumberFormat().number(text) else { throw declaration.error("a number is expected, found '\(text)'") }
        return bound
    }

    package var name: String { field.name }
    package var isRequired: Bool { standard == nil && !field.isOptional }

    /// The text for the address; nil if the parameter is optional and `text` is empty. Dates have their declared format.
    package func value(_ text: String?) throws(ParameterError) -> String? {
        let text = text?.trimmingWhitespace() ?? ""
        guard !text.isEmpty else {
            if let standard { return try value(standard) }
            if field.isOptional { return nil }
            throw ParameterError(parameter: name, detail: "is missing" + wish)
        }
        guard text.utf8.count <= 1_000 else { throw ParameterError(parameter: name, detail: "has more than 1000 bytes") }
        let value: Value?
        do { value = try field.value(from: text) } catch {
            throw ParameterError(parameter: name, detail: choices.isEmpty ? "found “\(text)”" + wish : isNone(text))
        }
        let canonical = field.kind == .date ? text : value?.text ?? ""
        guard choices.isEmpty || choices.contains(canonical) else { throw ParameterError(parameter: name, detail: isNone(text)) }
        if case .number(let number)? = value, number < least ?? number || number > most ?? number {
            let bounds = [least.map { "at least \(Value.number($0).text)" }, most.map { "at most \(Value.number($0).text)" }]
            let wanted = bounds.compactMap { $0 }.joined(separator: " and ")
            throw ParameterError(parameter: name, detail: "must be \(wanted), found “\(text)”" + wish)
        }
        if let pattern = field.pattern, (try? pattern.matches(value?.text ?? "")) != true {
            throw ParameterError(parameter: name, detail: "“\(text)” does not match \(pattern.source)" + wish)
        }
        return canonical
    }

    package func label(of value: String) -> String { choiceLabels[value] ?? value }

    /// See `Board.translated`.
    func translated(_ texts: BoardTexts) -> Parameter {
        var parameter = self
        let path = "parameters.\(name)"
        parameter.field.label = texts["\(path).label"] ?? field.label
        parameter.field.hint = texts["\(path).hint"] ?? field.hint
        for choice in choiceLabels.keys {
            if let label = texts["\(path).choices.\(choice)"] { parameter.choiceLabels[choice] = label }
        }
        return parameter
    }

    private func isNone(_ text: String) -> String {
        let shown = choices.prefix(20).map { choice in choiceLabels[choice].map { "\(choice) (\($0))" } ?? choice }
        return "“\(text)” isn't one of \(shown.joined(separator: ", "))" + (choices.count > 20 ? " and \(choices.count - 20) more" : "")
    }

    private var wish: String { field.hint.map { ". \($0)" } ?? "" }

    /// Parses a map of parameters.
    package static func all(in declaration: Declaration) throws(DeclarationError) -> [Parameter] {
        var texts = TranslatedTexts()
        return try all(in: declaration, &texts)
    }

    static func all(in declaration: Declaration, _ texts: inout TranslatedTexts) throws(DeclarationError) -> [Parameter] {
        var parameters: [Parameter] = []
        for entry in try declaration.entries() {
            guard Board.isName(entry.key, including: "_") else {
                throw DeclarationError(
                    line: entry.line, "\(declaration.path): named with lower-case letters, digits and underscores, not '\(entry.key)'")
            }
            parameters.append(try Parameter(entry.key, entry.value, &texts))
        }
        guard parameters.count <= 30 else { throw declaration.error("more than 30 parameters") }
        return parameters
    }
}

extension [Parameter] {
    /// The checked arguments by name, with defaults. Throws for a missing or invalid argument, and for a name unknown to `owner`.
    func values(_ arguments: [String: String], of owner: String) throws(ParameterError) -> [String: String] {
        if let unknown = arguments.keys.sorted().first(where: { name in !contains { $0.name == name } }) {
            let known = map(\.name).joined(separator: ", ")
            throw ParameterError(
                parameter: unknown, detail: "is not known to \(owner); " + (known.isEmpty ? "it takes none" : "it takes \(known)"))
        }
        var values: [String: String] = [:]
        for parameter in self { values[parameter.name] = try parameter.value(arguments[parameter.name]) }
        return values
    }
}

/// A missing or invalid parameter: which, and why.
package struct ParameterError: Error, Hashable, CustomStringConvertible {
    package let parameter: String
    package let detail: String

    package var description: String { "parameter '\(parameter)' \(detail)" }
}
