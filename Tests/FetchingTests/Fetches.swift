import Fetching
import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs `body` with a fetcher that may reach 127.0.0.1.
func withFetcher<Result: Sendable>(
    _ change: (inout Fetcher.Configuration) -> Void = { _ in }, _ body: @Sendable (Fetcher) async throws -> Result
) async throws -> Result {
    var configuration = Fetcher.Configuration.loopback
    change(&configuration)
    let fetcher = Fetcher(configuration)
    do {
        let result = try await body(fetcher)
        try await fetcher.shutdown()
        return result
    } catch {
        try? await fetcher.shutdown()
        throw error
    }
}

/// Collects what a job has delivered.
final class Received: Sendable {
    private let parts = Mutex<(heads: [ResponseHead], pieces: [[UInt8]])>(([], []))

    var heads: [ResponseHead] { parts.withLock { $0.heads } }
    var pieces: [[UInt8]] { parts.withLock { $0.pieces } }
    var bytes: [UInt8] { Array(pieces.joined()) }
    var count: Int { parts.withLock { $0.heads.count + $0.pieces.count } }

    func take(_ part: Part) {
        parts.withLock { parts in
            switch part {
            case .head(let head): parts.heads.append(head)
            case .body(let piece): parts.pieces.append(piece)
            }
        }
    }
}

/// Runs a job to its end and returns its error.
func failure(
    of job: Job, _ receive: @escaping @Sendable (Part) async throws -> Void = { _ in }, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> FetchError {
    let error = await #expect(throws: FetchError.self, sourceLocation: sourceLocation) { _ = try await job.run(receive) }
    return try #require(error, sourceLocation: sourceLocation)
}

/// Fetches an address and returns its error.
func failure(
    of url: URL, _ change: (inout Fetcher.Configuration) -> Void = { _ in }, request: (inout Request) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> FetchError {
    var asked = Request(url: url)
    request(&asked)
    return try await withFetcher(change) { [asked] in try await failure(of: $0.job(asked, for: "test"), sourceLocation: sourceLocation) }
}

/// Whether the text contains no type names, case names or internal numbers.
func isInWords(_ text: String) -> Bool {
    !text.contains(/NIO|HTTPClient|HTTPParser|Error|errno|Optional|nil|BoringSSL|[a-z][A-Z][a-z]/)
}
