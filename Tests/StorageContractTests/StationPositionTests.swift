import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Learned positions of suburbs") struct StationPositionTests {
    private func station(_ suburb: String, _ latitude: Double, _ longitude: Double) throws -> StationPosition {
        StationPosition(suburb: suburb, position: try #require(Position(latitude: latitude, longitude: longitude)))
    }

    @Test("a station seen again is not another one, and the suburb it is said to be in last is believed")
    func again() async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let stations = [try station("SUBIACO", -31.9485, 115.8268), try station("MT LAWLEY", -31.93, 115.87)]
        #expect(try await store.places.learn(stations, of: "fuel", at: Prices.time(1)) == 2)
        // Moved by a metre, within the day.
        #expect(try await store.places.learn([station("SUBIACO", -31.948_508, 115.8268)], of: "fuel", at: Prices.time(2)) == 0)
        #expect(try await store.places.learn([station("DAGLISH", -31.9485, 115.8268)], of: "fuel", at: Prices.time(3)) == 1)
        #expect(try await store.places.learn(stations, of: "other", at: Prices.time(3)) == 2)
        let known = try await store.places.stationPositions()
        #expect(known["fuel"] == [try station("DAGLISH", -31.9485, 115.8268), stations[1]])
        #expect(known["other"] == stations)
        #expect(try await store.places.stationPositions(of: "fuel").keys.sorted() == ["fuel"])
    }

    @Test("there is an end to it: the stations not seen for longest are forgotten, of that board alone")
    func bound() async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let first = [try station("FIRST", -31, 115)]
        _ = try await store.places.learn(first, of: "other", at: Prices.time(0))
        _ = try await store.places.learn(first, of: "fuel", at: Prices.time(0))
        let many = try (0..<PlaceStore.stationLimit).map {
            try station("\($0 % 90)", -30 + Double($0 / 1000) / 100, 116 + Double($0 % 1000) / 1000)
        }
        #expect(try await store.places.learn(many, of: "fuel", at: Prices.time(1)) == PlaceStore.stationLimit)
        let known = try await store.places.stationPositions()
        #expect(known["fuel"]?.count == PlaceStore.stationLimit)
        #expect(known["fuel"]?.contains { $0.suburb == "FIRST" } == false)
        #expect(known["other"] == first)
    }
}
