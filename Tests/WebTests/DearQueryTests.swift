import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import Web

/// Patterns that take too long of any text of six letters or more: what becomes of the queries that have them.
@Suite("Dear queries")
struct DearQueryTests {
    private static let pattern = #"^((.|.|.|.|.|.)*)*\d$"#
    private static let condition =
        #"{"all":[{"field":"batch","contains":"2"},{"field":"status","matches":"\#(pattern.replacing("\\", with: "\\\\"))"}]}"#

    private static func records(_ condition: String) throws -> String {
        "/api/v1/boards/visa/records?where=\(try #require(condition.addingPercentEncoding(withAllowedCharacters: .alphanumerics)))"
    }

    @Test("a query says that its pattern is too dear, and how to mend it")
    func query() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                let answer = try await client.get(try Self.records(Self.condition))
                #expect(answer.status.code == 422, "\(answer.text)")
                #expect(answer.text.contains(#""parameter":"where""#))
                #expect(answer.text.contains("steps"))
                #expect(answer.text.contains("anchor it with ^"))
                let good = try await client.get(try Self.records(#"{"field":"status","matches":"^[A-Z]"}"#))
                #expect(good.status == .ok)
                #expect(good.text.contains("batch"))
            }
        }
    }

    @Test("strangers search without patterns, and are told to sign in for them")
    func strangers() async throws {
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client { client in
                for condition in [#"{"field":"status","matches":"^a"}"#, #"{"any":[{"field":"status","matches":"^a"}]}"#] {
                    let answer = try await client.get(try Self.records(condition))
                    #expect(answer.status == .unauthorized)
                    #expect(answer.text.contains("Sign in"))
                    #expect(answer.text.contains("contains"))
                }
                let good = try await client.get(try Self.records(#"{"field":"status","contains":"e"}"#))
                #expect(good.status == .ok)
                #expect(good.text.contains("batch"))
            }
        }
    }

    @Test("a preview says it at the test that has the pattern, for programs and on the page")
    func preview() async throws {
        struct Regions: Decodable {
            let tests: String
            let preview: String
        }
        try await withHouse(Source()) { house in
            try await house.read()
            try await house.client(of: "owner") { client in
                let answer = try await client.execute(
                    uri: "/api/v1/watches/preview", method: .post, headers: [.contentType: "application/json"],
                    body: ByteBuffer(string: #"{"board":"visa","condition":\#(Self.condition)}"#))
                #expect(answer.status.code == 422, "\(answer.text)")
                #expect(answer.text.contains("/condition/all/1"))
                #expect(answer.text.contains("anchor it with ^"))

                let pattern = try #require(Self.pattern.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                let form = "board=visa&test-0-subject=status&test-0-test=matches&test-0-value=\(pattern)"
                let sentence = "This pattern takes too long."
                let posted = try await client.post("/watches/preview", form, [.accept: "application/json"])
                #expect(posted.status.code == 422)
                let regions = try JSONDecoder().decode(Regions.self, from: Data(posted.text.utf8))
                #expect(regions.tests.contains(sentence))
                #expect(regions.preview.contains(sentence))
                let page = try await client.post("/watches/new", form)
                #expect(page.status.code == 422)
                #expect(page.text.contains(sentence))
            }
        }
    }
}
