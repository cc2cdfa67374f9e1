import Extraction
import Records

/// A row of data: members by name, in their order, those of objects inside of it by path (`seller.name`).
struct DataRow {
    var names: [String] = []
    var cells: [String: Column.Cell] = [:]

    mutating func add(_ name: String, _ cell: Column.Cell) {
        guard cells[name] == nil else { return }
        names.append(name)
        cells[name] = cell
    }

    private static let (depth, members) = (6, 200)

    init() {}

    /// - Parameter name: Of the member that the row is, if its name tells rows apart.
    init(_ value: JSONValue, named name: String? = nil) {
        if let name { add("id", Column.Cell(text: name)) }
        add(value, "", 0)
        addCurrency()
    }

    private mutating func add(_ object: JSONValue, _ path: String, _ depth: Int) {
        guard depth < Self.depth else { return }
        for (name, value) in object.members where !name.hasPrefix("@") || name == "@id" {
            guard names.count < Self.members else { return }
            add(value, path + name, depth, isInside: true)
        }
    }

    private mutating func add(_ value: JSONValue, _ path: String, _ depth: Int, isInside: Bool) {
        switch value.kind {
        case .null: add(path, Column.Cell(text: ""))
        case .string: add(path, Column.Cell(text: value.text.squeezed))
        case .number: add(path, Column.Cell(text: value.text, literal: value.number.flatMap { Value(number: $0) }))
        case .flag: add(path, Column.Cell(text: value.text, literal: value.flag.map { .flag($0) }))
        case .object:
            if let position = Self.position(value) {
                add(path, Column.Cell(text: position.description, literal: .position(position)))
            } else {
                add(value, path + ".", depth + 1)
            }
        case .array: add(list: value.elements, path, depth)
        }
    }

    private mutating func add(list elements: [JSONValue], _ path: String, _ depth: Int) {
        if elements.count == 1, let only = elements.first, [.string, .object].contains(only.kind) {
            return add(only, path, depth + 1, isInside: true)
        }
        guard !elements.isEmpty, elements.allSatisfy({ [.string, .number].contains($0.kind) }) else { return }
        let texts = elements.map { $0.text.squeezed }
        add(path, Column.Cell(text: texts.joined(separator: ", "), texts: texts))
    }

    /// An object of a latitude and a longitude.
    private static func position(_ value: JSONValue) -> Position? {
        let members = value.members
        guard members.count == 2, let latitude = members.first(where: { $0.name.lowercased().hasPrefix("lat") })?.value.number,
            let longitude = members.first(where: {
                $0.name.lowercased().hasPrefix("l") && $0.name.lowercased().hasPrefix("lo") || $0.name.lowercased() == "lng"
            })?.value.number
        else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// A price has the currency that stands beside it.
    private mutating func addCurrency() {
        for name in names where name.hasSuffix("priceCurrency") || name.hasSuffix("currencyCode") || name.hasSuffix("currency") {
            let path = name[..<(name.lastIndex(of: ".").map { name.index(after: $0) } ?? name.startIndex)]
            for amount in ["price", "amount", "value"] {
                guard let code = cells[name]?.text, CurrencySigns.isCode(code), let cell = cells[path + amount], !cell.text.isEmpty else {
                    continue
                }
                cells[path + amount] = Column.Cell(text: "\(cell.text) \(code)")
                cells[name] = nil
                names.removeAll { $0 == name }
                return
            }
        }
    }
}

/// Rows of data → columns, a column for each name.
enum DataColumns {
    static func columns(of rows: [DataRow]) -> [Column] {
        var (order, counts) = ([String](), [String: Int]())
        for row in rows {
            for name in row.names {
                if counts[name] == nil { order.append(name) }
                counts[name, default: 0] += 1
            }
        }
        // What few rows have is no field, and rows may have a great many of such.
        order = Array(order.filter { counts[$0, default: 0] * 20 >= rows.count }.prefix(most))
        var ends: [Substring: Int] = [:]
        for name in order { ends[end(of: name), default: 0] += 1 }
        return order.map { name in
            var column = Column(cells: rows.map { $0.cells[name] })
            column.member = ends[end(of: name)] == 1 && !end(of: name).isEmpty ? String(end(of: name)) : name
            if isPicture(name) { column.attribute = "src" }
            if column.cells.allSatisfy({ $0?.text.isEmpty ?? true }) { column.member = name }
            return column
        }
    }

    private static let most = 400

    /// The last part of a path: it is the column's name if no other path ends with it.
    private static func end(of name: String) -> Substring {
        name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
    }

    private static func isPicture(_ name: String) -> Bool {
        ["image", "thumbnail", "thumbnailurl", "photo"].contains(name.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
}
