/// The directory's answers, as XML (UTF-8, with a declaration) and as JSON. Texts are escaped but otherwise unchanged.
extension DemoContacts {
    /// `<contacts>` of `<contact>` with `contactid`, `photo` and `name`. Photos are at `base` + `photos/7.png` + `query`.
    package func list(base: String, query: String = "") -> String {
        var xml = XMLText(root: "contacts")
        for person in ids.compactMap(person) {
            xml.add(
                .group(
                    "contact",
                    [
                        .text("contactid", "\(person.id)"), .text("photo", "\(base)photos/\(person.id).png\(query)"),
                        .text("name", person.name),
                    ]), depth: 1)
        }
        return xml.closed
    }

    /// The same as an array of objects, one per line.
    package func listJSON(base: String, query: String = "") -> String {
        let objects = ids.compactMap(person).map { person in
            let photo = quoted("\(base)photos/\(person.id).png\(query)")
            return "  {\"contactid\": \(person.id), \"photo\": \(photo), \"name\": \(quoted(person.name))}"
        }
        return "[\n\(objects.joined(separator: ",\n"))\n]\n"
    }

    /// `<contact>` with all elements of a person; nil if the id isn't in this edition.
    package func contact(_ id: Int) -> String? {
        person(id).map { person in
            var xml = XMLText(root: "contact")
            for element in person.elements { xml.add(element, depth: 1) }
            return xml.closed
        }
    }

    /// The generic error document of an XML service.
    package static func error(_ message: String) -> String {
        var xml = XMLText(root: "error")
        xml.add(.text("message", message), depth: 1)
        return xml.closed
    }
}

/// Builds an XML document, indented by two spaces per level.
private struct XMLText {
    private let root: String
    private var text: String

    init(root: String) {
        self.root = root
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(root)>\n"
    }

    var closed: String { text + "</\(root)>\n" }

    mutating func add(_ element: DemoPerson.Element, depth: Int) {
        let indent = String(repeating: "  ", count: depth)
        switch element {
        case .text(let name, let value):
            text += "\(indent)<\(name)>\(escaped(value))</\(name)>\n"
        case .group(let name, let elements):
            text += "\(indent)<\(name)>\n"
            for element in elements { add(element, depth: depth + 1) }
            text += "\(indent)</\(name)>\n"
        }
    }

    /// XML 1.0, section 2.4. `>` is escaped too, because `]]>` isn't allowed in text.
    private func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            default: text.append(character)
            }
        }
    }
}

/// A JSON string (RFC 8259, section 7). The texts here have no control characters except line feeds.
private func quoted(_ value: String) -> String {
    let escaped = value.reduce(into: "") { text, character in
        switch character {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        default: text.append(character)
        }
    }
    return "\"\(escaped)\""
}
