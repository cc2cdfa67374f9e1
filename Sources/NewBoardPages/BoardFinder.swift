import Dispatch
package import Drafting
package import Fetching
package import Foundation
import Records
import Synchronization

/// Fetches the document at an address, within limits, to search it for possible boards.
package struct BoardFinder: Sendable {
    private static let byteLimit = 8 << 20
    private static let time = Duration.seconds(30)
    /// For a page in a browser, which may have to wait for other pages.
    private static let renderTime = Duration.seconds(90)
    /// How a browser opens a page for people who check the result: the page has more time until it is idle.
    package static let rendering = RenderOrder(quiet: .seconds(1))
    private static let accept = "text/html,application/xhtml+xml,application/json,application/xml;q=0.9,text/csv;q=0.9,*/*;q=0.5"

    private let fetcher: Fetcher

    package init(_ fetcher: Fetcher) { self.fetcher = fetcher }

    package struct Document: Sendable {
        package let bytes: [UInt8]
        /// After redirects.
        package let address: URL
        /// The charset in the HTTP response.
        package let charset: String?
        /// Whether it is a page with scripts, which may load its content.
        package var hasScripts: Bool { String(decoding: bytes, as: UTF8.self).range(of: "<script", options: .caseInsensitive) != nil }
    }

    /// With `order`, a browser opens the page. `isBounded`: for a member, whose boards are limited. Throws `FetchError`.
    package func document(at address: URL, rendered order: RenderOrder? = nil, isBounded: Bool = false) async throws -> Document {
        var request = Request(url: address, headers: [("Accept", Self.accept)], bodyLimit: Self.byteLimit)
        request.timeouts.total = order == nil ? Self.time : Self.renderTime
        request.renders = order
        if isBounded { (request.bodyLimit, request.reachesListed) = (OwnBoard.Limits.bytes, false) }
        let body = Mutex([UInt8]())
        let head = try await fetcher.job(request, for: "new board").run { part in
            if case .body(let bytes) = part { body.withLock { $0 += bytes } }
        }
        return Document(bytes: body.withLock { $0 }, address: head.url, charset: head.contentType?.charset)
    }

    /// Runs on a separate thread, because the search may take some seconds of CPU time.
    static func apart<Found: Sendable>(_ find: @escaping @Sendable () -> Found) async -> Found {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: find()) }
        }
    }
}

extension BoardFinder.Document {
    /// Throws `MarkupError` if the document can't be parsed in its detected format.
    package func proposals() throws -> Proposals { try Proposals(of: bytes, at: address, charset: charset) }

    /// The ways to read one value of a page; nil if the document isn't an HTML page.
    func proposals(ofValue said: String) throws -> Proposals? { try Proposals(ofValue: said, in: bytes, at: address, charset: charset) }
}
