import Boards
import Fetching
import Foundation
import HTTPTypes
import Hummingbird
import Localisation
import Logging
import Records
import Storage

/// `/boards/<name>/records/<id>/<field>`: the picture of a stored record, fetched from where it is published.
///
/// Nothing but what a stored record names can be asked for, five megabytes at most, and only a picture is passed on, in a box of its
/// own. Equal ones under way are fetched once; when everybody who wanted one has gone, its fetch ends. A picture that cannot be had
/// is a 502, not asked for again for a little while.
struct Pictures: Sendable {
    private let site: Site
    private let board: Board
    private static let sizeLimit = 5 << 20

    init(_ site: Site, _ board: Board) {
        self.site = site
        self.board = board
    }

    func picture(_ id: String?, _ fieldName: String?, for request: Request) async throws -> Response {
        let (feed, stored) = try await site.record(id, of: board)
        guard let place = fieldName.flatMap({ board.schema.index(of: $0) }), board.schema.fields[place].kind == .image,
            let address = stored.record.values[place]?.text
        else { throw Refusal(.notFound, "This entry has no such picture.") }
        if let bytes = Self.written(in: address) {
            guard let kind = PictureKind(bytes) else { return Self.failure("what is written there is no picture") }
            return Self.answer(bytes, kind, to: request)
        }
        guard let url = URL(string: address, relativeTo: URL(string: feed.url))?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return Self.failure("the address of the picture is none") }

        var wanted = Fetching.Request(url: url, headers: [("Accept", "image/avif,image/webp,image/png,image/jpeg,image/gif")])
        wanted.bodyLimit = Self.sizeLimit
        wanted.cache = .useProtocol
        wanted.priority = .visible
        wanted.timeouts.total = .seconds(60)
        do {
            let body = try await request.body.consumeWithCancellationOnInboundClose { [wanted] _ in
                try await site.fetcher.body(wanted, for: "page")
            }
            guard let kind = PictureKind(body.bytes) else { return Self.failure("\(url) is no picture of a kind that is passed on") }
            return Self.answer(body.bytes, kind, to: request)
        } catch let error as FetchError where error.code != .cancelled {
            return Self.failure(error.description)
        }
    }

    /// A picture that stands in its own address: `data:image/png;base64,…` (RFC 2397).
    private static func written(in address: String) -> [UInt8]? {
        guard address.prefix(5).lowercased() == "data:" else { return nil }
        let parts = address.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().hasSuffix(";base64") else { return [] }
        return Data(base64Encoded: String(parts[1]), options: .ignoreUnknownCharacters).map { Array($0) } ?? []
    }

    private static func answer(_ bytes: [UInt8], _ kind: PictureKind, to request: Request) -> Response {
        let tag = "\"\(Fingerprint(bytes))\""
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, max-age=3600", .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        let known = request.headers[.ifNoneMatch]?.split(separator: ",").map { $0.trimmingWhitespace() } ?? []
        if known.contains(where: { $0 == tag || $0 == "W/" + tag || $0 == "*" }) { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = kind.mediaType
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func failure(_ reason: String) -> Response {
        Response(
            status: .badGateway, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, max-age=30"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: reason + "\n")))
    }
}
