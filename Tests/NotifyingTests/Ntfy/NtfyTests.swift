import Fetching
import Foundation
import TestSupport
import Testing

@testable import Notifying

@Suite("ntfy")
struct NtfyTests {
    private func send(_ notice: Notice = .sample(), to topic: Ntfy.Topic) async throws -> Delivery {
        try await withFetcher { await Ntfy(fetcher: $0).send(notice, to: topic) }
    }

    @Test("a notice is published as JSON at the server's root, with the token")
    func delivered() async throws {
        let server = try ScriptedServer { try $0.answer(body: Array("{}".utf8)) }
        let topic = try Ntfy.Topic(server: server.url("/ntfy/").absoluteString, name: "visa_12-x", token: "tk_abc")
        #expect(try await send(.sample(title: "Grüße, 世界", urgency: .high), to: topic) == .delivered)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/ntfy/")
        #expect(request["Authorization"] == ["Bearer tk_abc"])
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"""
                {"click":"https://tidings.example/visa?batch=20120070012","message":"Status: issued (before: pending)\nDate: 7 March 2012",\#
                "priority":4,"tags":["visa"],"title":"Grüße, 世界","topic":"visa_12-x"}
                """#)
    }

    @Test("the four urgencies are the priorities 1 to 4, and a long message is cut to 4,096 bytes")
    func body() throws {
        let topic = try Ntfy.Topic(name: "t")
        let read = { (notice: Notice) in
            try #require(try JSONSerialization.jsonObject(with: Data(Ntfy.body(of: notice, to: topic))) as? [String: Any])
        }
        #expect(try Notice.Urgency.allCases.map { try read(.sample(urgency: $0))["priority"] as? Int } == [1, 2, 3, 4])
        let long = try #require(
            try read(.sample(lines: Array(repeating: String(repeating: "é", count: 2000), count: 2)))["message"] as? String)
        #expect(long.utf8.count <= 4096)
        #expect(long.utf8.count > 3990)
        #expect(long.hasSuffix("…"))
        #expect(try read(.sample(lines: []))["message"] as? String == "20120070012 is on the list")
    }

    @Test(
        "a wrong token is a refusal, a busy server for later",
        arguments: [("401 Unauthorized", "refused"), ("403 Forbidden", "refused"), ("429 Too Many Requests", "later")])
    func statuses(status: String, meaning: String) async throws {
        let server = try ScriptedServer { try $0.answer(status) }
        #expect(try await send(to: Ntfy.Topic(server: server.url().absoluteString, name: "t", token: "x")).name == meaning)
    }

    @Test("a topic is kept as JSON, shows no secret, and is checked")
    func topic() throws {
        let topic = try Ntfy.Topic(name: "guess-me-not", token: "tk_abc")
        #expect(topic.server.description == "https://ntfy.sh/")
        #expect(try JSONDecoder().decode(Ntfy.Topic.self, from: JSONEncoder().encode(topic)) == topic)
        var dumped = "\(topic)"
        dump(topic, to: &dumped)
        #expect(!dumped.contains("guess-me-not"))
        #expect(!dumped.contains("tk_abc"))
        for name in ["", "a b", "a/b", "ä", String(repeating: "a", count: 65)] {
            #expect(throws: AddressError.self) { try Ntfy.Topic(name: name) }
        }
        for token in ["", "a b", "a\r\nX: y"] { #expect(throws: AddressError.self) { try Ntfy.Topic(name: "t", token: token) } }
    }
}
