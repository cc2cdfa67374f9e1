import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONReading
import Testing

@testable import Web

@Suite("Addresses by the API")
struct GeocodingAPITests {
    @Test("where no geocoder is set that is the reason; what cannot be an address is told, and a stranger asks nothing")
    func off() async throws {
        try await withHouse(Source()) { house in
            let me = try await house.login()
            try await house.client { client in
                let off = try await client.sendJSON(.post, "/api/v1/geocode", #"{"address": "1 Hay Street"}"#, me)
                #expect(off.status == .ok)
                #expect(off.text.contains(#""position":null"#))
                #expect(off.text.contains(#""reason":"addresses are not looked up here"#))
                let nowhere = try await client.sendJSON(.post, "/api/v1/geocode", #"{"address": "1 Hay Street", "near": "here"}"#, me)
                #expect(nowhere.status == .unprocessableContent)
                let stranger = try await client.sendJSON(.post, "/api/v1/geocode", #"{"address": "1 Hay Street"}"#)
                #expect(stranger.status == .unauthorized)
            }
        }
    }
}
