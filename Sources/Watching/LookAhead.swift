import Fetching
import Foundation
import Synchronization

/// Fetches parts of a document before its body, if the server supports ranges: the end first, then what the extractor asks for.
///
/// Two thirds of real PDFs write their fonts last, and encrypted ones their key. Their rows would be uncertain, or unreadable, until the
/// last byte; with these parts known, rows are certain as they arrive. Done only if the first bytes of the body alone gave no certain row,
/// and only within the limits below. If it fails, the document is simply read from front to back.
struct LookAhead: Sendable {
    /// Bytes of the body that are read before deciding.
    static let firstBytes = 64 << 10
    /// Bytes of the end, fetched first.
    static let lastBytes = 64 << 10
    /// A smaller document arrives soon enough.
    static let smallestDocument = 256 << 10
    /// Limit of prefetched bytes: a megabyte, a quarter of the document, 16 requests.
    private static let bytes = 1 << 20
    private static let requests = 16

    let fetcher: Fetcher
    let original: Request

    /// Whether the server supports ranges of this document, and it is large enough.
    static func isPossible(_ head: ResponseHead) -> Bool {
        head.status == 200 && head.givesParts && (head.expectedBytes ?? 0) >= smallestDocument
    }

    /// The remaining allowance for one document.
    struct Allowance: Sendable {
        private var bytes: Int
        private var requests = LookAhead.requests

        init(for head: ResponseHead) { bytes = min(LookAhead.bytes, (head.expectedBytes ?? 0) / 4) }

        /// Subtracts one range of this many bytes; false if it exceeds the allowance.
        mutating func grants(_ count: Int) -> Bool {
            guard count > 0, count <= bytes, requests > 0 else { return false }
            bytes -= count
            requests -= 1
            return true
        }
    }

    /// A range of the version in `head`, and its offset; nil if the server sends something else.
    func part(_ wanted: ByteRange.Bytes, of head: ResponseHead) async -> (bytes: [UInt8], offset: Int)? {
        guard let version = head.validators?.strong else { return nil }
        var request = Request(url: head.url, timeouts: original.timeouts, bodyLimit: Self.bytes)
        if head.url.host == original.url.host, head.url.port == original.url.port { request.headers = original.headers }
        request.range = ByteRange(wanted, of: version)
        // The request it belongs to occupies a place in the queue until it returns.
        request.waitsInLine = false
        request.reachesListed = original.reachesListed
        let received = Mutex<[UInt8]>([])
        let answer = try? await fetcher.job(request, for: "look-ahead").run { part in
            switch part {
            case .head(let head): guard head.part != nil else { throw NotAPart() }
            case .body(let piece): received.withLock { $0 += piece }
            }
        }
        guard let part = answer?.part, part.of == head.expectedBytes else { return nil }
        let bytes = received.withLock { $0 }
        return bytes.count == part.bytes.count ? (bytes, part.bytes.lowerBound) : nil
    }

    private struct NotAPart: Error {}
}
