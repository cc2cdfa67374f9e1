import Foundation
import NIOHTTP1

/// An HTTP request with its redirects. Each hop's address is checked before the request, and each answer before its redirect is followed.
///
/// Source: RFC 9110 (status codes 15, conditional requests 13, redirects 15.4, content codings 8.4).
struct HTTPTransport: Transport {
    /// Answers one hop: the connection with its wrappers.
    let exchange: any Exchange
    let userAgent: String
    let redirectLimit: Int

    func open(_ request: Request) async throws -> OpenResponse {
        var address = try WebAddress(request.url.absoluteString)
        let first = address
        var hop = outgoing(request, to: first, from: first)
        var visited: [String] = []
        // The set of requests sent so far, to detect loops. A changed cookie makes it a different request.
        var asked: Set<[String]> = []
        var cookies = RedirectCookies()
        let takesCookies = request.cookies == nil && !request.headers.contains { $0.name.lowercased() == "cookie" }
        while true {
            let shown = hop.url.absoluteString
            let cookie = takesCookies ? cookies.header(for: hop.url) : nil
            if let cookie { hop.headers.add(name: "Cookie", value: cookie) }
            guard hop.method != .GET || asked.insert([shown, cookie ?? ""]).inserted else {
                throw FetchError(
                    .redirects, at: shown,
                    "redirects in a circle: \((visited + [shown]).map(FetchError.withoutSecrets).joined(separator: " → "))")
            }
            visited.append(shown)
            guard visited.count <= redirectLimit + 1 else {
                throw FetchError(.redirects, at: shown, "is the \(visited.count)th address in a row: more redirects than are followed")
            }
            let answer: Answer
            do {
                answer = try await exchange.answer(to: hop)
            } catch let error as FetchError where (error.code == .refused || error.isUnlisted) && visited.count > 1 {
                // The source is responsible for the redirect's target, and must not learn which names exist in a private network.
                let why =
                    error.isUnlisted ? "does not exist, or is on a private network that is not listed under allow-hosts" : error.detail
                throw FetchError(
                    .redirects, at: visited[visited.count - 2], "redirects to \(FetchError.withoutSecrets(shown)), which \(why)",
                    isUnlisted: error.isUnlisted)
            }
            guard request.followsRedirects, let target = try redirect(of: answer, from: address) else {
                return try opened(answer, at: hop.url, of: request)
            }
            if takesCookies { cookies.store(answer.headers["Set-Cookie"], from: hop.url) }
            // Once a redirect has changed the method to GET, it stays GET.
            let becomesGet = hop.method == .GET || ![307, 308].contains(answer.status)
            address = target
            hop = outgoing(request, to: target, from: first)
            if becomesGet {
                hop.method = .GET
                hop.body = []
                hop.headers.remove(name: "Content-Type")
            }
        }
    }

    private func outgoing(_ request: Request, to address: WebAddress, from first: WebAddress) -> Outgoing {
        var hop = Outgoing(
            method: HTTPMethod(rawValue: request.method.rawValue), url: address.url, body: request.body,
            reachesListed: request.reachesListed)
        hop.headers.add(name: "User-Agent", value: userAgent)
        hop.headers.add(name: "Accept-Encoding", value: request.acceptsCodings && request.range == nil ? "gzip, deflate" : "identity")
        if let etag = request.validators?.etag { hop.headers.add(name: "If-None-Match", value: etag) }
        if let date = request.validators?.lastModified { hop.headers.add(name: "If-Modified-Since", value: date) }
        if let range = request.range {
            hop.headers.add(name: "Range", value: range.header)
            hop.headers.add(name: "If-Range", value: range.version)
        }
        // A board's headers go only to the server it names, not to redirect targets. Following a redirect from plain HTTP to HTTPS on
        // default ports is allowed.
        let goesOn = address.host == first.host && (address.port == first.port || (first.port == 80 && address.port == 443))
        if goesOn {
            for (name, value) in request.headers { hop.headers.add(name: name, value: value) }
        }
        return hop
    }

    /// The target of a redirect; nil if the answer isn't one.
    private func redirect(of answer: Answer, from address: WebAddress) throws -> WebAddress? {
        guard [301, 302, 303, 307, 308].contains(answer.status) else { return nil }
        guard let location = answer.headers.first(name: "Location") else {
            throw FetchError(.redirects, at: address.description, "answers \(answer.status) without saying where to go")
        }
        let target: WebAddress
        do { target = try WebAddress(location, relativeTo: address) } catch {
            throw FetchError(
                .redirects, at: address.description, "redirects to '\(FetchError.withoutSecrets(location))', which is not followed")
        }
        guard target.scheme == .https || address.scheme == .http else {
            throw FetchError(
                .redirects, at: address.description, "redirects to '\(FetchError.withoutSecrets(location))', which is not followed")
        }
        return target
    }

    private func opened(_ answer: Answer, at url: URL, of request: Request) throws -> OpenResponse {
        let shown = url.absoluteString
        switch answer.status {
        case 200: break
        case 201...204 where request.method != .get: break
        case 206 where request.range != nil: break
        case 416 where request.range != nil: break
        case 304 where request.validators != nil: break
        case 304: throw FetchError(.status(304), at: shown, "answered 304 Not Modified, although nothing was said to be known")
        default:
            throw FetchError(
                .status(answer.status), at: shown, "answered \(answer.status)\(answer.reason.isEmpty ? "" : " \(answer.reason)")",
                pause: Pause(status: answer.status, headers: answer.headers, now: Date()))
        }
        let coding = answer.headers.first(name: "Content-Encoding").flatMap { ContentDecoder.isNone($0) ? nil : $0 }
        if let coding, !ContentDecoder.knows(coding) || !request.acceptsCodings || request.range != nil {
            throw FetchError(.status(answer.status), at: shown, "answered in the content coding '\(coding)', which was not asked for")
        }
        // A 304 may announce the length of a body that it doesn't have.
        let announced = [304, 416].contains(answer.status) ? nil : answer.headers.first(name: "Content-Length").flatMap { Int($0) }
        let length = announced.flatMap { $0 >= 0 ? $0 : nil }
        if let length, length > request.bodyLimit {
            throw FetchError(.tooLarge, at: shown, "announces \(length) bytes; \(request.bodyLimit) are allowed")
        }
        let head = ResponseHead(
            url: url, status: answer.status, headers: answer.headers.map { ($0.name.lowercased(), $0.value) },
            expectedBytes: coding == nil ? length : nil, expectedWireBytes: length)
        if coding != nil { return OpenResponse(head: head, next: ContentDecoder(url: shown, answer.next).next) }
        return OpenResponse(head: head) { try await answer.next().map { BodyPiece(bytes: $0) } }
    }
}
