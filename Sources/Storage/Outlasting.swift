/// Runs `body`, and retries it every second while the database is away, for at most `time`. For writing down the result of what has already
/// happened. Throws what `body` throws.
package func outlasting<Value>(_ time: Duration, _ body: () async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + time
    while true {
        do { return try await body() } catch let error as StorageError where error.code == .away && ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(1))
        }
    }
}
