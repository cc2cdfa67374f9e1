package import Records
import ServiceLifecycle
package import Storage

/// The only one who changes queues: durable before anybody hears of it.
package final class QueueDesk: Service {
    package let plans: [QueuePlan]

    package init(
        plans: [QueuePlan], store: Store, now: @escaping Now = Timestamp.system, onNews: @escaping @Sendable (QueueNews) -> Void = { _ in }
    ) async throws {
        self.plans = plans
    }

    /// Returns at graceful shutdown. Opens, closes and resets queues when their time has come.
    package func run() async throws { try await gracefulShutdown() }

    /// Throws `QueueRefusal`, or `StorageError` if it could not be made durable; then it has not happened.
    @discardableResult
    package func perform(_ command: QueueCommand, in queue: String, by actor: QueueActor) async throws -> QueueReply {
        throw QueueRefusal.noSuchQueue
    }

    /// What is durable.
    package func state(of queue: String) async throws -> QueueState { throw QueueRefusal.noSuchQueue }

    /// nil: no such ticket, or one that ended long ago.
    package func place(of ticket: Ticket.ID) async throws -> TicketPlace? { nil }

    /// The live ticket that the queue gave to this device, else the last one that ended lately.
    package func ticket(ofDevice device: String, in queue: String) async throws -> TicketPlace? { nil }

    /// For the console: who is called, then the first in line (bare numbers too, as tickets with id 0), then who is parked.
    package func waiting(in queue: String, limit: Int) async throws -> [Ticket] { [] }

    package subscript(name: String) -> QueuePlan? { plans.first { $0.name == name } }
}
