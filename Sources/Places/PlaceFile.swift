import Records

/// Parses published files of places, in chunks of any size, line by line. Detects the format:
///
/// - GeoNames, `cities500.txt` and the like: 19 columns between tabs (https://download.geonames.org/export/dump/readme.txt);
/// - GeoNames, postal codes: 12 columns between tabs (https://download.geonames.org/export/zip/readme.txt);
/// - tables with a header line: `name`, `lat`, `lon`, and optionally `country`, `region`, `postcode`, `population`, separated by commas,
///   semicolons or tabs, quoted if necessary. Lines before it that start with `#` are the attribution.
///
/// Places without a name or a position are skipped and counted; GeoNames has some. Throws `PlacesError` with the line for invalid UTF-8, a
/// wrong number of columns, an invalid number, or a line of more than a megabyte.
package struct PlaceFile {
    package private(set) var places: [Place] = []
    package private(set) var kind = PlaceSource.Kind.places
    /// The attribution: taken from the file, or required by the terms of GeoNames.
    package private(set) var attribution = ""
    /// The number of lines without a name or a position.
    package private(set) var leftOut = 0

    private static let lineLimit = 1 << 20

    private enum Format {
        case cities, postcodes
        case table(PlaceTable)
    }

    private var format: Format?
    private var comments: [String] = []
    private var rest: [UInt8] = []
    private var line = 0

    package init() {}

    package mutating func append(_ chunk: some Sequence<UInt8>) throws(PlacesError) {
        rest += chunk
        var start = 0
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try read(rest[start..<end])
            start = end + 1
        }
        rest.removeFirst(start)
        guard rest.count <= Self.lineLimit else { throw PlacesError(.limit, line: line + 1, "the line is longer than a megabyte") }
    }

    /// The last line may lack a line break.
    package mutating func finish() throws(PlacesError) {
        if !rest.isEmpty { try read(rest[...]) }
        rest = []
        guard format != nil else { throw PlacesError(.format, "there is nothing in it") }
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) throws(PlacesError) {
        line += 1
        var bytes = bytes
        if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if bytes.last == UInt8(ascii: "\r") { bytes = bytes.dropLast() }
        guard !bytes.isEmpty else { return }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw PlacesError(.line, line: line, "this is not UTF-8") }
        guard let format else { return try begin(text) }
        let columns: [Substring]
        let place: Place?
        switch format {
        case .cities:
            columns = Self.split(text)
            guard columns.count == 19 else { throw wrong(columns.count, 19) }
            place = try city(columns)
        case .postcodes:
            columns = Self.split(text)
            guard columns.count == 12 else { throw wrong(columns.count, 12) }
            place = try postcode(columns)
        case .table(let table):
            do { place = try table.place(text) } catch { throw PlacesError(.line, line: line, error.detail) }
        }
        guard let place else {
            leftOut += 1
            return
        }
        guard places.count < Gazetteer.limit else { throw PlacesError(.limit, line: line, "there are more than \(Gazetteer.limit) places") }
        places.append(place)
    }

    private static func split(_ text: String) -> [Substring] { text.split(separator: "\t", omittingEmptySubsequences: false) }

    private func wrong(_ found: Int, _ expected: Int) -> PlacesError {
        PlacesError(.line, line: line, "there are \(found) columns where \(expected) are expected")
    }

    /// Detects the format from the first line.
    private mutating func begin(_ text: String) throws(PlacesError) {
        if text.hasPrefix("#") {
            comments.append(text.drop { $0 == "#" || $0 == " " }.trimmingWhitespace())
            attribution = comments.joined(separator: " ")
            guard attribution.utf8.count <= 1000 else { throw PlacesError(.limit, line: line, "the lines with # are too long") }
            return
        }
        switch text.utf8.count(where: { $0 == UInt8(ascii: "\t") }) {
        case 18: format = .cities
        case 11 where PlaceTable(header: text) == nil:
            format = .postcodes
            kind = .postcodes
        default:
            guard let table = PlaceTable(header: text) else {
                throw PlacesError(.format, line: line, "this is neither a GeoNames file nor a table with columns name, lat and lon")
            }
            format = .table(table)
            return
        }
        attribution = Self.geoNames
        line -= 1
        try read(ArraySlice(text.utf8))
    }

    package static let geoNames = "Contains data from GeoNames, CC BY 4.0"

    /// geonameid, name, asciiname, alternatenames, latitude, longitude, feature class, feature code,
    /// country code, cc2, admin1 code, …, population, …
    private func city(_ columns: [Substring]) throws(PlacesError) -> Place? {
        guard !columns[1].isEmpty, let position = try position(columns[4], columns[5]) else { return nil }
        // Mostly GeoNames' internal numbers; codes of letters are in common use.
        let region = columns[10].allSatisfy(\.isLetter) ? Self.some(columns[10]) : nil
        return Place(
            String(columns[1]), at: position, country: Self.some(columns[8]), region: region,
            population: columns[14].isEmpty ? 0 : try number(columns[14], "population"))
    }

    /// country code, postal code, place name, admin name1, admin code1, …, latitude, longitude, accuracy
    private func postcode(_ columns: [Substring]) throws(PlacesError) -> Place? {
        guard !columns[2].isEmpty, !columns[1].isEmpty, let position = try position(columns[9], columns[10]) else { return nil }
        return Place(
            String(columns[2]), at: position, country: Self.some(columns[0]), region: Self.some(columns[4]), postcode: String(columns[1]))
    }

    private func position(_ latitude: Substring, _ longitude: Substring) throws(PlacesError) -> Position? {
        do { return try PlaceTable.position(latitude, longitude) } catch { throw PlacesError(.line, line: line, error.detail) }
    }

    private func number(_ text: Substring, _ column: String) throws(PlacesError) -> Int {
        guard let number = Int(text), number >= 0 else {
            throw PlacesError(.line, line: line, "\(column) is '\(text.prefix(40))', which isn't a number")
        }
        return number
    }

    private static func some(_ text: Substring) -> String? { text.isEmpty ? nil : String(text) }
}
