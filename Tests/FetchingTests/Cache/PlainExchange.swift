import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

@testable import Fetching

/// One hop over AsyncHTTPClient and nothing else: what the pieces under test are put around.
final class PlainExchange: Exchange {
    private let client: HTTPClient

    init() {
        var settings = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        settings.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    func shutdown() async throws { try await client.shutdown() }

    func answer(to request: Outgoing) async throws -> Answer {
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.method = request.method
        outgoing.headers = request.headers
        if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        do {
            let response = try await client.execute(outgoing, timeout: .seconds(20))
            let body = PlainBody(response.body)
            return Answer(status: Int(response.status.code), reason: response.status.reasonPhrase, headers: response.headers) {
                try await body.next()
            }
        } catch { throw FetchError(.unreachable, at: request.url.absoluteString, "\(error)") }
    }
}

/// `@unchecked Sendable`: an iterator is neither shared nor sendable; an answer's body is read by one task, in turn.
private final class PlainBody: @unchecked Sendable {
    private var iterator: HTTPClientResponse.Body.AsyncIterator

    init(_ body: HTTPClientResponse.Body) { iterator = body.makeAsyncIterator() }

    func next() async throws -> [UInt8]? {
        do { return try await iterator.next().map { Array($0.readableBytesView) } } catch {
            throw FetchError(.truncated, at: "", "broke off: \(error)")
        }
    }
}

/// An exchange for as long as `body` runs.
func withPlainExchange<Result: Sendable>(_ body: @Sendable (PlainExchange) async throws -> Result) async throws -> Result {
    let exchange = PlainExchange()
    do {
        let result = try await body(exchange)
        try await exchange.shutdown()
        return result
    } catch {
        try? await exchange.shutdown()
        throw error
    }
}

extension Answer {
    /// The rest of the body.
    func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await next() { bytes += piece }
        return bytes
    }

    func text() async throws -> String { String(decoding: try await bytes(), as: UTF8.self) }
}
