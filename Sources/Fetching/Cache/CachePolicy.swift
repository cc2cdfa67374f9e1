import Foundation
import NIOHTTP1

/// What the cache does about a request: a value, without clock or disk.
///
/// The rules are those of a private cache, with one difference: what nobody's credentials were given for is handed to everyone, so in
/// nobody's partition `private`, `s-maxage` and `proxy-revalidate` hold as in a shared cache.
/// Source: RFC 9111 (sections are named below), RFC 5861, RFC 8246.
struct CachePolicy: Sendable {
    /// Whether what is stored here is handed to everyone.
    var isShared = false
    /// Seconds for which a stale answer is served after a failure where nobody says anything about it.
    var staleIfError = 0

    enum Decision: Equatable {
        /// As it is stored; if `refreshing`, and ask for a newer one meanwhile.
        case serve(StoredAnswer, refreshing: Bool = false)
        /// Ask whether it still holds.
        case validate(StoredAnswer)
        /// Ask as if nothing were stored.
        case forward
        /// Nothing is stored, and nobody may be asked.
        case unavailable
    }

    /// Section 4: what to do about a GET or HEAD. `stored` are those of its address and partition.
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
        // RFC 8246: a person's reloading asks for max-age=0, which what never changes need not follow.
        let isExempt = isFresh && answer.has("immutable")
        if let limit = directives.seconds("max-age"), age > TimeInterval(limit) || limit == 0, !isExempt { return otherwise }
        if let wanted = directives.seconds("min-fresh"), left < TimeInterval(wanted) { return otherwise }
        if isFresh { return .serve(selected) }
        guard !forbidsStale(answer) else { return otherwise }
        // Without an argument any age will do.
        if directives.hasBare("max-stale") || directives.seconds("max-stale").map({ -left <= TimeInterval($0) }) == true {
            return .serve(selected)
        }
        if let window = answer.seconds("stale-while-revalidate"), -left <= TimeInterval(window), !directives.has("only-if-cached") {
            return .serve(selected, refreshing: true)
        }
        return otherwise
    }

    /// Section 4.2.4 and RFC 5861, section 4: whether it may stand in for an answer that failed.
    func standsIn(_ stored: StoredAnswer, for request: Outgoing, now: Date) -> Bool {
        let answer = stored.cacheControl
        let directives = Self.directives(of: request)
        guard !answer.hasBare("no-cache"), !forbidsStale(answer), !directives.has("no-cache") else { return false }
        let window = directives.seconds("stale-if-error") ?? answer.seconds("stale-if-error") ?? staleIfError
        return stored.age(now: now) - lifetime(of: stored) <= TimeInterval(window)
    }

    /// Section 3: whether the answer to a GET may be kept.
    func isStorable(_ answer: Answer, for request: Outgoing) -> Bool {
        let directives = CacheControl(answer.headers["Cache-Control"])
        // A part is not the whole, a 304 has nothing, and a challenge is for one conversation.
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

    /// Section 4.2.1: for how many seconds after it was made it is fresh.
    func lifetime(of stored: StoredAnswer) -> TimeInterval {
        let headers = stored.headers
        let directives = stored.cacheControl
        if isShared, let seconds = directives.seconds("s-maxage") { return TimeInterval(seconds) }
        if let seconds = directives.seconds("max-age") { return TimeInterval(seconds) }
        if let expires = headers.first(name: "Expires") {
            // One that cannot be read, "0" above all, is in the past.
            return HTTPDate.date(expires, now: stored.received).map { $0.timeIntervalSince(stored.date) } ?? 0
        }
        // Section 4.2.2, the heuristic: what has not changed for long will not change soon.
        guard Self.heuristicallyCacheable.contains(stored.status) || directives.has("public"),
            let modified = stored.lastModified.flatMap({ HTTPDate.date($0, now: stored.received) })
        else { return 0 }
        return min(max(0, stored.date.timeIntervalSince(modified)) / 10, 86_400)
    }

    /// Section 4.4: what an unsafe request has made invalid.
    func invalidated(by request: Outgoing, _ answer: Answer) -> [URL] {
        guard ![.GET, .HEAD, .OPTIONS, .TRACE].contains(request.method), (200...399).contains(answer.status) else { return [] }
        let named = ["Location", "Content-Location"].compactMap { name in
            answer.headers.first(name: name).flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
        }
        // Nobody decides about what is another's.
        return [request.url] + named.filter { Origin($0) != nil && Origin($0) == Origin(request.url) }
    }

    /// RFC 9111, section 4.3.4 and 4.3.5: whether a 304, or the head of a 200, speaks of what is stored.
    static func speaks(_ headers: HTTPHeaders, of stored: StoredAnswer) -> Bool {
        if let etag = headers.first(name: "ETag") {
            return stored.etag.map { opaque($0) == opaque(etag) } ?? false
        }
        if let date = headers.first(name: "Last-Modified") { return stored.lastModified == date }
        return true
    }

    /// The directives of a request; the older `Pragma: no-cache` counts where there are none.
    static func directives(of request: Outgoing) -> CacheControl {
        let directives = CacheControl(request.headers["Cache-Control"])
        guard directives.isEmpty, CacheControl(request.headers["Pragma"]).has("no-cache") else { return directives }
        return CacheControl(["no-cache"])
    }

    /// An entity tag without its mark of weakness: RFC 9110, section 8.8.3.2.
    static func opaque(_ etag: String) -> Substring { etag.hasPrefix("W/") ? etag.dropFirst(2) : etag[...] }

    private func forbidsStale(_ directives: CacheControl) -> Bool {
        directives.has("must-revalidate") || (isShared && (directives.has("proxy-revalidate") || directives.has("s-maxage")))
    }

    private static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

    private static let understood: Set<Int> = heuristicallyCacheable.union([302, 303, 307, 400, 403, 500, 502, 503, 504])
}

/// How much a request trusts what is stored.
public enum CacheMode: Hashable, Sendable {
    /// As the source and the request's own `Cache-Control` have it.
    case useProtocol
    /// Asks anew, and keeps the answer.
    case reload
    /// Takes what is stored, however old; asks only if there is nothing. What is offline first.
    case preferCached
    /// Takes what is stored, however old, or answers 504. Never asks.
    case onlyIfCached
    /// Neither looks nor keeps.
    case bypass
}
