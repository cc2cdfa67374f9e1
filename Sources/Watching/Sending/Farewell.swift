import ServiceLifecycle

/// Does a service's work until it is done, or cancelled. When the group shuts down, `stop` asks it to begin nothing new; what is under way
/// has so long to get through, and is then cancelled.
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
