/// What paths are followed on: the nodes of a document, or of one row as a document of its own, and what only some paths ask for, made
/// when it is asked for. Used from one task at a time.
final class PathTree {
    /// Which attributes `id()` looks at, beside `xml:id`.
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

    /// How its nodes stand to each other.
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

    /// The text of the first node that a path leads to, as people read it, or what its function makes; nil if it leads to no node.
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

    /// The texts of all nodes that a path leads to, each of them once where table cells are repeated, or the one text that it makes.
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

    /// The element that the first node belongs to that a path leads to; nil if it leads to none.
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

    /// Without repetitions of nodes that are there.
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

    /// The element that an identifier belongs to: the first in the document.
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
    /// As the document writes it.
    var qualified: String { prefix.map { "\($0):\(local)" } ?? local }
}
