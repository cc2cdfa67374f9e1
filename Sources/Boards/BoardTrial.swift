import Extraction
package import Fetching
import Foundation
package import Records
import Synchronization

/// Reads a board's document once to show its records, and stores nothing.
package struct BoardTrial: Sendable {
    /// The most bytes of a document, even if the board allows more.
    private static let byteLimit = 32 << 20
    private static let time = Duration.seconds(30)

    private let board: Board
    private let body: [UInt8]
    private let hints: DocumentHints

    /// Fetches the document. Throws `FetchError`.
    package init(_ board: Board, by fetcher: Fetcher) async throws {
        self.board = board
        var request = Request(
            url: board.source.url, headers: board.source.headers, bodyLimit: min(board.source.limit ?? Self.byteLimit, Self.byteLimit))
        request.timeouts.total = Self.time
        request.renders = board.source.render
        board.bound(&request)
        let body = Mutex([UInt8]())
        let head = try await fetcher.job(request, for: "new board").run { part in
            if case .body(let bytes) = part { body.withLock { $0 += bytes } }
        }
        self.body = body.withLock { $0 }
        var hints = DocumentHints()
        (hints.address, hints.charset, hints.mediaType) = (head.url, head.contentType?.charset, head.contentType?.mediaType)
        hints.isLengthKnown = true
        self.hints = hints
    }

    /// Takes up to some seconds of CPU time. Throws an error if the board can't parse the document.
    package func records() throws -> [Record] {
        var run = board.begin(hints)
        return try run.records(of: body)
    }
}
