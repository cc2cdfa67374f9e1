import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// GET over HTTP, hop by hop: each address is looked at before it is asked, each answer before it is followed.
///
/// Source: RFC 9110 (status codes 15, conditional requests 13, redirects 15.4).
struct HTTPTransport: Transport {
    let client: HTTPClient
    let userAgent: String
    let addresses: AddressGuard
    let redirectLimit: Int

    func open(_ request: Request) async throws -> OpenResponse {
        var url = request.url
        var visited: [String] = []
        while true {
            let shown = url.absoluteString
            guard !visited.contains(shown) else {
                throw FetchError(.redirects, at: shown, "redirects in a circle: \((visited + [shown]).joined(separator: " → "))")
            }
            visited.append(shown)
            guard visited.count <= redirectLimit + 1 else {
                throw FetchError(.redirects, at: shown, "is the \(visited.count)th address in a row: more redirects than are followed")
            }
            do {
                try await addresses.check(url)
            } catch let error as FetchError where error.code == .refused && visited.count > 1 {
                // Where a source sends us is the source's doing.
                throw FetchError(.redirects, at: visited[visited.count - 2], "redirects to \(shown), which \(error.detail)")
            }
            let response = try await answer(to: request, at: url, isFirst: visited.count == 1)
            guard let target = try redirect(of: response, from: url) else { return try opened(response, at: url, of: request) }
            url = target
        }
    }

    private func answer(to request: Request, at url: URL, isFirst: Bool) async throws -> HTTPClientResponse {
        var outgoing = HTTPClientRequest(url: url.absoluteString)
        outgoing.headers.add(name: "User-Agent", value: userAgent)
        outgoing.headers.add(name: "Accept-Encoding", value: "identity")
        if let etag = request.validators?.etag { outgoing.headers.add(name: "If-None-Match", value: etag) }
        if let date = request.validators?.lastModified { outgoing.headers.add(name: "If-Modified-Since", value: date) }
        if let range = request.range {
            outgoing.headers.add(name: "Range", value: range.header)
            outgoing.headers.add(name: "If-Range", value: range.version)
        }
        // What a board sends along is for the server it names, not for where that server points. A secure address may follow on
        // its plain one: no port is named then in either.
        if isFirst || (url.host?.lowercased() == request.url.host?.lowercased() && url.port == request.url.port) {
            for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        }
        do {
            // Our own clock keeps the deadlines: this one stops counting when the head has come.
            return try await client.execute(outgoing, timeout: .hours(24))
        } catch {
            throw Self.mapped(error, at: url.absoluteString)
        }
    }

    /// Where a redirect leads; nil if the answer is none.
    private func redirect(of response: HTTPClientResponse, from url: URL) throws -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status.code) else { return nil }
        guard let location = response.headers.first(name: "Location") else {
            throw FetchError(.redirects, at: url.absoluteString, "answers \(response.status.code) without saying where to go")
        }
        guard var target = URL(string: location, relativeTo: url)?.absoluteURL, let scheme = target.scheme?.lowercased(),
            scheme == "https" || (scheme == "http" && url.scheme?.lowercased() == "http")
        else {
            throw FetchError(.redirects, at: url.absoluteString, "redirects to '\(location)', which is not followed")
        }
        if target.fragment != nil, let text = target.absoluteString.split(separator: "#").first {
            target = URL(string: String(text)) ?? target
        }
        return target
    }

    private func opened(_ response: HTTPClientResponse, at url: URL, of request: Request) throws -> OpenResponse {
        let shown = url.absoluteString
        let status = Int(response.status.code)
        switch status {
        case 200: break
        case 206 where request.range != nil: break
        case 304 where request.validators != nil: break
        case 304: throw FetchError(.status(304), at: shown, "answered 304 Not Modified, although nothing was said to be known")
        default:
            let reason = response.status.reasonPhrase
            throw FetchError(.status(status), at: shown, "answered \(status)\(reason.isEmpty ? "" : " \(reason)")")
        }
        if let coding = response.headers.first(name: "Content-Encoding"), coding.lowercased() != "identity" {
            throw FetchError(.status(status), at: shown, "answered in the content coding '\(coding)', which was not asked for")
        }
        // A 304 may say the length of the body it does not have.
        let length = status == 200 ? response.headers.first(name: "Content-Length").flatMap { Int($0) } : nil
        if let length, length > request.bodyLimit {
            throw FetchError(.tooLarge, at: shown, "announces \(length) bytes; \(request.bodyLimit) are allowed")
        }
        let head = ResponseHead(
            url: url, status: status, headers: response.headers.map { ($0.name.lowercased(), $0.value) },
            expectedBytes: length.flatMap { $0 >= 0 ? $0 : nil })
        return OpenResponse(head: head, next: BodyReader(response.body, of: head).next)
    }

    /// The one place where the many errors of the client become ours. `received` says how much of the body had come.
    fileprivate static func mapped(_ error: any Error, at url: String, received: String? = nil) -> any Error {
        if error is CancellationError || error is FetchError { return error }
        guard let received else { return FetchError(.unreachable, at: url, plain(error)) }
        let isMerelyClosed = error is HTTPParserError || error is ChannelError || error is IOError || error.isClosed
        return FetchError(.truncated, at: url, "broke off after \(received)\(isMerelyClosed ? "" : ": \(plain(error))")")
    }

    /// An error of the layers below, in words a person has met before where there are any.
    private static func plain(_ error: any Error) -> String {
        if error is HTTPParserError { return "what it answers is not HTTP" }
        if error.isClosed { return "the connection was closed without an answer" }
        if let error = error as? HTTPClientError {
            let isSlow = error == .connectTimeout || error == .getConnectionFromPoolTimeout || error == .tlsHandshakeTimeout
            return isSlow ? "no connection within the time allowed" : error.shortDescription.lowercased()
        }
        // Several of them are types that cannot be told apart here, and all of them say in words of the system what it was.
        let text = "\(error)"
        let known = [
            ("Connection refused", "connection refused"), ("No route to host", "there is no way to it"),
            ("Network is unreachable", "there is no way to it"), ("Connection reset by peer", "the connection was reset"),
            ("Broken pipe", "the connection was reset"), ("CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted"),
            ("handshakeFailed", "no secure connection could be agreed on"), ("UnknownHost", "there is no such host"),
        ]
        return known.first { text.contains($0.0) }?.1 ?? "the connection failed (\(text))"
    }
}

extension Error {
    fileprivate var isClosed: Bool { self as? HTTPClientError == .remoteConnectionClosed }
}

/// Reads a body's pieces for one task at a time.
///
/// `@unchecked Sendable`: a body's iterator is neither shared nor sendable; `Job` calls `next` from one task, in turn.
private final class BodyReader: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private let head: ResponseHead
    private var received = 0

    init(_ body: HTTPClientResponse.Body, of head: ResponseHead) {
        iterator = body.makeAsyncIterator()
        self.head = head
    }

    @Sendable func next() async throws -> [UInt8]? {
        do {
            while let buffer = try await iterator.next() {
                guard buffer.readableBytes > 0 else { continue }
                received += buffer.readableBytes
                return Array(buffer.readableBytesView)
            }
            return nil
        } catch {
            let amount = head.expectedBytes.map { "\(received) of \($0)" } ?? "\(received)"
            throw HTTPTransport.mapped(error, at: head.url.absoluteString, received: "\(amount) bytes")
        }
    }
}
