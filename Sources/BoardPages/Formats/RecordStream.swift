import Boards
import HTTPTypes
import Hummingbird
import NIOCore
import Records
import Serving
import Storage

/// All records of a board as one answer, sent as they are read from the store: memory is a page of them.
///
/// Ends when the client leaves. If the records are replaced meanwhile, the answer breaks off, since a list cut short must not look like a
/// whole one.
struct RecordStream: Sendable {
    let engine: Engine
    let board: Board
    let shown: ShownFeeds
    let type: String
    var opening = ""
    var closing = ""
    var separator = ""
    /// What of a record is sent.
    let text: @Sendable (Record) -> String

    /// Small enough that others get their turn between two.
    private static let pageSize = 500

    func response(to request: Request) -> Response {
        // The records are replaced with a fetch and at no other time.
        let fetches = shown.feeds.map { "\($0.id) \($0.lastSuccess?.milliseconds ?? 0) \($0.recordCount) " }.joined()
        let version = "\(board.name) \(fetches)\(opening)"
        let headers: HTTPFields = [.eTag: "\"\(Fingerprint(version))\"", .cacheControl: "no-cache, private"]
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
        var isFirst = true
        repeat {
            try Task.checkCancellation()
            let page = try await engine.store.records(of: shown.feeds, board.schema, query)
            var buffer = ByteBuffer()
            for stored in page.records {
                if !isFirst { buffer.writeString(separator) }
                isFirst = false
                buffer.writeString(text(stored.record))
            }
            for feed in shown.feeds {
                guard try await engine.store.feed(feed.id)?.lastSuccess == feed.lastSuccess else { throw RecordsReplaced() }
            }
            try await writer.write(buffer)
            query.after = page.next
        } while query.after != nil
        try await writer.write(ByteBuffer(string: closing))
    }
}

/// The records of a list were replaced while it was being sent: it is cut off, and whoever asked sees that and asks again.
struct RecordsReplaced: Error {}

extension Request {
    /// The answer to whom the present version is known; nil if it is not.
    func unchanged(_ headers: HTTPFields) -> Response? {
        guard let tag = headers[.eTag], let known = self.headers[.ifNoneMatch], known == "*" || known.etags.contains(tag) else {
            return nil
        }
        return Response(status: .notModified, headers: headers)
    }
}
