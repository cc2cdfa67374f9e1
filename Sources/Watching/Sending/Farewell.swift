import ServiceLifecycle

/// Runs a service's work until it ends or is cancelled. When the group shuts down, `stop` prevents new work; running work gets the time
/// `farewell` to complete, and is then cancelled.
func withFarewell(of farewell: Duration, stop: @escaping @Sendable () -> Void, _ work: @escaping @Sendable () async -> Void) async {
    let work = Task { await work() }
    await withTaskCancellationHandler {
        await withGracefulShutdownHandler {
            await work.value
        } onGracefulShutdown: {
            stop()
            Task {
                try? await Task.sleep(for: farewell)
                work.cancel()
            }
        }
    } onCancel: {
        work.cancel()
    }
}
