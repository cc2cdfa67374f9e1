import Markup

/// Finds the lists in an XML document: elements with the same name and parent, with their content.
struct XMLLists {
    let bounds: DiscoveryBounds
    let steps: Steps
    private let names = XMLNames()

    func lists(in root: Element) -> [DataList] {
        var (lists, tasks) = ([DataList](), [(root, 0, "/\(names.path(to: root))")])
        while let (element, depth, path) = tasks.popLast() {
            guard steps.take(), lists.count < bounds.lists, depth < 40 else { continue }
            var (kinds, order) = ([String: [Element]](), [String]())
            for child in element.elements {
                if kinds[child.name] == nil { order.append(child.name) }
                kinds[child.name, default: []].append(child)
            }
            for name in order {
                guard let elements = kinds[name] else { continue }
                if elements.count >= 3, elements.contains(where: { !$0.elements.isEmpty || $0.attributes.count > 1 }) {
                    if elements.count > bounds.rows { steps.note(.rows) }
                    let contents = contents(of: elements.prefix(bounds.rows))
                    let rows = elements.prefix(bounds.rows).map { row($0, contents) }
                    let path = "\(path)/\(names.path(to: elements[0]))"
                    lists.append(DataList(rows: rows, count: elements.count, readings: [.xml(rows: path, namespaces: names.namespaces)]))
                } else {
                    tasks += elements.prefix(50).map { ($0, depth + 1, "\(path)/\(names.path(to: $0))") }
                }
            }
        }
        return lists
    }

    /// What the elements of one path contain in all rows of a list.
    private struct Contents {
        /// How many contain a text, a text with markup in it, and elements.
        var (plain, marked, nested) = (0, 0, 0)

        /// Most are texts: those with markup or elements in them are read as text as well, as a board reads them.
        var areTexts: Bool { plain > marked + nested }
        /// Some aren't texts, so the path gives no field: pages inside of data, or objects of which a few are empty.
        var areMixed: Bool { !areTexts && marked + nested > 0 }
    }

    private func contents(of rows: some Sequence<Element>) -> [String: Contents] {
        var contents: [String: Contents] = [:]
        for row in rows {
            var rest = bounds.leaves
            count(row, "", in: &contents, depth: 0, &rest)
        }
        return contents
    }

    private func count(_ element: Element, _ path: String, in contents: inout [String: Contents], depth: Int, _ rest: inout Int) {
        guard depth < Self.depth else { return }
        for child in element.elements {
            guard rest > 0 else { return }
            rest -= 1
            let name = path + child.name
            if !child.elements.isEmpty {
                contents[name, default: Contents()].nested += 1
                count(child, name + ".", in: &contents, depth: depth + 1, &rest)
            } else if Self.hasMarkup(child.text) {
                contents[name, default: Contents()].marked += 1
            } else if !child.text.squeezed.isEmpty {
                contents[name, default: Contents()].plain += 1
            }
        }
    }

    private static func hasMarkup(_ text: String) -> Bool { text.contains("</") || text.contains("/>") }

    private static let depth = 4

    private func row(_ element: Element, _ contents: [String: Contents]) -> DataRow {
        var row = DataRow()
        add(element, "", "", contents, to: &row, depth: 0)
        return row
    }

    /// - Parameters:
    ///   - path: Names from the row, each followed by a dot.
    ///   - place: The same as XPath, with a slash behind each step.
    private func add(
        _ element: Element, _ path: String, _ place: String, _ contents: [String: Contents], to row: inout DataRow, depth: Int
    ) {
        guard depth < Self.depth else { return }
        for attribute in element.attributes where row.names.count < bounds.leaves {
            let cell = Column.Cell(text: attribute.value.squeezed)
            row.add(path + attribute.name, cell, at: [["\(place)@\(names.path(to: attribute))"]])
        }
        for child in element.elements where row.names.count < bounds.leaves {
            let own = "\(place)\(names.path(to: child))"
            let content = contents[path + child.name] ?? Contents()
            if !child.elements.isEmpty, !content.areTexts {
                add(child, path + child.name + ".", "\(own)/", contents, to: &row, depth: depth + 1)
                continue
            }
            if content.areMixed { continue }
            var text = child.text.squeezed
            var places = [[own]]
            if let currency = child[attribute: "currency"], CurrencySigns.isCode(currency) {
                text += " " + currency
                places.append([own, "\(own)/@currency"])
            }
            row.add(path + child.name, Column.Cell(text: text), at: places)
            for attribute in child.attributes where attribute.name != "currency" {
                let cell = Column.Cell(text: attribute.value.squeezed)
                row.add(path + child.name + "." + attribute.name, cell, at: [["\(own)/@\(names.path(to: attribute))"]])
            }
        }
    }
}
