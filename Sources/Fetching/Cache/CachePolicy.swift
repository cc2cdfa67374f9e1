import Foundation
import NIOHTTP1

/// Decides what the cache does with a request. A pure value, without clock or disk.
///
/// The rules are those of a private cache, with one difference: answers to requests without credentials are served to everyone, so in the
/// shared partition `private`, `s-maxage` and `proxy-revalidate` apply as in a shared cache.
/// Source: RFC 9111 (sections are named below), RFC 5861, RFC 8246.
struct CachePolicy: Sendable {
    /// Whether stored answers are served to everyone.
    var isShared = false
    /// Seconds for which a stale answer may be served after a failure, if neither request nor answer specifies it.
    var staleIfError = 0

    enum Decision: Equatable {
        /// Serve the stored answer. If `refreshing`, also request a newer one in the background.
        case serve(StoredAnswer, refreshing: Bool = false)
        /// Ask the origin whether the stored answer is still valid.
        case validate(StoredAnswer)
        /// Send the request as if nothing were stored.
        case forward
        /// Nothing is stored, and the request forbids asking the origin.
        case unavailable
    }

    /// Section 4: the decision for a GET or HEAD. `stored` are the variants of its address in its partition.
    func decide(_ request: Outgoing, mode: CacheMode, stored: [StoredAnswer], now: Date) -> Decision {
        let directives = Self.directives(of: request)
        let selected = stored.filter { $0.answers(request) }.max { ($0.date, $0.received) < ($1.date, $1.received) }
        switch mode {
        case .onlyIfCached: return selected.map { .serve($0) } ?? .unavailable
        case .preferCached: if let selected { return .serve(selected) }
        case .reload, .bypass: return .forward
        case .useProtocol: break
        }
        let otherwise: Decision = directives.has("only-if-cached") ? .unavailable : selected.map { .validate($0) } ?? .forward
        guard let selected else { return otherwise }
        let answer = selected.cacheControl
        guard !directives.has("no-cache"), !answer.hasBare("no-cache") else { return otherwise }
        let age = selected.age(now: now)
        let left = lifetime(of: selected) - age
        let isFresh = left > 0
        // RFC 8246: a reload in a browser sends max-age=0, which an immutable answer may ignore.
        let isExempt = isFresh && answer.has("immutable")
        if let limit = directives.seconds("max-age"), age > TimeInterval(limit) || limit == 0, !isExempt { return otherwise }
        if let wanted = directives.seconds("min-fresh"), left < TimeInterval(wanted) { return otherwise }
        if isFresh { return .serve(selected) }
        guard !forbidsStale(answer) else { return otherwise }
        // Without an argument, any age is acceptable.
        if directives.hasBare("max-stale") || directives.seconds("max-stale").map({ -left <= TimeInterval($0) }) == true {
            return .serve(selected)
        }
        if let window = answer.seconds("stale-while-revalidate"), -left <= TimeInterval(window), !directives.has("only-if-cached") {
            return .serve(selected, refreshing: true)
        }
        return otherwise
    }

    /// Section 4.2.4 and RFC 5861, section 4: whether the stored answer may replace a failed one.
    func standsIn(_ stored: StoredAnswer, for request: Outgoing, now: Date) -> Bool {
        let answer = stored.cacheControl
        let directives = Self.directives(of: request)
        guard !answer.hasBare("no-cache"), !forbidsStale(answer), !directives.has("no-cache") else { return false }
        let window = directives.seconds("stale-if-error") ?? answer.seconds("stale-if-error") ?? staleIfError
        return stored.age(now: now) - lifetime(of: stored) <= TimeInterval(window)
    }

