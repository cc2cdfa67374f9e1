import Operating
import Records

/// Runs queries that scan many records, a few at once, so that the store's other readers stay free. Each person, and each network of
/// strangers, has a share. An `Effort` in the store bounds the cost of each; the store reads on its own threads.
package final class LongQueries: Sendable {
    private let semaphore = FairSemaphore(.init(width: 2, own: 5, waiting: 60))

    package init() {}

    /// Throws `FairSemaphore.Refused`.
    package func run<Result: Sendable>(for context: PageContext, _ query: @Sendable () async throws -> Result) async throws -> Result {
        try await semaphore.run(for: context.person.map { "person \($0.id)" } ?? context.network, query)
    }
}
