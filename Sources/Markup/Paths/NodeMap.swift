/// A node of a document by its index in the storage. For a namespace: the element where it is in scope, and the index of its declaration.
struct PathNode: Hashable, Comparable {
    let place: Int
    /// `declaration` plus one; -1 for other nodes.
    private let mark: Int

    init(_ place: Int) { (self.place, mark) = (place, -1) }
    init(namespaceAt place: Int, declared declaration: Int) { (self.place, mark) = (place, declaration + 1) }

    /// nil for other nodes than namespaces; -1 for the implicit namespace of `xml`.
    var declaration: Int? { mark < 0 ? nil : mark - 1 }

    static func < (one: PathNode, other: PathNode) -> Bool { one.place != other.place ? one.place < other.place : one.mark < other.mark }
}

/// The nodes of a document, or of a row as its own document, and their relations.
struct NodeMap {
    let storage: ElementStorage
    let places: Range<Int>
    /// A copy of the storage's array, because it is accessed for every node.
    let nodes: [ElementStorage.Node]
    let names: ElementStorage.NameList
    /// Parents by index.
    private let parents: [Int32]

    /// The index of the document node.
    static let document = -1

    init(_ storage: ElementStorage, _ places: Range<Int>) {
        (self.storage, self.places, nodes, names) = (storage, places, storage.nodes, storage.names)
        var parents: [Int32] = []
        parents.reserveCapacity(places.count)
        var open: [Int] = []
        for place in places {
            while let last = open.last, storage.end(of: last) <= place { open.removeLast() }
            parents.append(Int32(open.last ?? Self.document))
            if storage.nodes[place].isElement { open.append(place) }
        }
        self.parents = parents
    }

    // MARK: Around a node

    func isElement(_ node: PathNode) -> Bool {
        node.place != Self.document && node.declaration == nil && nodes[node.place].isElement
    }

    /// Whether it is a child of its parent: not an attribute, a namespace, or the document.
    func isChild(_ node: PathNode) -> Bool { node.place != Self.document && node.declaration == nil && nodes[node.place].isChild }

    func attributes(of element: Int) -> Range<Int> {
        let end = Int(nodes[element].end)
        var start = element + 1
        while start < end, nodes[start].isNamespace { start += 1 }
        var at = start
        while at < end, nodes[at].isAttribute { at += 1 }
        return start..<at
    }

    /// The content of a node, at any depth.
    func content(of place: Int) -> Range<Int> {
        if place == Self.document { return places }
        return nodes[place].isElement ? attributes(of: place).upperBound..<Int(nodes[place].end) : place + 1..<place + 1
    }

    func content(of node: PathNode) -> Range<Int> { node.declaration == nil ? content(of: node.place) : 0..<0 }

    /// The element of an attribute or namespace; otherwise the node itself.
    func element(of node: PathNode) -> Int {
        guard node.place != Self.document, nodes[node.place].isAttribute else { return node.place }
        return parent(of: node.place) ?? node.place
    }

    /// The index after a node and its content; for an attribute or namespace, after its element.
    func end(of node: PathNode) -> Int {
        let element = element(of: node)
        return element == Self.document ? places.upperBound : Int(nodes[element].end)
    }

    /// The document has no parent; it is the parent of the top-level nodes.
    func parent(of place: Int) -> Int? { place == Self.document ? nil : Int(parents[place - places.lowerBound]) }

    func parent(of node: PathNode) -> Int? { node.declaration == nil ? parent(of: node.place) : node.place }

    /// The previous child of any kind; nil for the first.
    /// - Parameter steps: Counts the nodes visited.
    func sibling(before place: Int, _ steps: inout Int) -> Int? {
        let parent = parents[place - places.lowerBound]
        var at = place - 1
        guard at >= places.lowerBound, at != Int(parent) else { return nil }
        while parents[at - places.lowerBound] != parent {
            at = Int(parents[at - places.lowerBound])
            steps += 1
        }
        return nodes[at].isChild ? at : nil
    }

    /// The namespaces in scope at an element: the innermost declaration of each prefix, and that of `xml`.
    func namespaces(at element: Int) -> [PathNode] {
        var prefixes: Set<String> = ["xml"]
        var found = [PathNode(namespaceAt: element, declared: -1)]
        var around: Int? = element
        while let place = around, place != Self.document {
            var at = place + 1
            while at < Int(nodes[place].end), nodes[at].isNamespace {
                let name = names[nodes[at].nameIndex]
                if prefixes.insert(name.local).inserted, name.namespace?.isEmpty == false {
                    found.append(PathNode(namespaceAt: element, declared: at))
                }
                at += 1
            }
            around = parent(of: place)
        }
        return found.sorted()
    }

    func prefix(declaredAt declaration: Int) -> String { declaration < 0 ? "xml" : names[nodes[declaration].nameIndex].local }

    func line(of place: Int) -> Int {
        var at = place
        while at != Self.document, !nodes[at].isElement { at = parent(of: at) ?? Self.document }
        return at == Self.document ? 0 : storage.line(of: at)
    }

    // MARK: Values

    func text(of place: Int) -> String { String(decoding: bytes(of: place), as: UTF8.self) }

    /// The string-value of a node.
    func bytes(of place: Int) -> [UInt8] {
        if let text = onlyText(of: place) { return Array(text) }
        var bytes: [UInt8] = []
        for at in content(of: place) where nodes[at].isText { bytes += storage.bytes[nodes[at].bytes] }
        return bytes
    }

    /// Whether it equals the node's string-value, without building that.
    func isText(_ wanted: [UInt8], of place: Int) -> Bool {
        if let text = onlyText(of: place) { return text.elementsEqual(wanted) }
        var rest = wanted[...]
        for at in content(of: place) where nodes[at].isText {
            let text = storage.bytes[nodes[at].bytes]
            guard rest.starts(with: text) else { return false }
            rest = rest.dropFirst(text.count)
        }
        return rest.isEmpty
    }

    /// The single text of a node; nil for the document and elements, whose texts are below them.
    private func onlyText(of place: Int) -> ArraySlice<UInt8>? {
        guard place != Self.document, !nodes[place].isElement else { return nil }
        return nodes[place].isNamespace
            ? ArraySlice((names[nodes[place].nameIndex].namespace ?? "").utf8) : storage.bytes[nodes[place].bytes]
    }
}
