import Markup

/// The ways to name one element in a path, each with its cost: a lower cost means that it will last longer. Names by meaning cost less than
/// names by appearance, and those less than positions; generated names are never used.
struct StepChoice {
    let tree: PageTree

    struct Option: Hashable {
        let text: String
        let cost: Int
    }

    /// The ways to name an element, most durable first; its tag alone comes last.
    func options(for element: Int) -> [Option] {
        let tag = tree.tag(element)
        var options: [Option] = []
        for attribute in tree.elements[element]?.attributes ?? [] {
            guard let cost = Self.cost(attribute.name), let value = Self.quoted(attribute.value), attribute.value.count <= 60 else {
                continue
            }
            if cost == Self.word, !Self.isLasting(attribute.value) { continue }
            options.append(Option(text: "\(tag)[@\(attribute.name)=\(value)]", cost: cost))
        }
        for name in tree.classes(of: element) {
            if let option = classOption(name, tag) { options.append(option) }
        }
        options.append(Option(text: tag, cost: Self.meaningful.contains(tag) ? 3 : 5))
        return options.sorted { $0.cost < $1.cost }
    }

    private func classOption(_ name: String, _ tag: String) -> Option? {
        guard let quoted = Self.quoted(" \(name) "), !Self.states.contains(name.lowercased()) else { return nil }
        if Self.isLasting(name) {
            return Option(text: "\(tag)[contains(concat(' ', normalize-space(@class), ' '), \(quoted))]", cost: 2)
        }
        // The readable part of a generated name such as `List_price__x7Kq2`.
        guard let mark = name.ranges(of: "__").last, let part = Self.quoted(String(name[..<mark.upperBound])),
            Self.isLasting(String(name[..<mark.lowerBound]))
        else {
            return nil
        }
        return Option(text: "\(tag)[contains(@class, \(part))]", cost: 4)
    }

    private static let word = 1

    /// nil for an attribute that doesn't identify elements.
    private static func cost(_ name: String) -> Int? {
        switch name {
        case "itemprop", "property", "data-testid", "data-test", "data-qa", "data-cy", "data-field", "data-label", "data-th": 0
        case "id", "name", "role", "rel", "aria-label", "itemtype": word
        default: nil
        }
    }

    /// Whether it resembles a word: letters and dashes, and no number that counts elements.
    static func isLasting(_ name: String) -> Bool {
        guard name.count > 2, !name.contains(where: \.isNumber), !ClassWords.isGenerated(name) else { return false }
        return ClassWords.parts(of: name).contains { $0.count > 2 && !hasFourConsonants($0) }
    }

    private static func hasFourConsonants(_ word: String) -> Bool {
        var row = 0
        for letter in word {
            row = "aeiouyäöüáéíóú".contains(letter) ? 0 : row + 1
            if row == 5 { return true }
        }
        return false
    }

    /// XPath 1.0 has no escapes in strings.
    static func quoted(_ text: String) -> String? {
        if !text.contains("'") { return "'\(text)'" }
        return text.contains("\"") ? nil : "\"\(text)\""
    }

    /// Classes of temporary states.
    private static let states: Set<String> = [
        "active", "hover", "selected", "open", "current", "focus", "disabled", "odd", "even", "first", "last", "visible",
    ]
    private static let meaningful: Set<String> = [
        "article", "time", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "dt", "dd", "caption", "main", "address", "cite", "del", "ins",
        "figure", "figcaption",
    ]
}
