/// Runs `body`, and retries it every second while the database is away, for at most `time`. Used to record the result of something that has
/// already happened. Throws the last error of `body`.
package func outlasting<Value>(_ time: Duration, _ body: () async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + time
    while true {
        do { return try await body() } catch let error as StorageError where error.code == .away && ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(1))
        }
    }
}
