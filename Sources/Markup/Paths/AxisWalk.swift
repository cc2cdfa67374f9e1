/// Iterates over the nodes of an axis, in the axis' order.
struct AxisWalk {
    private let axis: PathExpression.Axis
    /// The first node: the node itself, its parent, or its next ancestor.
    private var itself: PathNode?
    /// The next index, and the end.
    private var at = 0
    private var end = 0
    private var namespaces: [PathNode] = []
    /// Nodes visited for the last result.
    private(set) var steps = 0

    init(_ axis: PathExpression.Axis, from node: PathNode, _ map: NodeMap) {
        self.axis = axis
        switch axis {
        case .itself, .ancestorOrSelf: itself = node
        case .parent, .ancestor: itself = map.parent(of: node).map { PathNode($0) }
        case .child, .descendant: walk(in: map.content(of: node))
        case .descendantOrSelf:
            itself = node
            walk(in: map.content(of: node))
        case .attribute: if map.isElement(node) { walk(in: map.attributes(of: node.place)) }
        case .namespace: if map.isElement(node) { namespaces = map.namespaces(at: node.place).reversed() }
        case .following: walk(in: map.end(of: node)..<map.places.upperBound)
        case .followingSibling:
            if map.isChild(node), let parent = map.parent(of: node) { walk(in: map.end(of: node)..<map.content(of: parent).upperBound) }
        case .preceding: (at, end) = (map.element(of: node), map.element(of: node))
        case .precedingSibling: at = map.isChild(node) ? node.place : NodeMap.document
        }
    }

    private mutating func walk(in places: Range<Int>) { (at, end) = (places.lowerBound, places.upperBound) }

    mutating func next(_ map: NodeMap) -> PathNode? {
        steps = 1
        switch axis {
        case .itself, .parent: return given()
        case .ancestor, .ancestorOrSelf:
            let node = given()
            itself = node.flatMap { map.parent(of: $0) }.map { PathNode($0) }
            return node
        case .child, .followingSibling:
            guard at < end else { return nil }
            defer { at = Int(map.nodes[at].end) }
            return PathNode(at)
        case .descendant, .descendantOrSelf, .following:
            if let node = given() { return node }
            while at < end {
                at += 1
                if map.nodes[at - 1].isChild { return PathNode(at - 1) }
                steps += 1
            }
            return nil
        case .attribute:
            guard at < end else { return nil }
            at += 1
            return PathNode(at - 1)
        case .namespace:
            steps += namespaces.count
            return namespaces.popLast()
        case .preceding:
            while at > map.places.lowerBound {
                at -= 1
                // A node that ends after it contains it.
                if map.nodes[at].isChild, Int(map.nodes[at].end) <= end { return PathNode(at) }
                steps += 1
            }
            return nil
        case .precedingSibling:
            guard at != NodeMap.document, let before = map.sibling(before: at, &steps) else { return nil }
            at = before
            return PathNode(before)
        }
    }

    private mutating func given() -> PathNode? {
        defer { itself = nil }
        return itself
    }
}
