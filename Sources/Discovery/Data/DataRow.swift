import JSONReading
import Records

/// A row of data: its members by name, in order; members of nested objects by path (`seller.name`).
struct DataRow {
    var names: [String] = []
    var cells: [String: Column.Cell] = [:]
    /// The paths from the row to each member, in an extractor's syntax: alternatives, each of one path or of several that belong together.
    var places: [String: [[String]]] = [:]

    mutating func add(_ name: String, _ cell: Column.Cell, at places: [[String]] = []) {
        guard cells[name] == nil else { return }
        names.append(name)
        cells[name] = cell
        self.places[name] = places
    }

    private static let (depth, members) = (6, 200)

    init() {}

    /// - Parameter name: The name of the member that holds the row, if such names tell rows apart.
    init(_ value: JSONValue, named name: String? = nil) {
        if let name { add("id", Column.Cell(text: name), at: [["~"]]) }
        add(value, "", .row, 0)
        addCurrency()
    }

    private mutating func add(_ object: JSONValue, _ path: String, _ place: JSONPlace, _ depth: Int) {
        guard depth < Self.depth else { return }
        for (name, value) in object.members where !name.hasPrefix("@") || name == "@id" {
            guard names.count < Self.members else { return }
            add(value, path + name, at: place.member(name), depth)
        }
    }

    private mutating func add(_ value: JSONValue, _ path: String, at place: JSONPlace, _ depth: Int) {
        switch value.kind {
        case .null: add(path, Column.Cell(text: ""), at: [[place.path]])
        case .string: add(path, Column.Cell(text: value.text.squeezed), at: [[place.path]])
        case .number:
            add(path, Column.Cell(text: value.text, literal: value.number.flatMap { Value(number: $0) }), at: [[place.path]])
        case .flag: add(path, Column.Cell(text: value.text, literal: value.flag.map { .flag($0) }), at: [[place.path]])
        case .object:
            if let (position, names) = Self.position(value) {
                add(
                    path, Column.Cell(text: position.description, literal: .position(position)),
                    at: [names.map { place.member($0).path }])
            } else {
                add(value, path + ".", place, depth + 1)
            }
        case .array: add(list: value.elements, path, place, depth)
        }
    }

    private mutating func add(list elements: [JSONValue], _ path: String, _ place: JSONPlace, _ depth: Int) {
        if elements.count == 1, let only = elements.first, [.string, .object].contains(only.kind) {
            return add(only, path, at: place.element(0), depth + 1)
        }
        guard !elements.isEmpty, elements.allSatisfy({ [.string, .number].contains($0.kind) }) else { return }
        let texts = elements.map { $0.text.squeezed }
        add(path, Column.Cell(text: texts.joined(separator: ", "), texts: texts), at: [[place.path]])
    }

    /// The position in an object with a latitude and a longitude, and the names of both.
    private static func position(_ value: JSONValue) -> (Position, names: [String])? {
        let members = value.members
        guard members.count == 2, let latitude = members.first(where: { $0.name.lowercased().hasPrefix("lat") }),
            let longitude = members.first(where: {
                $0.name.lowercased().hasPrefix("l") && $0.name.lowercased().hasPrefix("lo") || $0.name.lowercased() == "lng"
            }), let north = latitude.value.number, let east = longitude.value.number,
            let position = Position(latitude: north, longitude: east)
        else { return nil }
        return (position, [latitude.name, longitude.name])
    }

    /// Joins a price with the currency beside it.
    private mutating func addCurrency() {
        for name in names where name.hasSuffix("priceCurrency") || name.hasSuffix("currencyCode") || name.hasSuffix("currency") {
            let path = name[..<(name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)]
            for amount in ["price", "amount", "value"] {
                guard let code = cells[name]?.text, CurrencySigns.isCode(code), let cell = cells[path + amount], !cell.text.isEmpty else {
                    continue
                }
                cells[path + amount] = Column.Cell(text: "\(cell.text) \(code)")
                let (own, beside) = (places[path + amount] ?? [], places[name]?.first ?? [])
                places[path + amount] = own + own.map { $0 + beside }
                cells[name] = nil
                names.removeAll { $0 == name }
                return
            }
        }
    }
}

/// Converts rows of data to columns, one for each name.
enum DataColumns {
    static func columns(of rows: [DataRow]) -> [Column] {
        var (order, counts) = ([String](), [String: Int]())
        for row in rows {
            for name in row.names {
                if counts[name] == nil { order.append(name) }
                counts[name, default: 0] += 1
            }
        }
        // A member that few rows have isn't a field. Rows may have very many of these.
        order = Array(order.filter { counts[$0, default: 0] * 20 >= rows.count }.prefix(limit))
        var ends: [Substring: Int] = [:]
        for name in order { ends[end(of: name), default: 0] += 1 }
        return order.map { name in
            var column = Column(cells: rows.map { $0.cells[name] })
            column.member = ends[end(of: name)] == 1 && !end(of: name).isEmpty ? String(end(of: name)) : name
            column.places = places(of: name, in: rows)
            if isPicture(name) { column.attribute = "src" }
            if column.cells.allSatisfy({ $0?.text.isEmpty ?? true }) { column.member = name }
            return column
        }
    }

    private static let limit = 400

    /// The paths to a member, most frequent first.
    private static func places(of name: String, in rows: [DataRow]) -> [[String]] {
        var (order, counts) = ([[String]](), [[String]: Int]())
        for row in rows {
            for place in row.places[name] ?? [] {
                if counts[place] == nil { order.append(place) }
                counts[place, default: 0] += 1
            }
        }
        return order.enumerated().sorted { (counts[$1.element, default: 0], $0.offset) < (counts[$0.element, default: 0], $1.offset) }
            .map(\.element)
    }

    /// The last part of a path, which is the column's name unless another path has the same end.
    private static func end(of name: String) -> Substring {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
    }

    private static func isPicture(_ name: String) -> Bool {
        ["image", "thumbnail", "thumbnailurl", "photo"].contains(name.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
}
