/// Tickets, bare numbers, and what was done to queues.
package struct QueueStore: Sendable {
    let database: Database

    var seal: AddressSeal { database.seal }
}
