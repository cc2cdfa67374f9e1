/// Runs `body`, and again each second while the database is away, for at most this long: so what came of something is noted that has happened
/// already. Throws what `body` throws.
package func outlasting<Value>(_ time: Duration, _ body: () async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + time
    while true {
        do { return try await body() } catch let error as StorageError where error.code == .away && ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(1))
        }
    }
}
