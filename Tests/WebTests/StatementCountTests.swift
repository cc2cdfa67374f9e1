import Boards
import DemoPublishing
import Foundation
import HTTPTypes
import HummingbirdTesting
import Records
import Storage
import TestSupport
import Testing

@testable import Web

/// How many statements pages begin: over a network each is a round trip, so none may grow with the rows that are shown.
@Suite("Statements of pages") struct StatementCountTests {
    /// The boards that come along, their sources at `source`.
    private static func boards(_ source: Source) -> [Board] {
        BoardLibrary(data: nil, sources: ["guide": source.url.absoluteString], enabling: ["guide"]).boards
    }

    /// 12 channels, six programmes an hour and channel, from an hour ago on for two days.
    private static func guide() throws -> Source {
        let start = Timestamp.system().milliseconds / 1000 * 1000 - 3_600_000
        func time(_ minutes: Int) -> String { Timestamp(milliseconds: start + Int64(minutes) * 60_000).description.filter(\.isNumber) }
        var programmes = ""
        for channel in 0..<12 {
            for minute in stride(from: 0, to: 2 * 1440, by: 10) {
                programmes += """
                    <programme start='\(time(minute))' stop='\(time(minute + 10))' channel='channel\(channel)'>\
                    <title>\(minute % 40 == 0 ? "News" : "Ferry") \(minute)</title></programme>
                    """
            }
        }
        let bytes = Array("<tv>\(programmes)</tv>".utf8)
        return try Source { try $0.answer("200 OK", [("Content-Type", "text/xml")], body: bytes) }
    }

    /// What a second visit of each page begins.
    private func statements(
        _ paths: [String], _ source: Source, others: [Board] = [], board: @escaping @Sendable (Source) throws -> Board
    ) async throws -> [[String]] {
        let count = StatementCount()
        return try await StatementCount.$current.withValue(count) {
            try await withHouse(source, board: board, others: others) { house in
                try await house.read()
                return try await house.client { client in
                    var begun: [[String]] = []
                    for path in paths {
                        #expect(try await client.get(path).status == .ok)
                        begun.append(try await count.during { _ = try await client.get(path) })
                    }
                    return begun
                }
            }
        }
    }

    @Test("a guide, its grid and a search in it")
    func guide() async throws {
        let paths = ["/boards/guide", "/boards/guide/grid", "/boards/guide/search?q=news", "/boards/guide/search?q=e"]
        let begun = try await statements(paths, Self.guide()) { source in
            try #require(Self.boards(source).first { $0.name == "guide" })
        }
        for (statements, limit) in zip(begun, [7, 4, 6, 5]) {
            #expect(statements.count <= limit, "\(statements.joined(separator: "\n"))")
            #expect(!statements.isEmpty, "\(statements.joined(separator: "\n"))")
        }
    }

    @Test("a person's first page, as many with twelve watches as with one")
    func watched() async throws {
        let count = StatementCount()
        try await StatementCount.$current.withValue(count) {
            try await withHouse(Source()) { house in
                try await house.read()
                try await house.client(of: "owner") { client in
                    var begun: [[String]] = []
                    let rows = VisaList.sample.rows
                    for rows in [rows[..<1], rows[1..<12]] {
                        for row in rows { _ = try await client.post("/watches", "board=visa&equals-batch=\(row.batch)") }
                        _ = try await client.get("/")
                        begun.append(try await count.during { _ = try await client.get("/") })
                    }
                    #expect(begun[0].count == begun[1].count, "\(begun[1].joined(separator: "\n"))")
                    #expect(begun[1].count <= 16, "\(begun[1].joined(separator: "\n"))")
                }
            }
        }
    }

    @Test("the first page of all boards, and a lookup")
    func home() async throws {
        let source = try Source()
        let others = Self.boards(source).filter { $0.name != "visa" }
        let begun = try await statements(["/", "/boards/visa?q=20121456789"], source, others: others) { source in
            let library = BoardLibrary(data: nil, sources: ["visa": source.url.absoluteString])
            return try #require(library.boards.first { $0.name == "visa" })
        }
        for (statements, limit) in zip(begun, [8, 2]) {
            #expect(statements.count <= limit, "\(statements.joined(separator: "\n"))")
            #expect(!statements.isEmpty, "\(statements.joined(separator: "\n"))")
        }
    }
}
