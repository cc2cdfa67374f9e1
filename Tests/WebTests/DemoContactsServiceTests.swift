import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@testable import Web

@Suite("The sample directory's service")
struct DemoContactsServiceTests {
    private func ask(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await withHouse(Source(), demo: .sample) { house in
            try await house.served(body)
        }
    }

    @Test("the list names its photos on this server, with the manners that were asked for")
    func list() async throws {
        try await ask { client in
            let plain = try await client.get("/demo/contacts.xml")
            #expect(plain.status == .ok)
            #expect(plain.headers[.contentType] == "application/xml; charset=utf-8")
            #expect(plain.text.components(separatedBy: "<contactid>").count == 101)
            let photo = try #require(plain.text.firstMatch(of: /<photo>http:\/\/[^\/]+(\/demo\/photos\/1\.png)<\/photo>/))
            #expect(try await client.get(String(photo.1)).headers[.contentType] == "image/png")
            let slow = try await client.get("/demo/contacts.xml?latency=1&failures=0")
            #expect(slow.text.contains("/demo/photos/1.png?latency=1</photo>"))
            let poor = try await client.get("/demo/contacts.json?latency=2&failures=1")
            #expect(poor.headers[.contentType] == "application/json")
            #expect(poor.text.contains("/demo/photos/1.png?latency=2&failures=1\""))
        }
    }

    @Test("a detail has whatever is known; an id that nobody has is a 404 in XML, and none at all a 400")
    func contact() async throws {
        try await ask { client in
            let person = try await client.get("/demo/contact.xml?id=6")
            #expect(person.status == .ok)
            #expect(person.text.contains("<pronouns>they/them</pronouns>"))
            for (query, status) in [("?id=999", 404), ("?id=0", 404), ("?id=-7", 404), ("", 400), ("?id=", 400), ("?id=x", 400)] {
                let response = try await client.get("/demo/contact.xml\(query)")
                #expect(response.status.code == status)
                #expect(response.headers[.contentType] == "application/xml; charset=utf-8")
                #expect(response.text.contains("<error>\n  <message>"))
            }
            for name in ["999.png", "7", "7.jpg", "x.png", ".png"] {
                #expect(try await client.get("/demo/photos/\(name)").status == .notFound)
            }
        }
    }

    @Test(
        "what is known is not sent again",
        arguments: ["/demo/contacts.xml", "/demo/contacts.json", "/demo/contact.xml?id=7", "/demo/photos/7.png"])
    func conditional(uri: String) async throws {
        try await ask { client in
            let first = try await client.get(uri)
            let etag = try #require(first.headers[.eTag])
            #expect(first.headers[.contentLength] == "\(first.body.readableBytes)")
            let known = try await client.get(uri, [.ifNoneMatch: "\"other\", \(etag)"])
            #expect(known.status == .notModified)
            #expect(known.body.readableBytes == 0)
            #expect(known.headers[.eTag] == etag)
            #expect(try await client.get(uri, [.ifNoneMatch: "\"other\""]).status == .ok)
            guard let modified = first.headers[.lastModified] else { return #expect(uri.contains("contact.xml")) }
            #expect(try await client.get(uri, [.ifModifiedSince: modified]).status == .notModified)
            #expect(try await client.get(uri, [.ifModifiedSince: modified, .ifNoneMatch: "\"other\""]).status == .ok)
        }
    }

    @Test("a photo may be kept for an hour, the list not without asking; a new edition is another list")
    func versions() async throws {
        try await ask { client in
            #expect(try await client.get("/demo/photos/7.png").headers[.cacheControl] == "max-age=3600")
            let first = try await client.get("/demo/contacts.xml")
            #expect(first.headers[.cacheControl] == "no-cache")
            let etag = try #require(first.headers[.eTag])
            #expect(try await client.post("/demo/edition?number=2", "").status == .noContent)
            let second = try await client.get("/demo/contacts.xml", [.ifNoneMatch: etag])
            #expect(second.status == .ok)
            #expect(second.text.components(separatedBy: "<contactid>").count == 100)
            #expect(try await client.get("/demo/photos/7.png").status == .ok)
        }
    }

    @Test("as many answers fail as were asked for, and say when to come back")
    func failures() async throws {
        try await ask { client in
            var failed = 0
            for _ in 0..<100 {
                let response = try await client.get("/demo/contact.xml?id=7&failures=13")
                guard response.status != .ok else { continue }
                #expect(response.status == .serviceUnavailable)
                #expect(response.headers[.retryAfter] == "1")
                failed += 1
            }
            #expect(failed == 13)
            #expect(try await client.get("/demo/photos/7.png?failures=100").status == .serviceUnavailable)
            #expect(try await client.get("/demo/contacts.xml?failures=1000").status == .serviceUnavailable)
            #expect(try await client.get("/demo/contacts.xml?failures=-5&latency=-5").status == .ok)
            #expect(try await client.get("/demo/contacts.xml?failures=x&latency=x").status == .ok)
        }
    }

    @Test("a wait is half to one and a half of what was asked for, and never above ten seconds")
    func latency() {
        let manners = DemoManners(latencyMilliseconds: 200, failurePercent: 0)
        let delays = (0..<1_000).map { manners.delayMilliseconds(ofRequest: $0) }
        #expect(delays.min() == 100)
        #expect(delays.max() == 300)
        #expect(abs(delays.reduce(0, +) / 1_000 - 200) < 5)
        let slow = DemoManners(latencyMilliseconds: .max, failurePercent: .max)
        #expect(slow.latencyMilliseconds == 10_000)
        #expect(slow.failurePercent == 100)
        #expect((0..<1_000).allSatisfy { slow.delayMilliseconds(ofRequest: $0) <= 10_000 })
        #expect(DemoManners(latencyMilliseconds: 0, failurePercent: 0).delayMilliseconds(ofRequest: 5) == 0)
    }

    @Test("without a demo there is no directory", arguments: ["contacts.xml", "contacts.json", "contact.xml?id=7", "photos/7.png"])
    func notThere(path: String) async throws {
        try await withHouse(Source()) { house in
            let response = try await house.client { try await $0.get("/demo/\(path)") }
            #expect(response.status == .notFound)
        }
    }
}
