import Foundation
import NIOHTTP1

/// An exchange that serves answers from the cache and stores answers in it, as the policy allows.
///
/// It sits below the credentials and above the connection, so it sees requests as they are sent (`Vary: Cookie`), and challenges pass
/// through it. It reports its decision in `Cache-Status` (RFC 9211). A body is written while it is passed on and becomes valid when it is
/// complete; a stored body is read from disk, 64 KB at a time.
///
/// Source: RFC 9111; ranges of complete stored answers follow RFC 9110, section 14. Not stored: partial content and answers to methods
/// other than GET. Identical concurrent requests are merged in a higher layer.
struct CachingExchange: Exchange {
    let cache: ResponseCache
    let mode: CacheMode
    let partition: CachePartition
    let next: any Exchange

    init(_ cache: ResponseCache, mode: CacheMode = .useProtocol, partition: CachePartition = .nobody, over next: any Exchange) {
        self.cache = cache
        self.mode = mode
        self.partition = partition
        self.next = next
    }

    func answer(to request: Outgoing) async throws -> Answer {
        guard mode != .bypass, request.method == .GET || request.method == .HEAD, request.body.isEmpty,
            !CachePolicy.directives(of: request).has("no-store"), !Conditions(request, now: cache.now()).mustBeAsked,
            let key = cache.folder.key(request.url, owner(of: request))
        else { return mode == .onlyIfCached ? Self.unavailable : try await passOn(request) }
        let entry = Entry(request: request, key: key, policy: policy(for: request))
        let decision = entry.policy.decide(request, mode: mode, stored: cache.folder.variants(key), now: cache.now())
        switch decision {
        case .unavailable:
            return Self.unavailable
        case .forward:
            var entry = entry
            // Intermediate caches should reload too.
            if mode == .reload, !request.headers.contains(name: "Cache-Control") {
                entry.request.headers.add(name: "Cache-Control", value: "no-cache")
            }
            return try await fetch(entry)
        case .validate(let stored):
            return try await validate(stored, entry)
        case .serve(let stored, let isRenewed):
            guard let body = cache.folder.body(of: stored) else {
                cache.folder.remove(stored, for: key)
                return mode == .onlyIfCached ? try await answer(to: request) : try await fetch(entry)
            }
            cache.folder.noteUse(key, now: cache.now())
            if isRenewed {
                cache.renew(key) { try await drained(try await validate(stored, entry.unconditional)) }
            }
            return served(stored, body, entry, how: "hit")
        }
    }

    // MARK: Forwarding

    /// A request and the key of its stored answer.
    private struct Entry {
        var request: Outgoing
        let key: CacheFolder.Key
        let policy: CachePolicy

        /// The same request without the caller's conditions and range.
        var unconditional: Entry {
            var entry = self
            for name in ["If-None-Match", "If-Modified-Since", "Range", "If-Range"] { entry.request.headers.remove(name: name) }
            entry.request.method = .GET
            return entry
        }
    }

    /// A request with its own credentials gets its own partition.
    private func owner(of request: Outgoing) -> CachePartition {
        guard partition.identity == nil, let own = request.headers.first(name: "Authorization") else { return partition }
        var owner = CachePartition(of: ["authorization", own])
        owner.reachesListed = partition.reachesListed
        return owner
    }

    private func policy(for request: Outgoing) -> CachePolicy {
        CachePolicy(isShared: owner(of: request).identity == nil, staleIfError: cache.limits.staleIfErrorSeconds)
    }

    /// Forwards a request whose answer isn't stored. It may still invalidate stored answers.
    private func passOn(_ request: Outgoing) async throws -> Answer {
        let answer = try await next.answer(to: request)
        for url in policy(for: request).invalidated(by: request, answer) {
            if let key = cache.folder.key(url, partition) { cache.folder.removeAll(of: key) }
        }
        return answer
    }

    private func fetch(_ entry: Entry) async throws -> Answer {
        let requested = cache.now()
        return keeping(try await next.answer(to: entry.request), entry, requested: requested, why: "fwd=miss")
    }

    /// Section 4.3: revalidates a stored answer with the origin.
    private func validate(_ stored: StoredAnswer, _ entry: Entry) async throws -> Answer {
        let conditions = Conditions(entry.request, now: cache.now())
        // If the caller sends its own conditions or a range, they are forwarded.
        let isOurs = entry.request.method == .GET && conditions.isEmpty && conditions.range == nil
        let body = isOurs ? cache.folder.body(of: stored) : nil
        guard !isOurs || body != nil else { return try await fetch(entry) }
        var request = entry.request
        if isOurs {
            if let etag = stored.etag { request.headers.add(name: "If-None-Match", value: etag) }
            if let date = stored.lastModified { request.headers.add(name: "If-Modified-Since", value: date) }
        }
        let requested = cache.now()
        let answer: Answer
        do { answer = try await next.answer(to: request) } catch let error as FetchError where error.isOutage {
            guard let stale = standIn(stored, entry) else { throw error }
            return stale
        }
        if (500...504).contains(answer.status), answer.status != 501, let stale = standIn(stored, entry) { return stale }
        let length = answer.headers.first(name: "Content-Length")
        let isSameHead = entry.request.method == .HEAD && answer.status == 200 && (length == nil || length == "\(stored.size)")
        let isConfirmed =
            (answer.status == 304 || isSameHead)
            && CachePolicy.speaks(answer.headers, of: stored) && (isOurs || conditions.name(stored, answer))
        if isConfirmed {
            var newer = stored
            newer.update(with: answer.headers, for: entry.request, requested: requested, received: cache.now())
            cache.folder.update(newer, for: entry.key, now: cache.now())
            guard let body else { return answer }
            try await drained(answer)
            return served(newer, body, entry, how: "fwd=stale; fwd-status=304")
        }
        guard answer.status == 304, isOurs else {
            if entry.request.method == .HEAD, answer.status == 200 { cache.folder.remove(stored, for: entry.key) }
            return keeping(answer, entry, requested: requested, why: "fwd=stale; fwd-status=\(answer.status)", inPlaceOf: stored)
        }
        // The 304 refers to a version that isn't stored.
        try await drained(answer)
        return try await fetch(entry)
    }

