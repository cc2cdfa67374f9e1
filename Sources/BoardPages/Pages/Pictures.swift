package import Boards
import Fetching
import Foundation
import HTTPTypes
package import Hummingbird
import Localisation
import Logging
package import Records
package import Serving

/// `/boards/<name>/records/<id>/<field>`: the picture of a stored record, fetched from its publisher.
///
/// Only addresses in stored records are fetched, up to five megabytes, and only pictures are passed on, in a sandbox (`SecurityHeaders`).
/// Concurrent requests for the same picture share one fetch, which is cancelled when the last waiter leaves. A picture that can't be
/// fetched is a 502, and isn't tried again for a short while.
package struct Pictures: Sendable {
    private let boards: KnownBoards
    private let board: Board
    private static let sizeLimit = 5 << 20

    package init(_ boards: KnownBoards, _ board: Board) {
        self.boards = boards
        self.board = board
    }

    /// The result of a request for a picture.
    private enum Outcome: Sendable {
        case picture([UInt8], PictureKind)
        case failure(String)
    }

    package func picture(_ id: String?, _ fieldName: String?, for request: Request) async throws -> Response {
        let (feed, stored) = try await boards.record(id, of: board)
        guard let fieldName, let place = board.schema.index(of: fieldName), board.schema.fields[place].kind == .image,
            let address = stored.record.values[place]?.text
        else { throw Refusal(.notFound, "This row doesn’t have that picture.") }
        let isFetched = Self.written(in: address) == nil
        let outcome = isFetched ? try await request.body.whileClientWaits { try await load(address, feed) } : try await load(address, feed)
        let response =
            switch outcome {
            case .picture(let bytes, let kind): answer(bytes, kind, named: fieldName, to: request)
            case .failure(let reason): Self.failure(reason)
            }
        return isFetched ? response.closingConnection() : response
    }

    /// The first picture of a record, up to `byteLimit` bytes; nil if none is available.
    package func portrait(of record: Record, _ feed: Feed, byteLimit: Int) async throws -> (bytes: [UInt8], kind: PictureKind)? {
        guard let place = board.schema.fields.firstIndex(where: { $0.kind == .image }), let address = record.values[place]?.text,
            case .picture(let bytes, let kind) = try await load(address, feed), bytes.count <= byteLimit
        else { return nil }
        return (bytes, kind)
    }

    /// The picture at a published address, of one of these kinds and up to `byteLimit` bytes; nil if it isn't available.
    package func small(_ address: String, _ feed: Feed, of kinds: Set<PictureKind>, byteLimit: Int) async throws -> (
        bytes: [UInt8], kind: PictureKind
    )? {
        guard case .picture(let bytes, let kind) = try await load(address, feed), kinds.contains(kind), bytes.count <= byteLimit else {
            return nil
        }
        return (bytes, kind)
    }

    private func load(_ address: String, _ feed: Feed) async throws -> Outcome {
        if let bytes = Self.written(in: address) {
            return PictureKind(bytes).map { .picture(bytes, $0) } ?? .failure("what is written there isn't a picture")
        }
        guard let url = URL(string: address, relativeTo: URL(string: feed.url))?.absoluteURL,
            ["http", "https"].contains(url.scheme?.lowercased())
        else { return .failure("the picture's address isn't valid") }

        var wanted = Fetching.Request(url: url, headers: [("Accept", "image/avif,image/webp,image/png,image/jpeg,image/gif")])
        wanted.bodyLimit = Self.sizeLimit
        wanted.cache = .useProtocol
        // Picture addresses come from the publisher of the records. Only at the source itself, which the operator chose, may they be on a
        // listed private host.
        wanted.reachesListed = Self.isAtSource(url, of: feed)
        wanted.priority = .visible
        wanted.timeouts.total = .seconds(60)
        try await boards.asItIs(board).bound(&wanted)
        do {
            let body = try await boards.fetcher.body(wanted, for: "page")
            guard let kind = PictureKind(body.bytes) else {
                return .failure("\(FetchError.withoutSecrets(url.absoluteString)) isn't a type of picture that is passed on")
            }
            return .picture(body.bytes, kind)
        } catch let error as FetchError where error.code != .cancelled {
            return .failure(
                error.isUnlisted ? "the host of the picture does not exist, or may not be reached from here" : error.description)
        }
    }

    private static func isAtSource(_ url: URL, of feed: Feed) -> Bool {
        guard let picture = try? WebAddress(url.absoluteString), let source = try? WebAddress(feed.url) else { return false }
        return picture.origin == source.origin
    }

    /// A picture inside a `data:` URL, such as `data:image/png;base64,…` (RFC 2397).
    private static func written(in address: String) -> [UInt8]? {
        guard address.prefix(5).lowercased() == "data:" else { return nil }
        let parts = address.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased().hasSuffix(";base64") else { return [] }
        return Data(base64Encoded: String(parts[1]), options: .ignoreUnknownCharacters).map { Array($0) } ?? []
    }

    /// A download is named after the field, with the extension of its format.
    package func answer(_ bytes: [UInt8], _ kind: PictureKind, named name: String, to request: Request) -> Response {
        let tag = #""\#(Fingerprint(bytes))""#
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, max-age=3600", .contentDisposition: #"inline; filename="\#(name).\#(kind.rawValue)""#,
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
