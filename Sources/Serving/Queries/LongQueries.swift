import Operating
import Records

/// Runs queries that look at many records, a few at once, so that the store keeps readers for everything else. Each person, and each
/// network of strangers, has a share. What each costs is bounded by an `Effort` in the store, which reads on threads of its own.
package final class LongQueries: Sendable {
    private let semaphore = FairSemaphore(.init(width: 2, own: 5, waiting: 60))

    package init() {}

    /// Throws `FairSemaphore.Refused`.
    package func run<Result: Sendable>(for context: PageContext, _ query: @Sendable () async throws -> Result) async throws -> Result {
        try await semaphore.run(for: context.person.map { "person \($0.id)" } ?? context.network, query)
    }
}
