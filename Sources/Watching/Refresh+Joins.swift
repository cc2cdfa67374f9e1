import Boards
import Extraction
import Fetching
import Foundation
import Records

// The documents to join with a board's own one. They are fetched after the head of the answer has arrived and before its first byte is
// read, so that they end with the job. Unchanged documents, including the board's own, come from the fetcher's cache, so a change in any of
// them is detected.
extension Refresh {
    /// In the order of `joins`.
    func tables(by fetcher: Fetcher, _ job: Job) async throws -> [JoinTable] {
        var tables: [JoinTable] = []
        for join in board.joins { tables.append(try await table(of: join, by: fetcher, job)) }
        return tables
    }

    private func table(of join: Join, by fetcher: Fetcher, _ job: Job) async throws -> JoinTable {
        var request = Request(url: join.url, headers: join.headers)
        request.priority = job.request.priority
        // The board's own request stays open meanwhile.
        request.waitsInLine = false
        request.timeouts.total = join.timeout ?? board.source.timeout ?? request.timeouts.total
        if let limit = join.limit { request.bodyLimit = limit }
        request.revalidates()
        try secrets.apply(join.access, to: &request)
        board.bound(&request)
        let reading = JoinReading(join, of: URL(string: feed.url))
        do {
            _ = try await fetcher.job(request, for: job.requester).run { try await reading.take($0) }
            return try await reading.finish()
        } catch let error as ExtractionError {
            throw error.inside("joined document '\(join.name)', \(FetchError.withoutSecrets(join.url.absoluteString))")
        }
    }
}

extension Request {
    /// Revalidates the document, and uses the cached one if it hasn't changed.
    mutating func revalidates() {
        cache = .useProtocol
        headers.append(("Cache-Control", "no-cache"))
    }
}

/// Reads one joined document into its table, in an actor that the job's closure can use.
private actor JoinReading {
    private let extractor: any Extractor
    private let schema: Schema
    private let feed: URL?
    private var run: (any ExtractionRun)?
    private var table: JoinTable

    /// `feed`: the address of the board's feed.
    init(_ join: Join, of feed: URL?) {
        self.feed = feed
        extractor = join.extractor
        schema = join.schema
        table = JoinTable(join)
    }

    func take(_ part: Part) throws {
        switch part {
        case .head(let head): run = extractor.begin(DocumentHints(head)).resolving(schema, against: head.url, of: feed)
        case .body(let bytes): try run?.append(bytes) { try table.take($0) }
        }
    }

    func finish() throws -> JoinTable {
        try run?.finish { try table.take($0) }
        if table.isEmpty { throw ExtractionError(.empty, "has no rows") }
        return table
    }
}
