import Extraction

/// The lists in JSON: arrays of objects, and objects whose members are the rows.
struct JSONLists {
    let bounds: DiscoveryBounds
    let steps: Steps

    private static let depth = 40

    /// Of data: any list of it.
    func lists(in value: JSONValue) -> [[DataRow]] {
        var lists: [[DataRow]] = []
        var tasks = [(value: value, depth: 0)]
        while let (value, depth) = tasks.popLast() {
            guard steps.take(), lists.count < bounds.lists else { break }
            if let rows = rows(of: value), rows.count >= 3 { lists.append(rows) }
            guard depth < Self.depth else {
                steps.note(.depth)
                continue
            }
            let inside = value.kind == .array ? Array(value.elements.prefix(bounds.rows)) : value.members.prefix(1000).map(\.value)
            for value in inside.reversed() where value.kind == .array || value.kind == .object { tasks.append((value, depth + 1)) }
        }
        return lists
    }

    private func rows(of value: JSONValue) -> [DataRow]? {
        switch value.kind {
        case .array:
            let elements = value.elements
            let objects = elements.filter { $0.kind == .object }
            guard objects.count >= 3, objects.count * 10 >= 9 * elements.count else { return nil }
            return made(objects.map { (nil, $0) })
        case .object:
            let members = value.members
            let objects = members.filter { $0.value.kind == .object }
            guard objects.count >= 3, objects.count * 10 >= 9 * members.count, areAlike(objects.map(\.value)) else { return nil }
            return made(objects.map { ($0.name, $0.value) })
        default: return nil
        }
    }

    private func made(_ objects: [(String?, JSONValue)]) -> [DataRow]? {
        if objects.count > bounds.rows { steps.note(.rows) }
        var rows: [DataRow] = []
        for (name, object) in objects.prefix(bounds.rows) {
            rows.append(DataRow(object, named: name))
            guard steps.take(2 * (rows.last?.names.count ?? 0)) else { break }
        }
        return rows
    }

    /// Whether objects share six of ten of their members' names.
    private func areAlike(_ objects: [JSONValue]) -> Bool {
        let names = objects.prefix(50).map { Set($0.members.map(\.name)) }
        guard var shared = names.first else { return false }
        for other in names.dropFirst() { shared.formIntersection(other) }
        return !shared.isEmpty && shared.count * 10 >= 6 * (names.map(\.count).max() ?? 1)
    }
}
