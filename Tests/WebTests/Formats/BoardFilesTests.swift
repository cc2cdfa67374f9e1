import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONReading
import Markup
import Testing

@testable import Following
@testable import Web

@Suite("A board for other programs")
struct BoardFilesTests {
    private func withChanges(_ body: @Sendable (any TestClientProtocol, HTTPFields) async throws -> Void) async throws {
        try await withHouse(Source()) { house in
            for edition in [0, 2, 4] {
                house.source.publish(.sample.edition(edition))
                try await house.read()
            }
            let me = try await house.login()
            try await house.client { try await body($0, me) }
        }
    }

    @Test("as JSON and as CSV it has every record, in the list's order, and a known version is not sent again")
    func records() async throws {
        try await withChanges { client, _ in
            let document = try await client.get("/boards/visa.json")
            let whole = try json(document)
            let batches = VisaList.sample.edition(4).rows.map(\.batch)
            #expect(whole["records"]?.elements.map { $0["batch"]?.text } == batches)
            #expect(whole["fields"]?.elements.map { $0["type"]?.text } == ["text", "text", "date"])
            let table = try await client.get("/boards/visa.csv")
            #expect(table.headers[.contentType]?.hasPrefix("text/csv") == true)
            let lines = table.text.components(separatedBy: "\r\n")
            #expect(lines.first == "batch,status,date")
            #expect(lines.count == batches.count + 2)
            #expect(lines.last == "")
            for (path, answer) in [("json", document), ("csv", table)] {
                let tag = try #require(answer.headers[.eTag])
                #expect(try await client.get("/boards/visa.\(path)", [.ifNoneMatch: tag]).status == .notModified)
            }
        }
    }

    @Test("as Atom it has its changes, with identifiers that stay, and links to older ones")
    func atom() async throws {
        try await withChanges { client, _ in
            let answer = try await client.get("/boards/visa.atom")
            #expect(answer.headers[.contentType] == "application/atom+xml; charset=utf-8")
            let document = try Document(xml: [UInt8](buffer: answer.body))
            let feed = try #require(document.root?.element)
            #expect(feed.name == "feed")
            #expect(feed.namespace == "http://www.w3.org/2005/Atom")
            #expect(feed["id"]?.text.wholeMatch(of: /tag:[a-z0-9.-]+,2026:boards\/visa/) != nil)
            let entries = feed.elements.filter { $0.name == "entry" }
            #expect(!entries.isEmpty)
            for entry in entries {
                for name in ["id", "title", "updated", "content"] { #expect(entry[name]?.text.isEmpty == false) }
                #expect(entry["link"]?[attribute: "href"]?.contains("/boards/visa?batch=") == true)
            }
            #expect(Set(entries.compactMap { $0["id"]?.text }).count == entries.count)
            let mine = try await client.get("/boards/visa.atom?batch=\(VisaList.wellKnownBatch)")
            let document2 = try Document(xml: [UInt8](buffer: mine.body))
            #expect(document2.root?.element?.elements.count { $0.name == "entry" } == 2)
            #expect(try await client.get("/boards/visa.atom?batch=1").status == .unprocessableContent)
            let known = try await client.get("/boards/visa.atom", [.ifNoneMatch: try #require(answer.headers[.eTag])])
            #expect(known.status == .notModified)
        }
    }

    @Test("as a JSON Feed it has the same changes")
    func jsonFeed() async throws {
        try await withChanges { client, _ in
            let feed = try json(try await client.get("/boards/visa/feed.json"))
            #expect(feed["version"]?.text == "https://jsonfeed.org/version/1.1")
            #expect(feed["items"]?.elements.isEmpty == false)
            for entry in feed["items"]?.elements ?? [] { #expect(entry["id"]?.text.hasPrefix("tag:") == true) }
        }
    }

    @Test("what a person watches goes out as OPML and comes back; a feed that no board has is said")
    func opml() async throws {
        try await withChanges { client, me in
            _ = try await client.sendJSON(.post, "/api/v1/watches", #"{"board": "visa"}"#, me)
            let list = try await client.get("/api/v1/opml", me)
            #expect(try OPML.feeds(in: [UInt8](buffer: list.body)).map { $0.address.hasSuffix("/boards/visa.atom") } == [true])
            let foreign = list.text.replacing("</body>", with: "<outline text=\"Other\" xmlUrl=\"https://other.example/\"/></body>")
            for expected in [("known", 1), ("known", 1)] {
                let answer = try json(
                    try await client.execute(
                        uri: "/api/v1/opml", method: .post, headers: me + [.contentType: "text/x-opml"], body: .init(string: foreign)))
                #expect(answer[expected.0]?.elements.count == expected.1)
                #expect(answer["notUnderstood"]?.elements.map { $0["url"]?.text } == ["https://other.example/"])
            }
        }
    }

    @Test("a person's notices are a feed under an address that only its secret opens, until there is another")
    func noticeFeed() async throws {
        try await withChanges { client, me in
            let made = try await client.sendJSON(.post, "/api/v1/notices/feed", "{}", me)
            #expect(made.status == .created)
            #expect(made.headers[.cacheControl] == "no-store")
            let first = try #require(try URL(string: json(made)["url"]?.text ?? "")?.path)
            let answer = try await client.get(first)
            #expect(answer.status == .ok)
            #expect(try Document(xml: [UInt8](buffer: answer.body)).root?.element?["title"]?.text == "Notices for Ada")
            let second = try await client.sendJSON(.post, "/api/v1/notices/feed", "{}", me)
            #expect(try await client.get(first).status == .notFound)
            #expect(try await client.execute(uri: "/api/v1/notices/feed", method: .delete, headers: me).status == .noContent)
            #expect(try await client.get(try #require(try URL(string: json(second)["url"]?.text ?? "")?.path)).status == .notFound)
        }
    }

    @Test("a channel's address never comes back")
    func channels() async throws {
        try await withChanges { client, me in
            let body =
                #"{"name": "Home", "kind": "webhook", "address": {"url": "https://hooks.example/path-4711", "secret": "0123456789abcdef"}}"#
            let made = try await client.sendJSON(.post, "/api/v1/channels", body, me)
            #expect(made.status == .created)
            for answer in [made, try await client.get("/api/v1/channels", me), try await client.get(made.headers[.location] ?? "", me)] {
                #expect(answer.text.contains("hooks.example"))
                #expect(!answer.text.contains("4711"))
                #expect(!answer.text.contains("0123456789abcdef"))
            }
            let bad = try await client.sendJSON(
                .post, "/api/v1/channels", #"{"name": "X", "kind": "ntfy", "address": {"topic": "two words"}}"#, me)
            #expect(bad.status == .unprocessableContent)
            #expect(bad.text.contains("/address"))
        }
    }
}
