import TestSupport

@testable import Fetching

/// Runs `body` with the plain connections of a fetcher that may reach 127.0.0.1.
func withPlainExchange<Result: Sendable>(_ body: @Sendable (Connections) async throws -> Result) async throws -> Result {
    let exchange = Connections(.loopback, AddressGuard(allowedHosts: ["127.0.0.1", "localhost"]))
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
