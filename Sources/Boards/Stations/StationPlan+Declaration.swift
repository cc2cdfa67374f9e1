import Foundation
import Records

/// The keys of `stations` and their types. `Docs/Using/Boards.md` describes them.
extension StationPlan {
    package static let keys = Role.allCases.map(\.rawValue) + ["price", "day", "fuels", "areas", "water"]

    init(
        _ declaration: Declaration, schema: Schema, parameters: [Parameter], _ texts: inout TranslatedTexts
    ) throws(DeclarationError) {
        let keys = try declaration.entries(knowing: Self.keys)
        func wanted(_ key: String, _ example: String) throws(DeclarationError) -> Declaration {
            guard let value = keys[key] else { throw declaration.error("'\(key)' is missing; for example \(key): \(example)") }
            return value
        }
        self.schema = schema
        _ = (try wanted("name", "name"), try wanted("position", "position"))
        var places: [Role: Int] = [:]
        for role in Role.allCases {
            if let named = keys[role.rawValue] { places[role] = try schema.place(named, of: role.kinds) }
        }
        self.places = places

        let price = try wanted("price", "{ currency: AUD, unit: cents }")
        let money = try price.entries(knowing: ["currency", "unit"])
        guard let code = money["currency"] else { throw price.error("'currency' is missing; for example currency: AUD") }
        currency = try code.text()
        guard Money.isCurrency(currency) else { throw code.error("a code of three capitals is expected, like AUD") }
        unit = try money["unit"]?.choice(PriceUnit.self) ?? .whole
        day = try keys["day"].map { day throws(DeclarationError) in try Day(day, schema) }

        let listed = try wanted("fuels", "{ unleaded: { label: Unleaded, price: price } }")
        var fuels: [Fuel] = []
        for entry in try listed.entries() { fuels.append(try Fuel(entry, schema, parameters, &texts)) }
        guard !fuels.isEmpty, fuels.count <= 50 else { throw listed.error("between 1 and 50 fuels are expected") }
        self.fuels = fuels

        let areas = try keys["areas"]?.entries(knowing: ["suburb", "region"]) ?? [:]
        suburbParameter = try areas["suburb"].map { name throws(DeclarationError) in try parameters.name(name) }
        regionParameter = try areas["region"].map { name throws(DeclarationError) in try parameters.name(name) }

        water = try keys["water"].map(Self.water) ?? []

        let varying = Set(fuels.flatMap { [$0.field] + $0.conditions.keys } + [day?.field].compactMap { $0 })
        identity = schema.fields.indices.filter { schema.fields[$0].isKey && !varying.contains(schema.fields[$0].name) }
        guard !identity.isEmpty else {
            throw declaration.error("nothing tells one station from another: give a field other than price, day and fuel key: true")
        }
    }
}

extension StationPlan {
    private static let areaLimit = 50
    private static let shoreLimit = 2_000

    /// Each text is the shore of an area: positions separated by spaces.
    private static func water(_ declaration: Declaration) throws(DeclarationError) -> [[Position]] {
        var areas: [[Position]] = []
        for text in try declaration.texts() {
            var shore: [Position] = []
            for written in text.split(whereSeparator: \.isWhitespace) {
                guard let position = Position(written) else {
                    throw declaration.error("'\(written)' isn't a position like -31.95,115.86, latitude first")
                }
                shore.append(position)
            }
            guard shore.count >= 3 else { throw declaration.error("an area has three positions at least") }
            areas.append(shore)
        }
        guard areas.count <= areaLimit, areas.map(\.count).reduce(0, +) <= shoreLimit else {
            throw declaration.error("at most \(areaLimit) areas with \(shoreLimit) positions together")
        }
        return areas
    }
}

extension StationPlan.Role {
    fileprivate var kinds: [Field.Kind] {
        switch self {
        case .position: [.position]
        case .features: [.list]
        case .phone: [.phone, .text]
        case .postcode: [.text, .number]
        default: [.text]
        }
    }
}

extension StationPlan.Day {
    fileprivate init(_ declaration: Declaration, _ schema: Schema) throws(DeclarationError) {
        let keys = try declaration.entries(knowing: ["field", "from", "zone"])
        guard let named = keys["field"], let from = keys["from"], let zone = keys["zone"] else {
            throw declaration.error("'field', 'from' and 'zone' are needed: { field: date, from: '06:00', zone: Australia/Perth }")
        }
        field = schema.fields[try schema.place(named, of: [.date])].name
        guard let time = TimeOfDay(try from.text()), time.seconds < 86_400 else {
            throw from.error("a time like '06:00' is expected, in quotes")
        }
        self.from = time
        guard let known = TimeZone(identifier: try zone.text()) else { throw zone.error("a time zone like Australia/Perth is expected") }
        self.zone = known
    }
}

extension StationPlan.Fuel {
    fileprivate init(
        _ entry: Declaration.Entry, _ schema: Schema, _ parameters: [Parameter], _ texts: inout TranslatedTexts
    ) throws(DeclarationError) {
        guard Board.isName(entry.key, including: "_") else {
            throw DeclarationError(
                line: entry.line, "stations.fuels: a fuel is named with lower-case letters, digits and underscores, not '\(entry.key)'")
        }
        let keys = try entry.value.entries(knowing: ["label", "price", "with", "where"])
        guard let price = keys["price"] else { throw entry.value.error("'price' is missing: the field of its price") }
        name = entry.key
        if let text = keys["label"] { label = try texts.read(text) } else { label = Field(name: name, kind: .text).label }
        field = schema.fields[try schema.place(price, of: [.number])].name
        var with: [String: String] = [:]
        for entry in try keys["with"]?.entries() ?? [] {
            let text = try entry.value.text()
            guard let parameter = parameters.first(where: { $0.name == entry.key }) else {
                throw DeclarationError(line: entry.line, "\(entry.value.path): there is no parameter '\(entry.key)'")
            }
            do { with[entry.key] = try parameter.value(text) } catch { throw entry.value.error("\(error)") }
        }
        self.with = with
        var conditions: [String: Value] = [:]
        for entry in try keys["where"]?.entries() ?? [] {
            guard let field = schema[entry.key] else {
                throw DeclarationError(line: entry.line, "\(entry.value.path): there is no field '\(entry.key)'")
            }
            let text = try entry.value.text()
            do { conditions[entry.key] = try field.value(from: text) } catch { throw entry.value.error("\(error)") }
        }
        self.conditions = conditions
    }
}

extension Schema {
    /// The index of the named field, which must have one of these kinds.
    fileprivate func place(_ named: Declaration, of kinds: [Field.Kind]) throws(DeclarationError) -> Int {
        let name = try named.text()
        guard let index = index(of: name) else {
            throw named.error("there is no field '\(name)'; there are \(fields.map(\.name).joined(separator: ", "))")
        }
        guard kinds.contains(fields[index].kind) else {
            let wanted = kinds.map(\.rawValue).joined(separator: " or ")
            throw named.error("a field of type \(wanted) is expected, '\(name)' is of type \(fields[index].kind.rawValue)")
        }
        return index
    }
}

extension [Parameter] {
    fileprivate func name(_ named: Declaration) throws(DeclarationError) -> String {
        let name = try named.text()
        guard contains(where: { $0.name == name }) else { throw named.error("there is no parameter '\(name)'") }
        return name
    }
}
