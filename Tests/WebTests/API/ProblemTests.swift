import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONReading
import NIOCore
import Records
import Storage
import Testing

@testable import Serving
@testable import Web

@Suite("Problems of the API, RFC 9457")
struct ProblemTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        var method = HTTPRequest.Method.get
        let path: String
        var headers: HTTPFields = [:]
        var body: String?
        let status: Int
        var says: String?

        var testDescription: String { "\(method) \(path) \(status)" }
    }

    private static let sent: HTTPFields = [.contentType: "application/json"]

    private static let cases = [
        Case(path: "boards/visa/records?colour=red", status: 400, says: "there are batch, status, date"),
        Case(path: "boards/visa/records?limit=5&limit=6", status: 400, says: "given twice"),
        Case(path: "boards/visa/records?q=%zz", status: 400, says: "percent sign"),
        Case(path: "boards/visa/records?order=colour", status: 400, says: "batch, status, date"),
        Case(path: "boards/visa/records?date=soon", status: 422, says: "date"),
        Case(path: "boards/visa/records?where=%7B%7D", status: 422, says: "one test is expected"),
        Case(path: "boards?colour=red", status: 400, says: "there are q, after, limit"),
        Case(path: "boards/visa?colour=red", status: 400, says: "there are no parameters"),
        Case(path: "boards/none", status: 404), Case(path: "boards/visa/records/0", status: 404),
        Case(path: "boards/visa/records/x", status: 404),
        Case(path: "feeds/99", status: 404), Case(path: "watches/99", status: 404), Case(path: "nothing", status: 404),
        Case(method: .delete, path: "boards", status: 405, says: "GET, HEAD, OPTIONS"),
        Case(path: "boards", headers: [.accept: "text/html, image/*;q=0.8"], status: 406),
        Case(path: "boards", headers: [.accept: "application/json;q=0"], status: 406),
        Case(method: .post, path: "watches", body: "{}", status: 415, says: "application/json"),
        Case(method: .post, path: "watches", headers: sent, body: "{", status: 400, says: "not JSON"),
        Case(method: .post, path: "watches", headers: sent, body: "{}", status: 422, says: "'board' is missing"),
        Case(method: .post, path: "watches", headers: sent, body: #"{"board": "none"}"#, status: 422, says: "there are visa"),
        Case(method: .post, path: "watches", headers: sent, body: #"{"board": "visa", "mute": true}"#, status: 422, says: "isMuted"),
        Case(method: .post, path: "watches", headers: sent, body: String(repeating: " ", count: 70_000), status: 413, says: "65536"),
        Case(
            method: .post, path: "watches", headers: sent,
            body: #"{"board": "visa", "condition": {"all": [{"field": "colour", "equals": "red"}]}}"#,
            status: 422, says: "/condition/all/0"),
        Case(
            method: .post, path: "watches", headers: sent,
            body: #"{"board": "visa", "quietHours": {"from": "22:00", "to": "07:00", "zone": "Moon/Base"}}"#, status: 422,
            says: "/quietHours/zone"),
        Case(method: .post, path: "feeds/check", headers: [.origin: "https://elsewhere.example"], status: 403),
    ]

    @Test("what cannot be answered is a problem that says what is wrong and how to mend it", arguments: cases)
    private func problem(_ expected: Case) async throws {
        try await withHouse(Source()) { house in
            var headers = try await house.login()
            for field in expected.headers { headers[field.name] = field.value }
            try await house.client { [headers] client in
                let response = try await client.execute(
                    uri: "/api/v1/\(expected.path)", method: expected.method, headers: headers,
                    body: expected.body.map { ByteBuffer(string: $0) })
                #expect(response.status.code == expected.status, "\(response.text)")
                #expect(response.headers[.contentType] == "application/problem+json")
                let problem = try json(response)
                #expect(Problem.schema.misfits(of: problem, [:]) == [])
                #expect(problem["type"]?.text.hasPrefix("/api#") == true)
                #expect(problem["status"]?.number == Double(expected.status))
                #expect(problem["instance"]?.text == "/api/v1/" + expected.path.prefix { $0 != "?" })
                if let says = expected.says { #expect(response.text.contains(says), "\(response.text)") }
            }
        }
    }

    @Test("OPTIONS and 405 list the methods that an address takes")
    func methods() async throws {
        try await withHouse(Source()) { house in
            try await house.client { client in
                for (method, status) in [(HTTPRequest.Method.options, 204), (.put, 405), (.trace, 405)] {
                    let response = try await client.execute(uri: "/api/v1/watches", method: method)
                    #expect(response.status.code == status)
                    #expect(response.headers[.allow] == "GET, POST, HEAD, OPTIONS")
                }
            }
        }
    }

    @Test("a stranger is told to send a token where a board is not public, and sees none of it")
    func strangers() async throws {
        try await withHouse(Source(), isPublic: false) { house in
            try await house.client { client in
                for path in ["boards/visa", "boards/visa/records", "watches", "people", "me"] {
                    let response = try await client.get("/api/v1/\(path)")
                    #expect(response.status == .unauthorized)
                    #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
                    #expect(response.headers[.contentType] == "application/problem+json")
                }
                #expect(try await client.get("/api/v1/boards").text == "{\"boards\":[]}\n")
            }
        }
    }

    @Test("an answer that is known is not sent again, and what has changed meanwhile is not written over")
    func etags() async throws {
        try await withHouse(Source()) { house in
            let me = try await house.login()
            try await house.client { client in
                let made = try await client.sendJSON(.post, "/api/v1/watches", #"{"board": "visa"}"#, me)
                #expect(made.status == .created)
                let address = try #require(made.headers[.location])
                let first = try await client.get(address, me)
                let tag = try #require(first.headers[.eTag])
                #expect(first.text == made.text)
                #expect(!tag.hasPrefix("W/"))
                let known = try await client.get(address, me + [.ifNoneMatch: "\"other\", \(tag)"])
                #expect(known.status == .notModified)
                #expect(known.body.readableBytes == 0)
                #expect(known.headers[.eTag] == tag)
                let muted = try await client.sendJSON(.patch, address, #"{"isMuted": true}"#, me + [.ifMatch: tag])
                #expect(muted.status == .ok)
                #expect(muted.text.contains(#""isMuted":true"#))
                let stale = try await client.sendJSON(.patch, address, #"{"isMuted": false}"#, me + [.ifMatch: tag])
                #expect(stale.status == .preconditionFailed)
                #expect(
                    try await client.execute(uri: address, method: .delete, headers: me + [.ifMatch: tag]).status == .preconditionFailed)
                #expect(try await client.execute(uri: address, method: .delete, headers: me + [.ifMatch: "*"]).status == .noContent)
                #expect(try await client.get(address, me).status == .notFound)
            }
        }
    }

    @Test("what was read of a person isn't written over once it has changed")
    func people() async throws {
        try await withHouse(Source()) { house in
            let (ada, bob) = (
                try await house.login(), try #require(try await house.store.people.add("Bob", .member, password: nil, at: .system()))
            )
            try await house.client { client in
                for (address, change) in [("/api/v1/me", #"{"language": "de"}"#), ("/api/v1/people/\(bob.id)", #"{"isDisabled": true}"#)] {
                    let tag = try #require(try await client.get(address, ada).headers[.eTag])
                    #expect(try await client.sendJSON(.patch, address, change, ada + [.ifMatch: tag]).status == .ok)
                    #expect(try await client.sendJSON(.patch, address, change, ada + [.ifMatch: tag]).status == .preconditionFailed)
                    #expect(try await client.sendJSON(.patch, address, change, ada + [.ifMatch: "*"]).status == .ok)
                }
                let address = "/api/v1/people/\(bob.id)"
                let tag = try #require(try await client.get(address, ada).headers[.eTag])
                #expect(
                    try await client.execute(uri: address, method: .delete, headers: ada + [.ifMatch: "\"x\""]).status
                        == .preconditionFailed)
                #expect(try await client.execute(uri: address, method: .delete, headers: ada + [.ifMatch: tag]).status == .noContent)
            }
        }
    }
}
