import Places
import Records
import Testing

@Suite struct PlaceTests {
    @Test("a place is equal to one of the same name only where it lies at the same point")
    func equality() throws {
        let position = try #require(Position(latitude: -31.95, longitude: 115.83))
        let elsewhere = try #require(Position(latitude: -31.96, longitude: 115.83))
        #expect(Place("Subiaco", at: position) == Place("Subiaco", at: position))
        #expect(Place("Subiaco", at: position) != Place("Subiaco", at: elsewhere))
    }
}
