import Foundation
import Places
import Records

/// How quickly places are found: `MeasurePlaces PLACES QUESTIONS [COUNT]`, run by `Scripts/benchmark-places`.
///
/// PLACES is a table of places, QUESTIONS are positions as pairs of 64-bit floating-point numbers, latitude and longitude; COUNT is how many
/// neighbours of each are asked for. Prints `name value` a line. The sum of the numbers of all answers is there to hold other programs' answers against.
@main
enum MeasurePlaces {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count > 2 else { return print("MeasurePlaces PLACES QUESTIONS [COUNT]") }
        let count = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
        let questions = positions(in: arguments[2])

        var places: [Place] = []
        say("read", try seconds { places = try PlaceFile(contentsOf: URL(fileURLWithPath: arguments[1])).places })
        let positions = places.map(\.position)
        var index = PlaceIndex([])
        say("build", seconds { index = PlaceIndex(positions) })

        var vectors: [UnitVector] = []
        say("vectors", seconds { vectors = questions.map(UnitVector.init) })
        var sum = 0
        let searching = seconds {
            if count == 1 {
                for vector in vectors { sum += index.nearest(to: vector)?.number ?? 0 }
            } else {
                for vector in vectors { for neighbour in index.nearest(to: vector, count: count) { sum += neighbour.number } }
            }
        }
        say("rate", Double(vectors.count) / searching)
        print("sum \(sum)")

        // Where instructions are counted, the rest would be most of them.
        guard questions.count > 20_000, count == 1 else { return }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let gazetteer = try Gazetteer([PlaceList(PlaceSource(name: "measured"), places)])
        try gazetteer.write(to: file)
        print("bytes \(try FileManager.default.attributesOfItem(atPath: file.path)[.size] ?? 0)")
        var loads: [Double] = []
        for _ in 0..<5 { loads.append(try seconds { _ = try Gazetteer(contentsOf: file) }) }
        say("load", loads.sorted()[2])
        let names = (0..<1000).map { gazetteer[$0 * 97 % gazetteer.count].name }
        say("names", 1000 / seconds { for name in names { precondition(!gazetteer.places(named: name).isEmpty) } })
        say("slips", 20 / seconds { for name in names.prefix(20) { _ = gazetteer.places(named: name + "qx") } })
    }

    private static func positions(in file: String) -> [Position] {
        let bytes = [UInt8](FileManager.default.contents(atPath: file) ?? Data())
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 15, by: 16).compactMap {
                Position(
                    latitude: bytes.loadUnaligned(fromByteOffset: $0, as: Double.self),
                    longitude: bytes.loadUnaligned(fromByteOffset: $0 + 8, as: Double.self))
            }
        }
    }

    private static func say(_ name: String, _ value: Double) { print("\(name) \(value)") }

    /// CPU seconds of the process, user and system.
    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
}
