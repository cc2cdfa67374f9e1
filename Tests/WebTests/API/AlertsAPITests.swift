import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Serving
@testable import Web

@Suite("Price alerts of the API")
struct AlertsAPITests {
    private func schema(_ house: House) -> (JSONSchema, [String: JSONSchema]) {
        let components = house.web.features.api.components
        return (.named("Alert"), Dictionary(components.map { ($0.name, $0.schema) }) { first, _ in first })
    }

    @Test(
        "an alert is added, read, altered and removed, and what is answered fits its schema",
        arguments: [
            #""rule": "below", "amount": 149.9, "scope": "around", "position": "-31.95,115.86", "place": "Perth", "kilometres": 5"#,
            #""rule": "cheapest", "scope": "favourites", "quietHours": {"from": "22:00", "to": "06:00", "zone": "Australia/Perth"}"#,
            #""rule": "tomorrow", "amount": 5, "fuel": "diesel", "channels": ["push", "push"]"#,
            #""rule": "daily", "dailyAt": "06:45", "scope": "station", "station": "1a2b", "place": "BP", "isMuted": true"#,
        ])
    func life(members: String) async throws {
        try await withMetro { house in
            let me = try await house.login()
            try await house.client { client in
                let added = try await client.sendJSON(.post, "/api/v1/alerts", "{\"board\": \"fuel\", \(members)}", me)
                #expect(added.status == .created, "\(added.text)")
                #expect(added.headers[.location] == "/api/v1/alerts/1", "\(added.text)")
                let (schema, components) = schema(house)
                #expect(schema.misfits(of: try json(added), components) == [])
                let read = try await client.get("/api/v1/alerts/1", me)
                #expect(read.status == .ok && read.text == added.text || members.contains("isMuted"))
                let altered = try await client.sendJSON(.patch, "/api/v1/alerts/1", #"{"isMuted": true, "channels": ["email"]}"#, me)
                #expect(altered.status == .ok, "\(altered.text)")
                let alert = try #require(try await house.store.following.alert(1))
                #expect(alert.isMuted)
                #expect(alert.settings.channels == ["email"])
                #expect(try await client.get("/api/v1/alerts", me).text.contains(#""id":1"#))
                #expect(try await client.sendJSON(.delete, "/api/v1/alerts/1", "", me).status == .noContent)
                #expect(try await house.store.following.alert(1) == nil)
            }
        }
    }

    @Test(
        "what does not go together is refused with the place",
        arguments: [
            (#""rule": "below""#, "/amount"), (#""rule": "below", "amount": 0"#, "/amount"), (#""rule": "daily""#, "/dailyAt"),
            (#""rule": "daily", "dailyAt": "dawn""#, "/dailyAt"), (#""rule": "cheapest", "scope": "around""#, "/position"),
            (#""rule": "cheapest", "scope": "around", "position": "here""#, "/position"),
            (#""rule": "cheapest", "scope": "station", "station": "A B""#, "/station"), (#""rule": "cheapest", "fuel": "water""#, "/fuel"),
            (#""rule": "often""#, "/rule"), (#""rule": "cheapest", "kilometres": 0"#, "/kilometres"),
        ])
    func refusals(members: String, place: String) async throws {
        try await withMetro { house in
            let me = try await house.login()
            try await house.client { client in
                let answer = try await client.sendJSON(.post, "/api/v1/alerts", "{\"board\": \"fuel\", \(members)}", me)
                #expect(answer.status == .unprocessableContent, "\(answer.text)")
                #expect(answer.text.contains(place), "\(answer.text)")
                let unknown = try await client.sendJSON(.post, "/api/v1/alerts", #"{"board": "visa", "rule": "cheapest"}"#, me)
                #expect(unknown.status == .unprocessableContent)
                #expect(unknown.text.contains("fuel"))
            }
        }
    }
}
