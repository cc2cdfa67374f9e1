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
            try await addresses.check(url)
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
        // What a board sends along is for the host it names, not for where that host points.
        if isFirst || url.host == request.url.host {
            for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        }
        do {
            // Our own clock keeps the deadlines: this one stops counting when the head has come.
            return try await client.execute(outgoing, timeout: .hours(24))
        } catch {
            throw Self.mapped(error, at: url.absoluteString, received: nil)
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
        case 304 where request.validators != nil: break
        case 304: throw FetchError(.status(304), at: shown, "answered 304 Not Modified, although nothing was said to be known")
        default: throw FetchError(.status(status), at: shown, "answered \(status) \(response.status.reasonPhrase)")
        }
        if let coding = response.headers.first(name: "Content-Encoding"), coding.lowercased() != "identity" {
            throw FetchError(.refused, at: shown, "answered in the content coding '\(coding)', which was not asked for")
        }
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        if let length, length > request.bodyLimit, status == 200 {
            throw FetchError(.tooLarge, at: shown, "announces \(length) bytes; \(request.bodyLimit) are allowed")
        }
        let head = ResponseHead(
            url: url, status: status, headers: response.headers.map { ($0.name.lowercased(), $0.value) },
            expectedBytes: length.flatMap { $0 >= 0 ? $0 : nil })
        return OpenResponse(head: head, next: BodyReader(response.body, url: shown).next)
    }

    /// The one place where the many errors of the client become ours.
    static func mapped(_ error: any Error, at url: String, received: Int?) -> any Error {
        if error is CancellationError { return error }
        if let error = error as? FetchError { return error }
        if let received {
            switch error {
            case is HTTPParserError, is ChannelError, is IOError: break
            case let error as HTTPClientError where error == .remoteConnectionClosed: break
            default: return FetchError(.truncated, at: url, "broke off after \(received) bytes: \(plain(error))")
            }
            return FetchError(.truncated, at: url, "broke off after \(received) bytes")
        }
        if let error = error as? HTTPClientError, error == .connectTimeout {
            return FetchError(.unreachable, at: url, "no connection within the time allowed")
        }
        return FetchError(.unreachable, at: url, plain(error))
    }

    /// An error of the layers below, in words a person has met before where there are any.
    private static func plain(_ error: any Error) -> String {
        let text = "\(error)"
        let known = [
            ("Connection refused", "connection refused"), ("ECONNREFUSED", "connection refused"), ("errno: 111", "connection refused"),
            ("remoteConnectionClosed", "the connection was closed without an answer"), ("Connection reset", "the connection was reset"),
            ("CERTIFICATE_VERIFY_FAILED", "its certificate is not trusted"), ("handshakeFailed", "no secure connection could be agreed on"),
            ("getaddrinfo", "there is no such host"), ("resolution", "there is no such host"), ("unknownHost", "there is no such host"),
        ]
        return known.first { text.contains($0.0) }?.1 ?? text
    }
}

/// Reads a body's pieces for one task at a time.
///
/// `@unchecked Sendable`: a body's iterator is neither shared nor sendable; `Job` calls `next` from one task, in turn.
private final class BodyReader: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator
    private let url: String
    private var received = 0

    init(_ body: HTTPClientResponse.Body, url: String) {
        iterator = body.makeAsyncIterator()
        self.url = url
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
            throw HTTPTransport.mapped(error, at: url, received: received)
        }
    }
}
