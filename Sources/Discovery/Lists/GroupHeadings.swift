import Markup

/// Finds the heading of a container's rows: an attribute with a date, or the heading just before it.
struct GroupHeadings {
    let tree: PageTree

    private static let length = 80
    private static let tags: Set<String> = [
        "h1", "h2", "h3", "h4", "h5", "h6", "div", "dt", "strong", "em", "p", "span", "b", "header", "summary", "time", "legend", "th", "a",
    ]

    func group(of container: Int) -> RowList.Group? {
        if let (attribute, text) = day(of: container) { return RowList.Group(node: container, text: text, attribute: attribute) }
        for element in [container, tree.nodes[container].parent] where element > 0 {
            guard let before = elementBefore(element) else { continue }
            guard tree.nodes[before].length < Self.length else { return nil }
            let text = tree.text(of: before)
            guard !text.isEmpty, text.count < Self.length, Self.tags.contains(tree.tag(before)) else { return nil }
            return RowList.Group(node: before, text: text)
        }
        return nil
    }

    /// A container's attribute with an ISO 8601 date.
    private func day(of container: Int) -> (String, String)? {
        guard let element = tree.elements[container] else { return nil }
        for attribute in element.attributes where attribute.name.hasPrefix("data-") || attribute.name == "datetime" {
            let text = attribute.value
            if text.utf8.count >= 10, text.utf8.count <= 25, text.prefix(10).split(separator: "-").count == 3,
                text.prefix(4).allSatisfy({ $0.isASCII && $0.isNumber })
            {
                return (attribute.name, text)
            }
        }
        return nil
    }

    /// The previous sibling element, if no text is between the two.
    private func elementBefore(_ element: Int) -> Int? {
        var before = tree.previous[element]
        while before >= 0, ["hr", "br"].contains(tree.tag(before)) { before = tree.previous[before] }
        return before < 0 || tree.nodes[before].isText ? nil : before
    }
}
