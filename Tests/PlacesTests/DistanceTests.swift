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

    @Test("what is sorted by is within 0.6 % of it up to 500 km, and on both sides of 180°")
    func rough() {
        for pair in Geodesics.pairs where pair.metres < 500_001 && abs(pair.from.latitude) <= 60 && abs(pair.to.latitude) <= 60 {
            #expect(abs(pair.from.roughMetres(to: pair.to) / pair.metres - 1) < 0.006, "\(pair)")
        }
    }

    @Test("the middle of some positions is where they lie, also across 180°")
    func middle() throws {
        let west = try #require(Position(latitude: -16.5, longitude: 179.9))
        let east = try #require(Position(latitude: -16.5, longitude: -179.7))
        let middle = try #require(UnitVector.middle(of: [west, east]))
        #expect(abs(middle.longitude + 179.9) < 1e-6 && abs(middle.latitude + 16.5) < 1e-4)
        #expect(UnitVector.middle(of: []) == nil)
    }
}
