/// Tickets, bare numbers, and the acts on queues.
package struct QueueStore: Sendable {
    let database: Database

    var seal: AddressSeal { database.seal }
}
