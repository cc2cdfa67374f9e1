import Boards
import DemoPublishing
import Extraction
import Fetching
import Foundation
import Records
import Storage
import Synchronization
import TestSupport
import Testing
import Watching

/// A list whose fonts come after all its pages, from a server with and without ranges.
@Suite("Looking ahead") struct LookAheadTests {
    private static let list = VisaList(rows: 9_000, seed: 4)
    private static let document = VisaListPDF(pages: 200, fonts: .last).bytes(of: list)
    private static let version = "\"one\""

    /// What was extracted about the well-known number after `share` of the body, and after all of it.
    private func told(givesParts: Bool, document: [UInt8], list: VisaList, at share: Double) async throws
        -> (early: [Extracted], late: [Extracted], requests: [ScriptedServer.Request])
    {
        let gate = Gate()
        let sent = Int(Double(document.count) * share)
        let server = try ScriptedServer { connection in
            if let range = connection.request["Range"].first {
                let numbers = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                let part = numbers[0].map { $0..<(numbers[1] ?? 0) + 1 } ?? document.count - (numbers[1] ?? 0)..<document.count
                return try connection.answer(
                    "206 Partial Content",
                    [("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(document.count)"), ("ETag", Self.version)],
                    body: Array(document[part]))
            }
            let parts = givesParts ? [("Accept-Ranges", "bytes")] : []
            try connection.sendHead("200 OK", [("Content-Length", "\(document.count)"), ("ETag", Self.version)] + parts)
            try connection.send(Array(document[..<sent]))
            try gate.block()
            try connection.send(Array(document[sent...]))
        }
        var board = try #require(BoardLibrary(data: nil)["visa"])
        board.source.url = server.url("/list.pdf")
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try Store(in: folder.url)
        try await store.feeds.prepare(board.name, board.schema)
        let feed = try await store.feeds.feed(of: board.name, url: board.source.url.absoluteString)
        let fetcher = Fetcher(.loopback)
        let refresh = Refresh(board: board, feed: feed, store: store)
        let job = fetcher.job(try refresh.request(), for: "test")
        let seen = Mutex<[Extracted]>([])
        async let outcome = refresh.run(job, of: fetcher) { extracted in
            seen.withLock { seen in
                seen += extracted.filter { event in
                    switch event {
                    case .final(_, let record), .provisional(_, let record): record.values[0] == .text(VisaList.wellKnownBatch)
                    case .withdrawn: true
                    }
                }
            }
        }
        try await eventually("what was sent has been read") { job.progress.receivedBytes == sent }
        // A row is extracted together with its bytes; the next piece can't come before the gate is open.
        try await eventually("something was told of the number") { seen.withLock { !$0.isEmpty } }
        let early = seen.withLock { $0 }
        gate.open()
        guard case .stored(_, let count, _) = try await outcome else { throw CancellationError() }
        #expect(count == list.rows.count)
        try await fetcher.shutdown()
        return (early, seen.withLock { $0 }, server.requests)
    }

    @Test("with the end known first a row is certain as it passes")
    func parts() async throws {
        let (early, late, requests) = try await told(givesParts: true, document: Self.document, list: Self.list, at: 0.6)
        guard case .final = early.first else { return #expect(Bool(false), "\(early)") }
        #expect(late.count == 1)
        #expect(requests.count >= 2)
        #expect(requests.dropFirst().allSatisfy { $0["If-Range"] == [Self.version] })
    }

    @Test("without parts it is shown as uncertain, and confirmed at the end")
    func noParts() async throws {
        let (early, late, requests) = try await told(givesParts: false, document: Self.document, list: Self.list, at: 0.6)
        guard case .provisional(let row, _) = early.first, early.count == 1, late.count == 2, case .final(row, _) = late[1]
        else { return #expect(Bool(false), "\(early) \(late)") }
        #expect(requests.count == 1)
    }

    @Test("a list whose fonts come first needs no second request")
    func fontsFirst() async throws {
        let document = VisaListPDF(pages: 200).bytes(of: Self.list)
        let (early, late, requests) = try await told(givesParts: true, document: document, list: Self.list, at: 0.6)
        guard case .final = early.first else { return #expect(Bool(false), "\(early)") }
        #expect(late.count == 1)
        #expect(requests.count == 1)
    }
}
