import Markup

/// The spoken text of a formula: its author's words (`alttext`, or an annotation), otherwise its symbols in order if they make sense in
/// sequence.
///
/// Source: MathML 3.0, sections 2.2.1 (`alttext`), 3 (presentation) and 5.1 (`annotation`). TeX source is not read aloud. Examines at most
/// `signLimit` elements.
struct Formula {
    /// nil if the formula can't be spoken.
    let said: String?
    /// The formula as written, for the list of skipped passages.
    let written: String

    private static let signLimit = 60

    /// MathML, or TeX that a script of the page would render.
    static func isFormula(_ element: Element) -> Bool {
        element.name == "math" || element.name == "script" && element[attribute: "type"]?.lowercased().hasPrefix("math/") == true
    }

    init(_ math: Element) {
        let content = math["semantics"] ?? math
        let notes = content.elements.filter { $0.name == "annotation" }.map { Self.plain($0.text) }
        let alternatives = [Self.plain(math[attribute: "alttext"] ?? "")] + notes
        var budget = Self.signLimit
        said = alternatives.first(where: Self.isWords) ?? Self.signs(of: math, &budget).flatMap { $0.isEmpty ? nil : $0 }
        written = alternatives.first { !$0.isEmpty } ?? Self.plain(math.text)
    }

    /// The word for a formula that can't be spoken, in the document's language.
    static func name(in language: String?) -> String {
        switch language?.prefix(2).lowercased() {
        case "ar": "صيغة"
        case "de": "Formel"
        case "es": "fórmula"
        case "fr": "formule"
        case "ja": "数式"
        case "pl": "wzór"
        default: "formula"
        }
    }

    private static func isWords(_ text: String) -> Bool {
        text.contains { $0.isLetter || $0.isNumber } && !text.contains { "\\{}^_$&".contains($0) }
    }

    private static func plain(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// Returns nil if the formula is two-dimensional or too long.
    private static func signs(of element: Element, _ budget: inout Int) -> String? {
        budget -= 1
        guard budget >= 0 else { return nil }
        switch element.name {
        case "mi", "mn", "mo", "ms", "mtext":
            // Invisible operators, such as the multiplication in "2x".
            return plain(String(String.UnicodeScalarView(element.text.unicodeScalars.filter { !(0x2061...0x2064).contains($0.value) })))
        case "mspace", "mphantom", "annotation", "annotation-xml": return ""
        case "math", "mrow", "mstyle", "mpadded", "semantics": return row(element.elements, &budget)
        case "msup":
            guard let (base, power) = pair(element, &budget), let raised = Exponent.raised(power) else { return nil }
            return base + raised
        case "msub":
            guard let (base, index) = pair(element, &budget) else { return nil }
            return "\(base) \(index)"
        case "mfrac":
            guard let (upper, lower) = pair(element, &budget), !"\(upper)\(lower)".contains(" ") else { return nil }
            return "\(upper)/\(lower)"
        default: return nil
        }
    }

    private static func row(_ elements: [Element], _ budget: inout Int) -> String? {
        var parts: [String] = []
        for element in elements {
            guard let part = signs(of: element, &budget) else { return nil }
            if !part.isEmpty { parts.append(part) }
        }
        return parts.joined(separator: " ")
    }

    private static func pair(_ element: Element, _ budget: inout Int) -> (String, String)? {
        let parts = element.elements
        guard parts.count == 2, let first = signs(of: parts[0], &budget), let second = signs(of: parts[1], &budget), !first.isEmpty else {
            return nil
        }
        return (first, second)
    }
}