    private func standIn(_ stored: StoredAnswer, _ entry: Entry) -> Answer? {
        guard entry.policy.standsIn(stored, for: entry.request, now: cache.now()), let body = cache.folder.body(of: stored) else {
            return nil
        }
        return served(stored, body, entry, how: "hit; detail=\"in place of a failure\"")
    }

    private func drained(_ answer: Answer) async throws {
        var count = 0
        while let piece = try await answer.next(), count <= cache.limits.largestBody { count += piece.count }
    }

    // MARK: Storing

    /// Returns the answer and stores it while it is read, if the policy allows.
    private func keeping(
        _ answer: Answer, _ entry: Entry, requested: Date, why: String, inPlaceOf old: StoredAnswer? = nil
    ) -> Answer {
        var answer = answer
        let announced = answer.headers.first(name: "Content-Length").flatMap { Int($0) }
        guard entry.policy.isStorable(answer, for: entry.request), (announced ?? 0) <= cache.limits.largestBody,
            let body = cache.folder.newBody(entry.key)
        else {
            // The new answer may not be stored, and it makes the stored one obsolete.
            if let old, (200...299).contains(answer.status), answer.status != 206 { cache.folder.remove(old, for: entry.key) }
            answer.headers.add(name: "Cache-Status", value: "\(Self.name); \(why)")
            return answer
        }
        let received = cache.now()
        let keeping = KeptBody(answer.next, in: body, announced: announced, limit: cache.limits.largestBody) { [answer, cache] size in
            let stored = StoredAnswer(
                answer, to: entry.request, requested: requested, received: received, body: body.name, size: size)
            return cache.folder.keep(stored, for: entry.key, inPlaceOf: { $0.answers(entry.request) }, now: cache.now())
        }
        answer.headers.add(name: "Cache-Status", value: "\(Self.name); \(why); stored")
        answer.next = { try await keeping.next() }
        return answer
    }

    // MARK: Serving

    static let name = "Tidings"

    private static var unavailable: Answer {
        Answer(status: 504, reason: "Gateway Timeout", headers: ["Cache-Status": "\(name); detail=\"not stored\""]) { nil }
    }

    private func served(_ stored: StoredAnswer, _ body: OpenFile, _ entry: Entry, how: String) -> Answer {
        let now = cache.now()
        let age = stored.age(now: now)
        var headers = stored.headers
        // RFC 9111, section 5.2.2.4: these fields must not be reused without revalidation.
        for name in stored.cacheControl.fields("no-cache") where how.hasPrefix("hit") { headers.remove(name: name) }
        headers.replaceOrAdd(name: "Age", value: "\(Int(age))")
        let left = how.hasPrefix("hit") ? "; ttl=\(Int(entry.policy.lifetime(of: stored) - age))" : ""
        headers.add(name: "Cache-Status", value: "\(Self.name); \(how)\(left)")
        let conditions = Conditions(entry.request, now: now)
        if conditions.hold(for: stored) {
            headers.remove(name: "Content-Length")
            return Answer(status: 304, reason: "Not Modified", headers: headers) { nil }
        }
        var part = 0..<stored.size
        var status = stored.status
        if let wanted = conditions.range, status == 200, conditions.isRangeMeant(for: stored) {
            guard let range = wanted.within(stored.size) else {
                headers.replaceOrAdd(name: "Content-Range", value: "bytes */\(stored.size)")
                headers.replaceOrAdd(name: "Content-Length", value: "0")
                return Answer(status: 416, reason: "Range Not Satisfiable", headers: headers) { nil }
            }
            part = range
            status = 206
            headers.replaceOrAdd(name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(stored.size)")
        }
        if stored.status != 204 { headers.replaceOrAdd(name: "Content-Length", value: "\(part.count)") }
        let reason = status == 206 ? "Partial Content" : stored.reason
        guard entry.request.method == .GET else { return Answer(status: status, reason: reason, headers: headers) { nil } }
        let reader = BodyFromDisk(body, part, at: entry.request.url.absoluteString)
        return Answer(status: status, reason: reason, headers: headers) { try await reader.next() }
    }
}

extension FetchError {
    /// Whether a stale answer may replace this failure.
    fileprivate var isOutage: Bool {
        switch code {
        case .unreachable, .timedOut, .truncated: true
        default: false
        }
    }
}

extension HTTPHeaders {
    /// Whether the answer's fields come from the cache. Per-client fields such as `Set-Cookie` have already been processed then.
    var isFromCache: Bool {
        FieldValue.elements(self["Cache-Status"]).last?.hasPrefix("\(CachingExchange.name); hit") ?? false
    }
}
