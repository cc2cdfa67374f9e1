/// Following a plain path from an element: the string-value of the first node, in the document's order, that it leads to.
extension LocationPath {
    /// nil if it leads nowhere.
    func firstText(in element: Element) -> String? {
        var first: Int?
        for branch in branches {
            if let found = Self.first(branch.steps[...], from: element.index, in: element.storage) { first = min(first ?? found, found) }
        }
        guard let first else { return nil }
        return element.storage.nodes[first].isElement ? element.storage.text(below: first) : element.storage.string(first)
    }

    /// The least place of the nodes that the steps lead to.
    private static func first(_ steps: ArraySlice<Step>, from element: Int, in storage: ElementStorage) -> Int? {
        guard let step = steps.first else { return element }
        let rest = steps.dropFirst()
        let places: Range<Int> = step.axis == .attribute ? storage.attributes(of: element) : element + 1..<storage.end(of: element)
        // Without a descent further on, an earlier node's results come before a later one's.
        let isOrdered = !rest.contains { $0.axis == .descendant } && step.axis != .descendant
        var best: Int?
        var position = 0
        var at = places.lowerBound
        while at < places.upperBound {
            let place = at
            at = step.axis == .child ? storage.end(of: place) : place + 1
            guard step.matches(place, in: storage) else { continue }
            position += 1
            guard step.conditions.allSatisfy({ $0.holds(for: place, position: position, in: storage) }) else { continue }
            if let found = first(rest, from: place, in: storage) {
                best = min(best ?? found, found)
                if isOrdered || rest.isEmpty { break }
            }
        }
        return best
    }
}

extension LocationPath.Step {
    func matches(_ place: Int, in storage: ElementStorage) -> Bool {
        let node = storage.nodes[place]
        if test == .text { return node.isText }
        guard axis == .attribute ? node.isAttribute : node.isElement else { return false }
        let name = storage.names[node.nameIndex]
        switch test {
        case .name(let local, let namespace): return name.local == local && name.namespace == namespace
        case .anyName(let namespace): return name.namespace == namespace
        case .any, .text: return true
        }
    }
}

extension LocationPath.Condition {
    fileprivate func holds(for place: Int, position: Int, in storage: ElementStorage) -> Bool {
        switch self {
        case .position(let wanted): return position == wanted
        case .attribute(let local, let namespace, let value):
            return storage.attributes(of: place).contains { attribute in
                let name = storage.name(attribute)
                guard name.local == local, name.namespace == namespace else { return false }
                return value.map { $0.utf8.elementsEqual(storage.bytes[storage.nodes[attribute].bytes]) } ?? true
            }
        }
    }
}
