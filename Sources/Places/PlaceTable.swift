import Records

/// The columns of a generic table of places, found by the names in its header.
struct PlaceTable {
    struct Mistake: Error {
        let detail: String
    }

    private static let names: [String: any WritableKeyPath<Columns, Int?> & Sendable] = [
        "name": \.name, "place": \.name, "suburb": \.name, "locality": \.name, "town": \.name, "city": \.name,
        "lat": \.latitude, "latitude": \.latitude, "lon": \.longitude, "lng": \.longitude, "long": \.longitude, "longitude": \.longitude,
        "country": \.country, "countrycode": \.country, "cc": \.country, "region": \.region, "state": \.region, "province": \.region,
        "admin1": \.region, "postcode": \.postcode, "postalcode": \.postcode, "zip": \.postcode, "population": \.population,
    ]

    private struct Columns {
        var name: Int?
        var latitude: Int?
        var longitude: Int?
        var country: Int?
        var region: Int?
        var postcode: Int?
        var population: Int?
    }

    private let separator: UInt8
    private let count: Int
    private let columns: Columns
    private let name: Int
    private let latitude: Int
    private let longitude: Int

    /// Returns nil if a required column is missing.
    init?(header: String) {
        for separator in ",;\t".utf8 {
            guard let cells = try? Self.cells(header, separator), cells.count > 2 else { continue }
            var columns = Columns()
            for (index, cell) in cells.enumerated() {
                let key = cell.lowercased().filter { $0.isLetter || $0.isNumber }
                // The first of duplicate names wins: in `name,place` the second is something else.
                if let path = Self.names[key], columns[keyPath: path] == nil { columns[keyPath: path] = index }
            }
            guard let name = columns.name, let latitude = columns.latitude, let longitude = columns.longitude else { continue }
            self.separator = separator
            self.columns = columns
            count = cells.count
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
            return
        }
        return nil
    }

    /// Returns nil without a name or a position.
    func place(_ line: String) throws(Mistake) -> Place? {
        let cells = try Self.cells(line, separator)
        guard cells.count == count else { throw Mistake(detail: "there are \(cells.count) columns where \(count) are expected") }
        let name = cells[name].trimmingWhitespace()
        guard !name.isEmpty, let position = try Self.position(cells[latitude], cells[longitude]) else { return nil }
        func text(_ column: Int?) -> String? {
            column.map { cells[$0].trimmingWhitespace() }.flatMap { $0.isEmpty ? nil : $0 }
        }
        var place = Place(
            name, at: position, country: text(columns.country), region: text(columns.region), postcode: text(columns.postcode))
        if let population = text(columns.population) {
            guard let number = Double(population), (0...1e10).contains(number) else {
                throw Mistake(detail: "population is '\(population.prefix(40))', which isn't a number")
            }
            place.population = Int(number)
        }
        return place
    }

    /// Returns nil if both are empty or zero, which sources use for unknown positions.
    static func position(_ latitude: some StringProtocol, _ longitude: some StringProtocol) throws(Mistake) -> Position? {
        let (north, east) = (latitude.trimmingWhitespace(), longitude.trimmingWhitespace())
        if north.isEmpty, east.isEmpty { return nil }
        guard let latitude = Double(north), let longitude = Double(east) else {
            throw Mistake(detail: "'\(north.prefix(40))', '\(east.prefix(40))' aren't a latitude and a longitude")
        }
        if latitude == 0, longitude == 0 { return nil }
        guard let position = Position(latitude: latitude, longitude: longitude) else {
            throw Mistake(detail: "there is no latitude \(north.prefix(40)) with a longitude \(east.prefix(40))")
        }
        return position
    }

    /// RFC 4180, except line breaks inside quotes.
    private static func cells(_ line: String, _ separator: UInt8) throws(Mistake) -> [String] {
        let quote = UInt8(ascii: "\"")
        guard line.utf8.contains(quote) else {
            return line.utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        }
        var cells: [String] = []
        var cell: [UInt8] = []
        var (isQuoted, wasQuote) = (false, false)
        for byte in line.utf8 {
            switch byte {
            case quote where isQuoted:
                isQuoted = false
                wasQuote = true
            case quote where wasQuote:
                cell.append(quote)
                isQuoted = true
                wasQuote = false
            case quote where cell.isEmpty: isQuoted = true
            case separator where !isQuoted:
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
                wasQuote = false
            default: cell.append(byte)
            }
        }
        guard !isQuoted else { throw Mistake(detail: "a quote is never closed") }
        return cells + [String(decoding: cell, as: UTF8.self)]
    }
}
