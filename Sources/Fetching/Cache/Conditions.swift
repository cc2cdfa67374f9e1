import Foundation
import NIOHTTP1

/// The conditions and the range of a request.
///
/// Source: RFC 9110, sections 13 (conditions) and 14 (ranges); RFC 9111, section 4.3.2 (how a cache evaluates them).
struct Conditions {
    private let tags: [String]
    private let since: Date?
    private let ifRange: String?
    /// The requested range, if the cache can serve it.
    let range: WantedRange?
    /// Whether only the origin can decide: the request makes a change, or there are several ranges.
    let mustBeAsked: Bool

    init(_ request: Outgoing, now: Date) {
        let headers = request.headers
        tags = FieldValue.elements(headers["If-None-Match"])
        since = headers.first(name: "If-Modified-Since").flatMap { HTTPDate.date($0, now: now) }
        ifRange = headers.first(name: "If-Range")
        let wanted = request.method == .GET ? headers.first(name: "Range") : nil
        range = wanted.flatMap { WantedRange($0) }
        mustBeAsked = (wanted != nil && range == nil) || headers.contains(name: "If-Match") || headers.contains(name: "If-Unmodified-Since")
    }

    var isEmpty: Bool { tags.isEmpty && since == nil }

    /// Whether the caller already has the stored version, so the answer is a 304.
    func hold(for stored: StoredAnswer) -> Bool {
        guard stored.status == 200 else { return false }
        if !tags.isEmpty {
            guard let etag = stored.etag else { return tags == ["*"] }
            return tags.contains { $0 == "*" || CachePolicy.opaque($0) == CachePolicy.opaque(etag) }
        }
        guard let since else { return false }
        let modified = stored.lastModified.flatMap { HTTPDate.date($0, now: stored.received) } ?? stored.date
        return modified <= since
    }

    /// Whether a 304 to the caller's own conditions refers to the stored version. The head of a 200 always does.
    func name(_ stored: StoredAnswer, _ answer: Answer) -> Bool {
        guard answer.status == 304, let etag = stored.etag else { return answer.status == 200 }
        return answer.headers.contains(name: "ETag") || tags.map { CachePolicy.opaque($0) } == [CachePolicy.opaque(etag)]
    }

    /// Section 13.1.5: a range is served only from the version that the caller has; otherwise the caller gets the whole body. A weak tag
    /// doesn't qualify.
    func isRangeMeant(for stored: StoredAnswer) -> Bool {
        guard let ifRange else { return true }
        return ifRange.hasPrefix("\"") ? ifRange == stored.etag : ifRange == stored.lastModified
    }
}

/// A single range: `bytes=0-99`, `bytes=100-` or `bytes=-5`.
enum WantedRange: Equatable {
    case between(Int, Int)
    case from(Int)
    case last(Int)

    init?(_ text: String) {
        let parts = FieldValue.trimmed(text).split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let bounds = parts[1].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2 else { return nil }
        let numbers = bounds.map { $0.utf8.allSatisfy { (48...57).contains($0) } ? Int($0) : nil }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last?) where first <= last: self = .between(first, last)
        case (let first?, nil) where bounds[1].isEmpty: self = .from(first)
        case (nil, let count?) where bounds[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// The range clipped to a body of this many bytes; nil if it is outside.
    func within(_ size: Int) -> Range<Int>? {
        let range: Range<Int>
        switch self {
        case .between(let first, let last): range = min(first, size)..<min(last, size - 1) + 1
        case .from(let first): range = min(first, size)..<size
        case .last(let count): range = max(0, size - count)..<size
        }
        return range.isEmpty ? nil : range
    }
}
