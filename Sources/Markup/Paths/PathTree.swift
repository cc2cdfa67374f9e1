/// The nodes on which paths are evaluated: of a document, or of a row as its own document, with indexes built on demand. Use it from one
/// task at a time.
final class PathTree {
    /// The attributes that `id()` uses in addition to `xml:id`.
    enum Identifiers {
        case html
        case declared(Set<QualifiedAttribute>)
    }

    let storage: ElementStorage
    let places: Range<Int>
    private let identifiers: Identifiers

    init(_ storage: ElementStorage, _ places: Range<Int>, identifiers: Identifiers) {
        (self.storage, self.places, self.identifiers) = (storage, places, identifiers)
    }

    convenience init(_ element: Element) {
        self.init(element.storage, element.index..<element.storage.end(of: element.index), identifiers: .declared([]))
    }

    /// The relations between its nodes.
    private(set) lazy var map = NodeMap(storage, places)

    /// The root element; nil if there is none.
    var root: Int? {
        var at = places.lowerBound
        while at < places.upperBound, !storage.nodes[at].isElement { at = storage.end(of: at) }
        return at < places.upperBound ? at : nil
    }

    // MARK: Paths

    func evaluate(_ path: XPath, at place: Int, _ budget: inout PathBudget) throws(MarkupError) -> PathValue {
        budget.begin(path)
        var evaluation = PathEvaluation(self, budget)
        defer { budget = evaluation.budget }
        let value = try evaluation.value(path.expression, .init(node: PathNode(place)))
        if case .text(let text) = value { try evaluation.budget.handOut(text.count) }
        return value
    }

    /// The displayed text of a path's first node, or its function's result; nil if it matches nothing.
    func text(_ path: XPath, at place: Int, _ budget: inout PathBudget) throws(MarkupError) -> String? {
        budget.begin(path)
        if let plain = path.plain, place != NodeMap.document {
            guard let first = try plain.first(from: place, in: storage, &budget) else { return nil }
            return try text(of: first, &budget)
        }
        var evaluation = PathEvaluation(self, budget)
        defer { budget = evaluation.budget }
        let context = PathEvaluation.Context(node: PathNode(place))
        if path.expression.type == .nodes {
            guard let first = try evaluation.nodes(path.expression, context, .first).first else { return nil }
            return try shownText(of: first, &evaluation)
        }
        return try handedOut(try evaluation.text(path.expression, context), &evaluation.budget)
    }

    /// The texts of all nodes that a path matches, once for repeated table cells, or its single result.
    func texts(_ path: XPath, at place: Int, _ budget: inout PathBudget) throws(MarkupError) -> [String] {
        if let plain = path.plain, place != NodeMap.document {
            budget.begin(path)
            var texts: [String] = []
            for found in once(try plain.places(from: place, in: storage, &budget), { $0 }) { texts.append(try text(of: found, &budget)) }
            return texts
        }
        let value = try evaluate(path, at: place, &budget)
        guard case .nodes(let nodes) = value else { return [try text(path, at: place, &budget) ?? ""] }
        var evaluation = PathEvaluation(self, budget)
        defer { budget = evaluation.budget }
        var texts: [String] = []
        for node in once(nodes, { $0.place }) where node.declaration == nil { texts.append(try shownText(of: node, &evaluation)) }
        return texts
    }

    /// The element of a path's first node; nil if it matches nothing.
    func element(_ path: XPath, at place: Int, _ budget: inout PathBudget) throws(MarkupError) -> Int? {
        budget.begin(path)
        var evaluation = PathEvaluation(self, budget)
        defer { budget = evaluation.budget }
        guard path.expression.type == .nodes,
            var found = try evaluation.nodes(path.expression, .init(node: PathNode(place)), .first).first?.place
        else { return nil }
        while found != NodeMap.document, !storage.nodes[found].isElement { found = map.parent(of: found) ?? NodeMap.document }
        return found == NodeMap.document ? nil : found
    }

    /// Removes copies of repeated table cells.
    private func once<Found>(_ nodes: [Found], _ place: (Found) -> Int) -> [Found] {
        guard let spans = storage.spans else { return nodes }
        var seen: Set<Int32> = []
        return nodes.filter { node in
            guard place(node) >= 0, case let origin = spans.origins[place(node)], origin >= 0 else { return true }
            return seen.insert(origin).inserted
        }
    }

    private func shownText(of node: PathNode, _ evaluation: inout PathEvaluation) throws(MarkupError) -> String {
        guard map.isElement(node) else { return try handedOut(try evaluation.text(of: node), &evaluation.budget) }
        return try text(of: node.place, &evaluation.budget)
    }

    private func handedOut(_ text: [UInt8], _ budget: inout PathBudget) throws(MarkupError) -> String {
        try budget.handOut(text.count)
        return String(decoding: text, as: UTF8.self)
    }

    private func text(of place: Int, _ budget: inout PathBudget) throws(MarkupError) -> String {
        try budget.spend(storage.end(of: place) - place)
        let text = storage.shownText(at: place)
        try budget.handOut(text.utf8.count)
        return text
    }

    // MARK: Identifiers

    /// The first element with this identifier.
    func element(identified text: [UInt8]) -> Int? { byIdentifier[text] }

    private lazy var byIdentifier: [[UInt8]: Int] = {
        var elements: [[UInt8]: Int] = [:]
        var element = places.lowerBound
        for place in places {
            if storage.nodes[place].isElement { element = place }
            guard storage.nodes[place].isAttribute, isIdentifier(storage.name(place), of: storage.name(element)) else { continue }
            let text = Array(storage.bytes[storage.nodes[place].bytes])
            if elements[text] == nil { elements[text] = element }
        }
        return elements
    }()

    private func isIdentifier(_ name: ElementStorage.Name, of element: ElementStorage.Name) -> Bool {
        if name.local == "id", name.namespace == XPath.xmlNamespace { return true }
        switch identifiers {
        case .html: return name.local == "id" || (name.local == "name" && element.local == "a")
        case .declared(let declared):
            return !declared.isEmpty && declared.contains(QualifiedAttribute(element: element.qualified, attribute: name.qualified))
        }
    }
}

extension ElementStorage.Name {
    /// As written in the document.
    var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}
