import Foundation
import NIOHTTP1

/// An exchange that adds credentials and cookies to requests for the origins they belong to.
///
/// It sits below redirects, so each hop is decided separately, and above the cache. It answers a challenge once, and once more if the nonce
/// has expired: after at most three requests a 401 is returned. `Authorization` or `Cookie` headers set by the caller are left alone.
/// Throws the errors of the inner exchange, and `unreachable` if the server proves that it doesn't know the password.
struct AccessExchange: Exchange {
    let access: Access?
    let jar: CookieJar?
    let next: any Exchange
    private let now: @Sendable () -> Date

    init(_ access: Access?, cookies jar: CookieJar? = nil, over next: any Exchange, now: @escaping @Sendable () -> Date = { Date() }) {
        self.access = access
        self.jar = jar
        self.next = next
        self.now = now
    }

    func answer(to request: Outgoing) async throws -> Answer {
        guard let access, !request.headers.contains(name: "Authorization") else { return try await withCookies(request) }
        var sent = try await access.greeting(for: request)
        var attempts = 0
        while true {
            var outgoing = request
            if let sent { outgoing.headers.add(name: "Authorization", value: sent.authorization) }
            let answer = try await withCookies(outgoing)
            attempts += 1
            guard answer.status == 401 else {
                if let sent, !answer.headers.isFromCache, !access.isGenuine(answer.headers, after: sent) {
                    throw FetchError(
                        .unreachable, at: request.url.absoluteString, "does not prove that it knows the password; it may be another server")
                }
                return answer
            }
            let challenges = Challenge.all(answer.headers["WWW-Authenticate"])
            guard attempts < 3, let reply = try await access.reply(to: challenges, for: request, after: sent) else { return answer }
            try await readToItsEnd(answer)
            sent = reply
        }
    }

    private func withCookies(_ request: Outgoing) async throws -> Answer {
        guard let jar else { return try await next.answer(to: request) }
        var request = request
        if !request.headers.contains(name: "Cookie"), let cookies = jar.header(for: request.url, now: now()) {
            request.headers.add(name: "Cookie", value: cookies)
        }
        let answer = try await next.answer(to: request)
        // Cookies of a cached answer were stored when it first arrived.
        if !answer.headers.isFromCache { jar.store(answer.headers["Set-Cookie"], from: request.url, now: now()) }
        return answer
    }

    /// Reads the body of a refusal so that the connection can be reused. A long body is dropped with its connection.
    private func readToItsEnd(_ answer: Answer) async throws {
        var count = 0
        while let piece = try await answer.next(), count < 64 << 10 { count += piece.count }
    }
}
