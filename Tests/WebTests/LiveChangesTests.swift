import DemoPublishing
import Foundation
import HTTPTypes
import Hummingbird
import Records
import Storage
import TestSupport
import Testing
import Watching

@testable import Web

@Suite("Changes over live events")
struct LiveChangesTests {
    private func news(of house: House, after: String?) async throws -> (frames: String, id: Int64) {
        let feed = try await house.watcher.feed(of: house.board)
        var fields = HTTPFields()
        fields[try #require(HTTPField.Name("Last-Event-ID"))] = after
        let head = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/live", headerFields: fields)
        var changes = LiveChanges(of: [feed], in: house.store, for: Request(head: head, body: RequestBody(buffer: .init())))
        return try await changes.news()
    }

    @Test("who connects again hears what was missed, in order and once; who missed too much begins anew")
    func missed() async throws {
        let source = try Source()
        try await withHouse(source) { house in
            try await house.read()
            #expect(try await news(of: house, after: nil).frames == "")
            let feed = try await house.watcher.feed(of: house.board)
            let before = try await house.store.lastChangeID(of: [feed])

            source.publish(VisaList(rows: 63, seed: 7))
            try await house.read()
            let missed = try await news(of: house, after: "\(before)")
            let ids = missed.frames.split(separator: "\n").filter { $0.hasPrefix("id: ") }.compactMap { Int64($0.dropFirst(4)) }
            #expect(!ids.isEmpty && ids == ids.sorted() && ids.allSatisfy { $0 > before } && ids.last == missed.id)
            #expect(missed.frames.components(separatedBy: "event: change\n").count == ids.count + 1)
            #expect(try await news(of: house, after: "\(missed.id)").frames == "")
            // As after a restore of an older store.
            #expect(try await news(of: house, after: "\(missed.id + 9)").frames.hasPrefix("event: reset\nid: \(missed.id)\n"))

            source.publish(VisaList(rows: 60 + LiveChanges.limit * 2, seed: 7))
            try await house.read()
            let much = try await news(of: house, after: "\(missed.id)")
            #expect(much.frames.hasPrefix("event: reset\nid: \(much.id)\n") && !much.frames.contains("event: change"))
        }
    }
}
