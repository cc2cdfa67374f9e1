package import Records
import Storage

extension QueueDesk {
    /// Erases expired personal data of ended tickets: input, devices, notification addresses. Returns the number of erased items.
    ///
    /// The book is erased first, so that no later write restores data that the store has erased.
    package func erase(at now: Timestamp) async throws -> Int {
        var erased = 0
        for plan in plans {
            let before = now + (.zero - plan.eraseAfter)
            // A ticket's listeners are found through its remaining data.
            erased += try await store.queues.eraseListeners(endedIn: plan.name, before: before)
            try await perform(.erase(endedBefore: before), in: plan.name, by: QueueActor(kind: .program, name: "clock"))
            erased += try await store.queues.erase(endedIn: plan.name, before: before)
        }
        return erased
    }
}
