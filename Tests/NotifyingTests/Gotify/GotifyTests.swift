import Fetching
import Foundation
import TestSupport
import Testing

@testable import Notifying

@Suite("Gotify")
struct GotifyTests {
    private func send(_ notice: Notice = .sample(), to server: URL) async throws -> Delivery {
        let application = try Gotify.Application(server: server.absoluteString, token: "A.b-1")
        return try await withFetcher { await Gotify(fetcher: $0).send(notice, to: application) }
    }

    @Test("a notice is a message of the application, with a link to tap")
    func delivered() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array(#"{"id": 25}"#.utf8)) }
        #expect(try await send(.sample(title: "Grüße, 世界", urgency: .high), to: server.url("/gotify/")) == .delivered)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/gotify/message")
        #expect(request["X-Gotify-Key"] == ["A.b-1"])
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"""
                {"extras":{"client::notification":{"click":{"url":"https://tidings.example/visa?batch=20120070012"}}},\#
                "message":"Status: issued (before: pending)\nDate: 7 March 2012","priority":8,"title":"Grüße, 世界"}
                """#)
    }

    @Test("the four urgencies are silent, silent, with a sound and interrupting; a message without lines has its title as text")
    func body() throws {
        let read = { (notice: Notice) in
            try #require(try JSONSerialization.jsonObject(with: Data(Gotify.body(of: notice))) as? [String: Any])
        }
        #expect(try Notice.Urgency.allCases.map { try read(.sample(urgency: $0))["priority"] as? Int } == [1, 3, 5, 8])
        #expect(try read(.sample(lines: []))["message"] as? String == "20120070012 is on the list")
    }

    @Test(
        "a wrong token is a refusal, a busy server for later",
        arguments: [("401 Unauthorized", "refused"), ("400 Bad Request", "refused"), ("503 Service Unavailable", "later")])
    func statuses(status: String, meaning: String) async throws {
        let server = try ScriptedServer { try $0.answer(status) }
        #expect(try await send(to: server.url()).name == meaning)
    }

    @Test("an application is kept as JSON, shows no secret, and is checked")
    func application() throws {
        let application = try Gotify.Application(server: "https://gotify.example", token: "A.b-1")
        #expect(try JSONDecoder().decode(Gotify.Application.self, from: JSONEncoder().encode(application)) == application)
        var dumped = "\(application)"
        dump(application, to: &dumped)
        #expect(!dumped.contains("A.b-1"))
        for token in ["", "a b", "a\r\nX: y"] {
            #expect(throws: AddressError.self) { try Gotify.Application(server: "https://gotify.example", token: token) }
        }
        #expect(throws: AddressError.self) { try Gotify.Application(server: "gotify.example", token: "x") }
    }
}
