import Broadcasting
import Operating

/// Runs a broadcaster while `body` runs.
func withBroadcaster(
    limit: Int = 100, share: Int? = nil, proxies: TrustedProxies = .nobody, heartbeat: Duration = .seconds(3600),
    stallTimeout: Duration = .seconds(3600),
    _ body: @escaping @Sendable (Broadcaster) async throws -> Void
) async throws {
    let broadcaster = try Broadcaster(.init(limit: limit, share: share, proxies: proxies, heartbeat: heartbeat, stallTimeout: stallTimeout))
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await broadcaster.run() }
        try await body(broadcaster)
        group.cancelAll()
    }
}
