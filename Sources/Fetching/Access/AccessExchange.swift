import Foundation
import NIOHTTP1

/// An exchange that shows credentials and cookies to whom they are meant for.
///
/// Stands below the redirects, so that every hop is decided anew, and above the cache. A challenge is answered once, a nonce that has
/// run out once more: three requests at most, and then a 401 is the answer. What a caller puts into `Authorization` or `Cookie` itself
/// stays as it is. Throws what is underneath, and `unreachable` if the server proves to be another than the one that knows the password.
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
        // What comes from the cache was said once and is not said again.
        if !answer.headers.isFromCache { jar.take(answer.headers["Set-Cookie"], from: request.url, now: now()) }
        return answer
    }

    /// The words of a refusal, so that the connection can be used again; a long one is given up with its connection.
    private func readToItsEnd(_ answer: Answer) async throws {
        var count = 0
        while let piece = try await answer.next(), count < 64 << 10 { count += piece.count }
    }
}
