import Foundation
import Records
import Storage
import StorageSupport
import TestSupport
import Testing

@Suite("Stored positions of addresses") struct GeocodeTests {
    private func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private func answer(_ key: String, _ outcome: StoredGeocode.Outcome, expires: Timestamp? = nil) -> StoredGeocode {
        StoredGeocode(
            key: key, address: "1 High Street", outcome: outcome, position: outcome == .found ? Position(latitude: 1, longitude: 2) : nil,
            service: "s", asked: time(1), expires: expires)
    }

    @Test("what is known is not asked, whoever asks decides within one transaction, and what has expired is asked anew")
    func asking() async throws {
        let folder = try TemporaryFolder()
        let store = try Engine.store(in: folder.url)
        let began = time(1)
        func begin(_ key: String, at now: Timestamp) async throws -> StoredGeocode? {
            let start = try await store.places.beginGeocode(key, now: { now }) { traffic, now in
                (traffic.service, traffic.began) = ("s", now)
                return true
            }
            guard case .known(let known) = start else { return nil }
            return known
        }
        #expect(try await begin("a", at: began) == nil)
        #expect(try await store.places.geocodeTraffic().began == began)
        try await store.places.endGeocode(answer("a", .found)) { $0.ended = Timestamp(milliseconds: 2000) }
        try await store.places.endGeocode(answer("b", .failed, expires: time(10))) { $0.failures += 1 }
        let traffic = try await store.places.geocodeTraffic()
        #expect(traffic.ended == time(2))
        #expect(traffic.failures == 1)
        #expect(try await begin("a", at: time(99)) == answer("a", .found))
        #expect(try await begin("b", at: time(9))?.outcome == .failed)
        #expect(try await begin("b", at: time(10)) == nil)
        #expect(try await store.places.geocodes(["a", "b", "c"], at: time(9)).keys.sorted() == ["a", "b"])
        #expect(try await store.places.geocodes(["a", "b", "c"], at: time(11)).keys.sorted() == ["a"])
        try await store.places.endGeocode(answer("b", .unknown)) { _ in }
        #expect(try await store.places.geocodeCounts() == [.found: 1, .unknown: 1])
    }
}
