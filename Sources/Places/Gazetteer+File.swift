package import Foundation
import Records

/// The file format of a gazetteer: its columns as they are in memory, so 144,000 places load in some milliseconds.
///
/// Version 1, all numbers little-endian:
///
///     "TIDPLACE"  version: u32  length of the whole: u64
///     sources:    count: u32, each: name, attribution, kind: u8, imported: i64 (milliseconds since 1970; the minimum: bundled)
///     groups:     count: u32, each: source: u16, country, region
///     places:     count n: u32, n group: u16, n (latitude, longitude): 2 × f64, names, postcodes, n population: u32
///     tree:       count m: u32, m number: u32, divisions by node: f64 each, their axes: u8 each
///     by name:    keys, a number: u32 each
///     by postcode: the same
///     CRC-32 (zlib) of all before it: u32
///
/// A text is its length in bytes, u32, and UTF-8. A column of texts is its count: u32, the start of each and the end of the last: u32 each,
/// and all of the UTF-8. Everything is validated before use: a truncated, modified or forged file is an error, never a crash.
extension Gazetteer {
    private static let magic = Array("TIDPLACE".utf8)
    private static let version: UInt32 = 1
    private static let headerLength = 20

    /// Throws `PlacesError`.
    package init(contentsOf file: URL) throws(PlacesError) {
        do throws(PlacesError) {
            let bytes: Data
            do { bytes = try Data(contentsOf: file) } catch { throw PlacesError(.file, "cannot be read") }
            self = try Self.read([UInt8](bytes))
        } catch {
            throw error.inFile(file.lastPathComponent)
        }
    }

    /// Replaces the file atomically. Throws `PlacesError`.
    package func write(to file: URL) throws(PlacesError) {
        do { try Data(encoded).write(to: file, options: .atomic) } catch {
            throw PlacesError(.file, file: file.lastPathComponent, "cannot be written: \(error.localizedDescription)")
        }
    }

    var encoded: [UInt8] {
        var bytes = ByteWriter()
        bytes.append(Self.magic)
        bytes.append(Self.version)
        bytes.append(UInt64(0))
        bytes.append(UInt32(sources.count))
        for source in sources {
            bytes.append(source.name)
            bytes.append(source.attribution)
            bytes.append(source.kind.rawValue)
            bytes.append(source.imported?.milliseconds ?? .min)
        }
        bytes.append(UInt32(groups.count))
        for group in groups {
            bytes.append(UInt16(group.source))
            bytes.append(group.country ?? "")
            bytes.append(group.region ?? "")
        }
        bytes.append(UInt32(count))
        bytes.append(groupNumbers)
        bytes.append(positions.flatMap { [$0.latitude, $0.longitude] })
        bytes.append(names)
        bytes.append(postcodes)
        bytes.append(populations)
        bytes.append(UInt32(index.count))
        bytes.append(index.numbers)
        bytes.append(index.divisions.map(\.place))
        bytes.append(index.divisions.map { UInt8($0.axis) })
        bytes.append(foldedNames)
        bytes.append(byName)
        bytes.append(foldedPostcodes)
        bytes.append(byPostcode)
        bytes.close(lengthAt: Self.magic.count + 4)
        return bytes.bytes
    }

    static func read(_ file: [UInt8]) throws(PlacesError) -> Gazetteer {
        var bytes = ByteReader(file)
        guard file.count > headerLength, try bytes.array(UInt8.self, magic.count) == magic else {
            throw PlacesError(.format, "isn't a places file of Tidings")
        }
        let found = try bytes.value(UInt32.self)
        guard found == version else {
            throw PlacesError(.format, "is of version \(found), and we know version \(version): import its places again")
        }
        guard try bytes.value(UInt64.self) == UInt64(file.count) else {
            throw PlacesError(.damaged, "is cut short: import its places again")
        }
        try bytes.checkSum()

        let sourceCount = try bytes.count(atLeast: 17)
        var sources: [PlaceSource] = []
        for _ in 0..<sourceCount {
            let (name, attribution) = (try bytes.text(), try bytes.text())
            guard let kind = PlaceSource.Kind(rawValue: try bytes.value(UInt8.self)) else { throw ByteReader.damaged }
            let imported = try bytes.value(Int64.self)
            sources.append(
                PlaceSource(
                    name: name, attribution: attribution, kind: kind,
                    imported: imported == .min ? nil : Timestamp(milliseconds: imported)))
        }
        let groupCount = try bytes.count(atLeast: 10)
        var groups: [Group] = []
        for _ in 0..<groupCount {
            let (source, country, region) = (Int(try bytes.value(UInt16.self)), try bytes.text(), try bytes.text())
            guard source < sources.count else { throw ByteReader.damaged }
            groups.append(Group(source: source, country: country.isEmpty ? nil : country, region: region.isEmpty ? nil : region))
        }
        let count = try bytes.count(atLeast: 2 + 16 + 4)
        let groupNumbers = try bytes.array(UInt16.self, count)
        guard groupNumbers.allSatisfy({ $0 < groups.count }) else { throw ByteReader.damaged }
        let positions = try positions(try bytes.array(Double.self, 2 * count))
        let (names, postcodes) = (try bytes.column(of: count), try bytes.column(of: count))
        let populations = try bytes.array(UInt32.self, count)
        let index = try index(&bytes, positions)
        let (foldedNames, byName) = try keys(&bytes, count)
        let (foldedPostcodes, byPostcode) = try keys(&bytes, count)
        return Gazetteer(
            sources: sources, groups: groups, groupNumbers: groupNumbers, positions: positions, names: names, postcodes: postcodes,
            populations: populations, index: index, foldedNames: foldedNames, byName: byName, foldedPostcodes: foldedPostcodes,
            byPostcode: byPostcode)
    }

    private static func positions(_ degrees: [Double]) throws(PlacesError) -> [Position] {
        var positions: [Position] = []
        positions.reserveCapacity(degrees.count / 2)
        for at in stride(from: 0, to: degrees.count, by: 2) {
            guard let position = Position(latitude: degrees[at], longitude: degrees[at + 1]) else { throw ByteReader.damaged }
            positions.append(position)
        }
        return positions
    }

    private static func index(_ bytes: inout ByteReader, _ positions: [Position]) throws(PlacesError) -> PlaceIndex {
        let numbers = try bytes.array(Int32.self, try bytes.count(atLeast: 4))
        guard numbers.allSatisfy({ positions.indices.contains(Int($0)) }) else { throw ByteReader.damaged }
        let nodes = 1 << PlaceIndex.depth(of: numbers.count)
        let (places, axes) = (try bytes.array(Double.self, nodes), try bytes.array(UInt8.self, nodes))
        guard axes.allSatisfy({ $0 < 3 }) else { throw ByteReader.damaged }
        return PlaceIndex(
            points: numbers.map { UnitVector(positions[Int($0)]) }, numbers: numbers,
            divisions: zip(places, axes).map { PlaceIndex.Division(place: $0, axis: Int($1)) })
    }

    private static func keys(_ bytes: inout ByteReader, _ count: Int) throws(PlacesError) -> (TextColumn, [Int32]) {
        let column = try bytes.column(of: nil)
        let numbers = try bytes.array(Int32.self, column.count)
        guard numbers.allSatisfy({ (0..<count).contains(Int($0)) }) else { throw ByteReader.damaged }
        return (column, numbers)
    }
}
