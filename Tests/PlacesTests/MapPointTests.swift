import Foundation
import Records
import Testing

@testable import Places

@Suite("The flat map")
struct MapPointTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    @Test("the equator and Greenwich cross near its middle, and its corners are the world's")
    func corners() throws {
        let middle = MapPoint(try position(0, 1e-9))
        #expect(abs(middle.x - 0.5) < 1e-9)
        #expect(abs(middle.y - 0.5) < 1e-9)
        let corner = MapPoint(try position(MapPoint.highestLatitude, -180))
        #expect(abs(corner.x) < 1e-9)
        #expect(abs(corner.y) < 1e-9)
        #expect(MapPoint(try position(90, 0)).y >= -1e-9)
    }

    // Tile numbers by the OpenStreetMap wiki's formula ("Slippy map tilenames"), computed by hand for its example's zoom.
    @Test(
        "tiles have the numbers that tile servers give them",
        arguments: [(-31.9523, 115.8613, 10, 841, 608), (51.5074, -0.1278, 10, 511, 340), (40.7128, -74.006, 8, 75, 96)])
    func tiles(latitude: Double, longitude: Double, zoom: Int, x: Int, y: Int) throws {
        let point = MapPoint(try position(latitude, longitude))
        let side = Double(1 << zoom)
        #expect(Int(point.x * side) == x)
        #expect(Int(point.y * side) == y)
    }

    @Test("there and back is the same place", arguments: [-80.0, -31.95, -0.001, 12, 71.3])
    func back(latitude: Double) throws {
        let back = try #require(MapPoint(try position(latitude, 115.86)).position)
        #expect(abs(back.latitude - latitude) < 1e-9)
        #expect(abs(back.longitude - 115.86) < 1e-9)
    }

    @Test("a degree of longitude is as long as the parallel is, and lengths are the same in all directions")
    func lengths() throws {
        let perth = MapPoint(try position(-31.95, 115.86))
        let degree = perth.metresPerSide / 360
        #expect(abs(degree - 94_455) < 50)
        let north = MapPoint(try position(-31.94, 115.86))
        #expect(abs((perth.y - north.y) * perth.metresPerSide - 1_113.2) < 1)
    }
}
