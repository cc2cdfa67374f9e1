import Dispatch
package import Drafting
package import Fetching
package import Foundation
import Records
import Synchronization

/// Fetches the document at an address, within bounds, to look for what a board could be made of.
package struct BoardFinder: Sendable {
    private static let byteLimit = 8 << 20
    private static let time = Duration.seconds(30)
    private static let accept = "text/html,application/xhtml+xml,application/json,application/xml;q=0.9,text/csv;q=0.9,*/*;q=0.5"

    private let fetcher: Fetcher

    package init(_ fetcher: Fetcher) { self.fetcher = fetcher }

    package struct Document: Sendable {
        package let bytes: [UInt8]
        /// After redirects.
        package let address: URL
        /// What HTTP says.
        package let charset: String?
    }

    /// `isBounded`: for a member, whose boards are held to limits. Throws `FetchError`.
    package func document(at address: URL, isBounded: Bool = false) async throws -> Document {
        var request = Request(url: address, headers: [("Accept", Self.accept)], bodyLimit: Self.byteLimit)
        request.timeouts.total = Self.time
        if isBounded { (request.bodyLimit, request.reachesListed) = (OwnBoard.Limits.bytes, false) }
        let body = Mutex([UInt8]())
        let head = try await fetcher.job(request, for: "new board").run { part in
            if case .body(let bytes) = part { body.withLock { $0 += bytes } }
        }
        return Document(bytes: body.withLock { $0 }, address: head.url, charset: head.contentType?.charset)
    }

    /// Finding takes up to some seconds of a processor: not one of the threads that everything else runs on.
    static func apart<Found: Sendable>(_ find: @escaping @Sendable () -> Found) async -> Found {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(returning: find()) }
        }
    }
}

extension BoardFinder.Document {
    /// Throws `MarkupError` where the document can't be read as what it is.
    package func proposals() throws -> Proposals { try Proposals(of: bytes, at: address, charset: charset) }
}
