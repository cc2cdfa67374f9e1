import Fetching
import Foundation
import Synchronization

/// Fetches parts of a document before its body, where the server gives parts: the end first, then what the extractor asks for.
///
/// Two thirds of real PDFs write their fonts last, and encrypted ones their key. Their rows would be uncertain, or unreadable, until
/// the last byte; foreseen, they are certain as they pass. It is only done if the first bytes of the body gave no certain row by
/// themselves, and only within the bounds below. Whatever goes wrong with it is no failure: the document is then read from front
/// to back.
struct LookAhead: Sendable {
    /// Of the body, looked at before anything is decided.
    static let firstBytes = 64 << 10
    /// Of the end, asked for first.
    static let lastBytes = 64 << 10
    /// A document that is smaller comes soon enough.
    static let smallestDocument = 256 << 10
    /// Fetched ahead in all: a megabyte, a quarter of the document, 16 requests.
    private static let bytes = 1 << 20
    private static let requests = 16

    let fetcher: Fetcher
    let original: Request

    /// Whether parts of this document can be had, and are worth it.
    static func isPossible(_ head: ResponseHead) -> Bool {
        head.status == 200 && head.givesParts && (head.expectedBytes ?? 0) >= smallestDocument
    }

    /// The bounds on one document's look ahead, used up as it goes on.
    struct Allowance: Sendable {
        private var bytes: Int
        private var requests = LookAhead.requests

        init(for head: ResponseHead) { bytes = min(LookAhead.bytes, (head.expectedBytes ?? 0) / 4) }

        /// Whether one more part of so many bytes may be fetched.
        mutating func grants(_ count: Int) -> Bool {
            guard count > 0, count <= bytes, requests > 0 else { return false }
            bytes -= count
            requests -= 1
            return true
        }
    }

    /// A part of the version that `head` speaks of, and where it begins; nil if the server gives something else.
    func part(_ wanted: ByteRange.Bytes, of head: ResponseHead) async -> (bytes: [UInt8], offset: Int)? {
        guard let version = head.validators?.strong else { return nil }
        var request = Request(url: head.url, timeouts: original.timeouts, bodyLimit: Self.bytes)
        if head.url.host == original.url.host, head.url.port == original.url.port { request.headers = original.headers }
        request.range = ByteRange(wanted, of: version)
        // The request it belongs to holds a place in line until it returns.
        request.waitsInLine = false
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
