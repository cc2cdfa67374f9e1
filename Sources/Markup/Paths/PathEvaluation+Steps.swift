/// Location steps (section 2): axes, node tests, conditions.
extension PathEvaluation {
    mutating func steps(_ steps: [PathExpression.Step], from start: [PathNode], _ extent: Extent) throws(MarkupError) -> [PathNode] {
        var found = start
        for (index, step) in steps.enumerated() {
            found = try taken(step, from: found, index == steps.count - 1 ? extent : .all)
        }
        return found
    }

    private mutating func taken(_ step: PathExpression.Step, from contexts: [PathNode], _ extent: Extent) throws(MarkupError) -> [PathNode]
    {
        let isPositional = step.predicates.contains(where: \.isPositional)
        var contexts = contexts
        if !isPositional, contexts.count > 1 {
            if step.axis == .ancestor || step.axis == .ancestorOrSelf { return try ancestors(step, of: contexts) }
            contexts = try relevant(contexts, step.axis)
        }
        // The first match is the first in document order only with a single context and a forward axis.
        let isEnough = extent == .any || (extent == .first && contexts.count == 1 && !step.axis.isReverse)
        var found: [PathNode] = []
        for context in contexts {
            if isPositional {
                found += try counted(step, from: context)
            } else {
                try add(step, from: context, to: &found, isEnough)
            }
            if isEnough, !found.isEmpty { return found }
        }
        return try inOrder(found)
    }

    /// Handles all nodes of a step together: a condition applies to each separately.
    private mutating func add(
        _ step: PathExpression.Step, from context: PathNode, to found: inout [PathNode], _ isEnough: Bool
    ) throws(MarkupError) {
        var walk = AxisWalk(step.axis, from: context, map)
        while let node = walk.next(map) {
            try budget.spend(walk.steps)
            guard map.matches(node, step.test, on: step.axis), try hold(step.predicates, for: node) else { continue }
            found.append(node)
            if isEnough { return }
        }
        try budget.spend(walk.steps)
    }

    private mutating func hold(_ predicates: [PathExpression.Predicate], for node: PathNode) throws(MarkupError) -> Bool {
        for predicate in predicates { guard try flag(predicate.condition, Context(node: node)) else { return false } }
        return true
    }

    /// Conditions count nodes separately for each context.
    private mutating func counted(_ step: PathExpression.Step, from context: PathNode) throws(MarkupError) -> [PathNode] {
        var candidates: [PathNode] = []
        let limit = step.predicates.first?.position ?? .max
        var walk = AxisWalk(step.axis, from: context, map)
        while candidates.count < limit, let node = walk.next(map) {
            try budget.spend(walk.steps)
            if map.matches(node, step.test, on: step.axis) { candidates.append(node) }
        }
        try budget.spend(walk.steps)
        for predicate in step.predicates { candidates = try kept(candidates, predicate) }
        return candidates
    }

    /// A subset of the contexts from which the axis reaches the same nodes.
    private mutating func relevant(_ contexts: [PathNode], _ axis: PathExpression.Axis) throws(MarkupError) -> [PathNode] {
        try budget.spend(contexts.count)
        switch axis {
        case .descendant, .descendantOrSelf:
            var covered = Int.min
            return contexts.filter { node in
                if node.place <= covered, map.isChild(node) { return false }
                if node.declaration == nil { covered = max(covered, map.content(of: node.place).upperBound - 1) }
                return true
            }
        case .followingSibling: return onePerParent(contexts.filter { map.isChild($0) })
        case .precedingSibling: return onePerParent(contexts.reversed().filter { map.isChild($0) })
        case .parent: return onePerParent(contexts)
        case .following: return contexts.min { map.end(of: $0) < map.end(of: $1) }.map { [$0] } ?? []
        case .preceding: return contexts.suffix(1)
        case .ancestor, .ancestorOrSelf, .attribute, .child, .itself, .namespace: return contexts
        }
    }

    /// Walks up from each context until it meets a visited node.
    private mutating func ancestors(_ step: PathExpression.Step, of contexts: [PathNode]) throws(MarkupError) -> [PathNode] {
        var seen: Set<PathNode> = []
        for context in contexts {
            var walk = AxisWalk(step.axis, from: context, map)
            while let node = walk.next(map), seen.insert(node).inserted { try budget.spend(1) }
            try budget.spend(1)
        }
        var found: [PathNode] = []
        for node in seen where map.matches(node, step.test, on: step.axis) {
            if try hold(step.predicates, for: node) { found.append(node) }
        }
        return try inOrder(found)
    }

    private func onePerParent(_ contexts: [PathNode]) -> [PathNode] {
        var parents: Set<Int> = []
        return contexts.filter { parents.insert(map.parent(of: $0) ?? .min).inserted }
    }

    /// In document order, without duplicates.
    mutating func inOrder(_ found: [PathNode]) throws(MarkupError) -> [PathNode] {
        guard found.count > 1 else { return found }
        try budget.spend(found.count)
        if zip(found, found.dropFirst()).allSatisfy({ $0 < $1 }) { return found }
        try budget.spend(4 * found.count)
        return found.sorted().reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}

extension NodeMap {
    fileprivate func matches(_ node: PathNode, _ test: PathExpression.Test, on axis: PathExpression.Axis) -> Bool {
        if case .node = test { return true }
        guard node.place != Self.document else { return false }
        if let declaration = node.declaration {
            guard axis == .namespace else { return false }
            if case .name(let local, nil) = test { return local == prefix(declaredAt: declaration) }
            return test == .any
        }
        let kind = nodes[node.place]
        switch test {
        case .text: return kind.isText
        case .comment: return kind.isComment
        case .instruction(let target): return kind.isInstruction && (target == nil || names[kind.nameIndex].local == target)
        case .name(let local, let namespace):
            guard axis == .attribute ? kind.isAttribute : kind.isElement else { return false }
            return names[kind.nameIndex].local == local && names[kind.nameIndex].namespace == namespace
        case .anyName(let namespace):
            guard axis == .attribute ? kind.isAttribute : kind.isElement else { return false }
            return names[kind.nameIndex].namespace == namespace
        case .any, .node: return axis == .attribute ? kind.isAttribute : kind.isElement
        }
    }
}
