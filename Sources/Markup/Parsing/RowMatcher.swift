import CXml2

/// Matches a `RowPath` against a stream of elements: for each open element, a bit set of the steps that its children may match.
///
/// Names are compared as pointers into the parser's dictionary, so an element outside rows costs a few comparisons and no string.
struct RowMatcher {
    private struct Condition {
        let local: UnsafePointer<xmlChar>?
        let uri: UnsafePointer<xmlChar>?
        let value: [UInt8]?
    }

    private struct Step {
        /// nil for any name.
        let local: UnsafePointer<xmlChar>?
        let uri: UnsafePointer<xmlChar>?
        let isAnyNamespace: Bool
        let conditions: [Condition]
    }

    /// The attributes from `startElementNs`: five pointers each (name, prefix, URI, value, its end).
    struct Start {
        let local: UnsafePointer<xmlChar>
        let uri: UnsafePointer<xmlChar>?
        let attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
        let attributeCount: Int
    }

    private let steps: [Step]
    private let descents: UInt64
    private let lasts: UInt64
    private var sets: [UInt64]

    init(_ path: RowPath, dictionary: xmlDictPtr?) {
        func interned(_ text: String?) -> UnsafePointer<xmlChar>? { text.flatMap { xmlDictLookup(dictionary, $0, -1) } }
        steps = path.steps.map { step in
            let conditions = step.conditions.compactMap { condition -> Condition? in
                guard case .attribute(let local, let namespace, let value) = condition else { return nil }
                return Condition(local: interned(local), uri: interned(namespace), value: value.map { Array($0.utf8) })
            }
            switch step.test {
            case .name(let local, let namespace):
                return Step(local: interned(local), uri: interned(namespace), isAnyNamespace: false, conditions: conditions)
            case .anyName(let namespace): return Step(local: nil, uri: interned(namespace), isAnyNamespace: false, conditions: conditions)
            case .any, .text: return Step(local: nil, uri: nil, isAnyNamespace: true, conditions: conditions)
            }
        }
        descents = path.steps.indices.reduce(0) { path.steps[$1].axis == .descendant ? $0 | 1 << UInt64($1) : $0 }
        lasts = path.lasts
        sets = [path.firsts]
    }

    /// Whether the starting element is a row. Elements inside a row must not be passed in.
    mutating func start(_ element: Start) -> Bool {
        let set = sets[sets.count - 1]
        var below = set & descents
        var rest = set
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            guard matches(steps[index], element) else { continue }
            if lasts & 1 << UInt64(index) != 0 { return true }
            below |= 1 << UInt64(index + 1)
        }
        sets.append(below)
        return false
    }

    /// Whether an element starting here would be a row: in no namespace, by a path without conditions.
    func begins(_ local: UnsafePointer<xmlChar>) -> Bool {
        let element = Start(local: local, uri: nil, attributes: nil, attributeCount: 0)
        var rest = sets[sets.count - 1] & lasts
        while rest != 0 {
            if matches(steps[rest.trailingZeroBitCount], element) { return true }
            rest &= rest - 1
        }
        return false
    }

    mutating func end() { if sets.count > 1 { sets.removeLast() } }

    private func matches(_ step: Step, _ element: Start) -> Bool {
        if let local = step.local, local != element.local { return false }
        if !step.isAnyNamespace, step.uri != element.uri { return false }
        return step.conditions.isEmpty || step.conditions.allSatisfy { holds($0, element) }
    }

    private func holds(_ condition: Condition, _ element: Start) -> Bool {
        guard let attributes = element.attributes else { return false }
        for place in stride(from: 0, to: element.attributeCount * 5, by: 5)
        where attributes[place] == condition.local && attributes[place + 2] == condition.uri {
            guard let value = condition.value else { return true }
            guard let start = attributes[place + 3], let end = attributes[place + 4] else { return false }
            return UnsafeBufferPointer(start: start, count: end - start).elementsEqual(value)
        }
        return false
    }
}
