/// A localised sentence: a text with specifiers, or one for each plural form.
///
/// The specifiers are those of String Catalogs: `%@`, `%lld` and `%2$@` for arguments, in order or by number from 1; `%#@rows@` for a
/// substitution, in which `%arg` is its own argument; `%%` for a percent sign.
package struct Sentence: Hashable, Sendable {
    package typealias Forms = [PluralCategory: String]

    /// A part of a sentence with its own count, if there are two.
    package struct Substitution: Hashable, Sendable {
        /// From 1.
        package var argument: Int
        package var forms: Forms
    }

    /// Selected by the first count among the arguments; only `other` if the count doesn't matter.
    package var forms: Forms
    package var substitutions: [String: Substitution] = [:]

    package init(_ text: String) { forms = [.other: text] }

    package init(forms: Forms, substitutions: [String: Substitution] = [:]) {
        self.forms = forms
        self.substitutions = substitutions
    }

    /// The text with its values inserted. Specifiers without an argument are unchanged.
    func said(_ arguments: [Phrase.Argument], by rules: PluralRules, written: (Phrase.Argument) -> String) -> String {
        func form(_ forms: Forms, _ argument: Phrase.Argument?) -> String {
            guard case .count(let count)? = argument else { return forms[.other] ?? "" }
            return forms[rules.category(of: count)] ?? forms[.other] ?? ""
        }
        func filled(_ text: String, own: Phrase.Argument?) -> String {
            guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
            var next = 0
            return Specifier.replaced(in: text) { specifier in
                switch specifier {
                case .percent: return "%"
                case .own: return own.map(written)
                case .argument(let place):
                    let index = place.map { $0 - 1 } ?? next
                    if place == nil { next += 1 }
                    return arguments.indices.contains(index) ? written(arguments[index]) : nil
                case .substitution(let name):
                    guard own == nil, let part = substitutions[name], arguments.indices.contains(part.argument - 1) else { return nil }
                    let argument = arguments[part.argument - 1]
                    return filled(form(part.forms, argument), own: argument)
                }
            }
        }
        let counted = forms.count > 1 ? arguments.first { if case .count = $0 { true } else { false } } : nil
        return filled(form(forms, counted), own: nil)
    }

    func mapped(_ change: (String) -> String) -> Sentence {
        Sentence(
            forms: forms.mapValues(change),
            substitutions: substitutions.mapValues { Substitution(argument: $0.argument, forms: $0.forms.mapValues(change)) })
    }
}

/// A specifier in a catalogue's text.
enum Specifier: Hashable, Sendable {
    case percent
    /// `%@`, `%lld`; with a number `%2$@`, from 1.
    case argument(Int?)
    /// `%arg`.
    case own
    /// `%#@name@`.
    case substitution(String)

    /// Replaces each specifier; those for which `value` returns nil are unchanged.
    static func replaced(in text: String, by value: (Specifier) -> String?) -> String {
        var replaced = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "%") {
            replaced += rest[..<sign]
            rest = rest[sign...]
            if let (specifier, length) = Self.first(of: rest), let value = value(specifier) {
                replaced += value
                rest = rest.dropFirst(length)
            } else {
                replaced += "%"
                rest = rest.dropFirst()
            }
        }
        return replaced + rest
    }

    /// The specifier at the start of `text`, and its length in characters.
    private static func first(of text: Substring) -> (Specifier, Int)? {
        let after = text.dropFirst()
        if after.hasPrefix("%") { return (.percent, 2) }
        if after.hasPrefix("arg") { return (.own, 4) }
        if after.hasPrefix("#@") {
            let name = after.dropFirst(2).prefix { $0 != "@" }
            return after.dropFirst(2 + name.count).hasPrefix("@") ? (.substitution(String(name)), name.count + 4) : nil
        }
        let digits = after.prefix { $0.isASCII && $0.isNumber }
        let place = Int(digits)
        let rest = place == nil ? after : after.dropFirst(digits.count + 1)
        guard place == nil || after.dropFirst(digits.count).hasPrefix("$") else { return nil }
        for type in ["@", "lld"] where rest.hasPrefix(type) {
            return (.argument(place), 1 + (place == nil ? 0 : digits.count + 1) + type.count)
        }
        return nil
    }
}
