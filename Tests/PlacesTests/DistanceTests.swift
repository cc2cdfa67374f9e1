import Places
import Records
import Testing

@Suite("Distances") struct DistanceTests {
    @Test("what is shown is within 0.55 % of the geodesic, and within 0.57 % along a meridian at the equator")
    func shown() {
        #expect(Geodesics.pairs.count == 86)
        for pair in Geodesics.pairs {
            let wrong = abs(pair.from.metres(to: pair.to) / pair.metres - 1)
            #expect(wrong < (abs(pair.from.latitude) > 10 ? 0.0055 : 0.0057), "\(pair)")
        }
    }

    @Test("the middle of some positions is where they lie, also across 180°")
    func middle() throws {
        let west = try #require(Position(latitude: -16.5, longitude: 179.9))
        let east = try #require(Position(latitude: -16.5, longitude: -179.7))
        let middle = try #require(UnitVector.middle(of: [west, east]))
        #expect(abs(middle.longitude + 179.9) < 1e-6)
        #expect(abs(middle.latitude + 16.5) < 1e-4)
        #expect(UnitVector.middle(of: []) == nil)
    }
}
