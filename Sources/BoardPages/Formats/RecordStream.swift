import Boards
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import Serving
import Storage

/// All records of a board as one response, page by page. Each page is read from the store after the client has received the one before, so
/// memory holds one page's text per client, plus the few pages that are being computed.
///
/// Ends when the client leaves. If the records are replaced meanwhile, the response is cut off, because a shortened list must not look
/// complete.
struct RecordStream: Sendable {
    let boards: KnownBoards
    let board: Board
    let shown: ShownFeeds
    let type: String
    var opening = ""
    var closing = ""
    var separator = ""
    /// Formats a record.
    let text: @Sendable (Record) -> String

    /// The most records of a page, and bytes of their texts: small enough to give others a turn between two pages.
    private static let (pageSize, pageBytes) = (500, 64 << 10)
    private static let semaphore = PageSemaphore(width: 4)

    func response(to request: Request) -> Response {
        // Records are only replaced by a fetch.
        let fetches = shown.feeds.map { "\($0.id) \($0.lastSuccess?.milliseconds ?? 0) \($0.recordCount) " }.joined()
        let version = "\(board.name) \(board.edition) \(fetches)\(opening)"
        let headers: HTTPFields = [.eTag: #""\#(Fingerprint(version))""#, .cacheControl: "no-cache, private"]
        if let unchanged = request.unchanged(headers) { return unchanged }
        let body = ResponseBody { writer in
            try await request.body.whileClientWaits { try await write(to: &writer) }
            try await writer.finish(nil)
        }
        var response = Response(status: .ok, headers: headers, body: body)
        response.headers[.contentType] = type
        return response.closingConnection()
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
        try await writer.write(ByteBuffer(string: opening))
        var query = RecordQuery(limit: Self.pageSize)
        query.byteLimit = Self.pageBytes
        var isFirst = true
        repeat {
            try Task.checkCancellation()
            let (page, next) = try await Self.semaphore.run { try await made(query, isFirst: isFirst) }
            isFirst = isFirst && page.readableBytes == 0
            try await writer.send(page)
            query.after = next
        } while query.after != nil
        try await writer.write(ByteBuffer(string: closing))
    }

    /// The text of a page, and the cursor of the next.
    private func made(_ query: RecordQuery, isFirst: Bool) async throws -> (ByteBuffer, QueryCursor?) {
        let page = try await boards.store.feeds.records(of: shown.feeds, board.schema, query)
        var buffer = ByteBuffer()
        for stored in page.records {
            if !isFirst || buffer.readableBytes > 0 { buffer.writeString(separator) }
            buffer.writeString(text(stored.record))
        }
        for feed in shown.feeds {
            guard try await boards.store.feeds.feed(feed.id)?.lastSuccess == feed.lastSuccess else { throw RecordsReplaced() }
        }
        return (buffer, page.next)
    }
}

/// The list's records were replaced during sending. The response is cut off, so that the client notices and asks again.
struct RecordsReplaced: Error {}

extension Request {
    /// The 304 response if the client has the current version; otherwise nil.
    func unchanged(_ headers: HTTPFields) -> Response? {
        guard let tag = headers[.eTag], let known = self.headers[.ifNoneMatch], known == "*" || known.etags.contains(tag) else {
            return nil
        }
        return Response(status: .notModified, headers: headers)
    }
}
