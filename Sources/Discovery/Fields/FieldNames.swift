import Foundation
import Records

/// Names fields: from the page's own names, otherwise from the type.
enum FieldNames {
    /// An element's hints at the name of its field, best first.
    static func hints(of element: Int, attribute: String?, _ tree: PageTree) -> [String] {
        guard element >= 0, tree.elements[element] != nil else { return [] }
        var hints: [String] = []
        if let attribute, attribute.hasPrefix("data-") { hints.append(String(attribute.dropFirst(5))) }
        for name in ["itemprop", "property", "data-label", "aria-label", "data-title", "data-th", "data-field"] {
            if let hint = tree.attribute(name, of: element), hint.count < 40 { hints.append(hint) }
        }
        // The element itself, and the nearest ancestor that has a name and contains nothing else.
        for place in [element, tree.nodes[element].parent] where place > 0 {
            if place != element, tree.childElements(of: place).count > 1 { break }
            let words = tree.classes(of: place).filter { !ClassWords.isGenerated($0) }.compactMap { ClassWords.parts(of: $0).last }
            hints += words.filter { $0.count > 2 && !bland.contains($0) }
        }
        if attribute == nil, isStruck(element, tree) { hints.insert("was", at: 0) }
        if attribute == nil, ["time", "address", "cite", "figcaption"].contains(tree.tag(element)) { hints.append(tree.tag(element)) }
        return hints
    }

    /// Whether the element shows a former price, struck out.
    private static func isStruck(_ element: Int, _ tree: PageTree) -> Bool {
        [element, tree.nodes[element].parent].contains { place in
            guard place >= 0 else { return false }
            let parts = tree.classes(of: place).flatMap { ClassWords.parts(of: $0) }
            return ["del", "s", "strike"].contains(tree.tag(place))
                || place == element && parts.contains { ["old", "was", "rrp", "uvp", "msrp"].contains($0) }
        }
    }

    /// Words in class names that say nothing about an element's content.
    private static let bland: Set<String> = [
        "meta", "wrap", "wrapper", "inner", "item", "box", "cell", "value", "field", "label", "list", "row", "col", "small", "large",
        "link", "root", "content",
        "block", "class", "div", "span", "text", "body", "main", "card", "default", "left", "right", "half",
    ]

    /// The names of all columns: lower-case letters, digits and underscores, without duplicates.
    static func names(of columns: [Column], _ kinds: [Field.Kind], units: [String?]) -> [String] {
        var used: Set<String> = []
        return columns.indices.map { place in
            var column = columns[place]
            // `12 points`: a word that isn't a known unit is what the number counts.
            if let unit = units[place], unit.count >= 4, unit.allSatisfy(\.isLetter) { column.names.append(unit) }
            let wanted = wanted(column, kinds[place])
            var (name, number) = (wanted, 2)
            while !used.insert(name).inserted {
                (name, number) = ("\(wanted)_\(number)", number + 1)
            }
            return name
        }
    }

    private static func wanted(_ column: Column, _ kind: Field.Kind) -> String {
        if let member = column.member, let name = slug(member) { return name }
        // An image or a link beside a text that already has the name.
        if column.attribute == "src" { return "image" }
        if column.attribute == "href", kind == .url { return "link" }
        for hint in column.names + [column.suffix, column.prefix] {
            if let name = slug(hint), name.count <= 40 { return name }
        }
        return suggested(column, kind)
    }

    private static func suggested(_ column: Column, _ kind: Field.Kind) -> String {
        switch kind {
        case .money: "price"
        case .date, .timestamp: "date"
        case .url: "link"
        case .list: "tags"
        case .text: ["a", "h1", "h2", "h3", "h4", "h5", "h6", "th", "dt"].contains(column.tag) ? "title" : "text"
        default: kind.rawValue
        }
    }

    /// nil if the text has no letter.
    static func slug(_ text: String) -> String? {
        var name = ""
        let plain = text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        for character in plain.lowercased() {
            if character.isLetter || character.isNumber {
                name.append(character)
            } else if !name.isEmpty, name.last != "_" {
                name.append("_")
            }
        }
        while name.last == "_" { name.removeLast() }
        guard let first = name.first else { return nil }
        return first.isLetter ? name : name.contains(where: \.isLetter) ? "n_" + name : nil
    }
}
