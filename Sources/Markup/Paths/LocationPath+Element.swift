/// Evaluates a plain path from an element, with results in document order.
extension LocationPath {
    /// The first match; nil if there is none.
    func first(from element: Int, in storage: ElementStorage, _ budget: inout PathBudget) throws(MarkupError) -> Int? {
        var first: Int?
        for branch in branches {
            // Several descents would revisit the same descendants for each intermediate node.
            let isDeep = branch.steps.count { $0.axis == .descendant } > 1
            let found =
                isDeep
                ? try Self.places(branch.steps, from: element, in: storage, &budget).first
                : try Self.first(branch.steps[...], from: element, in: storage, &budget)
            if let found { first = min(first ?? found, found) }
        }
        return first
    }

    func places(from element: Int, in storage: ElementStorage, _ budget: inout PathBudget) throws(MarkupError) -> [Int] {
        var found: [[Int]] = []
        for branch in branches { found.append(try Self.places(branch.steps, from: element, in: storage, &budget)) }
        return found.count == 1 ? found[0] : Set(found.joined()).sorted()
    }

    /// Step by step: the nodes of one step, unique and in order, are the contexts of the next. Linear in the storage per step.
    private static func places(
        _ steps: [Step], from element: Int, in storage: ElementStorage, _ budget: inout PathBudget
    ) throws(MarkupError) -> [Int] {
        var contexts = [element]
        for step in steps {
            var (found, covered): ([Int], Int) = ([], -1)
            for context in contexts {
                // The ancestor's search already covered the nodes below this one.
                if step.axis == .descendant, context < covered { continue }
                let places = step.axis.places(from: context, in: storage)
                covered = places.upperBound
                var position = 0
                var at = places.lowerBound
                while at < places.upperBound {
                    let place = at
                    at = step.axis == .child ? storage.end(of: place) : place + 1
                    try budget.spend(1)
                    guard step.matches(place, in: storage) else { continue }
                    position += 1
                    if step.conditions.allSatisfy({ $0.holds(for: place, position: position, in: storage) }) { found.append(place) }
                }
            }
            // A child of an outer node may follow those of an inner one.
            contexts = step.axis == .child && contexts.count > 1 ? found.sorted() : found
        }
        return contexts
    }

    /// The smallest index among the matches.
    private static func first(
        _ steps: ArraySlice<Step>, from element: Int, in storage: ElementStorage, _ budget: inout PathBudget
    ) throws(MarkupError) -> Int? {
        guard let step = steps.first else { return element }
        let rest = steps.dropFirst()
        let places = step.axis.places(from: element, in: storage)
        // Without a later descent, an earlier node's results precede a later one's.
        let isOrdered = !rest.contains { $0.axis == .descendant } && step.axis != .descendant
        var best: Int?
        var position = 0
        var at = places.lowerBound
        while at < places.upperBound {
            let place = at
            at = step.axis == .child ? storage.end(of: place) : place + 1
            try budget.spend(1)
            guard step.matches(place, in: storage) else { continue }
            position += 1
            guard step.conditions.allSatisfy({ $0.holds(for: place, position: position, in: storage) }) else { continue }
            if let found = try first(rest, from: place, in: storage, &budget) {
                best = min(best ?? found, found)
                if isOrdered || rest.isEmpty { break }
            }
        }
        return best
    }
}

extension LocationPath.Axis {
    /// The range to search: contains both children and all descendants.
    fileprivate func places(from element: Int, in storage: ElementStorage) -> Range<Int> {
        guard storage.nodes[element].isElement else { return 0..<0 }
        return self == .attribute ? storage.attributes(of: element) : storage.content(of: element)
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
