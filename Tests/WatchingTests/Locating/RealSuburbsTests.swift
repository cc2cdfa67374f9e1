import Foundation
import Places
import Records
import Storage
import TestSupport
import Testing
import Watching

/// Two real feeds, eight years apart, in the folder that `TIDINGS_FUEL` names: `fuelwatch-2011-05-28.xml` and `fuelwatch-2019-11-03.xml`.
/// The suburb that the later feed names for a station is compared with the one known when only the earlier feed was fetched.
/// Figures: `Docs/Using/Places.md`.
@Suite("Suburbs of real stations", .enabled(if: ProcessInfo.processInfo.environment["TIDINGS_FUEL"] != nil))
struct RealSuburbsTests {
    private func stations(_ file: String) throws -> [StationPosition] {
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TIDINGS_FUEL"] ?? "")
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        return text.components(separatedBy: "<item>").dropFirst().compactMap { item in
            func child(_ name: String) -> String {
                guard let start = item.range(of: "<\(name)>"), let end = item.range(of: "</\(name)>") else { return "" }
                return String(item[start.upperBound..<end.lowerBound])
            }
            guard let position = Position(child("latitude"), child("longitude")) else { return nil }
            return StationPosition(suburb: child("location"), position: position)
        }
    }

    private func right(_ gazetteers: [Gazetteer], learning: Bool) async throws -> (first: Int, ofThree: Int, of: Int) {
        let folder = try TemporaryFolder()
        let places = KnownPlaces(gazetteers, store: try Store(in: folder.url))
        if learning { try await places.learn(stations("fuelwatch-2011-05-28.xml"), of: "fuel", at: .system()) }
        var figures = (first: 0, ofThree: 0, of: 0)
        for station in try stations("fuelwatch-2019-11-03.xml") {
            let suburbs = places.suburbs(near: station.position, of: "fuel", count: 3).map { PlaceName.folded($0.name) }
            let own = PlaceName.folded(station.suburb)
            figures.of += 1
            if suburbs.first == own { figures.first += 1 }
            if suburbs.contains(own) { figures.ofThree += 1 }
        }
        return figures
    }

    @Test("with what was learned eight years before, the nearest suburb is the station's own for more than 84 of a hundred")
    func learned() async throws {
        let learned = try await right([], learning: true)
        let known = try await right([.seed], learning: false)
        let both = try await right([.seed], learning: true)
        for (name, figures) in [("learned alone", learned), ("places alone", known), ("both", both)] {
            print("suburbs, \(name): first \(figures.first), among three \(figures.ofThree) of \(figures.of)")
        }
        #expect(learned.of == 380)
        #expect(learned.first >= 320)
        #expect(both.first > learned.first)
        #expect(both.ofThree > learned.ofThree)
    }
}
