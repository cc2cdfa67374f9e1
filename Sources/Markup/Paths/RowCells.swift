/// The cells of one document's rows: for each path that is only a child's name, the text of the first such child.
struct RowCells {
    private typealias Name = (local: String, namespace: String?)

    /// For each path, the index of its name in `names`; nil for other paths.
    private let wanted: [Int?]
    private let names: [Name]
    /// By a name's number in the document, its index in `names`; -1 if it isn't one of them, `unknown` if it hasn't been compared yet.
    private var places: [Int] = []
    /// For each name, the range of the row's cell text in its storage; nil if there is none.
    private var found: [Range<Int>?]
    private var isSeen: [Bool]

    private static let unknown = -2
    /// Names with higher numbers are compared each time.
    private static let placeLimit = 1024

    init(_ paths: [XPath]) {
        var names: [Name] = []
        wanted = paths.map { path in
            guard let branches = path.plain?.branches, branches.count == 1, branches[0].steps.count == 1,
                let step = branches[0].steps.first, step.axis == .child, step.conditions.isEmpty,
                case .name(let local, let namespace) = step.test
            else { return nil }
            if !names.contains(where: { $0 == (local, namespace) }) { names.append((local, namespace)) }
            return names.firstIndex { $0 == (local, namespace) }
        }
        self.names = names
        found = Array(repeating: nil, count: names.count)
        isSeen = Array(repeating: false, count: names.count)
    }

    func bytes(of path: Int) -> Range<Int>? { wanted[path].flatMap { found[$0] } }

    mutating func find(in row: Element) {
        for place in found.indices { (found[place], isSeen[place]) = (nil, false) }
        guard !names.isEmpty else { return }
        let storage = row.storage
        let end = storage.end(of: row.index)
        var at = storage.attributes(of: row.index).upperBound
        while at < end {
            let node = storage.nodes[at]
            let next = Int(node.end)
            if node.isElement, case let place = place(of: node.nameIndex, storage.names), place >= 0, !isSeen[place] {
                isSeen[place] = true
                // An element, then its only text.
                if next == at + 2, storage.nodes[at + 1].isText { found[place] = storage.nodes[at + 1].bytes }
            }
            at = next
        }
    }

    private mutating func place(of number: Int, _ list: ElementStorage.NameList) -> Int {
        if number < places.count, places[number] != Self.unknown { return places[number] }
        let name = list[number]
        let place = names.firstIndex { $0 == (name.local, name.namespace) } ?? -1
        if number < Self.placeLimit {
            while places.count <= number { places.append(Self.unknown) }
            places[number] = place
        }
        return place
    }
}
