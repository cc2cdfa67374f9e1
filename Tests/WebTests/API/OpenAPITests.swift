import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONReading
import Records
import Testing

@testable import Serving
@testable import Web

@Suite("The API and its description")
struct OpenAPITests {
    @Test("every route of the API is an endpoint that the document has, and the other way round")
    func routes() async throws {
        try await withHouse(Source()) { house in
            let api = house.web.features.api
            let routes = house.web.features.router().routes.map { route in
                "\(route.method) " + route.path.description.replacing(/:([a-z]+)/) { "{\($0.1)}" }
            }
            let ofAPI = Set(routes.filter { $0.contains(" /api/") })
            #expect(ofAPI == Set(api.endpoints.map { "\($0.method) \($0.path)" }))
            let document = try await house.client { try json(try await $0.get("/api/openapi.json")) }
            let described = (document["paths"]?.members ?? []).flatMap { path, methods in
                methods.members.map { "\($0.name.uppercased()) \(path)" }
            }
            #expect(Set(described) == ofAPI)
            #expect(described.count == ofAPI.count)
        }
    }

    @Test("names are unique, parameters of a path are declared, and what is referred to is there")
    func references() async throws {
        try await withHouse(Source()) { house in
            let api = house.web.features.api
            #expect(Set(api.endpoints.map(\.name)).count == api.endpoints.count)
            for endpoint in api.endpoints {
                let inPath = endpoint.path.matches(of: /\{([a-z]+)\}/).map { String($0.1) }
                #expect(Set(inPath) == Set(endpoint.parameters.filter { $0.place == .path }.map(\.name)), "\(endpoint.name)")
                #expect(!endpoint.summary.hasSuffix("."), "\(endpoint.name)")
            }
            let text = try await house.client { try await $0.get("/api/openapi.json").text }
            let known = Set(api.components.map(\.name))
            #expect(known.count == api.components.count)
            for reference in text.matches(of: /"\$ref":"#\/components\/schemas\/([^"]+)"/) { #expect(known.contains(String(reference.1))) }
            for status in api.endpoints.flatMap(\.problemStatuses) {
                #expect(Problem.kinds.contains { $0.status.code == status.code }, "\(status) has no kind of problem")
            }
        }
    }

    @Test(
        "what is answered fits its schema",
        arguments: [
            "boards", "boards/visa", "boards/visa/records?limit=3", "boards/visa/records/1",
            "boards/visa/lookup?needle=\(VisaList.wellKnownBatch)", "boards/visa/changes", "changes", "feeds", "feeds/1", "services",
            "status",
            "watches", "watches/1", "alerts", "channels", "channels/1", "notices", "notices/unread", "notices/feed", "me", "tokens",
            "people",
            "people/1", "nodes",
        ])
    func answers(path: String) async throws {
        try await withHouse(Source()) { house in
            for edition in [0, 2] {
                house.source.publish(.sample.edition(edition))
                try await house.read()
            }
            let me = try await house.login()
            try await house.client { client in
                _ = try await client.sendJSON(.post, "/api/v1/watches", #"{"board": "visa"}"#, me)
                _ = try await client.sendJSON(
                    .post, "/api/v1/channels", #"{"name": "Phone", "kind": "ntfy", "address": {"topic": "ada-4711"}}"#, me)
                let response = try await client.get("/api/v1/\(path)", me)
                #expect(response.status == .ok, "\(response.text)")
                let api = house.web.features.api
                let segments = "/api/v1/\(path)".prefix { $0 != "?" }.split(separator: "/")
                let fitting = api.endpoints.filter { $0.method == .get && $0.matches(segments) }
                let endpoint = try #require(fitting.first { !$0.path.contains("{") } ?? fitting.first)
                let schema = try #require(endpoint.outcomes[0].schema)
                let components = Dictionary(uniqueKeysWithValues: api.components.map { ($0.name, $0.schema) })
                #expect(schema.misfits(of: try json(response), components) == [])
            }
        }
    }

    @Test("the page lists every endpoint and explains every type of problem")
    func page() async throws {
        try await withHouse(Source()) { house in
            let text = try await house.client { try await $0.get("/api").text }
            for endpoint in house.web.features.api.endpoints { #expect(text.contains("id=\"\(endpoint.name)\"")) }
            for kind in Problem.kinds { #expect(text.contains("id=\"\(kind.name)\"")) }
        }
    }
}
