/// Following a plain path from an element or a page: the nodes, in the document's order, that it leads to, and their string-values.
extension LocationPath {
    /// nil if it leads nowhere.
    func firstText(in element: Element) -> String? {
        var first: Int?
        for branch in branches {
            if let found = Self.first(branch.steps[...], from: element.index, in: element.storage) { first = min(first ?? found, found) }
        }
        return first.map { element.storage.text(at: $0) }
    }

    /// Of each node that it leads to.
    func texts(in element: Element) -> [String] { places(in: element.storage, from: element.index).map { element.storage.text(at: $0) } }

    /// - Parameter element: What it begins at; nil: the document.
    func places(in storage: ElementStorage, from element: Int? = nil) -> [Int] {
        let found = branches.map { Self.places($0.steps, from: element, in: storage) }
        return found.count == 1 ? found[0] : Set(found.joined()).sorted()
    }

    /// Step by step: the nodes of one, each once and in order, are where the next begins. Linear in the storage for each step.
    private static func places(_ steps: [Step], from element: Int?, in storage: ElementStorage) -> [Int] {
        var contexts = [element ?? -1]
        for step in steps {
            var (found, covered): ([Int], Int) = ([], -1)
            for context in contexts {
                // What is below a node was found below the node around it.
                if step.axis == .descendant, context < covered { continue }
                let places = step.axis.places(from: context, in: storage)
                covered = places.upperBound
                var position = 0
                var at = places.lowerBound
                while at < places.upperBound {
                    let place = at
                    at = step.axis == .child ? storage.end(of: place) : place + 1
                    guard step.matches(place, in: storage) else { continue }
                    position += 1
                    if step.conditions.allSatisfy({ $0.holds(for: place, position: position, in: storage) }) { found.append(place) }
                }
            }
            // A child of an outer node may come after those of an inner one.
            contexts = step.axis == .child && contexts.count > 1 ? found.sorted() : found
        }
        return contexts
    }

    /// The least place of the nodes that the steps lead to.
    private static func first(_ steps: ArraySlice<Step>, from element: Int, in storage: ElementStorage) -> Int? {
        guard let step = steps.first else { return element }
        let rest = steps.dropFirst()
        let places = step.axis.places(from: element, in: storage)
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

extension LocationPath.Axis {
    /// Where to look: children and everything below are in one range. The document's own place is -1.
    fileprivate func places(from element: Int, in storage: ElementStorage) -> Range<Int> {
        if element < 0 { return 0..<(self == .attribute ? 0 : storage.nodes.count) }
        return self == .attribute ? storage.attributes(of: element) : element + 1..<storage.end(of: element)
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
