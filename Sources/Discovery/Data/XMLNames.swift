import Markup

/// The names of elements and attributes in a board's XPaths: with a prefix for each namespace. Used by one search, on one thread.
final class XMLNames {
    /// The namespaces by prefix.
    private(set) var namespaces: [String: String] = [:]

    func path(to element: Element) -> String { name(element.name, element.prefix, element.namespace) }

    func path(to attribute: Element.Attribute) -> String { name(attribute.name, attribute.prefix, attribute.namespace) }

    /// XPath treats a name without a prefix as having no namespace, so a default namespace gets a prefix here.
    private func name(_ name: String, _ prefix: String?, _ namespace: String?) -> String {
        guard let namespace else { return name }
        if let known = namespaces.first(where: { $0.value == namespace })?.key { return "\(known):\(name)" }
        // The prefix `xml` is predefined.
        if prefix == "xml" { return "xml:\(name)" }
        let wanted = prefix.flatMap { $0.isEmpty ? nil : $0 } ?? "x"
        var (free, number) = (wanted, 2)
        while namespaces[free] != nil { (free, number) = ("\(wanted)\(number)", number + 1) }
        namespaces[free] = namespace
        return "\(free):\(name)"
    }
}
