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
                    let rows = elements.prefix(bounds.rows).map(row)
                    let path = "\(path)/\(names.path(to: elements[0]))"
                    lists.append(DataList(rows: rows, count: elements.count, readings: [.xml(rows: path, namespaces: names.namespaces)]))
                } else {
                    tasks += elements.prefix(50).map { ($0, depth + 1, "\(path)/\(names.path(to: $0))") }
                }
            }
        }
        return lists
    }

    private func row(_ element: Element) -> DataRow {
        var row = DataRow()
        add(element, "", "", to: &row, depth: 0)
        return row
    }

    /// - Parameters:
    ///   - path: The names from the row, each followed by a point.
    ///   - place: The same as XPath, with a slash after each step.
    private func add(_ element: Element, _ path: String, _ place: String, to row: inout DataRow, depth: Int) {
        guard depth < 4 else { return }
        for attribute in element.attributes where row.names.count < bounds.leaves {
            let cell = Column.Cell(text: attribute.value.squeezed)
            row.add(path + attribute.name, cell, at: [["\(place)@\(names.path(to: attribute))"]])
        }
        for child in element.elements where row.names.count < bounds.leaves {
            let own = "\(place)\(names.path(to: child))"
            if !child.elements.isEmpty {
                add(child, path + child.name + ".", "\(own)/", to: &row, depth: depth + 1)
                continue
            }
            var text = child.text.squeezed
            // Embedded HTML isn't a field.
            if text.contains("</") || text.contains("/>") { continue }
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
