import Extraction
import JSONReading

/// Finds lists in JSON: arrays of objects, and objects whose members are the rows.
struct JSONLists {
    let bounds: DiscoveryBounds
    let steps: Steps

    private static let depth = 40

    /// All lists in a JSON value.
    ///
    /// - Parameters:
    ///   - isStream: Whether the order of the data around the lists changes with each response.
    ///   - reading: How a board reads the rows at a JSONPath.
    func lists(in value: JSONValue, isStream: Bool = false, _ reading: (String) -> Reading) -> [DataList] {
        var lists: [DataList] = []
        var tasks = [(value: value, depth: 0, place: JSONPlace.root)]
        while let (value, depth, place) = tasks.popLast() {
            guard steps.take(), lists.count < bounds.lists else { break }
            if var list = list(of: value), list.rows.count >= 3 {
                let (open, exact) = (place.open.all.whole, place.all.whole)
                let anywhere = isStream ? place.anywhere.map { [$0] } ?? [] : []
                list.readings = (anywhere + (open == exact ? [open] : [open, exact])).map(reading)
                lists.append(list)
            } else {
                lists += stores(in: value, place, reading).prefix(bounds.lists - lists.count)
            }
            guard depth < Self.depth else {
                steps.note(.depth)
                continue
            }
            for (value, at) in inside(value, place).reversed() where value.kind == .array || value.kind == .object {
                tasks.append((value, depth + 1, at))
            }
        }
        return lists
    }

    /// Things of several kinds in one object, keyed by an id, as in the caches of GraphQL clients: `"Lamp:7": {"__typename": "Lamp", …}`.
    private func stores(in value: JSONValue, _ place: JSONPlace, _ reading: (String) -> Reading) -> [DataList] {
        guard value.kind == .object else { return [] }
        var (kinds, order) = ([String: [(String?, JSONValue)]](), [String]())
        for (name, thing) in value.members.prefix(20_000) {
            guard steps.take() else { break }
            guard thing.kind == .object, let kind = thing[Self.kind], kind.kind == .string else { continue }
            if kinds[kind.text] == nil { order.append(kind.text) }
            kinds[kind.text, default: []].append((name, thing))
        }
        return order.compactMap { kind in
            guard let things = kinds[kind], things.count >= 3, var list = made(things) else { return nil }
            list.readings = [reading(place.whole + JSONPlace.filter(Self.kind, is: kind))]
            return list
        }
    }

    private static let kind = "__typename"

    private func inside(_ value: JSONValue, _ place: JSONPlace) -> [(JSONValue, JSONPlace)] {
        if value.kind == .array {
            return value.elements.prefix(bounds.rows).enumerated().map { ($0.element, place.element($0.offset)) }
        }
        return value.members.prefix(1000).map { ($0.value, place.member($0.name)) }
    }

    private func list(of value: JSONValue) -> DataList? {
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

    private func made(_ objects: [(String?, JSONValue)]) -> DataList? {
        if objects.count > bounds.rows { steps.note(.rows) }
        var rows: [DataRow] = []
        for (name, object) in objects.prefix(bounds.rows) {
            rows.append(DataRow(object, named: name))
            guard steps.take(2 * (rows.last?.names.count ?? 0)) else { break }
        }
        return DataList(rows: rows, count: objects.count)
    }

    /// Whether objects share six tenths of their members' names.
    private func areAlike(_ objects: [JSONValue]) -> Bool {
        let names = objects.prefix(50).map { Set($0.members.map(\.name)) }
        guard var shared = names.first else { return false }
        for other in names.dropFirst() { shared.formIntersection(other) }
        return !shared.isEmpty && shared.count * 10 >= 6 * (names.map(\.count).max() ?? 1)
    }
}