    /// Section 3: whether the answer to a GET may be stored.
    func isStorable(_ answer: Answer, for request: Outgoing) -> Bool {
        let directives = CacheControl(answer.headers["Cache-Control"])
        // Not stored: partial content, a 304 (no body) and authentication challenges.
        guard request.method == .GET, (200...599).contains(answer.status), ![206, 304, 401, 407].contains(answer.status) else {
            return false
        }
        let understood = Self.understood.contains(answer.status)
        if directives.has("must-understand") {
            guard understood else { return false }
        } else if directives.has("no-store") {
            return false
        }
        guard !Self.directives(of: request).has("no-store"), !(isShared && directives.hasBare("private")) else { return false }
        guard !FieldValue.elements(answer.headers["Vary"]).contains("*") else { return false }
        return directives.has("public") || directives.has("max-age") || (isShared && directives.has("s-maxage"))
            || (!isShared && directives.has("private")) || answer.headers.contains(name: "Expires")
            || Self.heuristicallyCacheable.contains(answer.status)
    }

    /// Section 4.2.1: how many seconds the answer is fresh after it was generated.
    func lifetime(of stored: StoredAnswer) -> TimeInterval {
        let headers = stored.headers
        let directives = stored.cacheControl
        if isShared, let seconds = directives.seconds("s-maxage") { return TimeInterval(seconds) }
        if let seconds = directives.seconds("max-age") { return TimeInterval(seconds) }
        if let expires = headers.first(name: "Expires") {
            // An invalid date, most often "0", counts as expired.
            return HTTPDate.date(expires, now: stored.received).map { $0.timeIntervalSince(stored.date) } ?? 0
        }
        // Section 4.2.2, the heuristic: a document that hasn't changed for long is unlikely to change soon.
        guard Self.heuristicallyCacheable.contains(stored.status) || directives.has("public"),
            let modified = stored.lastModified.flatMap({ HTTPDate.date($0, now: stored.received) })
        else { return 0 }
        return min(max(0, stored.date.timeIntervalSince(modified)) / 10, 86_400)
    }

    /// Section 4.4: the addresses that an unsafe request invalidates.
    func invalidated(by request: Outgoing, _ answer: Answer) -> [URL] {
        guard ![.GET, .HEAD, .OPTIONS, .TRACE].contains(request.method), (200...399).contains(answer.status) else { return [] }
        let named = ["Location", "Content-Location"].compactMap { name in
            answer.headers.first(name: name).flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
        }
        // An answer can invalidate only addresses of its own origin.
        return [request.url] + named.filter { Origin($0) != nil && Origin($0) == Origin(request.url) }
    }

    /// RFC 9111, section 4.3.4 and 4.3.5: whether a 304, or the head of a 200, refers to the stored answer.
    static func speaks(_ headers: HTTPHeaders, of stored: StoredAnswer) -> Bool {
        if let etag = headers.first(name: "ETag") {
            return stored.etag.map { opaque($0) == opaque(etag) } ?? false
        }
        if let date = headers.first(name: "Last-Modified") { return stored.lastModified == date }
        return true
    }

    /// The directives of a request; the older `Pragma: no-cache` applies if there are none.
    static func directives(of request: Outgoing) -> CacheControl {
        let directives = CacheControl(request.headers["Cache-Control"])
        guard directives.isEmpty, CacheControl(request.headers["Pragma"]).has("no-cache") else { return directives }
        return CacheControl(["no-cache"])
    }

    /// An entity tag without its weakness prefix: RFC 9110, section 8.8.3.2.
    static func opaque(_ etag: String) -> Substring { etag.hasPrefix("W/") ? etag.dropFirst(2) : etag[...] }

    private func forbidsStale(_ directives: CacheControl) -> Bool {
        directives.has("must-revalidate") || (isShared && (directives.has("proxy-revalidate") || directives.has("s-maxage")))
    }

    private static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    private static let understood: Set<Int> = heuristicallyCacheable.union([302, 303, 307, 400, 403, 500, 502, 503, 504])
}

/// How a request uses the cache.
public enum CacheMode: Hashable, Sendable {
    /// Follows the HTTP rules and the request's `Cache-Control`.
    case useProtocol
    /// Asks the origin and stores the answer.
    case reload
    /// Serves a stored answer of any age; asks the origin only if there is none. For offline-first use.
    case preferCached
    /// Serves a stored answer of any age, or returns 504. Never asks the origin.
    case onlyIfCached
    /// Neither reads nor writes the cache.
    case bypass
}
