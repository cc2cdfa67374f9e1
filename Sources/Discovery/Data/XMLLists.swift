import Markup

/// The lists of an XML document: elements of one name below one parent, with what is in them.
struct XMLLists {
    let bounds: DiscoveryBounds
    let steps: Steps

    func lists(in root: Element) -> [[DataRow]] {
        var (lists, tasks) = ([[DataRow]](), [(root, 0)])
        while let (element, depth) = tasks.popLast() {
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
                    lists.append(elements.prefix(bounds.rows).map(row))
                } else {
                    tasks += elements.prefix(50).map { ($0, depth + 1) }
                }
            }
        }
        return lists
    }

    private func row(_ element: Element) -> DataRow {
        var row = DataRow()
        add(element, "", to: &row, depth: 0)
        return row
    }

    private func add(_ element: Element, _ path: String, to row: inout DataRow, depth: Int) {
        guard depth < 4 else { return }
        for attribute in element.attributes where row.names.count < bounds.leaves {
            row.add(path + attribute.name, Column.Cell(text: attribute.value.squeezed))
        }
        for child in element.elements where row.names.count < bounds.leaves {
            if !child.elements.isEmpty {
                add(child, path + child.name + ".", to: &row, depth: depth + 1)
                continue
            }
            var text = child.text.squeezed
            // Pages inside of data are no fields.
            if text.contains("</") || text.contains("/>") { continue }
            if let currency = child[attribute: "currency"], CurrencySigns.isCode(currency) { text += " " + currency }
            row.add(path + child.name, Column.Cell(text: text))
            for attribute in child.attributes where attribute.name != "currency" {
                row.add(path + child.name + "." + attribute.name, Column.Cell(text: attribute.value.squeezed))
            }
        }
    }
}
