import Broadcasting
import Logging
import QueueClient
import QueuePages
import Queueing
import Records
import Serving
import Storage

/// The port of the first queue's raw feed, set by the operator (`queue-port`).
enum QueuePort: Hashable, Sendable {
    /// The queue's own port, otherwise 7201 if it is free.
    case standard
    case set(Int)
    case off
}

extension QueueFeeds {
    /// Starts the feeds of a desk's queues with their current state, or with their stored events if servers share them (`shared`). A raw
    /// feed listens on the pages' host. If a configured port isn't available, that is an error; for the default port, it is only logged.
    func open(_ desk: QueueDesk, _ shared: SharedQueueEvents?, in store: Store, host: String, port: QueuePort) async throws {
        for (index, plan) in desk.plans.enumerated() {
            let state = try await desk.state(of: plan.name)
            let epoch = shared == nil ? nil : try await store.queues.epoch(of: plan.name, orElse: EventFeed.newEpoch())
            let (number, isAsked): (Int?, Bool) =
                switch (index == 0 ? port : plan.port.map { .set($0) } ?? .off) {
                case .standard: (plan.port ?? QueueClient.defaultPort, plan.port != nil)
                case .set(let port): (port, true)
                case .off: (nil, false)
                }
            do {
                try open(state, epoch: epoch, listening: number.map { (host, $0) })
            } catch {
                guard !isAsked else { throw Failure(.badUse, "the raw feed of the queue \(plan.name): \(error); see queue-port") }
                Logger(label: "tidings.live").warning(
                    "there is no raw feed of the queue \(plan.name)", metadata: ["problem": "\(error)", "setting": "queue-port"])
            }
            try await shared?.begin(plan.name)
        }
    }
}
