package import Records
import Storage

// The zone of queues whose board names none.
extension QueueDesk {
    /// Gives it to the queues that have none: someone who sets up an installation says where it is.
    package func setMissingZones(_ zone: String, by actor: QueueActor) async throws {
        for plan in plans where !plan.hasZone { try await perform(.setZone(zone), in: plan.name, by: actor) }
    }

    /// For queues that are new in an installation: the zone of its first administrator who has one. nil: the server's.
    static func zone(ofNew plans: [QueuePlan], besides stored: StoredQueues, in store: Store) async throws -> String? {
        guard plans.contains(where: { stored.queues[$0.name] == nil && !$0.hasZone }) else { return nil }
        return try await store.people.all().filter { $0.role == .administrator && $0.settings.zone != nil }.min { $0.id < $1.id }?
            .settings.zone
    }
}
