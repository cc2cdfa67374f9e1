package import Records
import Storage

extension QueueDesk {
    /// Forgets what is to be forgotten by now of those whose tickets ended: what they said, their devices, whom to tell. Returns how much that was.
    ///
    /// Here first, so that no ticket that is written anew brings back what the store has forgotten.
    package func erase(at now: Timestamp) async throws -> Int {
        var erased = 0
        for plan in plans {
            let before = now + (.zero - plan.eraseAfter)
            // The listeners of a ticket are found by what is still known of it.
            erased += try await store.queues.eraseListeners(endedIn: plan.name, before: before)
            try await perform(.erase(endedBefore: before), in: plan.name, by: QueueActor(kind: .program, name: "clock"))
            erased += try await store.queues.erase(endedIn: plan.name, before: before)
        }
        return erased
    }
}
